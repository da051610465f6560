/** The paths of the screens of a withdrawal, which notifications link to as well. */
export const vendorWithdrawalPath = '/withdrawal'
export const customerWithdrawalPath = '/customer-withdrawal'
