import { Suspense } from 'react'
import { type DrawSection, ReviewFrame, type ReviewNoun } from '#features/decisions/web/review-panel.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { type VendorReview, vendorMoves, vendors } from '../contract.ts'
import { vendorDifferences } from '../differences/contract.ts'
import { fieldLabels, handedInLabels } from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { RequirementsPanel, useUnmet } from '../requirements/web/requirements-panel.tsx'
import { texts } from '../texts.ts'
import { ChecksPanel } from './checks-panel.tsx'
import { ComparedFile } from './compared-file-panel.tsx'
import { approvedVendors, pendingVendors, vendorDetail, vendorReview } from './links.ts'
import { fieldFormats, RecordPanel } from './record-panel.tsx'
import { VendorStatusMark } from './status-panel.tsx'

/** Only a rejected vendor has it. */
const ReopenPanel = lazyOf(() => import('./reopen-panel.tsx'), 'ReopenPanel')

const review: ReviewNoun<VendorReview> = {
  noun: 'vendor',
  title: menuTexts.vendor,
  calls: vendors,
  moves: vendorMoves,
  back: { href: pendingVendors(), label: menuTexts.pendingVerification },
  hrefOf: vendorReview,
  nameOf: ({ shop, username }) => shop?.shop_name || username,
  labels: fieldLabels,
  reasonLabels: handedInLabels,
  useWarnings: useUnmet,
  Side: ({ record }) => <RequirementsPanel vendorId={record.id} version={record.version} />,
  differences: {
    call: vendorDifferences.differences,
    draw: ({ recordId, path, id }) => <ComparedFile vendorId={recordId} path={path} fileId={id} />,
  },
  formats: fieldFormats,
  Status: ({ record }) => <VendorStatusMark status={record.status} since={record.status_since} />,
  Main: ({ record, onMade, reopening }) => (
    <>
      {record.status === 'rejected' && (
        <Suspense fallback={null}>
          <ReopenPanel vendor={record} onMade={onMade} reopening={reopening} />
        </Suspense>
      )}
      <RecordPanel vendor={record} />
    </>
  ),
  checks: ({ checks }) => <ChecksPanel checks={checks} />,
  blockedBy: ({ checks }) => {
    const error = checks.find(({ level }) => level === 'error')
    return error ? texts.cannotBeApproved({ message: error.message }) : ''
  },
  settled: {
    statuses: ['approved', 'disabled', 'closed'],
    title: texts.alreadyDecided,
    hrefOf: vendorDetail,
    label: texts.openTheVendor,
  },
  rejection: texts.rejectionHint,
  request: texts.requestHint,
  onward: { href: approvedVendors(), label: texts.goToApprovedVerification },
  otherwise: {
    rejected: { href: pendingVendors({ list: 'rejected' }), label: texts.goToRejected },
    changes_requested: { href: pendingVendors({ list: 'changes_requested' }), label: texts.goToRequested },
  },
}

/** The review of one vendor: data, check results and decision, or the section that is open. */
export function Review({ vendor, section }: { vendor: VendorReview; section: DrawSection | undefined }) {
  return <ReviewFrame of={review} fresh={vendor} section={section} />
}
