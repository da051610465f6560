import { ReviewFrame, type ReviewNoun } from '#features/decisions/web/review-panel.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { type VendorReview, vendorMoves, vendors } from '../contract.ts'
import { fieldLabels } from '../fields-contract.ts'
import { ChecksPanel } from './checks-panel.tsx'
import { approvedVendors, pendingVendors, vendorDetail, vendorReview } from './links.ts'
import { fieldFormats, RecordPanel } from './record-panel.tsx'
import { VendorStatusMark } from './status-panel.tsx'

const review: ReviewNoun<VendorReview> = {
  noun: 'vendor',
  title: 'Vendor',
  calls: vendors,
  moves: vendorMoves,
  back: { href: pendingVendors(), label: 'Pending Verification' },
  path: vendorReview.path,
  nameOf: ({ shop, username }) => shop?.shop_name || username,
  labels: fieldLabels,
  formats: fieldFormats,
  Status: ({ record }) => <VendorStatusMark status={record.status} since={record.status_since} />,
  Main: ({ record }) => <RecordPanel vendor={record} />,
  checks: ({ checks }) => <ChecksPanel checks={checks} />,
  blockedBy: ({ checks }) => {
    const error = checks.find(({ level }) => level === 'error')
    return error ? `Cannot be approved: ${error.message}` : ''
  },
  settled: {
    statuses: ['approved', 'disabled', 'closed'],
    title: 'This vendor was decided on',
    path: vendorDetail.path,
    label: 'Open the vendor',
  },
  rejection: 'The vendor reads this reason and may apply again.',
  request: 'The application goes back to the vendor with your note and returns here when it is answered.',
  onward: { href: approvedVendors(), label: 'Go to Approved Verification' },
}

/** The review of one vendor: what it says, what the checks find, and the decision. */
export function ReviewPage() {
  return (
    <RecordOf of={vendors.get} none={review}>
      {(vendor) => <ReviewFrame of={review} fresh={vendor} />}
    </RecordOf>
  )
}
