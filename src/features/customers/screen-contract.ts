/** The path of the screen of a customer, which letters link to as well. */
export const customerPath = '/customers-customer-details'
/** The path of the list of pending customers, which notifications link to as well. */
export const pendingCustomersPath = '/customers-customers-list'
