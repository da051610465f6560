import type { OrderPart } from '#features/orders/contract.ts'
import { formatRs } from '#kit/contract/money.ts'
import { dayOf } from '#kit/contract/words.ts'
import { Link } from '#kit/web/link.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'

/** Shows where the cash is that the courier collected for a part. */
export function PartCash({ part }: { part: OrderPart }) {
  const { courier, courier_cash, delivered_at, settlement } = part
  if (!settlement) {
    return (
      <StatusMark tone="waiting">
        {formatRs(courier_cash)} with {courier}
        {delivered_at && ` since ${dayOf(delivered_at)}`}
      </StatusMark>
    )
  }
  const { number, reference, paid_on } = settlement
  const link = <Link href={`/settlement?id=${settlement.id}`}>{number}</Link>
  if (courier_cash === '0') {
    return (
      <span>
        Settled {dayOf(paid_on)}, ref {reference} ({link})
      </span>
    )
  }
  const words = courier_cash.startsWith('-')
    ? `${formatRs(courier_cash.slice(1))} too much`
    : `${formatRs(courier_cash)} short`
  return (
    <span>
      <StatusMark tone={courier_cash.startsWith('-') ? 'waiting' : 'refused'}>{words}</StatusMark> Paid{' '}
      {dayOf(paid_on)}, ref {reference} ({link})
    </span>
  )
}
