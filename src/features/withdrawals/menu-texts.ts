import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  pendingVendorsList: 'Pending Vendors List',
  approvedVendorsList: 'Approved Vendors List',
  vendorWithdrawals: 'Vendor withdrawals',
  vendorWithdrawal: 'Vendor withdrawal',
  vendorPayoutRun: 'Vendor payout run',
  vendorPayoutRuns: 'Vendor payout runs',
  withdrawal: 'Withdrawal',
  payoutRun: 'Payout run',
  customerWithdrawals: 'Customer withdrawals',
  customerWithdrawal: 'Customer withdrawal',
  customerPayoutRuns: 'Customer payout runs',
  customerPayoutRun: 'Customer payout run',
})
