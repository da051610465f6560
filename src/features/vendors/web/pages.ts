import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import {
  approvedVendors,
  disabledVendors,
  pendingVendors,
  vendorDetail,
  vendorPage,
  vendorReview,
} from './links.ts'

const section = 'Vendor Verifications'
const access = grants('Vendor Verifications', 'view')

export const vendorPages = [
  definePage({
    path: approvedVendors.path,
    title: menuTexts.approvedVerification,
    access,
    menu: { section, label: menuTexts.approvedVerification, order: 1 },
    first: { rows: '/api/admin/sellers/get/approve?sort=-created_at' },
    load: async () => (await import('./approved-list-page.tsx')).ApprovedListPage,
  }),
  definePage({
    path: pendingVendors.path,
    title: menuTexts.pendingVerification,
    access,
    menu: {
      section,
      label: menuTexts.pendingVerification,
      order: 2,
      waiting: 'vendors',
    },
    first: {
      rows: '/api/admin/sellers/get/pending?sort=status_since&list=pending',
      calls: ['/api/admin/sellers/counts'],
    },
    load: async () => (await import('./pending-list-page.tsx')).PendingListPage,
  }),
  definePage({
    path: disabledVendors.path,
    title: menuTexts.disabledVerification,
    access,
    menu: { section, label: menuTexts.disabledVerification, order: 3 },
    first: {
      rows: '/api/admin/sellers/get/disable?sort=-status_since&list=disabled',
      calls: ['/api/admin/sellers/counts'],
    },
    load: async () => (await import('./disabled-list-page.tsx')).DisabledListPage,
  }),
  definePage({
    path: vendorReview.path,
    showsAlso: 'vendor',
    title: menuTexts.vendorReview,
    access,
    within: section,
    first: { calls: ['/api/admin/sellers/:id', '/api/admin/sellers/:id/notes'] },
    load: async () => (await import('./vendor-page.tsx')).VendorPage,
  }),
  definePage({
    path: vendorDetail.path,
    record: 'vendor',
    title: menuTexts.vendor,
    access,
    within: section,
    first: { calls: ['/api/admin/sellers/:id', '/api/admin/sellers/:id/notes'] },
    load: async () => (await import('./vendor-page.tsx')).VendorPage,
  }),
  definePage({
    path: vendorPage.path,
    showsAlso: 'vendor',
    title: menuTexts.vendor,
    access,
    within: section,
    first: { calls: ['/api/admin/sellers/:id', '/api/admin/sellers/:id/notes'] },
    load: async () => (await import('./vendor-page.tsx')).VendorPage,
  }),
]
