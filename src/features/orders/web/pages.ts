import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const section = 'Orders'
const access = grants('Orders', 'view')

export const orderPages = [
  definePage({
    path: '/orders-all-orders',
    title: 'All Orders',
    access,
    menu: { section, label: 'All Orders', order: 1 },
    load: async () => (await import('./order-list-page.tsx')).AllOrdersPage,
  }),
  definePage({
    path: '/orders-pending-orders',
    title: 'Pending Orders',
    access,
    menu: {
      section,
      label: 'Pending Orders',
      order: 2,
      waiting: { endpoint: async () => (await import('../contract.ts')).orders.count, field: 'pending' },
    },
    load: async () => (await import('./order-list-page.tsx')).PendingOrdersPage,
  }),
  definePage({
    path: '/orders-processingorders',
    title: 'Processing Orders',
    access,
    menu: { section, label: 'Processing Orders', order: 3 },
    load: async () => (await import('./order-list-page.tsx')).ProcessingOrdersPage,
  }),
  definePage({
    path: '/orders-completed-orders',
    title: 'Completed Orders',
    access,
    menu: { section, label: 'Completed Orders', order: 4 },
    load: async () => (await import('./order-list-page.tsx')).CompletedOrdersPage,
  }),
  definePage({
    path: '/orders-declined-orders',
    title: 'Declined Orders',
    access,
    menu: { section, label: 'Declined Orders', order: 5 },
    load: async () => (await import('./order-list-page.tsx')).DeclinedOrdersPage,
  }),
  definePage({
    path: '/orders-order-details',
    record: 'order',
    title: 'Order',
    access,
    within: section,
    load: async () => (await import('./detail-page.tsx')).DetailPage,
  }),
  definePage({
    path: '/order-orderdetails',
    title: 'Order',
    access,
    within: section,
    load: async () => (await import('./detail-page.tsx')).DetailPage,
  }),
]
