import type { ReactNode } from 'react'
import { StatusMark } from '#kit/web/status-mark.tsx'
import type { Refund } from '../refund-contract.ts'
import { texts } from '../texts.ts'

const marks: Record<Refund['status'], ReactNode> = {
  granted: <StatusMark tone="waiting">{texts.toSend}</StatusMark>,
  sent: <StatusMark tone="good">{texts.sent}</StatusMark>,
  cancelled: <StatusMark tone="off">{texts.cancelled}</StatusMark>,
}

/** The status of a refund; a refund that should have been sent already is shown as late. */
export function RefundMark({ refund }: { refund: Pick<Refund, 'status' | 'is_late'> }) {
  return refund.is_late ? <StatusMark tone="refused">{texts.toSendLate}</StatusMark> : marks[refund.status]
}
