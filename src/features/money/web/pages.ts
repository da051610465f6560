import { IconBook2 } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import { definePage } from '#kit/web/page.ts'
import type { RecordSection } from '#kit/web/record/section.ts'
import { menuTexts } from '../menu-texts.ts'
import {
  commissionRules,
  customerMoney,
  customerStatement,
  ledgerList,
  taxRates,
  vendorMoney,
  vendorStatement,
} from './links.ts'

const setUp = grants('General Setting', 'view')

export const moneyPages = [
  definePage({
    path: ledgerList.path,
    title: menuTexts.ledger,
    access: grants('Ledger', 'view'),
    menu: { section: 'own', label: menuTexts.ledger, order: 4, icon: IconBook2 },
    first: { rows: '/api/admin/ledger?sort=-at&account=commission', calls: ['/api/admin/ledger/balances'] },
    load: async () => (await import('./ledger-list-page.tsx')).LedgerListPage,
  }),
  definePage({
    path: vendorMoney.path,
    title: menuTexts.moneyOfAVendor,
    access: grants('Vendors', 'pay'),
    within: 'Vendors',
    load: async () => (await import('./money-page.tsx')).VendorMoneyPage,
  }),
  definePage({
    path: customerMoney.path,
    title: menuTexts.walletOfACustomer,
    access: grants('Customer', 'pay'),
    within: 'Customers',
    load: async () => (await import('./money-page.tsx')).CustomerMoneyPage,
  }),
  definePage({
    path: vendorStatement.path,
    title: menuTexts.print,
    access: grants('Vendors', 'pay'),
    isBare: true,
    within: 'Vendors',
    load: async () => (await import('./print-page.tsx')).VendorStatementPage,
  }),
  definePage({
    path: customerStatement.path,
    title: menuTexts.print,
    access: grants('Customer', 'pay'),
    isBare: true,
    within: 'Customers',
    load: async () => (await import('./print-page.tsx')).CustomerStatementPage,
  }),
  definePage({
    path: commissionRules.path,
    title: menuTexts.commission,
    access: setUp,
    menu: { section: 'General Settings', label: menuTexts.commission, order: 40 },
    load: async () => (await import('./commission-page.tsx')).CommissionPage,
  }),
  definePage({
    path: taxRates.path,
    title: menuTexts.taxRates,
    access: setUp,
    menu: { section: 'General Settings', label: menuTexts.taxRates, order: 41 },
    load: async () => (await import('./tax-rates-page.tsx')).TaxRatesPage,
  }),
]

/** The section of a vendor's page. */
export const moneyOfVendor: RecordSection = {
  key: 'money',
  label: menuTexts.money,
  access: grants('Vendors', 'pay'),
  Panel: lazyOf(() => import('./vendor-money-panel.tsx'), 'VendorMoney'),
}
