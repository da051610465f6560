import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { post } from '#features/money/server/commands.ts'
import { isPaidFromWallet } from '#features/money/server/ledger-queries.ts'
import { putBackInStock } from '#features/products/server/stock-commands.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import type { Paisa } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { doneWords } from '#kit/contract/verbs.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import type { OrderDetail } from '../contract.ts'
import {
  type MoveName,
  type OrderStatus,
  type PaymentStatus,
  type Standing,
  type VendorStatus,
  whyNot,
  whyNotCancelled,
} from '../moves-contract.ts'
import { readOrder } from './queries.ts'
import { chargedOf, dueOf, payableOf, type Reversal, reversalPostings, sum } from './rules.ts'
import type { LineRecord, OrderRecord, PartRecord } from './tables.ts'

/** An order with its parts and line items, locked until the transaction ends. */
export interface Held {
  order: OrderRecord
  parts: PartRecord[]
  lines: HeldLine[]
}

/** A line item with what is granted of it in refunds that wait to be sent. */
type HeldLine = LineRecord & { granted: Paisa }

/** Locks an order for this transaction. Refuses (not-found). */
export async function holdOrder(ctx: Context, id: string): Promise<Held> {
  // `for no key update` does not block rows that only reference the order, such as the rows of a courier's settlement.
  return withParts(ctx, await orderOf(ctx, id).forNoKeyUpdate().executeTakeFirst())
}

/** Reads an order without locking it, for a preview. Refuses (not-found). */
export async function readHeld(ctx: Context, id: string): Promise<Held> {
  return withParts(ctx, await orderOf(ctx, id).executeTakeFirst())
}

const orderOf = (ctx: Context, id: string) => ctx.db.selectFrom('orders').selectAll().where('id', '=', id)

async function withParts(ctx: Context, order: OrderRecord | undefined): Promise<Held> {
  if (!order) throw new Refusal('not-found', 'Order not found')
  const parts = await ctx.db
    .selectFrom('order_parts')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('number')
    .execute()
  const lines = await ctx.db
    .selectFrom('order_lines as l')
    .selectAll()
    .select(
      sql<Paisa>`(select coalesce(sum(rl.amount), 0)::int8 from refunds r join refund_lines rl on rl.refund_id = r.id
        where r.order_id = l.order_id and r.status = 'granted' and rl.line_id = l.id)`.as('granted'),
    )
    .where('order_id', '=', order.id)
    .orderBy('number')
    .execute()
  return { order, parts, lines }
}

/** Runs a change on the version of the order that the caller read, and returns the changed order. */
export async function moved(
  ctx: Context,
  id: string,
  work: (held: Held) => Promise<unknown>,
): Promise<OrderDetail> {
  const held = await holdOrder(ctx, id)
  if (ctx.ifMatch !== null && ctx.ifMatch !== held.order.version) {
    throw await changedSince(ctx, id, 'stale')
  }
  await work(held)
  return readOrder(ctx, { id })
}

async function changedSince(ctx: Context, id: string, code: 'stale' | 'conflict'): Promise<Refusal> {
  const message = `This order changed since you opened it${await lastDoneTo(ctx, id)}. Review it again`
  return new Refusal(code, message, await currentOf(ctx, id))
}

/** The order for a person who continues from it; other systems are told in words alone, as it names staff and notes. */
async function currentOf(ctx: Context, id: string): Promise<{ current?: OrderDetail }> {
  return ctx.actor.kind === 'person' ? { current: await readOrder(ctx, { id }) } : {}
}

/**
 * Reverses money in the ledger and on the order's rows: each side gives back what it received. What is given back of a part
 * that came back decides about its return.
 */
export async function reverse(ctx: Context, held: Held, reversal: Reversal, words: string): Promise<void> {
  const { order } = held
  for (const { line, share } of reversal.lines) {
    await sql`update order_lines set reversed = reversed + ${share.net} where id = ${line.id}`.execute(ctx.db)
  }
  for (const { part, amount } of reversal.shipping) {
    await sql`
      update order_parts set shipping_reversed = shipping_reversed + ${amount} where id = ${part.id}`.execute(
      ctx.db,
    )
  }
  await sql`
    update orders set reversed_total = reversed_total + ${reversal.amount} where id = ${order.id}`.execute(
    ctx.db,
  )
  const ofParts = [...new Set(reversal.lines.map(({ line }) => line.part_id))]
  await sql`
    update order_parts set return_decided_at = ${ctx.now()}
    where id = any(${ofParts}::uuid[]) and vendor_status = 'returned' and return_decided_at is null
      and delivered_at is not null`.execute(ctx.db)
  await post(ctx, { kind: 'reversal', orderId: order.id, words, postings: reversalPostings(reversal) })
}

/**
 * Grants a refund of money that was paid and is no longer charged, to the wallet where it came from there; the refund is pending until
 * somebody sends it.
 */
export async function owe(ctx: Context, order: OrderRecord, reason: string): Promise<void> {
  const granted = await ctx.db
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<string | null>('amount').as('amount'))
    .where('order_id', '=', order.id)
    .where('status', '=', 'granted')
    .where('kind', '=', 'owed')
    .executeTakeFirst()
  const amount = -dueOf(order) - BigInt(granted?.amount ?? 0)
  if (amount <= 0n) return
  const { actor } = ctx
  await ctx.db
    .insertInto('refunds')
    .values({
      id: uuidv7(),
      order_id: order.id,
      status: 'granted',
      kind: 'owed',
      amount,
      reason,
      method: (await isPaidFromWallet(ctx.db, order.id)) ? 'wallet' : 'bank',
      granted_by: actor.kind === 'person' ? actor.id : null,
      granted_by_name: actorName(ctx),
      granted_at: ctx.now(),
    })
    .execute()
}

