import { uncountOrder } from '#features/customers/server/latest-commands.ts'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { eachOf } from '#features/decisions/server/commands.ts'
import { post } from '#features/money/server/commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { formatRs, type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { closeMarks } from '../checks/server/commands.ts'
import type { MoveOutcome, OrderDetail, orders } from '../contract.ts'
import { moves, type PaymentMethod } from '../moves-contract.ts'
import { type PaidInto, paidIntoBy, usuallyPaidInto } from '../payment-contract.ts'
import {
  change,
  type Held,
  holdOrder,
  moved,
  owe,
  record,
  refuseForbidden,
  refuseLateCancellation,
  restock,
  reverse,
} from './hold-commands.ts'
import { dueOf, payableOf, wholeReversalOf } from './rules.ts'
import { paymentPostings } from './submission-commands.ts'
import type { OrderRecord } from './tables.ts'

/**
 * Moves a pending order to processing. Refuses (not-found, stale), and (conflict) a move that the table of moves
 * forbids.
 */
export function processOrder(ctx: Context, { id }: { id: string }): Promise<OrderDetail> {
  return moved(ctx, id, (held) => setOrderStatus(ctx, held, 'process'))
}

/** Moves an order back to pending while no part of it is packed. Refuses as `processOrder` does. */
export function putOrderBack(ctx: Context, { id }: { id: string }): Promise<OrderDetail> {
  return moved(ctx, id, (held) => setOrderStatus(ctx, held, 'put_back'))
}

/** Completes an order that has arrived and is paid. Refuses as `processOrder` does. */
export function completeOrder(ctx: Context, { id }: { id: string }): Promise<OrderDetail> {
  return moved(ctx, id, (held) => setOrderStatus(ctx, held, 'complete'))
}

/**
 * Declines an order with a reason: its remaining goods are restocked, its money is reversed to the paisa, and paid
 * money is owed to the customer as a refund that another person sends. Refuses as `processOrder` does.
 */
