import { grants } from '#features/access/contract.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import { definePage } from '#kit/web/page.ts'
import type { RecordSection } from '#kit/web/record/section.ts'
import { menuTexts } from '../menu-texts.ts'
import {
  allOrders,
  completedOrders,
  declinedOrders,
  orderDetail,
  orderDetailToo,
  pendingOrders,
  processingOrders,
} from './links.ts'

const section = 'Orders'
const access = grants('Orders', 'view')

export const orderPages = [
  definePage({
    path: allOrders.path,
    title: menuTexts.allOrders,
    access,
    menu: { section, label: menuTexts.allOrders, order: 1 },
    first: { rows: '/api/admin/orders?sort=-placed_at' },
    load: async () => (await import('./order-list-page.tsx')).AllOrdersPage,
  }),
  definePage({
    path: pendingOrders.path,
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
    path: processingOrders.path,
    title: menuTexts.processingOrders,
    access,
    menu: { section, label: menuTexts.processingOrders, order: 3 },
    first: { rows: '/api/admin/orders?sort=-placed_at&status=processing' },
    load: async () => (await import('./order-list-page.tsx')).ProcessingOrdersPage,
  }),
  definePage({
    path: completedOrders.path,
    title: menuTexts.completedOrders,
    access,
    menu: { section, label: menuTexts.completedOrders, order: 4 },
    first: { rows: '/api/admin/orders?sort=-placed_at&status=completed' },
    load: async () => (await import('./order-list-page.tsx')).CompletedOrdersPage,
  }),
  definePage({
    path: declinedOrders.path,
    title: menuTexts.declinedOrders,
    access,
    menu: { section, label: menuTexts.declinedOrders, order: 5 },
    first: { rows: '/api/admin/orders?sort=-placed_at&status=declined' },
    load: async () => (await import('./order-list-page.tsx')).DeclinedOrdersPage,
  }),
  definePage({
    path: orderDetail.path,
    record: 'order',
    title: menuTexts.order,
    access,
    within: section,
    first: { calls: ['/api/admin/orders/:id'] },
    load: async () => (await import('./detail-page.tsx')).DetailPage,
  }),
  definePage({
    path: orderDetailToo.path,
    showsAlso: 'order',
    title: menuTexts.order,
    access,
    within: section,
    first: { calls: ['/api/admin/orders/:id'] },
    load: async () => (await import('./detail-page.tsx')).DetailPage,
  }),
]

/** The section of a vendor's page. */
export const ordersOfVendor: RecordSection = {
  key: 'orders',
  label: menuTexts.orders,
  access: grants('Orders', 'view'),
  Panel: lazyOf(() => import('../lists/web/vendor-orders-panel.tsx'), 'VendorOrders'),
  Count: lazyOf(() => import('../lists/web/vendor-orders-panel.tsx'), 'VendorOrderCount'),
}
