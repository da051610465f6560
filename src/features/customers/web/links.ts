import { listAt, recordAt } from '#kit/web/address.ts'
import type { customers } from '../contract.ts'
import { customerPath, pendingCustomersPath } from '../screen-contract.ts'

export const pendingCustomers = listAt<typeof customers.list>(pendingCustomersPath)
export const approvedCustomers = listAt<typeof customers.list>('/customers-withdraws')
export const customerDetail = recordAt(customerPath)
/** The specification gives the same screen a second path. */
export const customerDetailToo = recordAt('/customer-customerdetails')
