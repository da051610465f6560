/** The path of the screen of a customer, which letters link to as well. */
export const customerPath = '/customers-customer-details'
