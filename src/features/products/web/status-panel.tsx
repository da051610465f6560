import { ageOf, fullTimeOf } from '#kit/contract/words.ts'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import type { ProductReview, ProductStatus } from '../contract.ts'

const words: Record<ProductStatus, { text: string; tone: Tone }> = {
  draft: { text: 'Draft', tone: 'off' },
  submitted: { text: 'Pending', tone: 'waiting' },
  in_review: { text: 'In review', tone: 'waiting' },
  changes_requested: { text: 'Changes requested', tone: 'info' },
  rejected: { text: 'Rejected', tone: 'refused' },
  approved: { text: 'Approved', tone: 'good' },
}

/** The status of a listing, and for a pending listing, how long it has been waiting for us. */
export function ProductStatusMark({
  product,
}: {
  product: Pick<ProductReview, 'status' | 'status_since' | 'available'>
}) {
  const { text, tone } = words[product.status]
  const isDeactivated = product.status === 'approved' && !product.available
  const turn = tone === 'waiting' ? ` · our turn, ${ageOf(product.status_since)}` : ''
  return (
    <StatusMark tone={isDeactivated ? 'off' : tone}>
      <span title={fullTimeOf(product.status_since)}>{isDeactivated ? 'Deactivated' : `${text}${turn}`}</span>
    </StatusMark>
  )
}
