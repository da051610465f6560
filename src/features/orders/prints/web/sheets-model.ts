import type { OrderDetail, OrderLine, OrderPart } from '#features/orders/contract.ts'
import { isCancelled, standingOf } from '#features/orders/moves-contract.ts'

/** How many pieces of a line item go to the customer: neither what is back in stock nor what was short and refunded. */
export function piecesOf({ quantity, restocked, short, net_total, reversed }: OrderLine): number {
  const isRefunded = net_total !== '0' && net_total === reversed
  // Only what had been taken out of stock goes back, so the short pieces of a refunded line item are never restocked.
  return isRefunded && restocked + short >= quantity ? 0 : quantity - restocked
}

/** True if the part is neither cancelled nor returned nor wholly refunded before it was sent. */
function isToSend(order: OrderDetail, part: OrderPart): boolean {
  const { vendor_status } = part
  if (vendor_status === 'returned' || isCancelled(order.order_status, vendor_status)) return false
  const isWaiting = vendor_status === 'to_pack' || vendor_status === 'packed'
  // What is not charged any more can be neither packed nor shipped.
  if (isWaiting && !standingOf(order, part).is_charged) return false
  return part.lines.some((line) => piecesOf(line) > 0)
}

/** A slip or label to print: for a part, or a note that nothing of the part or of the whole order is sent. */
interface SlipSheet {
  key: string
  part: OrderPart | null
  isToSend: boolean
}

/**
 * The slips or labels of the part with this number, or of all parts (0). Parts that are not sent have none, but where
 * none is left, one sheet says so, because an empty print looks like a fault.
 */
export function slipsOf(order: OrderDetail, number: number): SlipSheet[] {
  const asked = order.parts.filter((part) => number === 0 || part.number === number)
  const sent = asked.filter((part) => isToSend(order, part))
  if (sent.length > 0) return sent.map((part) => ({ key: part.id, part, isToSend: true }))
  const [part = null] = asked
  return part ? [{ key: order.id, part: number === 0 ? null : part, isToSend: false }] : []
}
