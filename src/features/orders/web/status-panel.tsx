import { fullTimeOf } from '#kit/web/ages.ts'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import {
  isCancelled,
  type OrderStatus,
  type PaymentStatus,
  statusWords,
  type VendorStatus,
} from '../moves-contract.ts'
import { texts } from '../texts.ts'

const tones: Record<OrderStatus | PaymentStatus | VendorStatus, Tone> = {
  pending: 'waiting',
  processing: 'info',
  completed: 'good',
  declined: 'refused',
  unpaid: 'waiting',
  cod_due: 'waiting',
  paid: 'good',
  part_refunded: 'info',
  refunded: 'off',
  to_pack: 'waiting',
  packed: 'info',
  shipped: 'info',
  delivered: 'good',
  returned: 'off',
}

/** The status of an order, its payment or a part. */
export function OrderMark({
  status,
  of,
  since,
}: {
  status: OrderStatus | PaymentStatus | VendorStatus
  /** The status of the order that a part or a payment belongs to: what was not sent of a declined order is cancelled. */
  of?: OrderStatus
  /** When the status began, shown on hover. */
  since?: string
}) {
  if (of && isCancelled(of, status)) return <StatusMark tone="off">{texts.cancelled}</StatusMark>
  return (
    <StatusMark tone={of && isOwedNothing(of, status) ? 'off' : tones[status]}>
      <span {...(since ? { title: fullTimeOf(since) } : {})}>{statusWords[status]}</span>
    </StatusMark>
  )
}

/** Nobody waits for the payment of a declined order. */
function isOwedNothing(of: OrderStatus, status: string): boolean {
  return of === 'declined' && (status === 'unpaid' || status === 'cod_due')
}
