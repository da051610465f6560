import { v7 as uuidv7 } from 'uuid'
import { post } from '#features/money/server/commands.ts'
import { readBalance } from '#features/money/server/queries.ts'
import { transfer } from '#features/money/server/rules.ts'
import type { OrderDetail } from '#features/orders/contract.ts'
import {
  change,
  type Held,
  moved,
  readHeld,
  record,
  refuseForbidden,
  restock,
  reverse,
} from '#features/orders/server/hold-commands.ts'
import { chargedOf, type Reversal, reversalOf, sum } from '#features/orders/server/rules.ts'
import type { OrderRecord, RefundRecord } from '#features/orders/server/tables.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { formatRs, type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { maskIban } from '#kit/contract/pakistan.ts'
import { fieldRefusal, fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import type { RefundAccount, RefundEffect } from '../refund-contract.ts'
import { accountColumns, grantedRefund } from './account-commands.ts'
import { whyNotSend } from './queries.ts'

interface Wanted {
  lines: { line_id: string; amount: string; quantity: number }[]
  shipping: string
  restock: boolean
  method: 'bank' | 'wallet'
}

/**
 * Computes the effect of a refund: the amount for the customer, what each vendor, the commission and the taxes give
 * back, and each vendor's balance afterwards. Stores nothing. Refuses as `grantRefund` does.
 */
export async function previewRefund(
  ctx: Context,
  { id, ...wanted }: Wanted & { id: string },
): Promise<RefundEffect> {
  const held = await readHeld(ctx, id)
  return effectOf(ctx, held, await reversalWanted(ctx, held, wanted))
}

/**
 * Computes the effect of sending a granted refund now, for the person about to send it. Refuses (not-found), and
 * (conflict) a refund that is closed, or that includes a part that is no longer charged.
 */
export async function readRefundEffect(
  ctx: Context,
  { id, refund_id }: { id: string; refund_id: string },
): Promise<RefundEffect> {
  const held = await readHeld(ctx, id)
  const refund = await grantedRefund(ctx, id, refund_id)
  // An owed amount was reversed when it became owed, so sending the refund only moves the money.
  const reversal =
    refund.kind === 'lines'
      ? (await grantedReversal(ctx, held, refund)).reversal
      : { lines: [], shipping: [], amount: 0n }
  return { ...(await effectOf(ctx, held, reversal)), amount: rupeesFromPaisa(refund.amount) }
}

async function effectOf(ctx: Context, held: Held, reversal: Reversal): Promise<RefundEffect> {
  const vendors = []
  for (const part of held.parts) {
    const own = reversal.lines.filter((line) => line.vendorId === part.vendor_id)
    if (own.length === 0) continue
    const amount = sum(own, ({ share }) => share.vendor_share)
    const from = part.released_at ? 'available' : 'held'
    const before = await readBalance(ctx.db, `vendor_${from}`, part.vendor_id)
    vendors.push({
      vendor_id: part.vendor_id,
      shop_name: part.shop_name,
      amount: rupeesFromPaisa(amount),
      from: from as 'held' | 'available',
      balance_before: rupeesFromPaisa(before),
      balance_after: rupeesFromPaisa(before - amount),
    })
  }
  const side = (of: 'commission' | 'income_tax' | 'sales_tax' | 'promotion_grant') =>
    rupeesFromPaisa(sum(reversal.lines, ({ share }) => share[of]))
  return {
    amount: rupeesFromPaisa(reversal.amount),
    shipping: rupeesFromPaisa(sum(reversal.shipping, ({ amount }) => amount)),
    commission: side('commission'),
    income_tax: side('income_tax'),
    sales_tax: side('sales_tax'),
    promotion_grant: side('promotion_grant'),
    vendors,
  }
}

/**
 * Grants a refund of line items and shipping, with a reason; no money moves until another person sends it. Refuses
 * (not-found, stale), (invalid, with the paths) more than is charged or already granted, and a bank refund without an
 * account, (conflict) an order that is not paid.
 */
export function grantRefund(
  ctx: Context,
  {
    id,
    reason,
    account,
    ...wanted
  }: Wanted & { id: string; reason: string; account?: RefundAccount | undefined },
): Promise<OrderDetail> {
  return moved(ctx, id, async (held) => {
    const { order } = held
    await refuseErased(ctx, order)
    if (wanted.method === 'bank' && !account) {
      throw fieldRefusal('account', 'Enter the account title and the IBAN for the refund')
    }
    if (wanted.method === 'wallet' && account) {
      throw fieldRefusal('account', 'Leave out the account for a refund to the wallet')
    }
    const reversal = await reversalWanted(ctx, held, wanted)
    const refundId = uuidv7()
    const { actor } = ctx
    await ctx.db
      .insertInto('refunds')
      .values({
        id: refundId,
        order_id: id,
        status: 'granted',
        kind: 'lines',
        amount: reversal.amount,
        shipping: parseRupees(wanted.shipping),
        restock: wanted.restock,
        reason,
        method: wanted.method,
        ...(account ? accountColumns(ctx, account) : {}),
        granted_by: actor.kind === 'person' ? actor.id : null,
        granted_by_name: actorName(ctx),
        granted_at: ctx.now(),
      })
      .execute()
    if (reversal.lines.length > 0) {
      await ctx.db
        .insertInto('refund_lines')
        .values(
          reversal.lines.map(({ line, share: { net, ...sides } }) => ({
            refund_id: refundId,
            line_id: line.id,
            quantity: wanted.lines.find(({ line_id }) => line_id === line.id)?.quantity ?? 0,
            amount: net,
            ...sides,
          })),
        )
        .execute()
    }
    await change(ctx, order, {})
    await record(ctx, order, 'grant refund', {
      after: {
        refund: rupeesFromPaisa(reversal.amount),
        method: wanted.method,
        ...(account ? { account: maskIban(account.ibn_number) } : {}),
      },
      reason,
    })
  })
}

/**
 * Sends a refund: the mirror of the sale is written to the ledger and the money goes to the wallet or the bank account.
 * Refuses (not-found, stale), and (conflict) a closed refund, naming the person who closed it, a refund without an
 * account, and the person who granted the refund or entered its account, unless the shop has one person.
 */
export function sendRefund(
  ctx: Context,
  { id, refund_id, reference }: { id: string; refund_id: string; reference: string },
): Promise<OrderDetail> {
  return moved(ctx, id, async (held) => {
    const { order } = held
    const refund = await grantedRefund(ctx, id, refund_id)
    const { actor } = ctx
    const why = whyNotSend(ctx, refund)
    if (why) throw new Refusal('conflict', why)
    const isOwn = actor.kind === 'person' && [refund.granted_by, refund.account_by].includes(actor.id)
    if (refund.method === 'bank' && reference === '') {
      throw fieldRefusal('reference', 'Transfer reference is required')
    }
    if (refund.kind === 'lines') await reverseGranted(ctx, held, refund)
    const refunded_total = order.refunded_total + refund.amount
    const payment_status = refunded_total === order.paid_total ? 'refunded' : 'part_refunded'
    await change(ctx, order, { refunded_total, payment_status })
    await post(ctx, {
      kind: 'refund',
      orderId: id,
      sourceId: refund.id,
      words: `Refund of order ${order.order_number}`,
      postings: transfer(
        refund.amount,
        refund.method === 'wallet'
          ? { account: 'customer_wallet', owner: order.customer_id }
          : { account: 'bank', owner: null },
        { account: 'customer_due', owner: null },
      ),
    })
    await closeRefund(ctx, refund, 'sent', reference)
    await queueEvent(ctx, 'refund.sent', { order_id: id, refund_id: refund.id, payment_status })
    await record(ctx, order, isOwn ? 'send refund (one person)' : 'send refund', {
      before: { payment_status: order.payment_status },
      after: { payment_status, refund: rupeesFromPaisa(refund.amount), reference },
    })
  })
}

/**
 * Cancels a refund that was not sent. Refuses (not-found, stale), and (conflict) a closed refund and an owed refund.
 */
export function cancelRefund(
  ctx: Context,
  { id, refund_id, reason }: { id: string; refund_id: string; reason: string },
): Promise<OrderDetail> {
  return moved(ctx, id, async ({ order }) => {
    const refund = await grantedRefund(ctx, id, refund_id)
    if (refund.kind === 'owed') {
      throw new Refusal('conflict', 'The customer is owed this refund, so it cannot be cancelled')
    }
    await closeRefund(ctx, refund, 'cancelled', '')
    await change(ctx, order, {})
    await record(ctx, order, 'cancel refund', {
      before: { refund: rupeesFromPaisa(refund.amount) },
      reason,
    })
  })
}

/**
 * Erasing a customer locks their orders. The order is locked here, so an erasure is either finished and visible, or has
 * to wait for this transaction.
 */
async function refuseErased(ctx: Context, order: OrderRecord): Promise<void> {
  const { erased_at } = await ctx.db
    .selectFrom('customers')
    .select('erased_at')
    .where('id', '=', order.customer_id)
    .executeTakeFirstOrThrow()
  if (erased_at)
    throw new Refusal('conflict', 'The customer of this order was erased, so the refund has no recipient')
}

/** Builds the requested reversal, checked against what is charged and what is granted but not sent. */
async function reversalWanted(ctx: Context, held: Held, wanted: Wanted): Promise<Reversal> {
  const { order, parts, lines } = held
  if (order.order_status === 'declined') {
    throw new Refusal('conflict', 'The order is declined. The amount paid for it is owed already')
  }
  await refuseForbidden(ctx, held, 'refund')
  const granted = await grantedSoFar(ctx, order)
  const shippingLeft = sum(parts, (part) => part.shipping_total - part.shipping_reversed) - granted.shipping
  const shipping = parseRupees(wanted.shipping)
  const amounts = new Map(wanted.lines.map(({ line_id, amount }) => [line_id, parseRupees(amount)]))
  const errors = [
    ...wanted.lines.flatMap(({ line_id, quantity }, index) => {
      const line = lines.find(({ id }) => id === line_id)
      const path = `lines.${index}`
      if (!line) return [{ path: `${path}.line_id`, message: 'This line item is not in the order' }]
      if (wanted.lines.findIndex((other) => other.line_id === line_id) !== index)
        return [{ path: `${path}.line_id`, message: 'This line item is listed twice' }]
      const left = chargedOf(line) - (granted.lines.get(line_id) ?? 0n)
      const amount = amounts.get(line_id) ?? 0n
      if (amount <= 0n) return [{ path: `${path}.amount`, message: 'Must be above zero' }]
      if (amount > left)
        return [
          {
            path: `${path}.amount`,
            message: `At most ${formatRs(left)} is left to refund for this line item`,
          },
        ]
      return quantity > line.quantity - line.restocked
        ? [{ path: `${path}.quantity`, message: `At most ${line.quantity - line.restocked} can be returned` }]
        : []
    }),
    ...(shipping > shippingLeft
      ? [{ path: 'shipping', message: `At most ${formatRs(shippingLeft)} of the shipping is left to refund` }]
      : []),
  ]
  if (wanted.restock && wanted.lines.every(({ quantity }) => quantity === 0)) {
    errors.push({ path: 'restock', message: 'Enter how many units came back' })
  }
  if (errors.length > 0) throw fieldsRefusal(errors)
  const reversal = reversalOf(parts, lines, { amounts, shipping })
  if (reversal.amount <= 0n) throw fieldRefusal('lines', 'Choose line items or shipping to refund')
  const left = order.paid_total - order.refunded_total - granted.amount
  if (reversal.amount > left) {
    throw fieldRefusal('lines', `At most ${formatRs(left)} is left to refund`)
  }
  return reversal
}

async function grantedSoFar(ctx: Context, order: OrderRecord) {
  const refunds = await ctx.db
    .selectFrom('refunds')
    .select(['id', 'amount', 'shipping'])
    .where('order_id', '=', order.id)
    .where('status', '=', 'granted')
    .execute()
  const rows = await ctx.db
    .selectFrom('refund_lines')
    .innerJoin('refunds', 'refunds.id', 'refund_lines.refund_id')
    .select(['refund_lines.line_id', 'refund_lines.amount'])
    .where('refunds.order_id', '=', order.id)
    .where('refunds.status', '=', 'granted')
    .execute()
  const lines = new Map<string, Paisa>()
  for (const { line_id, amount } of rows) lines.set(line_id, (lines.get(line_id) ?? 0n) + amount)
  return {
    lines,
    amount: sum(refunds, ({ amount }) => amount),
    shipping: sum(refunds, ({ shipping }) => shipping),
  }
}

/**
 * Builds the reversal of a granted refund. The shares are computed when the refund is sent, because another refund may
 * have been sent first. Refuses (conflict) amounts that are no longer charged.
 */
async function grantedReversal(ctx: Context, { parts, lines }: Held, refund: RefundRecord) {
  const rows = await ctx.db
    .selectFrom('refund_lines')
    .select(['line_id', 'amount', 'quantity'])
    .where('refund_id', '=', refund.id)
    .execute()
  const amounts = new Map(rows.map(({ line_id, amount }) => [line_id, amount]))
  const isCharged = lines.every((line) => (amounts.get(line.id) ?? 0n) <= chargedOf(line))
  const open = sum(parts, (part) => part.shipping_total - part.shipping_reversed)
  if (!isCharged || refund.shipping > open) {
    throw new Refusal('conflict', 'A part was returned since and is no longer charged. Cancel this refund')
  }
  return { rows, reversal: reversalOf(parts, lines, { amounts, shipping: refund.shipping }) }
}

async function reverseGranted(ctx: Context, held: Held, refund: RefundRecord): Promise<void> {
  const { order, lines } = held
  const { rows, reversal } = await grantedReversal(ctx, held, refund)
  await reverse(ctx, held, reversal, `Refund of order ${order.order_number}`)
  for (const { line, share } of reversal.lines) {
    const { net: _, ...sides } = share
    await ctx.db
      .updateTable('refund_lines')
      .set(sides)
      .where('refund_id', '=', refund.id)
      .where('line_id', '=', line.id)
      .execute()
  }
  if (!refund.restock) return
  await restock(
    ctx,
    rows.flatMap(({ line_id, quantity }) => {
      const line = lines.find(({ id }) => id === line_id)
      return line ? [[line, quantity] as const] : []
    }),
  )
}

async function closeRefund(
  ctx: Context,
  { id, version }: RefundRecord,
  status: 'sent' | 'cancelled',
  reference: string,
): Promise<void> {
  const { actor } = ctx
  await ctx.db
    .updateTable('refunds')
    .set({
      status,
      reference,
      closed_by: actor.kind === 'person' ? actor.id : null,
      closed_by_name: actorName(ctx),
      closed_at: ctx.now(),
      version: version + 1,
    })
    .where('id', '=', id)
    .where('status', '=', 'granted')
    .execute()
}
