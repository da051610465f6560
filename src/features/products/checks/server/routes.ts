import { implement } from '#kit/server/implement.ts'
import { listingChecks } from '../contract.ts'
import { saveListingChecks } from './commands.ts'
import { readFoundChecks, readListingChecks } from './queries.ts'

export const listingCheckRoutes = implement('products', listingChecks, {
  found: readFoundChecks,
  get: readListingChecks,
  save: saveListingChecks,
})
