import { ageOf, fullTimeOf } from '#kit/web/ages.ts'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import type { CustomerStatus } from '../contract.ts'
import { texts } from '../texts.ts'

const words: Record<CustomerStatus, { text: string; tone: Tone }> = {
  pending: { text: texts.pending, tone: 'waiting' },
  approved: { text: texts.approved, tone: 'good' },
  disabled: { text: texts.disabled, tone: 'off' },
}

/** The status of a customer; a pending customer also shows for how long. */
export function CustomerStatusMark({
  status,
  since,
  isErased = false,
}: {
  status: CustomerStatus
  since?: string
  isErased?: boolean
}) {
  const { text, tone } = isErased ? { text: texts.erased, tone: 'off' as const } : words[status]
  return (
    <StatusMark tone={tone}>
      <span title={since && fullTimeOf(since)}>
        {text}
        {since && status === 'pending' && ` · ${ageOf(since)}`}
      </span>
    </StatusMark>
  )
}

const withdrawalTones: Readonly<Record<string, Tone>> = {
  requested: 'waiting',
  approved: 'info',
  paid: 'good',
  declined: 'refused',
  cancelled: 'off',
}

/** The status of a withdrawal; what the bank returned was not refused by staff, and says so as on the screens of payouts. */
export function WithdrawalMark({
  withdrawal: { status, is_returned },
}: {
  withdrawal: { status: string; is_returned: boolean }
}) {
  const word = status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')
  return (
    <StatusMark tone={withdrawalTones[status] ?? 'off'}>
      {is_returned ? texts.returnedByBank : word}
    </StatusMark>
  )
}
