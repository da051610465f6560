import { ageOf, fullTimeOf } from '#kit/web/ages.ts'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import type { ProductReview, ProductStatus } from '../contract.ts'
import { texts } from '../texts.ts'

const words: Record<ProductStatus, { text: string; tone: Tone }> = {
  draft: { text: texts.draft, tone: 'off' },
  submitted: { text: texts.pending, tone: 'waiting' },
  in_review: { text: texts.inReview, tone: 'waiting' },
  changes_requested: { text: texts.changesRequested, tone: 'info' },
  rejected: { text: texts.rejected, tone: 'refused' },
  approved: { text: texts.approved, tone: 'good' },
}

/** The status of a listing, and for a pending listing, how long it has been waiting for us. */
export function ProductStatusMark({
  product,
}: {
  product: Pick<ProductReview, 'status' | 'status_since' | 'available'>
}) {
  const { text, tone } = words[product.status]
  const isDeactivated = product.status === 'approved' && !product.available
  const age = ageOf(product.status_since)
  const waiting =
    product.status === 'submitted'
      ? texts.pendingForUs
      : product.status === 'in_review'
        ? texts.inReviewForUs
        : null
  return (
    <StatusMark tone={isDeactivated ? 'off' : tone}>
      <span title={fullTimeOf(product.status_since)}>
        {isDeactivated ? texts.deactivated : waiting ? waiting({ age }) : text}
      </span>
    </StatusMark>
  )
}
