import { IconDiscount2 } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const access = grants('Promotions', 'view')

export const promotionPages = [
  definePage({
    path: '/promotions',
    title: 'Promotions',
    access,
    menu: { section: '', label: 'Promotions', order: 3, icon: IconDiscount2 },
    load: async () => (await import('./promotion-list-page.tsx')).PromotionListPage,
  }),
  definePage({
    path: '/promotion',
    title: 'Promotion',
    access,
    within: '',
    load: async () => (await import('./promotion-page.tsx')).PromotionPage,
  }),
]
