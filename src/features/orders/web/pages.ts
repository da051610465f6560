import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'

const section = 'Orders'
const access = grants('Orders', 'view')

export const orderPages = [
  definePage({
    path: '/orders-all-orders',
    title: menuTexts.allOrders,
    access,
    menu: { section, label: menuTexts.allOrders, order: 1 },
    first: { rows: '/api/admin/orders?sort=-placed_at' },
    load: async () => (await import('./order-list-page.tsx')).AllOrdersPage,
  }),
  definePage({
    path: '/orders-pending-orders',
    title: menuTexts.pendingOrders,
    access,
    menu: {
      section,
      label: menuTexts.pendingOrders,
      order: 2,
      waiting: 'orders',
    },
    first: { rows: '/api/admin/orders?sort=-placed_at&status=pending' },
    load: async () => (await import('./order-list-page.tsx')).PendingOrdersPage,
  }),
  definePage({
    path: '/orders-processingorders',
    title: menuTexts.processingOrders,
    access,
    menu: { section, label: menuTexts.processingOrders, order: 3 },
    first: { rows: '/api/admin/orders?sort=-placed_at&status=processing' },
    load: async () => (await import('./order-list-page.tsx')).ProcessingOrdersPage,
  }),
  definePage({
    path: '/orders-completed-orders',
    title: menuTexts.completedOrders,
    access,
    menu: { section, label: menuTexts.completedOrders, order: 4 },
    first: { rows: '/api/admin/orders?sort=-placed_at&status=completed' },
    load: async () => (await import('./order-list-page.tsx')).CompletedOrdersPage,
  }),
  definePage({
    path: '/orders-declined-orders',
    title: menuTexts.declinedOrders,
    access,
    menu: { section, label: menuTexts.declinedOrders, order: 5 },
    first: { rows: '/api/admin/orders?sort=-placed_at&status=declined' },
    load: async () => (await import('./order-list-page.tsx')).DeclinedOrdersPage,
  }),
  definePage({
    path: '/orders-order-details',
    record: 'order',
    title: menuTexts.order,
    access,
    within: section,
    first: { calls: ['/api/admin/orders/:id'] },
    load: async () => (await import('./detail-page.tsx')).DetailPage,
  }),
  definePage({
    path: '/order-orderdetails',
    title: menuTexts.order,
    access,
    within: section,
    first: { calls: ['/api/admin/orders/:id'] },
    load: async () => (await import('./detail-page.tsx')).DetailPage,
  }),
]
