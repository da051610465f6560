import { parseRupees } from '#kit/contract/money.ts'
import { texts } from './texts.ts'
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
  pending: texts.pending,
  processing: texts.processing,
  completed: texts.completed,
  declined: texts.declined,
  unpaid: texts.unpaid,
  cod_due: texts.codDue,
  paid: texts.paid,
  part_refunded: texts.partlyRefunded,
  refunded: texts.refunded,
  to_pack: texts.toPack,
  packed: texts.packed,
  shipped: texts.shipped,
  delivered: texts.delivered,
  returned: texts.returned,
}
export const methodWords: Readonly<Record<PaymentMethod, string>> = {
  cod: texts.cashOnDelivery,
  bank_transfer: texts.bankTransfer,
  raast: texts.raast,
  easypaisa: texts.easypaisa,
  jazzcash: 'JazzCash',
  card: texts.card,
  wallet: texts.wallet,
}

/** The preset views of the order lists, each with what waits for somebody. */
export const presets = [
  'refunds_to_send',
  'cod_to_confirm',
  'late_to_pack',
  'failed_attempts',
  'returns_to_decide',
] as const
export type Preset = (typeof presets)[number]

/** An order in processing that is not packed after this many days is late. */
export const packLateDays = 2

/** True for a part of a declined order that was never sent. */
export function isCancelled(orderStatus: OrderStatus, status: string): boolean {
  return orderStatus === 'declined' && (status === 'to_pack' || status === 'packed')
}

/** Cash that a courier has held for longer than this counts as overdue. */
export const cashOverdueDays = 14

/** A granted refund that has not been sent for longer than this is late: a working week with its weekend. */
export const refundLateDays = 7

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
  /** False if all goods of the part were refunded, are in a granted refund, or are no longer charged. */
  is_charged?: boolean
  /** False if the customer owes nothing for the order. */
  is_due?: boolean
  /** True if the customer collects the order at a pickup location. */
  is_pickup?: boolean
  /** False if the part had arrived and came back, and nobody has decided yet what becomes of the money for it. */
  is_return_decided?: boolean
}

interface Move {
  axis: 'order' | 'payment' | 'vendor'
  /** Says which orders or parts can make the move, with the label of the present status. */
  only: (values: { status: string }) => string
  from: readonly (OrderStatus | PaymentStatus | VendorStatus)[]
  to: OrderStatus | PaymentStatus | VendorStatus
  /** Further conditions, each with the text for when the condition is not met. */
  needs?: readonly Need[]
}

type Need = keyof typeof needs

/** Conditions on the other two axes, each with the text for when the condition is not met. */
const needs = {
  nothing_packed: {
    // A cancelled part counts as returned; its goods are restocked and it stays so when the order is processed again.
    holds: ({ vendor_statuses }: Standing) =>
      vendor_statuses.every((status) => status === 'to_pack' || status === 'returned'),
    words: texts.unpackFirst,
  },
  something_to_pack: {
    holds: ({ vendor_statuses }: Standing) => vendor_statuses.includes('to_pack'),
    words: texts.nothingToPack,
  },
  nothing_out: {
    holds: ({ vendor_statuses }: Standing) =>
      vendor_statuses.every((status) => status !== 'shipped' && status !== 'delivered'),
    words: texts.partsStillOut,
  },
  all_arrived: {
    holds: ({ vendor_statuses }: Standing) =>
      vendor_statuses.every((status) => status === 'delivered' || status === 'returned'),
    words: texts.partsNotArrived,
  },
  something_delivered: {
    holds: ({ vendor_statuses }: Standing) => vendor_statuses.includes('delivered'),
    words: texts.nothingDelivered,
  },
  settled: {
    holds: ({ payment_status }: Standing) => payment_status !== 'unpaid' && payment_status !== 'cod_due',
    words: texts.notPaidYet,
  },
  processing: {
    holds: ({ order_status }: Standing) => order_status === 'processing',
    words: texts.notInProcessing,
  },
  not_declined: {
    holds: ({ order_status }: Standing) => order_status !== 'declined',
    words: texts.orderDeclined,
  },
  still_charged: {
    holds: ({ is_charged }: Standing) => is_charged !== false,
    words: texts.partRefunded,
  },
  others_left: {
    holds: ({ vendor_statuses }: Standing) =>
      vendor_statuses.filter((status) => status !== 'returned').length > 1,
    words: texts.lastPart,
  },
  something_due: {
    holds: ({ is_due }: Standing) => is_due !== false,
    words: texts.nothingDue,
  },
  return_undecided: {
    holds: ({ is_return_decided }: Standing) => is_return_decided === false,
    words: texts.returnDecided,
  },
  payment_safe: {
    holds: ({ payment_status }: Standing) => payment_status !== 'unpaid',
    words: texts.paymentNotSafe,
  },
} as const

