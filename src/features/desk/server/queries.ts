import { type RawBuilder, sql } from 'kysely'
import { allows } from '#features/access/contract.ts'
import { readSubtreeIds } from '#features/categories/server/queries.ts'
import { claimKinds } from '#features/claims/contract.ts'
import { permissionToDecide } from '#features/claims/server/queries.ts'
import { customerPath } from '#features/customers/screen-contract.ts'
import { isChecked } from '#features/products/checks/server/queries.ts'
import * as productPaths from '#features/products/screen-contract.ts'
import * as vendorPaths from '#features/vendors/screen-contract.ts'
import { isAcceptedOnceBy } from '#features/vendors/server/queries.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { sumOfCounts } from '#kit/server/counts.ts'
import { listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import '#features/claims/server/tables.ts'
import '#features/customers/server/tables.ts'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import {
  type DeskItem,
  type DeskKind,
  type desk,
  deskAccess,
  deskKinds,
  mostCounted,
  type SavedLimits,
} from '../contract.ts'
import { workingHoursAfter, workingHoursBefore } from './rules.ts'
import './tables.ts'

/** How long records may wait, and what working hours are. */
export async function readLimits(ctx: Context): Promise<SavedLimits> {
  const { id: _, ...limits } = await ctx.db.selectFrom('review_limits').selectAll().executeTakeFirstOrThrow()
  return limits as unknown as SavedLimits
}

/** Everything that waits for a decision and that the reader may see. */
export async function listDesk(ctx: Context, input: Input<typeof desk.list>): Promise<Page<DeskItem>> {
  const limits = await readLimits(ctx)
  const kinds = kindsFor(ctx).filter((kind) => !input.kind || kind === input.kind)
  const categories = input.category_id ? await readSubtreeIds(ctx.db, input.category_id) : null
  const filters = [
    ...(input.vendor_id ? [sql`d.vendor_id = ${input.vendor_id}`] : []),
    ...(categories ? [sql`d.category_id = any(${categories}::uuid[])`] : []),
    ...(input.mine ? [mineOf(ctx)] : []),
  ]
  const partitions = kinds.map((kind) =>
    input.late ? sql`${ofKind(kind)} and ${lateSince(ctx, limits, kind)}` : ofKind(kind),
  )
  const source: ListSource<DeskItem> = {
    from: sql`desk_items d`,
    alias: 'd',
    // A person who may see nothing gets an empty list.
    partitions: partitions.length > 0 ? partitions : [sql`false`],
    isNarrowed: input.late !== undefined,
    filters,
    ownSorts: ['waiting_since'],
    sorts: {
      waiting_since: { column: 'waiting_since', type: 'timestamptz' },
      risk: { column: 'risk', type: 'int4' },
    },
    select: sql`d.kind, d.id, d.waiting_since, d.risk, not ${isListing} or ${isChecked('d')} as is_checked, v.id as vendor_id, ${nameOfVendor} as vendor_name,
      coalesce(p.product_name, cu.username, ${nameOfVendor}) as name, coalesce(ca.name, '') as category,
      r.id as reviewer_id, r.username as reviewer_name, cl.since as reviewing_since,
      s.id as assignee_id, s.username as assignee_name,
      d.kind = 'vendor_change' and ${isAcceptedOnceBy(ctx, signedIn(ctx).id, 'd')} as awaits_other`,
    joins: sql`left join products p on ${isListing} and p.id = d.id
      left join customers cu on d.kind = 'customer' and cu.id = d.id
      left join vendors v on v.id = d.vendor_id
      left join categories ca on ca.id = d.category_id
      left join claims cl on cl.kind = ${claimKindOf(sql`d.kind`)} and cl.record_id = d.id and cl.until > ${ctx.now()}
      left join people r on r.id = cl.person_id
      left join assignments a on a.kind = ${claimKindOf(sql`d.kind`)} and a.record_id = d.id
      left join (people s join roles sr on sr.id = s.role_id)
        on s.id = a.person_id and s.list = 'active' and ${permissionFor(sql`d.kind`)} = any(sr.permissions)`,
    countAll: input.late ? null : async () => (await countWaiting(ctx, kinds)).reduce((sum, n) => sum + n, 0),
    shape: (row) => shapeItem(ctx, limits, row),
  }
  return listPage(ctx.db, source, input)
}

/** How many records of each kind wait, how many are late, and how many are the reader's. */
export async function countDesk(ctx: Context): Promise<Answer<typeof desk.counts>> {
  const limits = await readLimits(ctx)
  const kinds = kindsFor(ctx)
  if (kinds.length === 0) return { kinds: [], mine: 0 }
  const waiting = await countWaiting(ctx, kinds)
  const late = kinds.map(
    (kind) => sql`(select count(*)::int4 from (select from desk_items d
      where ${ofKind(kind)} and ${lateSince(ctx, limits, kind)} limit ${mostCounted}) counted)`,
  )
  const oldest = kinds.map(
    (kind) => sql`(select d.waiting_since from desk_items d where ${ofKind(kind)}
      order by d.waiting_since, d.id limit 1)`,
  )
  const mine = kinds.map(
    (kind) => sql`(select count(*)::int4 from (select from desk_items d
      where ${ofKind(kind)} and ${mineOf(ctx)} limit ${mostCounted}) counted)`,
  )
  const { rows } = await sql<{ late: number[]; oldest: (Date | null)[]; mine: number[] }>`
    select array[${sql.join(late)}] as late, array[${sql.join(oldest)}]::timestamptz[] as oldest,
      array[${sql.join(mine)}] as mine`.execute(ctx.db)
  const [found] = rows
  return {
    kinds: kinds.map((kind, index) => ({
      kind,
      waiting: waiting[index] ?? 0,
      late: found?.late[index] ?? 0,
      mine: found?.mine[index] ?? 0,
      oldest_since: found?.oldest[index] ? new Date(found.oldest[index]).toISOString() : null,
    })),
    mine: (found?.mine ?? []).reduce((sum, n) => sum + n, 0),
  }
}

interface Row {
  kind: DeskKind
  id: string
  waiting_since: Date
  vendor_id: string | null
  vendor_name: string | null
  name: string
  category: string
  risk: number
  is_checked: boolean
  reviewer_id: string | null
  reviewer_name: string
  reviewing_since: Date | null
  assignee_id: string | null
  assignee_name: string
  awaits_other: boolean
}

const isListing = sql`d.kind in ('product', 'product_revision')`

const nameOfVendor = sql`coalesce(nullif(v.shop_name, ''), v.username)`

const pathOf: Readonly<Record<DeskKind, string>> = {
  vendor: vendorPaths.reviewPath,
  vendor_change: vendorPaths.detailPath,
  product: productPaths.reviewPath,
  product_revision: productPaths.detailPath,
  customer: customerPath,
}

function shapeItem(ctx: Context, limits: SavedLimits, row: Row): DeskItem {
  const due = workingHoursAfter(row.waiting_since, limits[row.kind], limits)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    vendor: row.vendor_id ? { id: row.vendor_id, name: row.vendor_name ?? '' } : null,
    category: row.category,
    risk: row.risk,
    is_checked: row.is_checked,
    waiting_since: row.waiting_since.toISOString(),
    due_at: due.toISOString(),
    is_late: due <= ctx.now(),
    reviewer: row.reviewer_id ? { id: row.reviewer_id, name: row.reviewer_name } : null,
    reviewing_since: row.reviewing_since?.toISOString() ?? null,
    assignee: row.assignee_id ? { id: row.assignee_id, name: row.assignee_name } : null,
    awaits_other: row.awaits_other,
    path: `${pathOf[row.kind]}?id=${row.id}`,
  }
}

