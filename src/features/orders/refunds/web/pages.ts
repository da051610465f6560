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
      waiting: {
        endpoint: async () => (await import('../contract.ts')).refunds.count,
        field: 'granted',
      },
    },
    load: async () => (await import('./refund-list-page.tsx')).RefundListPage,
  }),
  definePage({
    path: refundRecord.path,
    title: menuTexts.refund,
    access,
    within: section,
    load: async () => (await import('./refund-page.tsx')).RefundPage,
  }),
]
