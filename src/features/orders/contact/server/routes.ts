import { implement } from '#kit/server/implement.ts'
import { orderContact } from '../contract.ts'
import { correctContact } from './commands.ts'

export const orderContactRoutes = implement('orders', orderContact, {
  change: correctContact,
})