/**
 * Every move on the three axes: the states it starts from, the state it leads to, and its further conditions. Screens
 * and server share this table; a move that is not in it is refused with a reason.
 */
export const moves = {
  process: { axis: 'order', only: texts.onlyPendingProcess, from: ['pending'], to: 'processing' },
  put_back: {
    axis: 'order',
    only: texts.onlyProcessingPutBack,
    from: ['processing'],
    to: 'pending',
    needs: ['nothing_packed', 'something_to_pack'],
  },
  complete: {
    axis: 'order',
    only: texts.onlyProcessingComplete,
    from: ['processing'],
    to: 'completed',
    needs: ['all_arrived', 'something_delivered', 'settled'],
  },
  decline: {
    axis: 'order',
    only: texts.onlyOpenDecline,
    from: ['pending', 'processing'],
    to: 'declined',
    needs: ['nothing_out'],
  },
  mark_paid: {
    axis: 'payment',
    only: texts.onlyUnpaidMarkPaid,
    from: ['unpaid', 'cod_due'],
    to: 'paid',
    needs: ['something_due'],
  },
  refund: {
    axis: 'payment',
    only: texts.onlyPaidRefund,
    from: ['paid', 'part_refunded'],
    to: 'refunded',
  },
  pack: {
    axis: 'vendor',
    only: texts.onlyToPackPack,
    from: ['to_pack'],
    to: 'packed',
    needs: ['processing', 'still_charged'],
  },
  unpack: {
    axis: 'vendor',
    only: texts.onlyPackedUnpack,
    from: ['packed'],
    to: 'to_pack',
    needs: ['processing'],
  },
  ship: {
    axis: 'vendor',
    only: texts.onlyPackedShip,
    from: ['packed'],
    to: 'shipped',
    needs: ['processing', 'payment_safe', 'still_charged'],
  },
  /** The tracking number was mistyped, or another courier took over the parcel. */
  correct: {
    axis: 'vendor',
    only: texts.onlyShippedCorrect,
    from: ['shipped'],
    to: 'shipped',
    needs: ['processing'],
  },
  attempt: {
    axis: 'vendor',
    only: texts.onlyShippedAttempt,
    from: ['shipped'],
    to: 'shipped',
    needs: ['processing'],
  },
  deliver: {
    axis: 'vendor',
    only: texts.onlyShippedDeliver,
    from: ['shipped'],
    to: 'delivered',
    needs: ['processing'],
  },
  /** For a part that its vendor cannot send; the other parts continue. The cancelled part counts as returned. */
  cancel: {
    axis: 'vendor',
    only: texts.onlyUnshippedCancel,
    from: ['to_pack', 'packed'],
    to: 'returned',
    needs: ['processing', 'others_left'],
  },
  return: {
    axis: 'vendor',
    only: texts.onlySentReturn,
    from: ['shipped', 'delivered'],
    to: 'returned',
    needs: ['not_declined'],
  },
  /** Nothing more is refunded for a part that had arrived, so its vendor's share is no longer held. */
  close_return: {
    axis: 'vendor',
    only: texts.onlyReturnedClose,
    from: ['returned'],
    to: 'returned',
    needs: ['return_undecided'],
  },
} as const satisfies Record<string, Move>
export type MoveName = keyof typeof moves

