import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { TimelineEntry } from '#features/audit/contract.ts'
import { noteActions } from '#features/notes/contract.ts'
import { mostOfAJob } from '#kit/contract/bulk-job.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { mapped } from '#kit/contract/fields.ts'
import { parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { countDays } from '#kit/server/day-totals.ts'
import { withinDays } from '#kit/server/days.ts'
import { countMatching, listPage, pickIds } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { searchOf } from '#kit/server/search.ts'
import { type MarkKind, markKinds } from '../checks/marks-contract.ts'
import { readMarks } from '../checks/server/queries.ts'
import type { OrderDetail, OrderLine, OrderPart, OrderRow, orders, searched } from '../contract.ts'
import { type KeptName, keptFields } from '../fields-contract.ts'
import { presetCondition } from '../lists/server/preset-queries.ts'
import { cashOverdueDays, type OrderStatus, orderStatuses } from '../moves-contract.ts'
import { type RefundWithLines, refundShape } from '../refunds/server/queries.ts'
import { orderPath } from '../screen-contract.ts'
import { dueOf, payableOf, storedLineOf, sum, vendorShareLeft } from './rules.ts'
import type { LineRecord, OrderRecord, PartRecord } from './tables.ts'

export type Filters = z.infer<z.ZodObject<typeof searched>>

export function listOrders(ctx: Context, input: Input<typeof orders.list>): Promise<Page<OrderRow>> {
  return listPage(ctx.db, orderSource(ctx.db, input), input)
}

/** Counts the orders that match these filters: exact up to the most orders that one job may process. */
export async function countMatchingOrders(
  ctx: Context,
  input: Filters,
): Promise<{ count: number; is_more: boolean }> {
  const count = await countMatching(ctx.db, orderSource(ctx.db, input), mostOfAJob + 1)
  return { count: Math.min(count, mostOfAJob), is_more: count > mostOfAJob }
}

/**
 * Returns the ids of the orders that match these filters, except the excluded ones; one id more than a job may process
 * means too many.
 */
export async function pickOrders(ctx: Context, input: Filters, except: readonly string[]): Promise<string[]> {
  const left = new Set(except)
  const ids = await pickIds(ctx.db, orderSource(ctx.db, input), mostOfAJob + 1 + left.size)
  return ids.filter((id) => !left.has(id))
}

/** Reads one order with its parts, line items, refunds and history. Refuses (not-found) an unknown id. */
export async function readOrder(ctx: Context, { id }: { id: string }): Promise<OrderDetail> {
  const order = await ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!order) throw new Refusal('not-found', 'Order not found')
  const { rows } = await sql<{
    parts: StoredPart[]
    lines: StoredLine[]
    refunds: RefundWithLines[] | null
    history: TimelineEntry[] | null
  }>`
    select
      (select json_agg(p) from (
        select *, total::text, items_total::text, discount_total::text, shipping_total::text,
          shipping_reversed::text, vendor_share::text, courier_cash::text,
          (select json_build_object('id', s.id, 'number', s.number, 'reference', s.reference, 'paid_on', s.paid_on)
            from settlements s where s.id = settlement_id) as settlement
        from order_parts where order_id = ${id} order by number) p) as parts,
      (select json_agg(l) from (
        select order_lines.*, (select json_build_object('id', c.id, 'name', c.name)
          from promotions c where c.id = promotion_id) as promotion
        from order_lines where order_id = ${id} order by number) l) as lines,
      (select json_agg(r) from (
        select refunds.*, (select json_agg(rl) from (
          select line_id, quantity, amount::text from refund_lines where refund_id = refunds.id order by line_id) rl) as lines
        from refunds where order_id = ${id} order by granted_at desc, id desc) r) as refunds,
      (select json_agg(a) from (
        select id, at, actor_kind, actor_name, action, reason, before, after
        from audit_log where subject_type = 'order' and subject_id = ${id} and not action = any(${[...noteActions]})
        order by id desc limit 50) a) as history`.execute(ctx.db)
  const around = rows[0]
  if (!around) throw new Error('a select without from answered no row')
  const marks = await readMarks(ctx.db, id)
  const open = marks.filter(({ checked_at }) => checked_at === null).map(({ kind }) => kind)
  return {
    ...orderRow(order, open),
    marks,
    address: order.address,
    area: order.area,
    landmark: order.landmark,
    province: order.province,
    device_os: order.device_os,
    customer_note: order.customer_note,
    shipping_method_id: order.shipping_method_id,
    packaging_id: order.packaging_id,
    pickup_location_id: order.pickup_location_id,
    shipping_method: order.shipping_method,
    packaging: order.packaging,
    pickup_location: order.pickup_location,
    items_total: rupeesFromPaisa(order.items_total),
    discount_total: rupeesFromPaisa(order.discount_total),
    shipping_total: rupeesFromPaisa(order.shipping_total),
    paid_total: rupeesFromPaisa(order.paid_total),
    reversed_total: rupeesFromPaisa(order.reversed_total),
    refunded_total: rupeesFromPaisa(order.refunded_total),
    due: rupeesFromPaisa(dueOf(order)),
    payable: rupeesFromPaisa(payableOf(order)),
    payment_reference: order.payment_reference,
    confirmed_at: order.confirmed_at?.toISOString() ?? null,
    call_attempts: order.call_attempts,
    status_reason: order.status_reason,
    parts: around.parts.map((part) => partShape(part, around.lines)),
    refunds: (around.refunds ?? []).map((refund) => refundShape(ctx, refund, order.customer_name)),
    history: (around.history ?? []).map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
  }
}

