import { sql } from 'kysely'
import { readPosted } from '#features/money/server/queries.ts'
import { takeFbrInvoice } from '#features/orders/prints/server/invoice-commands.ts'
import { cancel, confirm, pay } from '#features/orders/server/commands.ts'
import { type Held, holdOrder } from '#features/orders/server/hold-commands.ts'
import type { PartRecord } from '#features/orders/server/tables.ts'
import { formatRs, parseRupees } from '#kit/contract/money.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { attempt, correct, deliver, pack, partOf, ship, takeBack } from './commands.ts'

/** An event from the courier or the shop front about an order, or about one seller's part of it. */
export interface OrderEvent {
  type: 'paid' | 'confirmed' | 'cancelled' | 'shipped' | 'attempted' | 'delivered' | 'returned' | 'invoiced'
  seller_id: string
  courier: string
  tracking_number: string
  reference: string
  /** What came in with a payment, in rupees. */
  amount?: string | undefined
  reason: string
  fbr_invoice_number: string
  fbr_qr: string
}

/**
 * Applies an event from an outside system; an event that is already applied changes nothing. A `shipped` event also
 * packs a part that is not packed yet. Refuses (not-found), (invalid) a seller without a part in the order, and
 * (conflict) an event that the order's state does not allow.
 */
export async function takeOrderEvent(
  ctx: Context,
  { id, ...event }: OrderEvent & { id: string },
): Promise<void> {
  const held = await holdOrder(ctx, id)
  if (event.type === 'paid') return takePayment(ctx, held, event)
  if (event.type === 'confirmed') return confirm(ctx, held)
  if (event.type === 'cancelled') return cancel(ctx, held, event.reason)
  const part = partOfSeller(held, event.seller_id)
  if (event.type === 'invoiced') return takeFbrInvoice(ctx, held, part, event)
  if (isKnown(part, event)) return ctx.unchanged()
  if (event.type === 'attempted') return attempt(ctx, held, part, event.reason)
  if (event.type === 'delivered') return deliver(ctx, held, part)
  if (event.type === 'returned') return takeBack(ctx, held, part, event.reason)
  const { courier, tracking_number } = event
  if (part.vendor_status === 'shipped') {
    // A late repetition must not undo what was corrected since.
    if (await wasCorrected(ctx, id, part, event)) return ctx.unchanged()
    return correct(ctx, held, part, { courier, tracking_number })
  }
  if (part.vendor_status !== 'to_pack') return ship(ctx, held, part, { courier, tracking_number })
  await pack(ctx, held, part)
  const packed = await holdOrder(ctx, id)
  return ship(ctx, packed, partOf(packed, part.id), { courier, tracking_number })
}

/** True if the part already went through this event: a repeated event, however late, changes nothing. */
function isKnown(part: PartRecord, { type, courier, tracking_number }: OrderEvent): boolean {
  if (type === 'delivered') return part.delivered_at !== null
  if (type === 'returned') return part.vendor_status === 'returned'
  const isSame = part.courier === courier && part.tracking_number === tracking_number
  return type === 'shipped' && part.shipped_at !== null && isSame
}

/** True if the part was under this tracking number before it was corrected. */
async function wasCorrected(
  ctx: Context,
  orderId: string,
  part: PartRecord,
  { courier, tracking_number }: OrderEvent,
): Promise<boolean> {
  const earlier = await ctx.db
    .selectFrom('audit_log')
    .select('id')
    .where('subject_type', '=', 'order')
    .where('subject_id', '=', orderId)
    .where('action', '=', 'correct')
    .where(sql`before ->> 'courier'`, '=', courier)
    .where(sql`before ->> 'tracking_number'`, '=', tracking_number)
    .where(sql`after ->> 'part'`, '=', part.shop_name)
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/**
 * A known reference repeats a recorded payment and changes nothing, unless it names another amount than was recorded, which
 * is refused; another reference is a second payment, which is refused because nothing is due. So is a payment with a
 * reference where only a courier has collected, or nothing was charged.
 */
async function takePayment(ctx: Context, held: Held, { reference, amount }: OrderEvent): Promise<void> {
  const { id, payment_status, payment_reference, order_number } = held.order
  const came = amount === undefined ? undefined : parseRupees(amount)
  if (['unpaid', 'cod_due'].includes(payment_status)) return pay(ctx, held, { reference, came })
  const booked = await readPosted(ctx.db, id, 'payment')
  // A payment whose reference was erased with its customer may be the one that is told again.
  const isToldAgain = payment_reference === '' ? booked > 0n : reference === payment_reference
  if (isToldAgain && (came === undefined || came === booked)) return ctx.unchanged()
  const paid = `Order ${order_number} was paid already`
  const why =
    isToldAgain && came !== undefined
      ? `${paid} with ${formatRs(booked)}, not with ${formatRs(came)}. Compare both with the bank, and return what is too much`
      : payment_reference === ''
        ? `Nothing is due for order ${order_number}. Return this payment`
        : `${paid} with reference ${payment_reference}. Return the second payment`
  throw new Refusal('conflict', why)
}

/** Returns the part that an event is about: the part of the named seller, or the only part. */
function partOfSeller({ parts }: Held, sellerId: string): PartRecord {
  const part =
    sellerId === '' && parts.length === 1 ? parts[0] : parts.find((one) => one.vendor_id === sellerId)
  if (part) return part
  throw fieldRefusal(
    'seller_id',
    sellerId === ''
      ? 'This order has several sellers. Give the seller_id'
      : 'This seller has no part in the order',
  )
}