export function declineOrder(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<OrderDetail> {
  return moved(ctx, id, (held) => decline(ctx, held, reason))
}

/** Moves each order in its own transaction; an order that cannot be moved is reported and the others continue. */
export async function moveOrders(
  ctx: Context,
  { move, ids, versions }: Input<typeof orders.bulkMove>,
): Promise<MoveOutcome[]> {
  const expected = new Map(versions.map(({ id, version }) => [id, version]))
  const moved = new Map<string, number>()
  const outcomes = await moveEach(ctx, ids, async (own, held) => {
    const { id } = held.order
    refuseChanged(held, expected.get(id))
    moved.set(id, await setOrderStatus(own, held, move))
  })
  return outcomes.map((one) => ({
    ...one,
    version: one.outcome === 'done' ? (moved.get(one.id) ?? null) : null,
  }))
}

/** Refuses (conflict) to undo a move of an order that was changed since: that change may be another person's. */
export function refuseChanged({ order }: Held, version: number | undefined): void {
  if (version === undefined || version === order.version) return
  throw new Refusal('conflict', 'The order was changed since it was moved')
}

/** Declines each order with this reason, in its own transaction. */
export function declineOrders(
  ctx: Context,
  { ids, reason }: { ids: string[]; reason: string },
): Promise<BulkOutcome[]> {
  return moveEach(ctx, ids, (own, held) => decline(own, held, reason))
}

/**
 * Records a call to the customer. Refuses (not-found, stale), and (conflict) once the order is completed or declined.
 */
export function recordCall(
  ctx: Context,
  { id, is_confirmed }: { id: string; is_confirmed: boolean },
): Promise<OrderDetail> {
  return moved(ctx, id, async ({ order }) => {
    refuseClosed(order)
    const call_attempts = order.call_attempts + 1
    await change(ctx, order, {
      call_attempts,
      ...(is_confirmed ? { confirmed_at: order.confirmed_at ?? ctx.now() } : {}),
    })
    await record(ctx, order, is_confirmed ? 'confirm by call' : 'call in vain', {
      before: { call_attempts: order.call_attempts },
      after: { call_attempts },
    })
  })
}

/**
 * Records that the customer has confirmed a locked order without a call of staff, for example by a message; a call is not
 * counted. An order that is confirmed already stays as it is. Refuses (conflict) once the order is completed or declined.
 */
export async function confirm(ctx: Context, { order }: Held): Promise<void> {
  if (order.confirmed_at !== null) return ctx.unchanged()
  refuseClosed(order)
  await change(ctx, order, { confirmed_at: ctx.now() })
  await record(ctx, order, 'confirm', {})
}

function refuseClosed({ order_status }: OrderRecord): void {
  if (order_status === 'pending' || order_status === 'processing') return
  throw new Refusal('conflict', `The order is ${order_status}. There is nothing left to confirm`)
}

/** Records the customer's payment of the amount due, with its reference. Refuses as a move does. */
export function markOrderPaid(
  ctx: Context,
  { id, reference, paid_into }: { id: string; reference: string; paid_into?: PaidInto | undefined },
): Promise<OrderDetail> {
  return moved(ctx, id, (held) => {
    const payment_method = held.order.payment_method as PaymentMethod
    const is_pickup = held.order.pickup_location_id !== null
    return pay(ctx, held, { reference, into: paid_into ?? usuallyPaidInto({ payment_method, is_pickup }) })
  })
}

/**
 * Records a payment: of the amount that came in, or without one of the amount due; `into` is where, without it as the payment
 * method says. What came in for a declined order, and what is more than was due, is owed back. Refuses (conflict) as a move
 * does, less than is due, and a wallet with too little money.
 */
export async function pay(
  ctx: Context,
  held: Held,
  { reference, came, into }: { reference: string; came?: Paisa | undefined; into?: PaidInto },
): Promise<void> {
  const { order } = held
  await refuseForbidden(ctx, held, 'mark_paid')
  const due = payableOf(order)
  const amount = came ?? due
  if (amount < due) {
    throw new Refusal(
      'conflict',
      `${formatRs(due)} is due for order ${order.order_number}, and ${formatRs(amount)} was paid. Collect the rest, or return the payment`,
    )
  }
  const paid_into = into ?? paidIntoBy(order.payment_method as PaymentMethod)
  const postings = await paymentPostings(ctx, paid_into, order.customer_id, amount)
  const paid = { ...order, paid_total: order.paid_total + amount }
  await change(ctx, order, {
    payment_status: 'paid',
    paid_total: paid.paid_total,
    payment_reference: reference,
    due_when_declined: 0n,
  })
  await post(ctx, {
    kind: 'payment',
    orderId: order.id,
    words: `Payment of order ${order.order_number}`,
    postings,
  })
  await record(ctx, order, 'mark paid', {
    before: { payment_status: order.payment_status },
    after: { payment_status: 'paid', paid: rupeesFromPaisa(amount), paid_into, reference },
  })
  if (order.order_status === 'declined') await owe(ctx, paid, 'Paid after the order was declined')
  else if (amount > due) await owe(ctx, paid, 'More was paid than was due')
}

function moveEach(
  ctx: Context,
  ids: readonly string[],
  work: (own: Context, held: Held) => Promise<void>,
): Promise<BulkOutcome[]> {
  const records = ids.map((id) => ({ id }))
  return eachOf(ctx, records, numberOf, async (own, { id }) => {
    const held = await holdOrder(own, id)
    await work(own, held)
    return { name: held.order.order_number, unchanged: null }
  })
}

/** Returns the order number, or an empty string if there is no such order. */
export async function numberOf({ db }: Context, id: string): Promise<string> {
  const row = await db.selectFrom('orders').select('order_number').where('id', '=', id).executeTakeFirst()
  return row?.order_number ?? ''
}

/** Moves a locked order. Returns its new version. Refuses (conflict) a move that the table of moves forbids. */
export async function setOrderStatus(
  ctx: Context,
  held: Held,
  name: 'process' | 'put_back' | 'complete',
): Promise<number> {
  const { order } = held
  await refuseForbidden(ctx, held, name)
  const { to } = moves[name]
  const version = await change(ctx, order, { order_status: to, status_since: ctx.now(), status_reason: '' })
  await record(ctx, order, name.replace('_', ' '), {
    before: { order_status: order.order_status },
    after: { order_status: to },
  })
  return version
}

/**
 * Declines a locked order because its customer has cancelled it: what is paid is owed back as by any decline. A declined
 * order stays as it is. Refuses (conflict) a completed order, and one of which a part is packed or was sent.
 */
export async function cancel(ctx: Context, held: Held, reason: string): Promise<void> {
  if (held.order.order_status === 'declined') return ctx.unchanged()
  await refuseLateCancellation(ctx, held)
  await decline(ctx, held, reason)
}

/** Declines a locked order. Refuses (conflict) as `setOrderStatus` does. */
export async function decline(ctx: Context, held: Held, reason: string): Promise<void> {
  const { order, parts, lines } = held
  await refuseForbidden(ctx, held, 'decline')
  const gone = new Set(parts.filter((part) => part.vendor_status === 'returned').map(({ id }) => id))
  await restock(
    ctx,
    lines.filter((line) => !gone.has(line.part_id)).map((line) => [line, line.quantity]),
  )
  const due = dueOf(order)
  const reversal = wholeReversalOf(parts, lines)
  await reverse(ctx, held, reversal, `Order ${order.order_number} was declined`)
  await change(ctx, order, {
    order_status: 'declined',
    status_since: ctx.now(),
    status_reason: reason,
    due_when_declined: due > 0n ? due : 0n,
    ...(order.payment_status === 'cod_due'
      ? { payment_status: order.paid_total > 0n ? 'paid' : 'unpaid' }
      : {}),
  })
  await uncountOrder(ctx, order)
  await closeMarks(ctx, order, 'The order was declined')
  await record(ctx, order, 'decline', {
    before: { order_status: order.order_status },
    after: { order_status: 'declined' },
    reason,
  })
  await owe(ctx, { ...order, reversed_total: order.reversed_total + reversal.amount }, reason)
}
