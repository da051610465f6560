import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const section = 'Products'
const access = grants('Products', 'view')

export const productPages = [
  definePage({
    path: '/products-all-products',
    title: 'All Pending Products',
    access,
    menu: {
      section,
      label: 'All Pending Products',
      order: 2,
      waiting: { endpoint: async () => (await import('../contract.ts')).products.count, field: 'pending' },
    },
    load: async () => (await import('./pending-list-page.tsx')).PendingListPage,
  }),
  definePage({
    path: '/products-approvedproducts',
    title: 'All Approved Products',
    access,
    menu: { section, label: 'All Approved Products', order: 3 },
    load: async () => (await import('./approved-list-page.tsx')).ApprovedListPage,
  }),
  definePage({
    path: '/products-deactivatedproducts',
    title: 'Deactivated Products',
    access,
    menu: { section, label: 'Deactivated Products', order: 4 },
    load: async () => (await import('./deactivated-list-page.tsx')).DeactivatedListPage,
  }),
  definePage({
    path: '/single-product/pending',
    title: 'Product review',
    access,
    within: section,
    load: async () => (await import('./review-page.tsx')).ReviewPage,
  }),
  definePage({
    path: '/single-product/approved',
    record: 'product',
    title: 'Product',
    access,
    within: section,
    load: async () => (await import('./detail-page.tsx')).DetailPage,
  }),
]
