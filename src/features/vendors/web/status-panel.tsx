import { ageOf, fullTimeOf } from '#kit/web/ages.ts'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { isOurTurn, type VendorStatus } from '../contract.ts'
import { texts } from '../texts.ts'

const words: Record<VendorStatus, { text: string; tone: Tone }> = {
  draft: { text: texts.draft, tone: 'off' },
  submitted: { text: texts.pending, tone: 'waiting' },
  in_review: { text: texts.inReview, tone: 'waiting' },
  changes_requested: { text: texts.changesRequested, tone: 'info' },
  rejected: { text: texts.rejected, tone: 'refused' },
  approved: { text: texts.approved, tone: 'good' },
  disabled: { text: texts.disabled, tone: 'off' },
  closed: { text: texts.closed, tone: 'off' },
}

/**
 * The status of a vendor; a pending vendor also shows who we are waiting for and how long the vendor has waited for us.
 */
export function VendorStatusMark({ status, since }: { status: VendorStatus; since?: string }) {
  const { text, tone } = words[status]
  return (
    <StatusMark tone={tone}>
      <span title={since && fullTimeOf(since)}>
        {since && isOurTurn(status)
          ? texts.waitingForUs({ status: text, since: ageOf(since) })
          : status === 'changes_requested'
            ? texts.waitingForVendor({ status: text })
            : text}
      </span>
    </StatusMark>
  )
}
