import { type RawBuilder, sql } from 'kysely'
import { allows } from '#features/access/contract.ts'
import { readLivePictures } from '#features/branding/server/queries.ts'
import '#features/categories/server/tables.ts'
import '#features/customers/server/tables.ts'
import '#features/decisions/server/tables.ts'
import { readLimits } from '#features/desk/server/queries.ts'
import '#features/orders/server/tables.ts'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import '#features/withdrawals/server/tables.ts'
import type { Context } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import type { Database } from '#kit/server/database.ts'
import { anyOf } from '#kit/server/table.ts'
import {
  heapAccess,
  heapKinds,
  type LatestDecision,
  type StartStep,
  startSteps,
  type Waiting,
  type Work,
} from '../contract.ts'
import { type WaitingCounts, type WaitingKind, waitingKinds } from '../waiting-contract.ts'
import { lateSince } from './rules.ts'

/** The pending work and the latest decisions, for the areas that the user may open. */
export async function readWork(ctx: Context): Promise<Work> {
  const permissions = ctx.actor.kind === 'person' ? ctx.actor.permissions : []
  const seesVendors = allows(permissions, heapAccess.vendors)
  const seesProducts = allows(permissions, heapAccess.products)
  const kinds = heapKinds.filter((kind) => allows(permissions, heapAccess[kind]))
  const waiting = await readWaiting(ctx)
  const subjects = [
    ...(seesVendors ? ['vendor', 'vendor_change'] : []),
    ...(seesProducts ? ['product', 'product_revision'] : []),
  ]
  return {
    start: await readStart(ctx),
    waiting: kinds.map((kind) => waiting[kind]),
    decisions: await readDecisions(ctx, subjects),
  }
}

declare module '#kit/server/context.ts' {
  interface Services {
    /** True once a shop front can submit records: the intake is above the nouns, so the application tells of it. */
    hasIntakeKey: (db: Database) => Promise<boolean>
  }
}

/** Each step is done by doing it: there is nothing to tick. */
async function readStart(ctx: Context): Promise<Work['start']> {
  const { rows } = await sql<
    { orders: boolean } & Record<Exclude<StartStep, 'company' | 'intake_key'>, boolean>
  >`
    select
      exists (select 1 from orders) as orders,
      (select count(*) > 1 from (select 1 from people limit 2) as two) as staff,
      exists (select 1 from categories) as categories,
      exists (select 1 from vendors) as vendor`.execute(ctx.db)
  const found = rows[0]
  if (!found || found.orders) return null
  const { shop_name } = await readLivePictures(ctx)
  const isDone: Record<StartStep, boolean> = {
    ...found,
    company: shop_name !== '',
    intake_key: await ctx.services.hasIntakeKey(ctx.db),
  }
  const done = startSteps.filter((step) => isDone[step])
  return done.length === startSteps.length ? null : done
}

const counters = {
  orders: 'orders:pending',
  customers: 'customers:pending',
  customer_withdrawals: 'withdrawals:customer requested',
  vendors: 'vendors:pending',
  vendor_withdrawals: 'withdrawals:vendor requested',
  products: 'products:pending',
  refunds: 'refunds:granted',
} as const satisfies Record<WaitingKind, string>

/** The stored counts of the lists that the user may open. */
export async function countWaiting(ctx: Context): Promise<WaitingCounts> {
  const permissions = ctx.actor.kind === 'person' ? ctx.actor.permissions : []
  const kinds = waitingKinds.filter((kind) => allows(permissions, heapAccess[kind]))
  const counts = await readCounts(
    ctx.db,
    kinds.map((kind) => counters[kind]),
  )
  return Object.fromEntries(kinds.map((kind) => [kind, counts[counters[kind]]]))
}

/**
 * The stored counts of the lists, the oldest row of each list, and how many rows are late. All of them are index reads,
 * whatever the size of the list.
 */
async function readWaiting(ctx: Context): Promise<Record<Waiting['kind'], Waiting>> {
  const counts = await readCounts(ctx.db, Object.values(counters))
  const [late, { rows }] = [await countLate(ctx), await readOldest(ctx)]
  const oldest = rows[0]
  const heap = (kind: Waiting['kind'], count = 0, since?: Date | null): Waiting => ({
    kind,
    count,
    oldest_since: since?.toISOString() ?? null,
    late: late[kind],
  })
  return {
    orders: heap('orders', counts[counters.orders], oldest?.orders),
    marked_orders: heap('marked_orders', oldest?.marked_count, oldest?.marked),
    refunds: heap('refunds', counts[counters.refunds], oldest?.refunds),
    customers: heap('customers', counts[counters.customers], oldest?.customers),
    customer_withdrawals: heap(
      'customer_withdrawals',
      counts[counters.customer_withdrawals],
      oldest?.customer_withdrawals,
    ),
    vendors: heap('vendors', counts[counters.vendors], oldest?.vendors),
    vendor_withdrawals: heap(
      'vendor_withdrawals',
      counts[counters.vendor_withdrawals],
      oldest?.vendor_withdrawals,
    ),
    vendor_changes: heap('vendor_changes', oldest?.change_count, oldest?.changes),
    products: heap('products', counts[counters.products], oldest?.products),
    product_revisions: heap('product_revisions', oldest?.revision_count, oldest?.revisions),
  }
}

