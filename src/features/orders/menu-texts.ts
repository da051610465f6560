import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  orders: 'Orders',
  allOrders: 'All Orders',
  pendingOrders: 'Pending Orders',
  processingOrders: 'Processing Orders',
  completedOrders: 'Completed Orders',
  declinedOrders: 'Declined Orders',
  order: 'Order',
})