/** Returns goods to stock, never more units of a line item than were taken out. */
export async function restock(
  ctx: Context,
  wanted: readonly (readonly [LineRecord, number])[],
): Promise<void> {
  const back = wanted
    .map(([line, quantity]) => ({
      line,
      quantity: Math.min(quantity, line.quantity - line.short - line.restocked),
    }))
    .filter(({ quantity }) => quantity > 0)
    .sort((a, b) => (a.line.product_id < b.line.product_id ? -1 : 1))
  for (const { line, quantity } of back) {
    await sql`update order_lines set restocked = restocked + ${quantity} where id = ${line.id}`.execute(
      ctx.db,
    )
    await putBackInStock(ctx, line.product_id, quantity)
  }
}

/** The rule of `hasGoodsCharged`, on rows; a part that was free from the start counts as charged. */
function isCharged(part: PartRecord, lines: readonly HeldLine[]): boolean {
  const own = lines.filter((line) => line.part_id === part.id)
  if (part.total === 0n) return true
  if (own.every((line) => line.line_total === line.discount)) {
    return part.shipping_total !== part.shipping_reversed
  }
  return own.some((line) => chargedOf(line) > line.granted)
}

/** The amount still charged for a part, including its shipping. */
export function chargedOfPart(part: PartRecord, lines: readonly LineRecord[]): Paisa {
  const reversed = sum(
    lines.filter((line) => line.part_id === part.id),
    (line) => line.reversed,
  )
  return part.total - part.shipping_reversed - reversed
}

/**
 * Refuses (conflict) a move that the table of moves forbids, with the reason and the person who changed the order last.
 */
export async function refuseForbidden(
  ctx: Context,
  held: Held,
  name: MoveName,
  part?: PartRecord,
): Promise<void> {
  await refuseFor(ctx, held, whyForbidden(held, name, part))
}

/**
 * Refuses (conflict) a cancellation by the customer that comes too late, with the reason and the person who changed the
 * order last.
 */
export async function refuseLateCancellation(ctx: Context, held: Held): Promise<void> {
  await refuseFor(ctx, held, whyNotCancelled(standingOfHeld(held)))
}

async function refuseFor(ctx: Context, { order }: Held, why: string | null): Promise<void> {
  if (why === null) return
  const whose = await lastDoneTo(ctx, order.id)
  throw new Refusal('conflict', why + whose, await currentOf(ctx, order.id))
}

/** Explains why the table of moves forbids a move of a locked order or of its part; null when it allows the move. */
export function whyForbidden(held: Held, name: MoveName, part?: PartRecord): string | null {
  return whyNot(name, standingOfHeld(held, part))
}

function standingOfHeld({ order, parts, lines }: Held, part?: PartRecord): Standing {
  return {
    order_status: order.order_status as OrderStatus,
    payment_status: order.payment_status as PaymentStatus,
    vendor_statuses: parts.map((one) => one.vendor_status as VendorStatus),
    is_pickup: order.pickup_location_id !== null,
    ...(part
      ? {
          part: part.vendor_status as VendorStatus,
          is_charged: isCharged(part, lines),
          is_return_decided: part.delivered_at === null || part.return_decided_at !== null,
        }
      : {}),
    is_due: payableOf(order) > 0n,
  }
}

/** Names the last action on an order and its author, to append to a refusal. */
async function lastDoneTo(ctx: Context, id: string): Promise<string> {
  const last = await ctx.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action'])
    .where('subject_type', '=', 'order')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last ? ` (last: ${doneWords(last.action)}, by ${last.actor_name})` : ''
}

/**
 * Changes columns of the locked order, and its version, which it returns; webhook endpoints are notified of a new state.
 * Refuses (conflict) an order whose state changed since it was read.
 */
export async function change(
  ctx: Context,
  order: OrderRecord,
  columns: Partial<OrderRecord>,
): Promise<number> {
  const { list: _, ...own } = columns
  const version = order.version + 1
  const changed = await ctx.db
    .updateTable('orders')
    .set({ ...own, updated_at: ctx.now(), version })
    .where('id', '=', order.id)
    .where('order_status', '=', order.order_status)
    .where('payment_status', '=', order.payment_status)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw await changedSince(ctx, order.id, 'conflict')
  const { order_status, payment_status } = own
  if (order_status && order_status !== order.order_status) {
    const status = order_status as OrderStatus
    await queueEvent(ctx, `order.${status}`, { order_id: order.id, order_status: status })
  }
  if (payment_status === 'paid' && order.payment_status !== 'paid') {
    await queueEvent(ctx, 'order.paid', { order_id: order.id, payment_status })
  }
  return version
}

/** Changes columns of a part of the locked order. Refuses (conflict) a part whose state changed since it was read. */
export async function changePart(
  ctx: Context,
  part: PartRecord,
  columns: Partial<PartRecord>,
): Promise<void> {
  const changed = await ctx.db
    .updateTable('order_parts')
    .set(columns)
    .where('id', '=', part.id)
    .where('vendor_status', '=', part.vendor_status)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw await changedSince(ctx, part.order_id, 'conflict')
}

/** Writes an audit log entry for an order; text that people typed is stored without numbers and addresses. */
export function record(
  ctx: Context,
  { id, order_number }: OrderRecord,
  action: string,
  {
    reason,
    ...change
  }: { before?: Record<string, unknown>; after?: Record<string, unknown>; reason?: string },
): Promise<void> {
  return ctx.record({
    action,
    subject: { type: 'order', id, name: order_number },
    ...change,
    ...(reason === undefined ? {} : { reason }),
  })
}
