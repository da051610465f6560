import { IconCashBanknote } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { courierCash, settlementDetail, settlementImport, settlementList } from './links.ts'

const sees = grants('Orders', 'view')
const within = 'Settlements'

export const settlementPages = [
  definePage({
    path: settlementList.path,
    title: menuTexts.settlements,
    access: sees,
    menu: { section: 'own', label: menuTexts.settlements, order: 5, icon: IconCashBanknote },
    first: { rows: '/api/admin/settlements?sort=-imported_at' },
    load: async () => (await import('./settlement-list-page.tsx')).SettlementListPage,
  }),
  definePage({
    path: settlementDetail.path,
    record: 'settlement',
    title: menuTexts.settlement,
    access: sees,
    within,
    first: { calls: ['/api/admin/settlements/:id'] },
    load: async () => (await import('./settlement-page.tsx')).SettlementPage,
  }),
  definePage({
    path: settlementImport.path,
    title: menuTexts.importAStatement,
    access: grants('Orders', 'decide'),
    within,
    load: async () => (await import('./import-page.tsx')).ImportPage,
  }),
  definePage({
    path: courierCash.path,
    title: menuTexts.cashWithCouriers,
    access: sees,
    within,
    first: { calls: ['/api/admin/settlements/couriers'] },
    load: async () => (await import('./courier-cash-page.tsx')).CourierCashPage,
  }),
]
