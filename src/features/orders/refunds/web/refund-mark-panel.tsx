import type { ReactNode } from 'react'
import { StatusMark } from '#kit/web/status-mark.tsx'
import type { Refund } from '../refund-contract.ts'

const marks: Record<Refund['status'], ReactNode> = {
  granted: <StatusMark tone="waiting">To send</StatusMark>,
  sent: <StatusMark tone="good">Sent</StatusMark>,
  cancelled: <StatusMark tone="off">Cancelled</StatusMark>,
}

/** The status of a refund; a refund that should have been sent already is shown as late. */
export function RefundMark({ refund }: { refund: Pick<Refund, 'status' | 'is_late'> }) {
  return refund.is_late ? <StatusMark tone="refused">To send, late</StatusMark> : marks[refund.status]
}
