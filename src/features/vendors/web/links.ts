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

/** The screen of a vendor; decided vendors have their own screen. */
export function vendorRecord(id: string, status: VendorStatus | undefined): string {
  const isDecided = status === 'approved' || status === 'disabled' || status === 'closed'
  return isDecided ? vendorDetail({ id }) : vendorReview({ id })
}
