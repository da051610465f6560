import { implement } from '#kit/server/implement.ts'
import { audit } from '../contract.ts'
import { exportEntries, verifyEntries } from './commands.ts'
import { listEntries, readEntry, readFacets } from './queries.ts'

export const auditRoutes = implement('audit', audit, {
  list: listEntries,
  facets: readFacets,
  export: exportEntries,
  verify: verifyEntries,
  get: readEntry,
})