/** A row as JSON: times are text, amounts are text or, if small enough, numbers. */
type Json<R> = {
  [K in keyof R]: R[K] extends bigint ? string | number : R[K] extends Date | null ? string | null : R[K]
}

type StoredPart = Json<PartRecord> & Pick<OrderPart, 'settlement'>

type StoredLine = Json<LineRecord> & Pick<OrderLine, 'promotion'>

function partShape(part: StoredPart, lines: readonly StoredLine[]): OrderPart {
  const own = lines.filter((line) => line.part_id === part.id)
  const sold = own.map(storedLineOf)
  return {
    id: part.id,
    number: part.number,
    vendor_id: part.vendor_id,
    shop_name: part.shop_name,
    vendor_status: part.vendor_status as OrderPart['vendor_status'],
    items_total: amount(part.items_total),
    discount_total: amount(part.discount_total),
    shipping_total: amount(part.shipping_total),
    shipping_reversed: amount(part.shipping_reversed),
    total: amount(part.total),
    reversed_total: rupeesFromPaisa(BigInt(part.shipping_reversed) + sum(sold, ({ reversed }) => reversed)),
    vendor_share: amount(part.vendor_share),
    vendor_share_left: rupeesFromPaisa(vendorShareLeft(sold)),
    courier: part.courier,
    tracking_number: part.tracking_number,
    delivery_attempts: part.delivery_attempts,
    return_reason: part.return_reason,
    packed_at: time(part.packed_at),
    shipped_at: time(part.shipped_at),
    delivered_at: time(part.delivered_at),
    returned_at: time(part.returned_at),
    return_decided_at: time(part.return_decided_at),
    invoice_number: part.invoice_number,
    invoiced_at: time(part.invoiced_at),
    fbr_invoice_number: part.fbr_invoice_number,
    fbr_qr: part.fbr_qr,
    released_at: time(part.released_at),
    courier_cash: amount(part.courier_cash),
    settlement: part.settlement && { ...part.settlement, settled_at: time(part.settled_at) },
    lines: own.map(lineShape),
  }
}

/** The fields of a line item as submitted. */
function keptOf(line: StoredLine): Pick<OrderLine, KeptName> {
  return mapped(keptFields, ({ kind }, name) =>
    kind === 'rupees' ? amount(line[name]) : line[name],
  ) as Pick<OrderLine, KeptName>
}

