import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const section = 'Vendors'
const seesVendors = grants('Vendors', 'view')
const pays = grants('Vendors', 'pay')
const paysCustomers = grants('Customer', 'pay')

export const withdrawalPages = [
  definePage({
    path: '/vendor-vendors-list',
    title: 'Pending Vendors List',
    access: seesVendors,
    menu: { section, label: 'Pending Vendors List', order: 1 },
    load: async () => (await import('./applied-list-page.tsx')).AppliedListPage,
  }),
  definePage({
    path: '/vendor-vendors-withdraws',
    title: 'Approved Vendors List',
    access: seesVendors,
    menu: { section, label: 'Approved Vendors List', order: 2 },
    load: async () => (await import('./latest-list-page.tsx')).LatestListPage,
  }),
  definePage({
    path: '/withdrawals',
    title: 'Withdrawals',
    access: pays,
    menu: {
      section,
      label: 'Withdrawals',
      order: 4,
      waiting: {
        endpoint: async () => (await import('../contract.ts')).withdrawals.vendor.count,
        field: 'requested',
      },
    },
    load: async () => (await import('./withdrawal-list-page.tsx')).WithdrawalListPage,
  }),
  definePage({
    path: '/withdrawal',
    title: 'Withdrawal',
    access: pays,
    within: section,
    load: async () => (await import('./withdrawal-page.tsx')).WithdrawalPage,
  }),
  definePage({
    path: '/payout-runs',
    title: 'Payout runs',
    access: pays,
    menu: { section, label: 'Payout runs', order: 5 },
    load: async () => (await import('./run-list-page.tsx')).RunListPage,
  }),
  definePage({
    path: '/payout-run',
    title: 'Payout run',
    access: pays,
    within: section,
    load: async () => (await import('./run-page.tsx')).RunPage,
  }),
  definePage({
    path: '/customer-withdrawals',
    title: 'Customer withdrawals',
    access: paysCustomers,
    menu: {
      section: 'Customers',
      label: 'Withdrawals',
      order: 4,
      waiting: {
        endpoint: async () => (await import('../contract.ts')).withdrawals.customer.count,
        field: 'requested',
      },
    },
    load: async () => (await import('./withdrawal-list-page.tsx')).CustomerWithdrawalListPage,
  }),
  definePage({
    path: '/customer-withdrawal',
    title: 'Customer withdrawal',
    access: paysCustomers,
    within: 'Customers',
    load: async () => (await import('./withdrawal-page.tsx')).CustomerWithdrawalPage,
  }),
  definePage({
    path: '/customer-payout-runs',
    title: 'Customer payout runs',
    access: paysCustomers,
    menu: { section: 'Customers', label: 'Payout runs', order: 5 },
    load: async () => (await import('./run-list-page.tsx')).CustomerRunListPage,
  }),
  definePage({
    path: '/customer-payout-run',
    title: 'Customer payout run',
    access: paysCustomers,
    within: 'Customers',
    load: async () => (await import('./run-page.tsx')).CustomerRunPage,
  }),
]
