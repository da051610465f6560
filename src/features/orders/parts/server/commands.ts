import { sql } from 'kysely'
import { countRefusedDelivery } from '#features/customers/server/latest-commands.ts'
import { post } from '#features/money/server/commands.ts'
import { transfer } from '#features/money/server/rules.ts'
import type { OrderDetail } from '#features/orders/contract.ts'
import { type MoveName, moves, type VendorStatus, vendorStatusOf } from '#features/orders/moves-contract.ts'
import { numberInvoice } from '#features/orders/prints/server/invoice-commands.ts'
import {
  change,
  changePart,
  chargedOfPart,
  type Held,
  moved,
  owe,
  record,
  refuseForbidden,
  restock,
  reverse,
} from '#features/orders/server/hold-commands.ts'
import { chargedOf, dueOf, wholeReversalOf } from '#features/orders/server/rules.ts'
import type { OrderRecord, PartRecord } from '#features/orders/server/tables.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { keepCourier } from './courier-commands.ts'

/** Marks a part as packed. Refuses as a move does. */
export function packPart(ctx: Context, input: { id: string; part_id: string }): Promise<OrderDetail> {
  return moved(ctx, input.id, (held) => pack(ctx, held, partOf(held, input.part_id)))
}

/** Packs a part of a locked order. A packed part can be shipped, so the first packing assigns the invoice number. */
export async function pack(ctx: Context, held: Held, part: PartRecord): Promise<void> {
  await refuseForbidden(ctx, held, 'pack', part)
  const invoice = await numberInvoice(ctx, part)
  await setPartStatus(ctx, held, part, 'pack', { packed_at: ctx.now(), ...invoice })
}

/** Marks a packed part as not packed. Refuses as a move does. */
export function unpackPart(ctx: Context, input: { id: string; part_id: string }): Promise<OrderDetail> {
  return movedPart(ctx, input, 'unpack', { packed_at: null })
}

/**
 * Marks a packed part as shipped with a courier. Refuses as a move does, and refuses a tracking number that another
 * part has.
 */
export function shipPart(
  ctx: Context,
  { courier, tracking_number, ...input }: { id: string; part_id: string } & Shipment,
): Promise<OrderDetail> {
  return moved(ctx, input.id, (held) =>
    ship(ctx, held, partOf(held, input.part_id), { courier, tracking_number }),
  )
}

interface Shipment {
  courier: string
  tracking_number: string
}

/**
 * Changes the courier or tracking number of a shipped part. Refuses as a move does, and refuses a tracking number that
 * another part has.
 */
export function correctShipment(
  ctx: Context,
  { courier, tracking_number, ...input }: { id: string; part_id: string } & Shipment,
): Promise<OrderDetail> {
  return moved(ctx, input.id, (held) =>
    correct(ctx, held, partOf(held, input.part_id), { courier, tracking_number }),
  )
}

/** Ships a part of a locked order, and keeps the courier as the person's last choice. Refuses as `shipPart` does. */
export async function ship(ctx: Context, held: Held, part: PartRecord, shipment: Shipment): Promise<void> {
  await send(ctx, held, part, 'ship', shipment, { shipped_at: ctx.now() })
  await keepCourier(ctx, shipment.courier)
}

/**
 * Changes the shipment of a part of a locked order; webhook endpoints are notified of another courier or tracking number,
 * which leaves the status as it is. Refuses as `correctShipment` does.
 */
export async function correct(ctx: Context, held: Held, part: PartRecord, shipment: Shipment): Promise<void> {
  const { courier, tracking_number } = part
  await send(ctx, held, part, 'correct', shipment, {}, { courier, tracking_number })
  if (courier === shipment.courier && tracking_number === shipment.tracking_number) return
  await queueEvent(ctx, 'order_part.corrected', eventData(part, 'shipped'))
}

async function send(
  ctx: Context,
  held: Held,
  part: PartRecord,
  name: 'ship' | 'correct',
  shipment: Shipment,
  columns: Partial<PartRecord>,
  before: Partial<Shipment> = {},
): Promise<void> {
  const refused = (whose: string) => fieldRefusal('tracking_number', `${whose} has this tracking number`)
  const other = await ctx.db
    .selectFrom('order_parts')
    .innerJoin('orders', 'orders.id', 'order_parts.order_id')
    .select('orders.order_number')
    .where(sql`lower(courier)`, '=', shipment.courier.toLowerCase())
    .where(sql`lower(tracking_number)`, '=', shipment.tracking_number.toLowerCase())
    .where('order_parts.id', '<>', part.id)
    .executeTakeFirst()
  if (other) throw refused(`Order ${other.order_number}`)
  await setPartStatus(
    ctx,
    held,
    part,
    name,
    { ...shipment, ...columns },
    { before, after: { ...shipment } },
  ).catch((error) => {
    // Another part was shipped under this tracking number after the check.
    throw isTaken(error) ? refused('Another order') : error
  })
}

