import { listAt, recordAt } from '#kit/web/address.ts'
import type { VendorStatus, vendors } from '../contract.ts'

export const approvedVendors = listAt<typeof vendors.listApproved>(
  '/vendor-verification-approved-verification',
)
export const pendingVendors = listAt<typeof vendors.listPending>('/vendor-verification-pending-verification')
export const disabledVendors = listAt<typeof vendors.listDisabled>(
  '/vendor-verification-disabled-verification',
)
export const vendorReview = recordAt('/vendor-vendordetails')
export const vendorDetail = recordAt('/vendor-detail/approved')

/** Where a vendor is read: one that was decided on has a screen of its own. */
export function vendorRecord(id: string, status: VendorStatus | undefined): string {
  const isDecided = status === 'approved' || status === 'disabled' || status === 'closed'
  return isDecided ? vendorDetail({ id }) : vendorReview({ id })
}
