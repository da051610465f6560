import { ageOf, fullTimeOf } from '#kit/contract/words.ts'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { isOurTurn, type VendorStatus } from '../contract.ts'

const words: Record<VendorStatus, { text: string; tone: Tone }> = {
  draft: { text: 'Draft', tone: 'off' },
  submitted: { text: 'Pending', tone: 'waiting' },
  in_review: { text: 'In review', tone: 'waiting' },
  changes_requested: { text: 'Changes requested', tone: 'info' },
  rejected: { text: 'Rejected', tone: 'refused' },
  approved: { text: 'Approved', tone: 'good' },
  disabled: { text: 'Disabled', tone: 'off' },
  closed: { text: 'Closed', tone: 'off' },
}

/** Where a vendor stands, and on a waiting one whose turn it is and for how long it has been ours. */
export function VendorStatusMark({ status, since }: { status: VendorStatus; since?: string }) {
  const { text, tone } = words[status]
  const turn =
    since && isOurTurn(status)
      ? `our turn, ${ageOf(since)}`
      : status === 'changes_requested'
        ? 'vendor’s turn'
        : ''
  return (
    <StatusMark tone={tone}>
      <span title={since && fullTimeOf(since)}>
        {text}
        {turn && ` · ${turn}`}
      </span>
    </StatusMark>
  )
}
