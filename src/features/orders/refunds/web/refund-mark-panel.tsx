import type { ReactNode } from 'react'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Money } from '#kit/web/values.tsx'
import type { Refund } from '../refund-contract.ts'
import { texts } from '../texts.ts'

const marks: Record<Refund['status'], ReactNode> = {
  granted: <StatusMark tone="waiting">{texts.toSend}</StatusMark>,
  sent: <StatusMark tone="good">{texts.sent}</StatusMark>,
  cancelled: <StatusMark tone="off">{texts.cancelled}</StatusMark>,
}

/** Who granted a refund, and when: a person, or the change of the order that made it owed. */
export function grantedWords(refund: Refund, at: ReactNode): ReactNode {
  return refund.kind === 'owed'
    ? texts.owedAt({ at: <>{at}</> })
    : texts.grantedByAt({ name: refund.granted_by_name, at: <>{at}</> })
}

/** Who sent or cancelled a refund, and when. */
export function closedWords({ status, closed_by_name: name }: Refund, at: ReactNode): ReactNode {
  return status === 'sent'
    ? texts.sentByAt({ name, at: <>{at}</> })
    : texts.cancelledByAt({ name, at: <>{at}</> })
}

/** A line item of a refund: the returned units, if any, and the amount. */
export function RefundLine({ name, quantity, amount }: { name: string; quantity: number; amount: string }) {
  const values = { product: name, amount: <Money rupees={amount} /> }
  return (
    <li dir="auto">
      {quantity > 0 ? texts.lineReturned({ ...values, quantity }) : texts.lineRefunded(values)}
    </li>
  )
}

/** The status of a refund; a refund that should have been sent already is shown as late. */
export function RefundMark({ refund }: { refund: Pick<Refund, 'status' | 'is_late'> }) {
  return refund.is_late ? <StatusMark tone="refused">{texts.toSendLate}</StatusMark> : marks[refund.status]
}