function isTaken(error: unknown): boolean {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : ''
  return constraint === 'order_parts_by_tracking' || constraint === 'order_parts_parcel'
}

/**
 * Cancels a part that its vendor cannot send: its goods are restocked, it is no longer charged, and money paid for it
 * is owed to the customer. Refuses as a move does.
 */
export function cancelPart(
  ctx: Context,
  { reason, ...input }: { id: string; part_id: string; reason: string },
): Promise<OrderDetail> {
  return moved(ctx, input.id, (held) => takeBack(ctx, held, partOf(held, input.part_id), reason, 'cancel'))
}

/** Records a failed delivery attempt with its reason. Refuses as a move does. */
export function attemptPart(
  ctx: Context,
  { reason, ...input }: { id: string; part_id: string; reason: string },
): Promise<OrderDetail> {
  return moved(ctx, input.id, (held) => attempt(ctx, held, partOf(held, input.part_id), reason))
}

/** Records a failed delivery attempt of a part of a locked order. */
export async function attempt(ctx: Context, held: Held, part: PartRecord, reason: string): Promise<void> {
  const delivery_attempts = part.delivery_attempts + 1
  await setPartStatus(
    ctx,
    held,
    part,
    'attempt',
    { delivery_attempts },
    { reason, after: { delivery_attempts } },
  )
}

/**
 * Marks a part as delivered; the courier collects what the customer owes for it. A packed part of an order that is collected is
 * handed over once it is paid. Refuses as a move does.
 */
export function deliverPart(ctx: Context, input: { id: string; part_id: string }): Promise<OrderDetail> {
  return moved(ctx, input.id, (held) => deliver(ctx, held, partOf(held, input.part_id)))
}

/** Marks a part of a locked order as delivered. Refuses as `deliverPart` does. */
export async function deliver(ctx: Context, held: Held, part: PartRecord): Promise<void> {
  const { order } = held
  const cash = order.payment_status === 'cod_due' ? chargedOfPart(part, held.lines) : 0n
  const statuses = await setPartStatus(
    ctx,
    held,
    part,
    'deliver',
    // What was handed over has left, as what was shipped has: a return of it is no cancellation.
    { delivered_at: ctx.now(), shipped_at: part.shipped_at ?? ctx.now() },
    {
      ...(cash > 0n ? { after: { collected: rupeesFromPaisa(cash) } } : {}),
    },
  )
  if (order.payment_status !== 'cod_due') return
  await change(ctx, order, {
    paid_total: order.paid_total + cash,
    ...(isOver(statuses) ? { payment_status: 'paid' } : {}),
  })
  await post(ctx, {
    kind: 'collection',
    orderId: order.id,
    partId: part.id,
    words: `Cash of order ${order.order_number}, collected by ${part.courier}`,
    postings: transfer(cash, { account: 'customer_due', owner: null }, { account: 'courier', owner: null }),
  })
}

/**
 * Marks a part as returned and restocks its goods. A part that never arrived is not charged: its money is reversed, and
 * money paid for it is owed to the customer. A part that had arrived is refunded by a separate decision.
 */
export function returnPart(
  ctx: Context,
  { reason, ...input }: { id: string; part_id: string; reason: string },
): Promise<OrderDetail> {
  return moved(ctx, input.id, (held) => takeBack(ctx, held, partOf(held, input.part_id), reason))
}

/**
 * Closes the return of a part without a further refund, so that its vendor's share is released like that of a part that
 * stayed. Refuses as a move does, and (conflict) a part of which nothing is left to decide.
 */
export function closeReturn(
  ctx: Context,
  { reason, ...input }: { id: string; part_id: string; reason: string },
): Promise<OrderDetail> {
  return moved(ctx, input.id, async (held) => {
    const part = partOf(held, input.part_id)
    await refuseForbidden(ctx, held, 'close_return', part)
    await changePart(ctx, part, { return_decided_at: ctx.now() })
    await change(ctx, held.order, {})
    await record(ctx, held.order, 'close return', { after: { part: part.shop_name }, reason })
  })
}

