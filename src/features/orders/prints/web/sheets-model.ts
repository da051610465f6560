import type { OrderDetail, OrderLine, OrderPart } from '#features/orders/contract.ts'
import { isCancelled, standingOf } from '#features/orders/moves-contract.ts'

/**
 * How many pieces of a line item go to the customer: neither what is back in stock, or will be when a granted refund is sent, nor
 * what was short and refunded.
 */
export function piecesOf(order: OrderDetail, part: OrderPart, line: OrderLine): number {
  const { quantity, short, net_total, reversed } = line
  const back = Math.min(quantity, line.restocked + (isWaiting(part) ? grantedBack(order, line) : 0))
  const isRefunded = net_total !== '0' && net_total === reversed
  // Only what had been taken out of stock goes back, so the short pieces of a refunded line item are never restocked.
  return isRefunded && back + short >= quantity ? 0 : quantity - back
}

/** True of a part whose goods have not left yet. What has left is printed as it was sent. */
function isWaiting({ vendor_status }: OrderPart): boolean {
  return vendor_status === 'to_pack' || vendor_status === 'packed'
}

/** The units that go back to stock once the refunds are sent that were granted for them. */
function grantedBack({ refunds }: OrderDetail, { id }: OrderLine): number {
  return refunds
    .filter(({ status, restock }) => status === 'granted' && restock)
    .flatMap(({ lines }) => lines)
    .filter(({ line_id }) => line_id === id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

/** True if the part is neither cancelled nor returned nor wholly refunded before it was sent. */
function isToSend(order: OrderDetail, part: OrderPart): boolean {
  const { vendor_status } = part
  if (vendor_status === 'returned' || isCancelled(order.order_status, vendor_status)) return false
  // What is not charged any more can be neither packed nor shipped.
  if (isWaiting(part) && !standingOf(order, part).is_charged) return false
  return part.lines.some((line) => piecesOf(order, part, line) > 0)
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