/** The fields of a part and an order in the API that their moves depend on. */
interface PartOnWire {
  vendor_status: VendorStatus
  total: string
  shipping_total: string
  shipping_reversed: string
  delivered_at: string | null
  return_decided_at: string | null
  lines: readonly { id: string; net_total: string; reversed: string }[]
}
interface OrderOnWire {
  order_status: OrderStatus
  payment_status: PaymentStatus
  payable: string
  pickup_location_id: string | null
  parts: readonly PartOnWire[]
  refunds: readonly { status: string; lines: readonly { line_id: string; amount: string }[] }[]
}

/** Returns the state of an order, for a move of the order or of one of its parts. */
export function standingOf(order: OrderOnWire, part?: PartOnWire): Standing {
  const isCharged = !part || part.total === '0' || hasGoodsCharged(order, part)
  return {
    order_status: order.order_status,
    payment_status: order.payment_status,
    vendor_statuses: order.parts.map(({ vendor_status }) => vendor_status),
    is_due: order.payable !== '0' && !order.payable.startsWith('-'),
    is_charged: isCharged,
    is_pickup: order.pickup_location_id !== null,
    ...(part
      ? {
          part: part.vendor_status,
          is_return_decided: part.delivered_at === null || part.return_decided_at !== null,
        }
      : {}),
  }
}

/**
 * True if goods of the part are neither refunded nor in a refund that is granted and waits to be sent. Of goods that cost
 * nothing the shipping decides.
 */
function hasGoodsCharged({ refunds }: OrderOnWire, part: PartOnWire): boolean {
  const granted = refunds.filter(({ status }) => status === 'granted').flatMap(({ lines }) => lines)
  const isFree = part.lines.every(({ net_total }) => net_total === '0')
  if (isFree) return part.shipping_total !== part.shipping_reversed
  return part.lines.some(
    ({ id, net_total, reversed }) =>
      granted
        .filter(({ line_id }) => line_id === id)
        .reduce(
          (left, { amount }) => left - parseRupees(amount),
          parseRupees(net_total) - parseRupees(reversed),
        ) > 0n,
  )
}

/** Explains to the user why an order in this state cannot make the move; null when it can. */
export function whyNot(name: MoveName, standing: Standing): string | null {
  const move: Move = moves[name]
  const present =
    move.axis === 'order'
      ? standing.order_status
      : move.axis === 'payment'
        ? standing.payment_status
        : (standing.part ?? 'to_pack')
  // No courier takes what is collected: it is handed over as it was packed, once it is paid, as nobody else brings its cash.
  const isHandedOver = name === 'deliver' && standing.is_pickup === true && present === 'packed'
  if (!isHandedOver && !move.from.includes(present)) return move.only({ status: statusWords[present] })
  const needed: readonly Need[] = isHandedOver
    ? ['processing', 'settled', 'still_charged']
    : (move.needs ?? [])
  const unmet = needed.find((need) => !needs[need].holds(standing))
  return unmet ? needs[unmet].words : null
}

/**
 * Explains why the customer can no longer cancel an order in this state; null when they can. An order is cancelled by the
 * move `decline`, but not once a part is packed: the courier may take the parcel before anybody reads of the cancellation.
 */
export function whyNotCancelled(standing: Standing): string | null {
  const { holds, words } = needs.nothing_packed
  return whyNot('decline', standing) ?? (holds(standing) ? null : words)
}

/** Returns the status of the part that is furthest behind; `returned` only if all parts are returned. */
export function vendorStatusOf(parts: readonly VendorStatus[]): VendorStatus {
  const inOrder: readonly VendorStatus[] = ['to_pack', 'packed', 'shipped', 'delivered']
  return inOrder.find((status) => parts.includes(status)) ?? 'returned'
}
