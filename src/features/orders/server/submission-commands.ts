import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { categoryNamesOf } from '#features/categories/server/tables.ts'
import { countOrder } from '#features/customers/server/latest-commands.ts'
import { markUsed } from '#features/delivery/server/entry-commands.ts'
import { holdDelivery } from '#features/delivery/server/quote-queries.ts'
import { post } from '#features/money/server/commands.ts'
import { readPricing } from '#features/money/server/queries.ts'
import { salePostings, transfer } from '#features/money/server/rules.ts'
import { takeFromStock } from '#features/products/server/stock-commands.ts'
import '#features/vendors/server/tables.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { fieldRefusal, fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { differencesToMark, insertMarks } from '../checks/server/commands.ts'
import { deliveryDifferences, holdLines } from '../checks/server/queries.ts'
import type { OrderStatus } from '../moves-contract.ts'
import { type PaidInto, paidIntoBy } from '../payment-contract.ts'
import type { OrderSubmission } from '../submission-contract.ts'
import { insertParts, type Product } from './insertion-commands.ts'
import { contactColumns, type OrderedLine, type SaidLine, type SplitPart, splitOrder, sum } from './rules.ts'
import './tables.ts'

export interface SubmittedOrder {
  id: string
  order_number: string
  status: OrderStatus
  /** False if the same body was submitted before: nothing was stored. */
  isNew: boolean
}

/**
 * Accepts an order from the shop front: splits it among the vendors, takes the goods out of stock, writes the sale to the
 * ledger, and tells webhooks of it. The same body again returns the same order and tells nobody. Refuses (invalid, with the paths) an unknown customer,
 * product or seller, a campaign that was not in force, sums that do not add up, and a line item that differs from its
 * listing where the setting is to refuse (with the other setting the order is marked); (conflict) another body under a
 * known id.
 */
