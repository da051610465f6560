import { implement } from '#kit/server/implement.ts'
import { vendorDifferences } from '../contract.ts'
import { readDifferences } from './queries.ts'

export const vendorDifferenceRoutes = implement('vendors', vendorDifferences, {
  differences: readDifferences,
})
