import { sql } from 'kysely'
import { allows, grants } from '#features/access/contract.ts'
import { karachiDay, plusDays } from '#kit/contract/day.ts'
import '#features/customers/server/tables.ts'
import type { OrderStatus } from '#features/orders/moves-contract.ts'
import '#features/orders/server/tables.ts'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import {
  type CardKind,
  cardKinds,
  type dashboard,
  daysBetween,
  type Figures,
  type Keyed,
  type Latest,
  type Sum,
} from '../contract.ts'
import { compared, daysOf, isOfCard, monthsOf, mostKeys, type Range, type Row, summed } from './rules.ts'

/**
 * Orders, commission and new customers in a range of days in Asia/Karachi, and in a comparison range. Sums are read
 * from the daily totals, never from the orders. Kinds whose list the user may not open are left out.
 */
export async function readFigures(ctx: Context, input: Input<typeof dashboard.figures>): Promise<Figures> {
  const permissions = ctx.actor.kind === 'person' ? ctx.actor.permissions : []
  const sees = (area: 'Orders' | 'Customer' | 'Products' | 'Ledger') =>
    allows(permissions, grants(area, 'view'))
  const now = rangeOf(ctx, input)
  const before = compared(now, input.compare)
  const kinds = [
    ...(sees('Orders') ? ['orders'] : []),
    ...(sees('Customer') ? ['customers'] : []),
    ...(sees('Ledger') ? ['commission'] : []),
  ]
  const [rows, rowsBefore] = [await readTotals(ctx, kinds, now), await readTotals(ctx, kinds, before)]
  const largest = sees('Orders') ? await readLargest(ctx, now) : { methods: [], cities: [], devices: [] }
  const of = (from: readonly Row[], kind: CardKind): Sum => summed(from.filter((row) => isOfCard(row, kind)))
  const shown = cardKinds.filter((kind) =>
    kind === 'customers' ? sees('Customer') : kind === 'commission' ? sees('Ledger') : sees('Orders'),
  )
  return {
    ...now,
    before_from: before.from,
    before_to: before.to,
    cards: shown.map((kind) => ({ kind, now: of(rows, kind), before: of(rowsBefore, kind) })),
    days: daysOf(now, before, rows, rowsBefore),
    ...largest,
    products: sees('Products') ? await readPopular(ctx, now) : [],
  }
}

/** The latest eight records of each kind that the user may open. */
export async function readLatest(ctx: Context): Promise<Latest> {
  const permissions = ctx.actor.kind === 'person' ? ctx.actor.permissions : []
  const sees = (area: 'Orders' | 'Customer' | 'Products') => allows(permissions, grants(area, 'view'))
  const orders = ctx.db
    .selectFrom('orders')
    .select(['id', 'order_number', 'customer_name', 'total_bill', 'order_status', 'placed_at'])
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(latestRows))
  const customers = ctx.db
    .selectFrom('customers')
    .select(['id', 'username', 'city', 'status', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(latestRows))
  const products = ctx.db
    .selectFrom('products')
    .innerJoin('vendors', 'vendors.id', 'products.vendor_id')
    .select([
      'products.id',
      'product_name',
      'product_price',
      'products.status',
      'cover_image',
      'products.created_at',
      sql<string>`coalesce(nullif(vendors.shop_name, ''), vendors.username)`.as('shop_name'),
    ])
    // The same filter as the list behind the table: products without a decision are part of the pending work.
    .where('products.list', '=', 'approved')
    .orderBy('products.created_at', 'desc')
    .orderBy('products.id', 'desc')
    .limit(sql.lit(latestRows))
  return {
    orders: (sees('Orders') ? await orders.execute() : []).map((order) => ({
      ...order,
      order_status: order.order_status as OrderStatus,
      total_bill: rupeesFromPaisa(order.total_bill),
      placed_at: order.placed_at.toISOString(),
    })),
    customers: (sees('Customer') ? await customers.execute() : []).map((customer) => ({
      ...customer,
      created_at: customer.created_at.toISOString(),
    })),
    products: (sees('Products') ? await products.execute() : []).map((product) => ({
      ...product,
      product_price: rupeesFromPaisa(product.product_price),
      created_at: product.created_at.toISOString(),
    })),
  }
}

const latestRows = 8

function rangeOf(ctx: Context, { from, to }: { from?: string | undefined; to?: string | undefined }): Range {
  if (from && to) return { from, to }
  const today = karachiDay(ctx.now())
  return { from: plusDays(today, -29), to: today }
}

async function readTotals(ctx: Context, kinds: readonly string[], { from, to }: Range): Promise<Row[]> {
  if (kinds.length === 0) return []
  const days = sql`day between ${from}::date and ${to}::date`
  const own = kinds.filter((kind) => kind !== 'commission')
  // Commission is recorded under the day of its order, with credits and debits as separate totals; the amount earned is
  // their difference.
  const earned = kinds.includes('commission') ? sql`kind = 'commission by order'` : sql`false`
  const parts = ['daily_totals', 'daily_deltas'].map(
    (table) => sql`
      select kind, key, day, n, amount from ${sql.table(table)} where kind = any(${own}) and ${days}
      union all
      select 'commission', '', day, n, case key when 'commission debit' then -amount else amount end
      from ${sql.table(table)} where ${earned} and ${days}`,
  )
  const { rows } = await sql<Row>`
    select kind, key, day::text, sum(n)::int4 as n, sum(amount)::text as amount
    from (${sql.join(parts, sql` union all `)}) t
    group by kind, key, day having sum(n) <> 0 or sum(amount) <> 0`.execute(ctx.db)
  return rows
}

