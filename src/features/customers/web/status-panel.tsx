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

/** The status of the latest withdrawal. */
export function WithdrawalMark({ status }: { status: string }) {
  return (
    <StatusMark tone={withdrawalTones[status] ?? 'off'}>
      {status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')}
    </StatusMark>
  )
}
