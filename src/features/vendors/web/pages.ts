import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { approvedVendors, disabledVendors, pendingVendors, vendorDetail, vendorReview } from './links.ts'

const section = 'Vendor Verifications'
const access = grants('Vendor Verifications', 'view')

export const vendorPages = [
  definePage({
    path: approvedVendors.path,
    title: 'Approved Verification',
    access,
    menu: { section, label: 'Approved Verification', order: 1 },
    load: async () => (await import('./approved-list-page.tsx')).ApprovedListPage,
  }),
  definePage({
    path: pendingVendors.path,
    title: 'Pending Verification',
    access,
    menu: {
      section,
      label: 'Pending Verification',
      order: 2,
      waiting: { endpoint: async () => (await import('../contract.ts')).vendors.count, field: 'pending' },
    },
    load: async () => (await import('./pending-list-page.tsx')).PendingListPage,
  }),
  definePage({
    path: disabledVendors.path,
    title: 'Disabled Verification',
    access,
    menu: { section, label: 'Disabled Verification', order: 3 },
    load: async () => (await import('./disabled-list-page.tsx')).DisabledListPage,
  }),
  definePage({
    path: vendorReview.path,
    title: 'Vendor review',
    access,
    within: section,
    load: async () => (await import('./review-page.tsx')).ReviewPage,
  }),
  definePage({
    path: vendorDetail.path,
    record: 'vendor',
    title: 'Vendor',
    access,
    within: section,
    load: async () => (await import('./detail-page.tsx')).DetailPage,
  }),
]