/**
 * The largest values of each kind over all days. There may be hundreds of cities, and only the largest leave the
 * database.
 */
async function readLargest(
  ctx: Context,
  { from, to }: Range,
): Promise<Record<'methods' | 'cities' | 'devices', Keyed[]>> {
  const own = sql`kind in ('methods', 'cities', 'devices') and day between ${from}::date and ${to}::date`
  const { rows } = await sql<{ kind: string; key: string; n: number; amount: string }>`
    select kind, key, n::int4 as n, amount::text as amount from (
      select kind, key, sum(n) as n, sum(amount) as amount,
        row_number() over (partition by kind order by sum(n) desc, key collate "C") as place
      from (
        select kind, key, n, amount from daily_totals where ${own}
        union all select kind, key, n, amount from daily_deltas where ${own}
      ) t group by kind, key having sum(n) <> 0 or sum(amount) <> 0
    ) placed where place <= ${mostKeys} order by kind, place`.execute(ctx.db)
  const of = (wanted: string): Keyed[] =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map(({ key, n, amount }) => ({ key, n, amount: rupeesFromPaisa(BigInt(amount)) }))
  return { methods: of('methods'), cities: of('cities'), devices: of('devices') }
}

/**
 * The number of products per month that are read at first, and at most. Each further attempt reads eight times as many.
 */
const firstOfMonth = 128
const mostOfMonth = 16_000
/** Up to this many days, a range is summed completely at once, because it contains few rows. */
const fewDays = 7

/**
 * The best-selling products, by pieces; a product without a remaining piece in the range is left out. Only products
 * among the best of a month that the range touches are summed. Any other product has sold at most as many pieces as the
 * last ones of those months together. If that could still be enough, more products are read, and in the end all of
 * them.
 */
async function readPopular(ctx: Context, range: Range): Promise<Figures['products']> {
  if (daysBetween(range.from, range.to) > fewDays) {
    for (let most = firstOfMonth; most <= mostOfMonth; most *= 8) {
      const { products, beyond } = await bestOf(ctx, range, most)
      const last = products[mostKeys - 1]?.n ?? 0
      if (beyond === 0 || last > beyond) return products
    }
  }
  return (await bestOf(ctx, range, null)).products
}

/**
 * The best-selling products of a range among the best `most` products of each of its months (null: among all), and the
 * most pieces that any other product can have sold. Whole months are read from monthly totals, the days around them
 * from daily totals.
 */
async function bestOf(
  ctx: Context,
  range: Range,
  most: number | null,
): Promise<{ products: Figures['products']; beyond: number }> {
  const { touched, whole, around } = monthsOf(range)
  const among = most === null ? sql`` : sql`and key in (select key from wanted)`
  const within = ({ from, to }: Range) => sql`kind = 'products' and day between ${from}::date and ${to}::date`
  const { rows } = await sql<{ beyond: string; products: Figures['products'] | null }>`
    with best as (
      select month, b.key, b.n from unnest(${touched}::date[]) month cross join lateral (
        select key, n from daily_totals where kind = 'products by month' and day = month
        order by n desc, key limit ${most ?? 0}
      ) b
    ),
    beyond as (
      select coalesce(sum(n), 0) as n from (
        select case when count(*) < ${most ?? 0} then 0 else min(n) end as n from best group by month
      ) last_of_month
    ),
    wanted as materialized (select key from best union select key from daily_deltas where ${within(range)}),
    sold as (
      select key, n, amount from daily_totals
      where kind = 'products by month' and day = any(${whole}::date[]) ${among}
      ${sql.join(
        around.map(
          (days) => sql`union all select key, n, amount from daily_totals where ${within(days)} ${among}`,
        ),
        sql` `,
      )}
      union all select key, n, amount from daily_deltas where ${within(range)} ${among}
    ),
    first_ones as (
      select key, sum(n) as n, sum(amount) as amount from sold
      group by key having sum(n) > 0 order by sum(n) desc, key limit ${mostKeys}
    )
    select (select n from beyond)::text as beyond, (select json_agg(f) from (
      select t.key, t.n::int4 as n, t.amount::text as amount, p.product_name, p.cover_image, p.product_stock as stock,
        coalesce(nullif(v.shop_name, ''), v.username) as shop_name
      from first_ones t join products p on p.id = t.key::uuid join vendors v on v.id = p.vendor_id
      order by t.n desc, t.key) f) as products`.execute(ctx.db)
  const products = (rows[0]?.products ?? []).map((row) => ({
    ...row,
    amount: rupeesFromPaisa(BigInt(row.amount)),
  }))
  return { products, beyond: Number(rows[0]?.beyond ?? 0) }
}
