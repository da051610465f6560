import { grants } from '#features/access/contract.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import { definePage } from '#kit/web/page.ts'
import type { RecordSection } from '#kit/web/record/section.ts'
import { menuTexts } from '../menu-texts.ts'
import {
  approvedProducts,
  deactivatedProducts,
  pendingProducts,
  productDetail,
  productReview,
} from './links.ts'

const section = 'Products'
const access = grants('Products', 'view')

export const productPages = [
  definePage({
    path: pendingProducts.path,
    title: menuTexts.allPendingProducts,
    access,
    menu: {
      section,
      label: menuTexts.allPendingProducts,
      order: 2,
      waiting: 'products',
    },
    first: {
      rows: '/api/admin/products/get/pending?sort=status_since&list=pending',
      calls: ['/api/admin/products/counts'],
    },
    load: async () => (await import('./pending-list-page.tsx')).PendingListPage,
  }),
  definePage({
    path: approvedProducts.path,
    title: menuTexts.allApprovedProducts,
    access,
    menu: { section, label: menuTexts.allApprovedProducts, order: 3 },
    first: {
      rows: '/api/admin/products/get/approved?sort=-created_at',
      calls: ['/api/admin/products/counts'],
    },
    load: async () => (await import('./approved-list-page.tsx')).ApprovedListPage,
  }),
  definePage({
    path: deactivatedProducts.path,
    title: menuTexts.deactivatedProducts,
    access,
    menu: { section, label: menuTexts.deactivatedProducts, order: 4 },
    first: { rows: '/api/admin/products/get/deactivated?sort=-status_since' },
    load: async () => (await import('./deactivated-list-page.tsx')).DeactivatedListPage,
  }),
  definePage({
    path: productReview.path,
    showsAlso: 'product',
    title: menuTexts.productReview,
    access,
    within: section,
    first: { calls: ['/api/admin/products/:id', '/api/admin/products/:id/notes'] },
    load: async () => (await import('./review-page.tsx')).ReviewPage,
  }),
  definePage({
    path: productDetail.path,
    record: 'product',
    title: menuTexts.product,
    access,
    within: section,
    first: { calls: ['/api/admin/products/:id', '/api/admin/products/:id/notes'] },
    load: async () => (await import('./detail-page.tsx')).DetailPage,
  }),
]

/** The section of a vendor's page. */
export const listingsOfVendor: RecordSection = {
  key: 'listings',
  label: menuTexts.listings,
  access: grants('Products', 'view'),
  Panel: lazyOf(() => import('./vendor-listings-panel.tsx'), 'VendorListings'),
}
