import { listAt, recordAt } from '#kit/web/address.ts'
import type { VendorStatus, vendors } from '../contract.ts'
import { detailPath, pagePath, pendingVendorsPath, reviewPath, vendorPath } from '../screen-contract.ts'

export const approvedVendors = listAt<typeof vendors.listApproved>(
  '/vendor-verification-approved-verification',
)
export const pendingVendors = listAt<typeof vendors.listPending>(pendingVendorsPath)
export const disabledVendors = listAt<typeof vendors.listDisabled>(
  '/vendor-verification-disabled-verification',
)
/** The page of a vendor; the specification's two addresses show the same page. */
export const vendorPage = recordAt(pagePath)
export const vendorReview = recordAt(reviewPath)
export const vendorDetail = recordAt(detailPath)

export function vendorRecord(id: string, status: VendorStatus | undefined): string {
  return recordAt(vendorPath(status))({ id })
}
