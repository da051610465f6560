import { IconDiscount2 } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { promotionList, promotionRecord } from './links.ts'

const access = grants('Promotions', 'view')

export const promotionPages = [
  definePage({
    path: promotionList.path,
    title: menuTexts.promotions,
    access,
    menu: { section: '', label: menuTexts.promotions, order: 3, icon: IconDiscount2 },
    first: { rows: '/api/admin/promotions?sort=-starts_at', calls: ['/api/admin/promotions/counts'] },
    load: async () => (await import('./promotion-list-page.tsx')).PromotionListPage,
  }),
  definePage({
    path: promotionRecord.path,
    record: 'promotion',
    title: menuTexts.promotion,
    access,
    within: '',
    first: { calls: ['/api/admin/promotions/:id'] },
    load: async () => (await import('./promotion-page.tsx')).PromotionPage,
  }),
]