/** Of each heap the rows that are late, up to 1,000: only rows older than the limit are read. */
async function countLate(ctx: Context): Promise<Record<Waiting['kind'], number>> {
  const [limits, now] = [await readLimits(ctx), ctx.now()]
  const until = (kind: Waiting['kind']) => lateSince(kind, now, limits)
  const upTo = (rows: RawBuilder<unknown>) =>
    sql`(select count(*)::int4 from (select ${rows} limit 1000) counted)`
  const { rows } = await sql<Record<Waiting['kind'], number>>`
    select
      ${upTo(sql`from orders where list = 'pending' and placed_at <= ${until('orders')}`)} as orders,
      ${upTo(sql`distinct order_id from order_marks
        where checked_at is null and created_at <= ${until('marked_orders')}`)} as marked_orders,
      ${upTo(sql`from refunds where status = 'granted' and granted_at <= ${until('refunds')}`)} as refunds,
      ${upTo(sql`from customers where list = 'pending' and status_since <= ${until('customers')}`)} as customers,
      ${upTo(sql`from withdrawals where list = 'customer requested'
        and requested_at <= ${until('customer_withdrawals')}`)} as customer_withdrawals,
      ${upTo(sql`from vendors where list = 'pending' and status_since <= ${until('vendors')}`)} as vendors,
      ${upTo(sql`from vendors where change_waiting_since <= ${until('vendor_changes')}
        and list <> 'pending'`)} as vendor_changes,
      ${upTo(sql`from withdrawals where list = 'vendor requested'
        and requested_at <= ${until('vendor_withdrawals')}`)} as vendor_withdrawals,
      ${upTo(sql`from products where list = 'pending' and status_since <= ${until('products')}`)} as products,
      ${upTo(sql`from products where revision_waiting_since <= ${until('product_revisions')}
        and list <> 'pending'`)} as product_revisions`.execute(ctx.db)
  return (
    rows[0] ?? (Object.fromEntries(heapKinds.map((kind) => [kind, 0])) as Record<Waiting['kind'], number>)
  )
}

/** The oldest row of each heap, and the numbers that no counter holds. */
function readOldest(ctx: Context) {
  return sql<
    Record<
      | 'vendors'
      | 'products'
      | 'changes'
      | 'revisions'
      | 'orders'
      | 'customers'
      | 'refunds'
      | 'marked'
      | 'vendor_withdrawals'
      | 'customer_withdrawals',
      Date | null
    > & {
      marked_count: number
      change_count: number
      revision_count: number
    }
  >`
    select
      (select status_since from vendors where list = 'pending' order by status_since limit 1) as vendors,
      (select status_since from products where list = 'pending' order by status_since limit 1) as products,
      (select placed_at from orders where list = 'pending' order by placed_at limit 1) as orders,
      (select status_since from customers where list = 'pending' order by status_since limit 1) as customers,
      (select requested_at from withdrawals
        where list = 'vendor requested' order by requested_at limit 1) as vendor_withdrawals,
      (select requested_at from withdrawals
        where list = 'customer requested' order by requested_at limit 1) as customer_withdrawals,
      (select granted_at from refunds where status = 'granted' order by granted_at limit 1) as refunds,
      (select min(created_at) from order_marks where checked_at is null) as marked,
      (select count(distinct order_id)::int4 from order_marks where checked_at is null) as marked_count,
      (select min(change_waiting_since) from vendors
        where change_waiting_since is not null and list <> 'pending') as changes,
      (select count(*)::int4 from vendors
        where change_waiting_since is not null and list <> 'pending') as change_count,
      (select min(revision_waiting_since) from products
        where revision_waiting_since is not null and list <> 'pending') as revisions,
      (select count(*)::int4 from products
        where revision_waiting_since is not null and list <> 'pending') as revision_count`.execute(ctx.db)
}

async function readDecisions(ctx: Context, subjects: string[]): Promise<LatestDecision[]> {
  if (subjects.length === 0) return []
  const rows = await ctx.db
    .selectFrom('decisions')
    .leftJoin('people', 'people.id', 'decisions.decided_by')
    .select([
      'decisions.id',
      'subject_type',
      'subject_id',
      'subject_name',
      'action',
      'reason',
      'to_status',
      sql<string>`coalesce(people.username, decisions.decided_by_rule)`.as('decided_by'),
      'decided_at',
      'undone_at',
    ])
    .where('subject_type', '=', anyOf(subjects))
    .orderBy('decided_at', 'desc')
    .orderBy('decisions.id', 'desc')
    .limit(12)
    .execute()
  return rows.map((row) => ({
    ...row,
    subject_type: row.subject_type as LatestDecision['subject_type'],
    decided_at: row.decided_at.toISOString(),
    undone_at: row.undone_at?.toISOString() ?? null,
  }))
}
