import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { refundList, refundRecord } from './links.ts'

const section = 'Orders'
const access = grants('Orders', 'refund')

export const refundPages = [
  definePage({
    path: refundList.path,
    title: menuTexts.refundsToSend,
    access,
    menu: {
      section,
      label: menuTexts.refundsToSend,
      order: 6,
      waiting: 'refunds',
    },
    first: {
      rows: '/api/admin/orders/refunds?sort=granted_at&status=granted',
      calls: ['/api/admin/orders/refunds/counts'],
    },
    load: async () => (await import('./refund-list-page.tsx')).RefundListPage,
  }),
  definePage({
    path: refundRecord.path,
    showsAlso: 'refund',
    title: menuTexts.refund,
    access,
    within: section,
    first: { calls: ['/api/admin/orders/refunds/:id'] },
    load: async () => (await import('./refund-page.tsx')).RefundPage,
  }),
]
