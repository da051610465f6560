import { implement } from '#kit/server/implement.ts'
import { productDifferences } from '../contract.ts'
import { readDifferences } from './queries.ts'

export const productDifferenceRoutes = implement('products', productDifferences, {
  differences: readDifferences,
})
