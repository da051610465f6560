import { implement } from '#kit/server/implement.ts'
import { trust } from '../contract.ts'
import { saveTrustRules } from './commands.ts'
import { readTrustRules, readVendorRecord } from './queries.ts'

export const trustRoutes = implement('products', trust, {
  record: readVendorRecord,
  get: readTrustRules,
  save: saveTrustRules,
})
