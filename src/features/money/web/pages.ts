import { IconBook2 } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const setUp = grants('General Setting', 'view')

export const moneyPages = [
  definePage({
    path: '/ledger',
    title: 'Ledger',
    access: grants('Ledger', 'view'),
    menu: { section: 'Own', label: 'Ledger', order: 4, icon: IconBook2 },
    load: async () => (await import('./ledger-list-page.tsx')).LedgerListPage,
  }),
  definePage({
    path: '/vendor-money',
    title: 'Money of a vendor',
    access: grants('Vendors', 'pay'),
    within: 'Vendors',
    load: async () => (await import('./money-page.tsx')).VendorMoneyPage,
  }),
  definePage({
    path: '/customer-money',
    title: 'Wallet of a customer',
    access: grants('Customer', 'pay'),
    within: 'Customers',
    load: async () => (await import('./money-page.tsx')).CustomerMoneyPage,
  }),
  definePage({
    path: '/print/vendor-statement',
    title: 'Print',
    access: grants('Vendors', 'pay'),
    isBare: true,
    within: 'Vendors',
    load: async () => (await import('./print-page.tsx')).VendorStatementPage,
  }),
  definePage({
    path: '/print/customer-statement',
    title: 'Print',
    access: grants('Customer', 'pay'),
    isBare: true,
    within: 'Customers',
    load: async () => (await import('./print-page.tsx')).CustomerStatementPage,
  }),
  definePage({
    path: '/commission',
    title: 'Commission',
    access: setUp,
    menu: { section: 'General Settings', label: 'Commission', order: 40 },
    load: async () => (await import('./commission-page.tsx')).CommissionPage,
  }),
  definePage({
    path: '/tax-rates',
    title: 'Tax rates',
    access: setUp,
    menu: { section: 'General Settings', label: 'Tax rates', order: 41 },
    load: async () => (await import('./tax-rates-page.tsx')).TaxRatesPage,
  }),
]
