import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import {
  applyingVendors,
  customerRun,
  customerRuns,
  customerWithdrawal,
  customerWithdrawals,
  vendorRun,
  vendorRuns,
  vendorsWithdrawals,
  vendorWithdrawal,
  vendorWithdrawals,
} from './links.ts'

const section = 'Vendors'
const seesVendors = grants('Vendors', 'view')
const pays = grants('Vendors', 'pay')
const paysCustomers = grants('Customer', 'pay')

export const withdrawalPages = [
  definePage({
    path: applyingVendors.path,
    title: menuTexts.pendingVendorsList,
    access: seesVendors,
    menu: { section, label: menuTexts.pendingVendorsList, order: 1 },
    first: { rows: '/api/admin/vendors/applied?sort=created_at' },
    load: async () => (await import('./applied-list-page.tsx')).AppliedListPage,
  }),
  definePage({
    path: vendorsWithdrawals.path,
    title: menuTexts.approvedVendorsList,
    access: seesVendors,
    menu: { section, label: menuTexts.approvedVendorsList, order: 2 },
    first: { rows: '/api/admin/vendors/withdrawals?sort=-withdrawal_at' },
    load: async () => (await import('./latest-list-page.tsx')).LatestListPage,
  }),
  definePage({
    path: vendorWithdrawals.path,
    title: menuTexts.vendorWithdrawals,
    access: pays,
    menu: {
      section,
      label: menuTexts.vendorWithdrawals,
      order: 4,
      waiting: 'vendor_withdrawals',
    },
    first: {
      rows: '/api/admin/vendor-withdrawals?sort=-requested_at&status=requested',
      calls: ['/api/admin/vendor-withdrawals/counts'],
    },
    load: async () => (await import('./withdrawal-list-page.tsx')).WithdrawalListPage,
  }),
  definePage({
    path: vendorWithdrawal.path,
    record: 'vendor_withdrawal',
    title: menuTexts.vendorWithdrawal,
    access: pays,
    within: section,
    first: { calls: ['/api/admin/vendor-withdrawals/:id'] },
    load: async () => (await import('./withdrawal-page.tsx')).WithdrawalPage,
  }),
  definePage({
    path: vendorRuns.path,
    title: menuTexts.vendorPayoutRuns,
    access: pays,
    menu: { section, label: menuTexts.vendorPayoutRuns, order: 5 },
    first: { rows: '/api/admin/vendor-payouts?sort=-created_at' },
    load: async () => (await import('./run-list-page.tsx')).RunListPage,
  }),
  definePage({
    path: vendorRun.path,
    record: 'vendor_payout_run',
    title: menuTexts.vendorPayoutRun,
    access: pays,
    within: section,
    first: { calls: ['/api/admin/vendor-payouts/:id'] },
    load: async () => (await import('./run-page.tsx')).RunPage,
  }),
  definePage({
    path: customerWithdrawals.path,
    title: menuTexts.customerWithdrawals,
    access: paysCustomers,
    menu: {
      section: 'Customers',
      label: menuTexts.customerWithdrawals,
      order: 4,
      waiting: 'customer_withdrawals',
    },
    first: {
      rows: '/api/admin/customer-withdrawals?sort=-requested_at&status=requested',
      calls: ['/api/admin/customer-withdrawals/counts'],
    },
    load: async () => (await import('./withdrawal-list-page.tsx')).CustomerWithdrawalListPage,
  }),
  definePage({
    path: customerWithdrawal.path,
    record: 'customer_withdrawal',
    title: menuTexts.customerWithdrawal,
    access: paysCustomers,
    within: 'Customers',
    first: { calls: ['/api/admin/customer-withdrawals/:id'] },
    load: async () => (await import('./withdrawal-page.tsx')).CustomerWithdrawalPage,
  }),
  definePage({
    path: customerRuns.path,
    title: menuTexts.customerPayoutRuns,
    access: paysCustomers,
    menu: { section: 'Customers', label: menuTexts.customerPayoutRuns, order: 5 },
    first: { rows: '/api/admin/customer-payouts?sort=-created_at' },
    load: async () => (await import('./run-list-page.tsx')).CustomerRunListPage,
  }),
  definePage({
    path: customerRun.path,
    record: 'customer_payout_run',
    title: menuTexts.customerPayoutRun,
    access: paysCustomers,
    within: 'Customers',
    first: { calls: ['/api/admin/customer-payouts/:id'] },
    load: async () => (await import('./run-page.tsx')).CustomerRunPage,
  }),
]
