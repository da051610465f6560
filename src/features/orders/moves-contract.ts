export const orderStatuses = ['pending', 'processing', 'completed', 'declined'] as const
export type OrderStatus = (typeof orderStatuses)[number]
export const paymentStatuses = ['unpaid', 'cod_due', 'paid', 'part_refunded', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export const vendorStatuses = ['to_pack', 'packed', 'shipped', 'delivered', 'returned'] as const
export type VendorStatus = (typeof vendorStatuses)[number]
export const paymentMethods = [
  'cod',
  'bank_transfer',
  'raast',
  'easypaisa',
  'jazzcash',
  'card',
  'wallet',
] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const statusWords: Readonly<Record<OrderStatus | PaymentStatus | VendorStatus, string>> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  declined: 'Declined',
  unpaid: 'Unpaid',
  cod_due: 'COD due',
  paid: 'Paid',
  part_refunded: 'Partly refunded',
  refunded: 'Refunded',
  to_pack: 'To pack',
  packed: 'Packed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  returned: 'Returned',
}
export const methodWords: Readonly<Record<PaymentMethod, string>> = {
  cod: 'Cash on delivery',
  bank_transfer: 'Bank transfer',
  raast: 'Raast',
  easypaisa: 'Easypaisa',
  jazzcash: 'JazzCash',
  card: 'Card',
  wallet: 'Wallet',
}

/** Cash that a courier has held for longer than this counts as overdue. */
export const cashOverdueDays = 14

/** A granted refund that has not been sent for longer than this is late: a working week with its weekend. */
const refundLateDays = 7

/** True if the refund was granted so long ago that the money should have been sent. */
export function isLateRefund(granted_at: string | Date, now: Date = new Date()): boolean {
  return now.getTime() - new Date(granted_at).getTime() > refundLateDays * 24 * 60 * 60_000
}

/** The state of an order on its three axes; `part` is set for a move of one vendor's part. */
export interface Standing {
  order_status: OrderStatus
  payment_status: PaymentStatus
  vendor_statuses: readonly VendorStatus[]
  part?: VendorStatus
  /** False if everything in the part, or in the order, was refunded or is no longer charged. */
  is_charged?: boolean
  /** False if the customer owes nothing for the order. */
  is_due?: boolean
}

interface Move {
  axis: 'order' | 'payment' | 'vendor'
  /** The move as a participle, for the sentence "The order cannot be …". */
  words: string
  from: readonly (OrderStatus | PaymentStatus | VendorStatus)[]
  to: OrderStatus | PaymentStatus | VendorStatus
  /** Further conditions, each with the text for when the condition is not met. */
  needs?: readonly Need[]
}

type Need = keyof typeof needs

/** Conditions on the other two axes, each with the text for when the condition is not met. */
const needs = {
  nothing_packed: {
    holds: ({ vendor_statuses }: Standing) => vendor_statuses.every((status) => status === 'to_pack'),
    words: 'A part of it is packed already: unpack it first',
  },
  nothing_out: {
    holds: ({ vendor_statuses }: Standing) =>
      vendor_statuses.every((status) => status !== 'shipped' && status !== 'delivered'),
    words: 'A part of it is with the courier or the customer: it has to come back first',
  },
  all_arrived: {
    holds: ({ vendor_statuses }: Standing) =>
      vendor_statuses.every((status) => status === 'delivered' || status === 'returned'),
    words: 'Not every part of it is delivered or returned',
  },
  something_delivered: {
    holds: ({ vendor_statuses }: Standing) => vendor_statuses.includes('delivered'),
    words: 'Nothing of it was delivered: decline it instead',
  },
  settled: {
    holds: ({ payment_status }: Standing) => payment_status !== 'unpaid' && payment_status !== 'cod_due',
    words: 'It is not paid yet',
  },
  processing: {
    holds: ({ order_status }: Standing) => order_status === 'processing',
    words: 'The order is not being processed',
  },
  not_declined: {
    holds: ({ order_status }: Standing) => order_status !== 'declined',
    words: 'The order is declined',
  },
  still_charged: {
    holds: ({ is_charged }: Standing) => is_charged !== false,
    words: 'Everything of it was refunded: cancel it instead',
  },
  others_left: {
    holds: ({ vendor_statuses }: Standing) =>
      vendor_statuses.filter((status) => status !== 'returned').length > 1,
    words: 'It is the last one of its order: decline the order instead',
  },
  something_due: {
    holds: ({ is_due }: Standing) => is_due !== false,
    words: 'The customer owes nothing of it',
  },
  payment_safe: {
    holds: ({ payment_status }: Standing) => payment_status !== 'unpaid',
    words: 'It is neither paid nor cash on delivery',
  },
} as const

/**
 * Every move on the three axes: the states it starts from, the state it leads to, and its further conditions. Screens
 * and server share this table; a move that is not in it is refused with a reason.
 */
