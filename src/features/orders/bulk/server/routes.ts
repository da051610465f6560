import { countMatchingOrders } from '#features/orders/server/queries.ts'
import { implement } from '#kit/server/implement.ts'
import { matchingOrders } from '../contract.ts'
import { beginDecline, beginMove } from './commands.ts'

export const matchingOrderRoutes = implement('orders', matchingOrders, {
  countMatching: countMatchingOrders,
  moveMatching: beginMove,
  declineMatching: beginDecline,
})
