import { IconCashBanknote } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const sees = grants('Orders', 'view')
const within = 'Settlements'

export const settlementPages = [
  definePage({
    path: '/settlements',
    title: 'Settlements',
    access: sees,
    menu: { section: 'Own', label: 'Settlements', order: 5, icon: IconCashBanknote },
    load: async () => (await import('./settlement-list-page.tsx')).SettlementListPage,
  }),
  definePage({
    path: '/settlement',
    record: 'settlement',
    title: 'Settlement',
    access: sees,
    within,
    load: async () => (await import('./settlement-page.tsx')).SettlementPage,
  }),
  definePage({
    path: '/settlement-import',
    title: 'Import a statement',
    access: grants('Orders', 'decide'),
    within,
    load: async () => (await import('./import-page.tsx')).ImportPage,
  }),
  definePage({
    path: '/courier-cash',
    title: 'Cash with couriers',
    access: sees,
    within,
    load: async () => (await import('./courier-cash-page.tsx')).CourierCashPage,
  }),
]
