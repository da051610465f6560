import { implement } from '#kit/server/implement.ts'
import { reasons } from '../contract.ts'
import { changeReason, createReason } from './commands.ts'
import { listReasons } from './queries.ts'

export const reasonRoutes = implement('reasons', reasons, {
  list: listReasons,
  create: createReason,
  change: changeReason,
})
