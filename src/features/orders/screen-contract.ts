/** The path of the screen of an order, which letters link to as well. */
export const orderPath = '/orders-order-details'
/** The path of the list of all orders, which notifications link to as well. */
export const allOrdersPath = '/orders-all-orders'