function lineShape(line: StoredLine): OrderLine {
  return {
    id: line.id,
    ...keptOf(line),
    sku: line.sku,
    product_name: line.product_name,
    image: line.image,
    line_total: amount(line.line_total),
    net_total: rupeesFromPaisa(BigInt(line.line_total) - BigInt(line.discount)),
    discount: amount(line.discount),
    short: line.short,
    restocked: line.restocked,
    commission: amount(line.commission),
    commission_rate_bp: line.commission_rate_bp,
    commission_why: line.commission_why,
    income_tax: amount(line.income_tax),
    sales_tax: amount(line.sales_tax),
    vendor_share: amount(line.vendor_share),
    promotion: line.promotion,
    promotion_discount: amount(line.promotion_discount),
    promotion_grant: amount(line.promotion_grant),
    reversed: amount(line.reversed),
  }
}

/** The columns hold far less than the largest exact JSON number, so nothing is rounded in transit. */
function amount(paisa: string | number): string {
  return rupeesFromPaisa(BigInt(paisa))
}

function time(text: Date | string | null): string | null {
  return text === null ? null : new Date(text).toISOString()
}

function orderRow(order: OrderRecord, open: readonly MarkKind[]): OrderRow {
  return {
    id: order.id,
    order_number: order.order_number,
    customer_id: order.customer_id,
    customer_name: order.customer_name,
    email: order.email,
    phone: order.phone,
    city: order.city,
    total_bill: rupeesFromPaisa(order.total_bill),
    total_qty: order.total_qty,
    payment_method: order.payment_method as OrderRow['payment_method'],
    order_status: order.order_status as OrderRow['order_status'],
    payment_status: order.payment_status as OrderRow['payment_status'],
    vendor_status: order.vendor_status as OrderRow['vendor_status'],
    placed_at: order.placed_at.toISOString(),
    status_since: order.status_since.toISOString(),
    // The list names the first one alone.
    open_marks: markKinds.filter((kind) => open.includes(kind)),
    is_pickup: order.pickup_location_id !== null,
    version: order.version,
  }
}

function countKey(status: OrderStatus): `orders:${OrderStatus}` {
  return `orders:${status}`
}

/** The orders of the lists that these filters leave, with all of their columns. */
export function orderSource(db: Database, input: Filters): ListSource<OrderRow> {
  const statuses = statusesOf(input)
  const { from, to } = input
  const hasDays = from !== undefined || to !== undefined
  const days = withinDays('o.placed_at', input)
  const filters = filtersOf(input)
  // Filters with kept day totals count as part of the partition, so their count is exact: the dashboard numbers link
  // here.
  const totals = totalsOf(input)
  const whole = [...days, ...(totals ? filters : [])]
  return {
    from: sql`orders o`,
    alias: 'o',
    partitions: statuses.map((status) => sql.join([sql`o.list = ${status}`, ...whole], sql` and `)),
    filters: totals ? [] : filters,
    isNarrowed: whole.length > 0,
    search: input.q ? searchOf(input.q, { table: 'order_search', column: 'o.id' }) : null,
    ownSorts: ['-placed_at'],
    sorts: {
      placed_at: { column: 'placed_at', type: 'timestamptz' },
      order_number: { column: 'order_number', type: 'text' },
      customer_name: { column: 'customer_name', type: 'text' },
      total_bill: { column: 'total_bill', type: 'int8' },
      total_qty: { column: 'total_qty', type: 'int4' },
    },
    select: sql`o.*, ${openMarksOf('o')} as open_marks`,
    countAll:
      totals && (hasDays || totals.kind !== 'orders') ? () => countDays(db, totals) : statuses.map(countKey),
    shape: (order: OrderRecord & { open_marks: MarkKind[] | null }) =>
      orderRow(order, order.open_marks ?? []),
  }
}

function statusesOf(input: Filters): OrderStatus[] {
  const asked: readonly OrderStatus[] = input.status ? [input.status] : orderStatuses
  return asked.filter((status) => status !== input.without || status === input.status)
}

