import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { type SavedTrustRules, type TrustRules, usualRules, type VendorRecord } from '../contract.ts'
import { tierOf, type VendorFacts } from './rules.ts'
import './tables.ts'

const dayMs = 24 * 60 * 60 * 1000
const countedDays = 90
const mostWaiting = 1000

/** The rules with what they have come to since they were switched on. */
export async function readTrustRules(ctx: Context): Promise<SavedTrustRules> {
  const row = await ctx.db.selectFrom('trust_rules').selectAll().executeTakeFirstOrThrow()
  const counts = await readOutcomes(ctx.db, row.on_since)
  return {
    ...usualRules,
    ...(row.rules as Partial<TrustRules>),
    is_on: row.is_on,
    version: row.version,
    on_since: row.on_since?.toISOString() ?? null,
    approved: row.seen - row.sampled,
    sampled: row.sampled,
    ...counts,
    stopped_because: row.stopped_because,
    stopped_at: row.stopped_at?.toISOString() ?? null,
  }
}

/** What people found of the sample, and which approvals by the rule they undid, since the rule was switched on. */
async function readOutcomes(db: Database, since: Date | null): Promise<{ settled: number; found: number }> {
  if (!since) return { settled: 0, found: 0 }
  const { rows } = await sql<{ settled: number; found: number }>`
    select count(*)::int4 as settled, count(*) filter (where outcome = 'found')::int4 as found from trust_verdicts
    where outcome in ('agreed', 'found') and settled_at >= ${since} and decided_at >= ${since}
      and (verdict = 'sampled' or outcome = 'found')`.execute(db)
  return rows[0] ?? { settled: 0, found: 0 }
}

/** What vendors have shown in 90 days; `vendors` is a relation `g` with their ids. */
function factsOf(vendors: RawBuilder<unknown>, now: Date): RawBuilder<FactsRow> {
  const since = new Date(now.getTime() - countedDays * dayMs)
  return sql<FactsRow>`
    select v.id, coalesce(nullif(v.shop_name, ''), v.username) as shop_name, v.created_at as since,
      v.status = 'approved' as is_approved, d.approved, d.rejected, d.sent_back, o.sold_orders, o.refunds, o.returned,
      o.open_refunds
    from ${vendors} join vendors v on v.id = g.id
    cross join lateral (
      select count(*) filter (where action = 'approve')::int4 as approved,
        count(*) filter (where action = 'reject')::int4 as rejected,
        count(*) filter (where action = 'request_update')::int4 as sent_back
      from products p join decisions d on d.subject_type = 'product' and d.subject_id = p.id
      where p.vendor_id = g.id and d.decided_at >= ${since} and d.undone_at is null and d.decided_by_rule = '') d
    cross join lateral (
      select count(*)::int4 as sold_orders, count(*) filter (where exists (
        select from refunds r join refund_lines l on l.refund_id = r.id join order_lines ol on ol.id = l.line_id
        where r.order_id = op.order_id and r.status <> 'cancelled' and ol.part_id = op.id))::int4 as refunds,
        count(*) filter (where op.vendor_status = 'returned')::int4 as returned,
        count(*) filter (where exists (
          select from refunds r join refund_lines l on l.refund_id = r.id join order_lines ol on ol.id = l.line_id
          where r.order_id = op.order_id and r.status = 'granted' and ol.part_id = op.id))::int4 as open_refunds
      from order_parts op where op.vendor_id = g.id and op.placed_at >= ${since}) o`
}

interface FactsRow extends Omit<VendorFacts, 'days'> {
  id: string
  shop_name: string
  since: Date
  returned: number
  open_refunds: number
}

const withDays = (row: FactsRow, now: Date): FactsRow & VendorFacts => ({
  ...row,
  days: Math.floor((now.getTime() - row.since.getTime()) / dayMs),
})

/** What these vendors have shown. */
export async function readVendorFacts(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, VendorFacts>> {
  const given = sql`unnest(${[...new Set(ids)]}::uuid[]) as g (id)`
  const { rows } = await factsOf(given, ctx.now()).execute(ctx.db)
  return new Map(rows.map((row) => [row.id, withDays(row, ctx.now())]))
}

/** The record of the vendor of a listing. Refuses (not-found). */
export async function readVendorRecord(ctx: Context, { id }: { id: string }): Promise<VendorRecord> {
  const given = sql`(select vendor_id as id from products where id = ${id}) g`
  const [facts, rules, waiting] = await Promise.all([
    factsOf(given, ctx.now()).execute(ctx.db),
    readTrustRules(ctx),
    sql<{ n: number }>`
      select count(*)::int4 as n from (
        select w.id from products p join products w on w.vendor_id = p.vendor_id and w.list = 'pending' and w.id <> p.id
        where p.id = ${id} limit ${mostWaiting}) r`.execute(ctx.db),
  ])
  const [row] = facts.rows
  if (!row) throw new Refusal('not-found', 'There is no such product')
  const { since, is_approved: _, ...shown } = row
  return {
    ...shown,
    since: since.toISOString(),
    tier: tierOf(withDays(row, ctx.now()), rules),
    waiting: waiting.rows[0]?.n ?? 0,
  }
}

/** A listing that the rule has not looked at since it was checked. */
export interface Candidate {
  product_id: string
  submission_number: number
  checked_at: Date
  version: number
  vendor_id: string
  status: string
  is_first: boolean
  is_checked: boolean
  is_filed: boolean
  risk: number
  price: bigint
}

const candidateColumns = sql`p.id as product_id, p.submission_number, c.checked_at, p.version, p.vendor_id, p.status,
  p.submission_number = 1 and not exists (
    select from decisions d where d.subject_type = 'product' and d.subject_id = p.id) as is_first,
  c.asked = c.answered and c.submission_number = p.submission_number as is_checked,
  p.category_id is not null as is_filed, c.risk, p.product_price as price`

/** SQL that is true for a listing, by its alias, that is not complete yet. What it still waits for is known to other nouns. */
export type IsComing = (alias: string) => RawBuilder<boolean>

/** Checked listings that wait, are complete and that the rule has not looked at since, the oldest first. */
export async function readCandidates(
  db: Database,
  since: Date,
  isComing: IsComing,
  most: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${candidateColumns} from products p join product_checks c on c.product_id = p.id
    where p.list = 'pending' and p.status_since >= ${since} and c.asked = c.answered and not exists (
      select from trust_verdicts t where t.product_id = p.id and t.submission_number = p.submission_number
        and (t.verdict <> 'left' or t.decided_at >= c.checked_at))
      and not ${isComing('p')}
    order by p.status_since, p.id limit ${most}`.execute(db)
  return rows
}

/** The same listing as it is now. */
export async function readCandidate(db: Database, id: string): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    select ${candidateColumns} from products p join product_checks c on c.product_id = p.id
    where p.id = ${id}`.execute(db)
  return rows[0]
}