/** Returns or cancels a part of a locked order. Refuses as a move does. */
export async function takeBack(
  ctx: Context,
  held: Held,
  part: PartRecord,
  reason: string,
  name: 'return' | 'cancel' = 'return',
): Promise<void> {
  const { order } = held
  const own = held.lines.filter((line) => line.part_id === part.id)
  const statuses = await setPartStatus(
    ctx,
    held,
    part,
    name,
    {
      returned_at: ctx.now(),
      return_reason: reason,
      // Nothing is left to refund, so nothing is left to decide.
      ...(own.every((line) => chargedOf(line) === 0n) ? { return_decided_at: ctx.now() } : {}),
    },
    { reason },
  )
  await restock(
    ctx,
    own.map((line) => [line, line.quantity]),
  )
  if (part.vendor_status === 'delivered') return
  if (part.vendor_status === 'shipped') await countRefusedDelivery(ctx, order.customer_id)
  const reversal = wholeReversalOf([part], held.lines)
  const what = name === 'cancel' ? 'was cancelled' : 'came back'
  await reverse(ctx, held, reversal, `Part ${part.number} of order ${order.order_number} ${what}`)
  const left = { ...order, reversed_total: order.reversed_total + reversal.amount }
  if (isSettled(left, statuses)) await change(ctx, order, { payment_status: 'paid' })
  await owe(ctx, left, reason)
}

/** True if nothing is left to pay for an order of which a part arrived, or is still to be given: free goods, for example. */
function isSettled(order: OrderRecord, statuses: readonly VendorStatus[]): boolean {
  const { payment_status, paid_total } = order
  // A part that arrived may have been free, with nothing to collect.
  if (isOver(statuses))
    return payment_status === 'cod_due' && (paid_total > 0n || statuses.includes('delivered'))
  return (payment_status === 'cod_due' || payment_status === 'unpaid') && dueOf(order) <= 0n
}

/** Returns a part of a locked order. Refuses (not-found) a part of another order. */
export function partOf({ parts }: Held, id: string): PartRecord {
  const part = parts.find((one) => one.id === id)
  if (!part) throw new Refusal('not-found', 'This part is not in the order')
  return part
}

function movedPart(
  ctx: Context,
  input: { id: string; part_id: string },
  name: MoveName,
  columns: Partial<PartRecord>,
): Promise<OrderDetail> {
  return moved(ctx, input.id, async (held) => {
    await setPartStatus(ctx, held, partOf(held, input.part_id), name, columns)
  })
}

/** Moves a part and updates the order accordingly. Returns the new statuses of all parts. */
async function setPartStatus(
  ctx: Context,
  held: Held,
  part: PartRecord,
  name: MoveName,
  columns: Partial<PartRecord>,
  more: { reason?: string; before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<VendorStatus[]> {
  const { order, parts } = held
  await refuseForbidden(ctx, held, name, part)
  const to = moves[name].to as VendorStatus
  await changePart(ctx, part, { ...columns, vendor_status: to })
  if (to !== part.vendor_status && to !== 'to_pack') {
    await queueEvent(ctx, `order_part.${to}`, eventData(part, to))
  }
  const statuses = parts.map((one) => (one.id === part.id ? to : (one.vendor_status as VendorStatus)))
  await change(ctx, order, { vendor_status: vendorStatusOf(statuses) })
  await record(ctx, order, name, {
    before: { vendor_status: part.vendor_status, ...more.before },
    after: { part: part.shop_name, vendor_status: to, ...more.after },
    ...(more.reason ? { reason: more.reason } : {}),
  })
  return statuses
}

function eventData<S extends VendorStatus>({ id, order_id, vendor_id }: PartRecord, vendor_status: S) {
  return { order_id, part_id: id, seller_id: vendor_id, vendor_status }
}

function isOver(statuses: readonly VendorStatus[]): boolean {
  return statuses.every((status) => status === 'delivered' || status === 'returned')
}

/** Marks parts as paid by a courier's statement; a part is settled if the courier holds none of its cash any more. */
export async function markSettled(
  ctx: Context,
  parts: readonly string[],
  settlementId: string,
): Promise<void> {
  await sql`
    update order_parts set settlement_id = ${settlementId},
      settled_at = case when courier_cash = 0 then ${ctx.now()}::timestamptz end
    where id = any(${[...parts]}::uuid[])`.execute(ctx.db)
}

/** Marks a part as settled after its difference was accepted. */
export async function closeSettlement(ctx: Context, partId: string): Promise<void> {
  await ctx.db.updateTable('order_parts').set({ settled_at: ctx.now() }).where('id', '=', partId).execute()
}

/** Assigns parts to their previous settlement, or to none (null), when a later settlement is undone. */
export async function restoreSettlement(
  ctx: Context,
  parts: readonly { part_id: string; settlement_id: string | null; settled_at: Date | null }[],
): Promise<void> {
  await sql`
    update order_parts p set settlement_id = earlier.settlement_id,
      settled_at = case when p.courier_cash = 0 then earlier.settled_at end
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as earlier (part_id uuid, settlement_id uuid, settled_at timestamptz)
    where p.id = earlier.part_id`.execute(ctx.db)
}
