import { implement } from '#kit/server/implement.ts'
import { desk } from '../contract.ts'
import { assignMany, saveLimits } from './commands.ts'
import { countDesk, listDesk, readLimits } from './queries.ts'

export const deskRoutes = implement('desk', desk, {
  list: listDesk,
  counts: countDesk,
  bulkAssign: assignMany,
  limits: readLimits,
  saveLimits,
})