export async function submitOrder(ctx: Context, body: OrderSubmission): Promise<SubmittedOrder> {
  const body_hash = ctx.services.keys.blind('order', JSON.stringify(body))
  const known = await findByExternalId(ctx, body.external_id)
  if (known) return answerKnown(ctx, known, body_hash)
  const customer = await readCustomer(ctx, body.customer_id)
  const products = await lockProducts(ctx, body.lines)
  refuseWrongSums(body)

  const at = placedAt(ctx, body)
  // A concurrent submission of the same order may have locked the products first; this one must not compare stock that
  // the other has taken.
  const meanwhile = await findByExternalId(ctx, body.external_id)
  if (meanwhile) return answerKnown(ctx, meanwhile, body_hash)
  const inStock = stockFor(body.lines, products)
  const toHold = body.lines.map((line, index) => ({ ...line, inStock: inStock[index] ?? 0 }))
  // If the sender's clock is ahead, prices are checked as of now: a price that takes effect later cannot have been
  // charged yet.
  const heldAt = at > ctx.now() ? ctx.now() : at
  const { differences, held, errors } = await holdLines(ctx.db, toHold, heldAt)
  if (errors.length > 0) throw fieldsRefusal(errors)
  const delivered = await deliveryOf(ctx, body, heldAt)
  const marks = await differencesToMark(ctx, [...differences, ...delivered.differences], at)
  const pricing = await readPricing(ctx.db, at, withheldOn(body))
  const lines = body.lines.map((line, index) =>
    orderedLine(line, products[index] as Product, held[index]?.bought ?? null),
  )
  const [discount, shipping] = [parseRupees(body.discount_total), parseRupees(body.shipping_total)]
  const parts = splitOrder(lines, discount, shipping, pricing)
  const itemsTotal = sum(parts, (part) => part.itemsTotal)
  const total = sum(parts, (part) => part.total)
  const isPaid = body.paid_reference !== '' || total === 0n
  const id = uuidv7()
  const order_number = body.order_number || (await nextNumber(ctx))
  const inserted = await ctx.db
    .insertInto('orders')
    .values({
      id,
      external_id: body.external_id,
      body_hash,
      order_number,
      customer_id: customer.id,
      ...contactColumns(body, customer),
      device_os: body.device_os,
      payment_method: body.payment_method,
      order_status: 'pending',
      payment_status: isPaid ? 'paid' : body.payment_method === 'cod' ? 'cod_due' : 'unpaid',
      vendor_status: 'to_pack',
      items_total: itemsTotal,
      discount_total: discount,
      shipping_total: shipping,
      total_bill: total,
      total_qty: lines.reduce((all, { quantity }) => all + quantity, 0),
      paid_total: isPaid ? total : 0n,
      payment_reference: body.paid_reference,
      placed_at: at,
      status_since: ctx.now(),
      created_at: ctx.now(),
      updated_at: ctx.now(),
      skus: [...new Set(products.map(({ sku }) => sku))].join(' '),
      ...delivered.columns,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return answerTaken(ctx, body, body_hash)
  const lineIds = await insertParts(ctx, id, at, parts, { said: body.lines, products, inStock })
  await insertMarks(ctx, id, lineIds, marks)
  await markUsed(ctx, delivered.columns)
  await takeOutOfStock(ctx, products, body.lines)
  await postSale(ctx, { id, order_number, parts, shipping })
  if (isPaid) {
    await post(ctx, {
      kind: 'payment',
      orderId: id,
      words: `Payment of order ${order_number}`,
      postings: await paymentPostings(ctx, paidIntoBy(body.payment_method), customer.id, total),
    })
  }
  await countOrder(ctx, { customer_id: customer.id, total, placed_at: at })
  await tellOfNew(ctx, id, isPaid)
  await ctx.record({
    action: 'submit',
    subject: { type: 'order', id, name: order_number },
    after: { order_status: 'pending', total_bill: rupeesFromPaisa(total) },
  })
  return { id, order_number, status: 'pending', isNew: true }
}

/** Tells webhooks of a new order as of one that becomes pending, and of its payment where it was paid as it was placed. */
async function tellOfNew(ctx: Context, order_id: string, isPaid: boolean): Promise<void> {
  await queueEvent(ctx, 'order.pending', { order_id, order_status: 'pending' })
  if (isPaid) await queueEvent(ctx, 'order.paid', { order_id, payment_status: 'paid' })
}

/** Writes the sale to the ledger: what the customer owes, and the share of everybody in it. */
async function postSale(
  ctx: Context,
  sale: { id: string; order_number: string; parts: readonly SplitPart[]; shipping: Paisa },
): Promise<void> {
  await post(ctx, {
    kind: 'sale',
    orderId: sale.id,
    words: `Sale of order ${sale.order_number}`,
    postings: salePostings(
      sale.parts.flatMap(({ vendorId, lines: own }) =>
        own.map(({ share }) => ({ vendorId, from: 'vendor_held' as const, share })),
      ),
      sale.shipping,
    ),
  })
}

/**
 * The delivery that the order names, and how it differs from what was in force; naming none is a difference where there was
 * one to choose. Refuses (invalid) an unknown id, and a shipping method together with a pickup location.
 */
async function deliveryOf(ctx: Context, body: OrderSubmission, at: Date) {
  if (body.shipping_method_id && body.pickup_location_id) {
    throw fieldRefusal('pickup_location_id', 'An order is shipped or collected, not both')
  }
  const shipping = parseRupees(body.shipping_total)
  const held = await holdDelivery(ctx.db, { ...body, shipping, isCash: body.payment_method === 'cod' }, at)
  if (held.errors.length > 0) throw fieldsRefusal(held.errors)
  return { columns: held.columns, differences: deliveryDifferences(held, shipping) }
}

/** What tax is withheld on: a courier withholds on the cash that it collects, a bank on all other payments. */
function withheldOn(body: OrderSubmission): 'cash' | 'digital' {
  // No courier collects cash for an order that is paid in advance, which is done by transfer, or that the customer collects.
  const isCollected = body.payment_method === 'cod' && body.paid_reference === '' && !body.pickup_location_id
  return isCollected ? 'cash' : 'digital'
}

type SaleCampaign = Exclude<OrderedLine['promotion'], undefined>

function orderedLine(line: SaidLine, product: Product, promotion: SaleCampaign): OrderedLine {
  return {
    productId: product.id,
    vendorId: product.vendor_id,
    categories: product.categories,
    unitPrice: parseRupees(line.unit_price),
    quantity: line.quantity,
    promotion,
  }
}

/** Returns when the order was placed. Refuses (invalid) a time in the future, or from before the shop existed. */
function placedAt(ctx: Context, { placed_at }: OrderSubmission): Date {
  if (!placed_at) return ctx.now()
  const at = new Date(placed_at)
  const isPossible = at.getUTCFullYear() >= 2000 && at.getTime() <= ctx.now().getTime() + dayMs
  if (isPossible) return at
  throw fieldRefusal('placed_at', 'Must be between the year 2000 and tomorrow')
}

const dayMs = 86_400_000

/** A payment of what a customer owes, from where its money comes in. Refuses (conflict) a wallet with too little money. */
export async function paymentPostings(ctx: Context, into: PaidInto, customerId: string, amount: Paisa) {
  const due = { account: 'customer_due', owner: null } as const
  if (into === 'wallet') {
    const wallet = await lockedWallet(ctx, customerId)
    if (wallet < amount) throw new Refusal('conflict', 'The wallet balance of the customer is too low')
    return transfer(amount, due, { account: 'customer_wallet', owner: customerId })
  }
  return transfer(amount, due, { account: into, owner: null })
}

/** Returns the balance of a wallet and locks the wallet until this transaction ends. */
async function lockedWallet(ctx: Context, customerId: string): Promise<Paisa> {
  const { rows: locked } = await sql<{ id: string }>`
    select id from ledger_accounts where kind = 'customer_wallet' and owner_id = ${customerId} for update`.execute(
    ctx.db,
  )
  const [account] = locked
  if (!account) return 0n
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(amount), 0)::text as balance from (
      select amount from ledger_balances where account_id = ${account.id}
      union all select amount from ledger_deltas where account_id = ${account.id}) a`.execute(ctx.db)
  return -BigInt(rows[0]?.balance ?? '0')
}

interface Known {
  id: string
  order_number: string
  order_status: string
  /** Null if the customer was erased: the submitted data can no longer be compared, but the order still exists. */
  body_hash: Buffer | null
}

function findByExternalId(ctx: Context, externalId: string): Promise<Known | undefined> {
  return ctx.db
    .selectFrom('orders')
    .select(['id', 'order_number', 'order_status', 'body_hash'])
    .where('external_id', '=', externalId)
    .executeTakeFirst()
}

function answerKnown(ctx: Context, known: Known, hash: Buffer): SubmittedOrder {
  if (known.body_hash && !known.body_hash.equals(hash)) {
    throw new Refusal('conflict', 'An order with this external_id was submitted before with other contents')
  }
  ctx.unchanged()
  const { id, order_number } = known
  return { id, order_number, status: known.order_status as OrderStatus, isNew: false }
}

/**
 * The insert hit a conflict: either the same order was submitted at the same time, or another order has this number.
 */
async function answerTaken(ctx: Context, body: OrderSubmission, hash: Buffer): Promise<SubmittedOrder> {
  const known = await findByExternalId(ctx, body.external_id)
  if (!known) throw fieldRefusal('order_number', 'Another order has this number')
  return answerKnown(ctx, known, hash)
}

async function nextNumber(ctx: Context): Promise<string> {
  const { rows } = await sql<{ n: string }>`select nextval('order_numbers')::text as n`.execute(ctx.db)
  return `M-${rows[0]?.n}`
}

async function readCustomer(ctx: Context, id: string) {
  const customer = await ctx.db
    .selectFrom('customers')
    .select(['id', 'username', 'email', 'phone', 'status', 'erased_at'])
    .where('id', '=', id)
    // Waits for an erasure of this customer to finish: an order stored after it would bring the personal data back.
    .forKeyShare()
    .executeTakeFirst()
  const wrong = !customer
    ? 'Customer not found'
    : customer.erased_at
      ? 'This customer was erased'
      : customer.status === 'disabled'
        ? 'This customer is disabled'
        : null
  if (wrong || !customer) throw fieldRefusal('customer_id', wrong ?? '')
  return customer
}

/** Returns the product of each line item, in line order, locked in the order of their ids. Refuses (invalid). */
async function lockProducts(ctx: Context, lines: OrderSubmission['lines']): Promise<Product[]> {
  const ids = [...new Set(lines.map(({ product_id }) => product_id))].sort()
  const { rows } = await sql<Product>`
    select p.id, p.vendor_id, p.sku, p.product_name, ${categoryNamesOf('p')} as categories, p.cover_image, p.product_stock,
      coalesce(nullif(v.shop_name, ''), v.username) as shop_name
    from products p join vendors v on v.id = p.vendor_id
    where p.id = any(${ids}) order by p.id for update of p`.execute(ctx.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const errors = lines.flatMap((line, index): { path: string; message: string }[] => {
    const product = byId.get(line.product_id)
    if (!product) return [{ path: `lines.${index}.product_id`, message: 'Product not found' }]
    if (line.seller_id && line.seller_id !== product.vendor_id)
      return [{ path: `lines.${index}.seller_id`, message: 'This product belongs to another seller' }]
    return []
  })
  if (errors.length > 0) throw fieldsRefusal(errors)
  return lines.map(({ product_id }) => byId.get(product_id) as Product)
}

/** The stock available to each line item, after earlier line items of the same product took theirs. */
function stockFor(lines: OrderSubmission['lines'], products: readonly Product[]): number[] {
  const left = new Map(products.map(({ id, product_stock }) => [id, product_stock]))
  return lines.map(({ product_id, quantity }) => {
    const there = left.get(product_id) ?? 0
    left.set(product_id, Math.max(0, there - quantity))
    return there
  })
}

function refuseWrongSums(body: OrderSubmission): void {
  const items = body.lines.reduce(
    (total, line) => total + parseRupees(line.unit_price) * BigInt(line.quantity),
    0n,
  )
  const discount = parseRupees(body.discount_total)
  const total = items - discount + parseRupees(body.shipping_total)
  const errors = [
    ...(items === parseRupees(body.items_total)
      ? []
      : [{ path: 'items_total', message: `The line items add up to ${rupeesFromPaisa(items)}` }]),
    ...(discount <= items
      ? []
      : [{ path: 'discount_total', message: 'Must not be more than the items cost' }]),
    ...(total === parseRupees(body.total_bill)
      ? []
      : [
          { path: 'total_bill', message: `Items, discount and shipping add up to ${rupeesFromPaisa(total)}` },
        ]),
  ]
  if (errors.length > 0) throw fieldsRefusal(errors)
}

/**
 * A sale is never refused for stock here: if less is left than was ordered, the stock ends at zero and the line item
 * records the shortage.
 */
async function takeOutOfStock(
  ctx: Context,
  products: readonly Product[],
  lines: OrderSubmission['lines'],
): Promise<void> {
  const taken = new Map<string, number>()
  for (const [index, { id }] of products.entries()) {
    taken.set(id, (taken.get(id) ?? 0) + (lines[index]?.quantity ?? 0))
  }
  await takeFromStock(ctx, taken)
}
