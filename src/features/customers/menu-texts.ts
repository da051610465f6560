import { catalogue } from '#kit/contract/texts.ts'

/** Screen titles, loaded with the menu. */
export const menuTexts = catalogue({
  customer: 'Customer',
  pendingCustomersList: 'Pending Customers List',
  approvedCustomersList: 'Approved Customers List',
})
