import { Suspense } from 'react'
import { ReviewFrame, type ReviewNoun } from '#features/decisions/web/review-panel.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { RecordOf } from '#kit/web/record/record.tsx'
import { ChecksPanel, useFindings } from '../checks/web/checks-panel.tsx'
import { type ProductReview, productMoves, products } from '../contract.ts'
import { productDifferences } from '../differences/contract.ts'
import { handedInLabels } from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { VisibilityPanel } from '../shelf/web/visibility-panel.tsx'
import { texts } from '../texts.ts'
import { VendorRecordPanel } from '../trust/web/vendor-record-panel.tsx'
import { pendingProducts, productDetail, productReview } from './links.ts'
import { ProductMenu } from './menu-panel.tsx'
import { fieldFormats, fieldLabels, RecordPanel } from './record-panel.tsx'
import { ProductStatusMark } from './status-panel.tsx'

/** Only a rejected listing has it. */
const ReopenPanel = lazyOf(() => import('./reopen-panel.tsx'), 'ReopenPanel')

const review: ReviewNoun<ProductReview> = {
  noun: 'product',
  title: menuTexts.product,
  calls: products,
  moves: productMoves,
  back: { href: pendingProducts(), label: menuTexts.allPendingProducts },
  hrefOf: productReview,
  nameOf: ({ product_name }) => product_name,
  labels: fieldLabels,
  reasonLabels: handedInLabels,
  useWarnings: useFindings,
  differences: {
    call: productDifferences.differences,
    draw: ({ id }) => <img src={`/media/${id}-96.webp`} alt="" width={64} height={64} loading="lazy" />,
  },
  formats: fieldFormats,
  Status: ({ record, onMade }) => (
    <>
      <ProductStatusMark product={record} />
      <ProductMenu product={record} onTurned={onMade} />
    </>
  ),
  Main: ({ record, onMade, reopening }) => (
    <>
      {record.status === 'rejected' && (
        <Suspense fallback={null}>
          <ReopenPanel product={record} onMade={onMade} reopening={reopening} />
        </Suspense>
      )}
      <RecordPanel product={record} />
    </>
  ),
  Side: ({ record, onMade }) => (
    <>
      <ChecksPanel productId={record.id} />
      <VendorRecordPanel product={record} vendor={record.vendor} shopName={record.shop_name} />
      <VisibilityPanel product={record} onTurned={onMade} />
    </>
  ),
  settled: {
    statuses: ['approved'],
    title: texts.thisProductWasApproved,
    hrefOf: productDetail,
    label: texts.openProduct,
  },
  rejection: texts.rejectionEffects,
  request: texts.requestEffects,
  onward: { href: pendingProducts(), label: texts.backToAllPendingProducts },
}

/** The review of one listing: its content and the decision. */
export function ReviewPage() {
  return (
    <RecordOf of={products.get} none={{ title: texts.noProductFound, back: review.back }}>
      {(product) => <ReviewFrame of={review} fresh={product} />}
    </RecordOf>
  )
}
