/** The path of the screen of an order, which letters link to as well. */
export const orderPath = '/orders-order-details'