export const moves = {
  process: { axis: 'order', words: 'moved to processing', from: ['pending'], to: 'processing' },
  put_back: {
    axis: 'order',
    words: 'put back to pending',
    from: ['processing'],
    to: 'pending',
    needs: ['nothing_packed'],
  },
  complete: {
    axis: 'order',
    words: 'completed',
    from: ['processing'],
    to: 'completed',
    needs: ['all_arrived', 'something_delivered', 'settled'],
  },
  decline: {
    axis: 'order',
    words: 'declined',
    from: ['pending', 'processing'],
    to: 'declined',
    needs: ['nothing_out'],
  },
  mark_paid: {
    axis: 'payment',
    words: 'marked as paid',
    from: ['unpaid', 'cod_due'],
    to: 'paid',
    needs: ['something_due'],
  },
  refund: {
    axis: 'payment',
    words: 'refunded',
    from: ['paid', 'part_refunded'],
    to: 'refunded',
  },
  pack: {
    axis: 'vendor',
    words: 'packed',
    from: ['to_pack'],
    to: 'packed',
    needs: ['processing', 'still_charged'],
  },
  unpack: { axis: 'vendor', words: 'unpacked', from: ['packed'], to: 'to_pack', needs: ['processing'] },
  ship: {
    axis: 'vendor',
    words: 'shipped',
    from: ['packed'],
    to: 'shipped',
    needs: ['processing', 'payment_safe', 'still_charged'],
  },
  /** The tracking number was mistyped, or another courier took over the parcel. */
  correct: {
    axis: 'vendor',
    words: 'given another tracking number',
    from: ['shipped'],
    to: 'shipped',
    needs: ['processing'],
  },
  attempt: {
    axis: 'vendor',
    words: 'marked as tried',
    from: ['shipped'],
    to: 'shipped',
    needs: ['processing'],
  },
  deliver: {
    axis: 'vendor',
    words: 'marked as delivered',
    from: ['shipped'],
    to: 'delivered',
    needs: ['processing'],
  },
  /** For a part that its vendor cannot send; the other parts continue. The cancelled part counts as returned. */
  cancel: {
    axis: 'vendor',
    words: 'cancelled',
    from: ['to_pack', 'packed'],
    to: 'returned',
    needs: ['processing', 'others_left'],
  },
  return: {
    axis: 'vendor',
    words: 'marked as returned',
    from: ['shipped', 'delivered'],
    to: 'returned',
    needs: ['not_declined'],
  },
} as const satisfies Record<string, Move>
export type MoveName = keyof typeof moves

/** The fields of a part and an order in the API that their moves depend on. */
interface PartOnWire {
  vendor_status: VendorStatus
  total: string
  shipping_total: string
  shipping_reversed: string
  lines: readonly { net_total: string; reversed: string }[]
}
interface OrderOnWire {
  order_status: OrderStatus
  payment_status: PaymentStatus
  payable: string
  parts: readonly PartOnWire[]
}

/** Returns the state of an order, for a move of the order or of one of its parts. */
export function standingOf(order: OrderOnWire, part?: PartOnWire): Standing {
  const isCharged =
    !part ||
    part.total === '0' ||
    part.shipping_total !== part.shipping_reversed ||
    part.lines.some(({ net_total, reversed }) => net_total !== reversed)
  return {
    order_status: order.order_status,
    payment_status: order.payment_status,
    vendor_statuses: order.parts.map(({ vendor_status }) => vendor_status),
    is_due: order.payable !== '0' && !order.payable.startsWith('-'),
    is_charged: isCharged,
    ...(part ? { part: part.vendor_status } : {}),
  }
}

/** Explains to the user why an order in this state cannot make the move; null when it can. */
export function whyNot(name: MoveName, standing: Standing): string | null {
  const move: Move = moves[name]
  const noun = move.axis === 'vendor' ? 'The part' : 'The order'
  const present =
    move.axis === 'order'
      ? standing.order_status
      : move.axis === 'payment'
        ? standing.payment_status
        : (standing.part ?? 'to_pack')
  if (!move.from.includes(present)) {
    const allowed = move.from.map((status) => statusWords[status].toLowerCase()).join(' or ')
    return `${noun} is ${statusWords[present].toLowerCase()}: only one that is ${allowed} can be ${move.words}`
  }
  const unmet = move.needs?.find((need) => !needs[need].holds(standing))
  return unmet ? `${noun} cannot be ${move.words}. ${needs[unmet].words}` : null
}

/** Returns the status of the part that is furthest behind; `returned` only if all parts are returned. */
export function vendorStatusOf(parts: readonly VendorStatus[]): VendorStatus {
  const inOrder: readonly VendorStatus[] = ['to_pack', 'packed', 'shipped', 'delivered']
  return inOrder.find((status) => parts.includes(status)) ?? 'returned'
}
