import { implement } from '#kit/server/implement.ts'
import { orderChecks } from '../contract.ts'
import { checkOrder, saveOrderChecks } from './commands.ts'
import { readOrderChecks } from './queries.ts'

export const orderCheckRoutes = implement('orders', orderChecks, {
  get: readOrderChecks,
  save: saveOrderChecks,
  check: checkOrder,
})