/** The day totals that give the count and sum for these filters; null if no totals are kept for them, or under a search. */
export function totalsOf(input: Filters) {
  if (input.q) return null
  const { from, to } = input
  const keys = statusesOf(input)
  const filters = filtersOf(input)
  if (filters.length === 0) return { kind: 'orders', keys, from, to } as const
  const key = filters.length === 1 && keys.length === orderStatuses.length ? keyOf(input) : null
  return key && { ...key, from, to }
}

/** The single filter besides the days that has day totals; null if there is none. */
function keyOf({ payment_method, city, device_os }: Filters) {
  if (payment_method) return { kind: 'methods', keys: [payment_method] } as const
  if (city) return { kind: 'cities', keys: [city] } as const
  return device_os ? ({ kind: 'devices', keys: [device_os] } as const) : null
}

function filtersOf(input: Filters): RawBuilder<unknown>[] {
  const { payment_status, vendor_status, payment_method, vendor_id, customer_id, city, device_os } = input
  return [
    ...(payment_status ? [sql`o.payment_status = ${payment_status}`] : []),
    ...(vendor_status ? [sql`o.vendor_status = ${vendor_status}`] : []),
    ...(payment_method ? [sql`o.payment_method = ${payment_method}`] : []),
    ...(input.refund ? [sql`o.id in (select order_id from refunds where status = ${input.refund})`] : []),
    ...(input.preset ? [presetCondition(input.preset)] : []),
    ...(input.mark
      ? [
          sql`o.id in (select order_id from order_marks where checked_at is null and ${markedFor(input.mark)})`,
        ]
      : []),
    ...(customer_id ? [sql`o.customer_id = ${customer_id}`] : []),
    ...(vendor_id ? [sql`o.id in (select order_id from order_parts where vendor_id = ${vendor_id})`] : []),
    ...(input.promotion_id
      ? [sql`o.id in (select order_id from order_lines where promotion_id = ${input.promotion_id})`]
      : []),
    ...(input.courier || input.cash ? [sql`o.id in (${withCourier(input)})`] : []),
    ...(city ? [sql`o.city = ${city}`] : []),
    ...(device_os ? [sql`o.device_os = ${device_os}`] : []),
    ...(input.least ? [sql`o.total_bill >= ${parseRupees(input.least)}`] : []),
    ...(input.most ? [sql`o.total_bill <= ${parseRupees(input.most)}`] : []),
  ]
}

function markedFor(mark: NonNullable<Filters['mark']>): RawBuilder<unknown> {
  return mark === 'open' ? sql`true` : sql`kind = ${mark}`
}

/** SQL for the kinds of open marks of an order, null if there are none; `order` is the alias of the orders table. */
function openMarksOf(order: string): RawBuilder<MarkKind[] | null> {
  return sql`(select array_agg(distinct m.kind) from order_marks m
    where m.order_id = ${sql.ref(`${order}.id`)} and m.checked_at is null)`
}

/** SQL for the orders with a part of this courier, or with a part whose cash is in this state. */
function withCourier({ courier, cash }: Filters): RawBuilder<unknown> {
  return sql`select p.order_id from order_parts p where true
    ${courier ? sql`and lower(p.courier) = lower(${courier}) and p.tracking_number <> ''` : sql``}
    ${cash === 'difference' ? sql`and p.courier_cash <> 0 and p.settlement_id is not null` : sql``}
    ${cash && cash !== 'difference' ? sql`and p.courier_cash > 0 and p.settlement_id is null` : sql``}
    ${cash === 'overdue' ? sql`and p.delivered_at < now() - make_interval(days => ${cashOverdueDays})` : sql``}`
}

/** Returns the name of an order and the path of its screen, for notes; undefined if there is no such order. */
export async function findNotedOrder(db: Database, id: string) {
  const found = await db.selectFrom('orders').select('order_number').where('id', '=', id).executeTakeFirst()
  return found && { name: found.order_number, path: `${orderPath}?id=${id}` }
}
