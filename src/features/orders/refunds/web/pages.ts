import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const section = 'Orders'
const access = grants('Orders', 'refund')

export const refundPages = [
  definePage({
    path: '/refunds',
    title: 'Refunds to send',
    access,
    menu: {
      section,
      label: 'Refunds to send',
      order: 6,
      waiting: {
        endpoint: async () => (await import('../contract.ts')).refunds.count,
        field: 'granted',
      },
    },
    load: async () => (await import('./refund-list-page.tsx')).RefundListPage,
  }),
  definePage({
    path: '/refund',
    title: 'Refund',
    access,
    within: section,
    load: async () => (await import('./refund-page.tsx')).RefundPage,
  }),
]
