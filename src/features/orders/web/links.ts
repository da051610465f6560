import { listAt, recordAt } from '#kit/web/address.ts'
import type { orders } from '../contract.ts'
import { allOrdersPath, orderPath } from '../screen-contract.ts'

export const allOrders = listAt<typeof orders.list>(allOrdersPath)
export const pendingOrders = listAt<typeof orders.list>('/orders-pending-orders')
export const processingOrders = listAt<typeof orders.list>('/orders-processingorders')
export const completedOrders = listAt<typeof orders.list>('/orders-completed-orders')
export const declinedOrders = listAt<typeof orders.list>('/orders-declined-orders')
export const orderDetail = recordAt(orderPath)
/** The specification gives the same screen a second path. */
export const orderDetailToo = recordAt('/order-orderdetails')