function kindsFor(ctx: Context): DeskKind[] {
  const { permissions } = signedIn(ctx)
  return deskKinds.filter((kind) => allows(permissions, deskAccess[kind]))
}

/** The kind is written into the statement's text: only then the planner leaves out the other branches of the view. */
function ofKind(kind: DeskKind): RawBuilder<unknown> {
  return sql`d.kind = ${sql.lit(kind)}`
}

function lateSince(ctx: Context, limits: SavedLimits, kind: DeskKind): RawBuilder<unknown> {
  return sql`d.waiting_since <= ${workingHoursBefore(ctx.now(), limits[kind], limits)}`
}

/** Claims and assignments are of a record, whatever of it waits. */
function claimKindOf(kind: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case ${kind} when 'vendor_change' then 'vendor' when 'product_revision' then 'product' else ${kind} end`
}

/** The permission that a decision on a record of the desk needs: only who has it can be the assignee. */
function permissionFor(kind: RawBuilder<unknown>): RawBuilder<unknown> {
  const cases = claimKinds.map((one) => sql`when ${sql.lit(one)} then ${permissionToDecide(one)}`)
  return sql`case ${claimKindOf(kind)} ${sql.join(cases, sql` `)} end`
}

/** What the reader was asked to review and still may, or is reviewing. */
function mineOf(ctx: Context): RawBuilder<unknown> {
  const { id: me, permissions } = signedIn(ctx)
  const decided = claimKinds.filter((kind) => permissions.includes(permissionToDecide(kind)))
  return sql`d.id in (select record_id from assignments where person_id = ${me} and kind = any(${decided}::text[])
    union all select record_id from claims where person_id = ${me} and until > ${ctx.now()})`
}

/** Waiting records of each kind: from the maintained counters, or by the index of what waits. */
async function countWaiting(ctx: Context, kinds: readonly DeskKind[]): Promise<number[]> {
  if (kinds.length === 0) return []
  const counts: Record<DeskKind, RawBuilder<unknown>> = {
    vendor: sumOfCounts(['vendors:pending']),
    vendor_change: sql`(select count(*)::int4 from vendors where change_waiting_since is not null and list <> 'pending')`,
    product: sumOfCounts(['products:pending']),
    product_revision: sql`(select count(*)::int4 from products
      where revision_waiting_since is not null and list <> 'pending')`,
    customer: sumOfCounts(['customers:pending']),
  }
  const { rows } = await sql<{ n: number[] }>`
    select array[${sql.join(kinds.map((kind) => sql`(${counts[kind]})::int4`))}] as n`.execute(ctx.db)
  return rows[0]?.n ?? []
}
