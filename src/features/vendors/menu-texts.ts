import { catalogue } from '#kit/contract/texts.ts'

/** Screen titles, loaded with the menu. */
export const menuTexts = catalogue({
  approvedVerification: 'Approved Verification',
  pendingVerification: 'Pending Verification',
  disabledVerification: 'Disabled Verification',
  vendorReview: 'Vendor review',
  vendor: 'Vendor',
})
