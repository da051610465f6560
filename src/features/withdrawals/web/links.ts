import { listAt, recordAt } from '#kit/web/address.ts'
import type { vendorLists, withdrawals } from '../contract.ts'
import type { payouts } from '../payout-contract.ts'
import { customerWithdrawalPath, vendorWithdrawalPath } from '../screen-contract.ts'

export const applyingVendors = listAt<typeof vendorLists.applied>('/vendor-vendors-list')
export const vendorsWithdrawals = listAt<typeof vendorLists.latest>('/vendor-vendors-withdraws')
export const vendorWithdrawals = listAt<typeof withdrawals.vendor.list>('/withdrawals')
export const customerWithdrawals = listAt<typeof withdrawals.customer.list>('/customer-withdrawals')
export const vendorWithdrawal = recordAt(vendorWithdrawalPath)
export const customerWithdrawal = recordAt(customerWithdrawalPath)
export const vendorRuns = listAt<typeof payouts.vendor.list>('/payout-runs')
export const customerRuns = listAt<typeof payouts.customer.list>('/customer-payout-runs')
export const vendorRun = recordAt('/payout-run')
export const customerRun = recordAt('/customer-payout-run')
