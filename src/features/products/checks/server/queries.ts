import { type RawBuilder, sql } from 'kysely'
import { type FieldName, fieldNames, fieldOf } from '#features/products/fields-contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import {
  type CheckName,
  type Finding,
  type FoundChecks,
  type SavedListingChecks,
  usualChecks,
  warnsFrom,
} from '../contract.ts'
import { openWarnings, warningTitle } from '../words-contract.ts'
import { modelOf, riskOf, type StoredFinding, type UsualPrice, type WordModel } from './rules.ts'
import './tables.ts'

/** How the checks are set; a check that was added since is as usual. */
export async function readListingChecks(ctx: Context): Promise<SavedListingChecks> {
  const row = await ctx.db.selectFrom('listing_checks').selectAll().executeTakeFirstOrThrow()
  const { checks, forbidden, version } = row as unknown as SavedListingChecks
  return { checks: { ...usualChecks, ...checks }, forbidden, version }
}

/** What was found of a listing. Refuses (not-found). */
export async function readFoundChecks(ctx: Context, { id }: { id: string }): Promise<FoundChecks> {
  const { rows } = await sql<{
    is_checked: boolean | null
    checked_at: Date | null
    findings: StoredFinding[] | null
  }>`
    select c.asked = c.answered as is_checked, c.checked_at, c.findings
    from products p left join product_checks c on c.product_id = p.id where p.id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw new Refusal('not-found', 'There is no such product')
  const findings = found.findings ?? []
  const named = await readNamed(
    ctx.db,
    findings.flatMap(({ products }) => products),
  )
  return {
    is_checked: found.is_checked === true,
    checked_at: found.checked_at?.toISOString() ?? null,
    risk: riskOf(findings),
    findings: findings
      .map((finding) => ({ ...finding, products: finding.products.flatMap((one) => named.get(one) ?? []) }))
      .sort((a, b) => b.weight - a.weight),
  }
}

/**
 * The warnings about a listing, in words: an approval in spite of them is recorded with them. That its present version
 * was not checked is a warning too, unless every check is off.
 */
export async function readWarnings(ctx: Context, id: string): Promise<readonly string[]> {
  const found = await ctx.db
    .selectFrom('product_checks')
    .select(['asked', 'answered', 'findings'])
    .where('product_id', '=', id)
    .executeTakeFirst()
  const findings = (found?.findings ?? []) as readonly StoredFinding[]
  const is_checked = (found && found.asked === found.answered) || !(await isAnyOn(ctx))
  return openWarnings({ is_checked, findings })
}

/**
 * How many of these listings have open warnings, and how many have each: what the check is called, the most frequent first.
 * One statement, so it may be asked of every listing that a job is for.
 */
export async function countWarnings(
  ctx: Context,
  ids: readonly string[],
): Promise<{ warned: number; warnings: { message: string; count: number }[] }> {
  const isAwaited = (await isAnyOn(ctx)) ? sql`(k.asked = k.answered) is not true` : sql`false`
  const { rows } = await sql<{ name: CheckName | 'not_checked' | null; count: number }>`
    select w.name, count(distinct r.id)::int4 as count
    from unnest(${[...ids]}::uuid[]) as r (id) left join product_checks k on k.product_id = r.id
    cross join lateral (
      select 'not_checked' as name where ${isAwaited}
      union all
      select f ->> 'check' from jsonb_array_elements(k.findings) f where (f ->> 'weight')::int4 >= ${warnsFrom}) w
    group by grouping sets ((w.name), ()) order by 2 desc, 1`.execute(ctx.db)
  return {
    // The row of all together names none.
    warned: rows.find(({ name }) => name === null)?.count ?? 0,
    warnings: rows.flatMap(({ name, count }) => (name ? [{ message: warningTitle(name), count }] : [])),
  }
}

async function isAnyOn(ctx: Context): Promise<boolean> {
  const { checks } = await readListingChecks(ctx)
  return Object.values(checks).some(({ is_on }) => is_on)
}

/** SQL that is true for a listing whose present version was checked, for the few that are shown. */
export function isChecked(alias: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select k.asked = k.answered from product_checks k where k.product_id = ${sql.ref(`${alias}.id`)}), false)`
}

/**
 * The same as a filter of many listings. What waits for its check has an index of its own, and every listing has its
 * row, so the planner joins the list with the few that wait.
 */
export function isNotAwaited(alias: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from product_checks k where k.product_id = ${sql.ref(`${alias}.id`)} and k.asked > k.answered)`
}

async function readNamed(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Finding['products'][number]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Finding['products'][number]>`
    select p.id, p.product_name, coalesce(nullif(v.shop_name, ''), v.username) as shop_name, p.status, p.cover_image
    from products p join vendors v on v.id = p.vendor_id
    where p.id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a check of a listing starts from. Amounts are paisa. */
export interface DueListing {
  product_id: string
  asked: number
  vendor_id: string
  submission_number: number
  status: string
  category_id: string | null
  categories: string[]
  product_name: string
  product_description: string
  product_price: bigint
  discounted_price: bigint
  package_weight: number
  /** The sides of the package in cm. */
  sides: number[]
  sku: string
  payload: Record<string, unknown> | null
  price_before: bigint | null
  images: { media: string; width: number; height: number }[] | null
}

/** The fields that hold a side of the package. */
export const sideNames: readonly FieldName[] = fieldNames.filter(
  (name) => fieldOf(name).isOfPackage && fieldOf(name).unit === 'cm',
)

/** Listings that are to be checked, the oldest first: a copy is found only among listings that were read before. */
export async function readDue(db: Database, most: number): Promise<DueListing[]> {
  const { rows } = await sql<DueListing>`
    select d.product_id, d.asked, p.vendor_id, p.submission_number, p.status, p.sku, p.product_name,
      p.product_description, p.product_price, p.discounted_price, p.package_weight,
      array[${sql.join(sideNames.map((name) => sql.ref(`p.${name}`)))}]::float8[] as sides, w.payload,
      c.id as category_id, array_remove(array[c.id, c.parent_id, m.parent_id], null)::text[] as categories,
      case when w.payload is not null
          then case when p.discounted_price > 0 then p.discounted_price else p.product_price end
        else (select h.price from product_prices h where h.product_id = p.id order by h.since desc offset 1 limit 1)
        end as price_before,
      (select json_agg(json_build_object('media', i.media, 'width', i.width, 'height', i.height)
          order by i.position, i.id)
        from product_images i where i.product_id = p.id
          and (w.payload is null and i.is_live or w.payload -> 'images' ? i.media)) as images
    from (
      select product_id, asked from product_checks where asked > answered
      order by asked_at, product_id limit ${most}) d
    join products p on p.id = d.product_id
    left join product_submissions w on w.product_id = p.id and w.status = 'waiting'
    left join categories c on c.id = coalesce((w.payload ->> 'category_id')::uuid, p.category_id)
    left join categories m on m.id = c.parent_id
    order by d.product_id`.execute(db)
  return rows
}

/** Of how many approved listings of a category the middle price is taken. */
const mostPrices = 1000
const leastPrices = 8

/** What listings cost in each category with enough approved ones, in paisa. */
export async function readUsualPrices(
  db: Database,
  categories: readonly string[],
): Promise<Map<string, UsualPrice>> {
  if (categories.length === 0) return new Map()
  const { rows } = await sql<UsualPrice & { id: string; n: number }>`
    select g.id, m.low, m.middle, m.high, m.n from unnest(${[...new Set(categories)]}::uuid[]) as g (id) cross join lateral (
      select percentile_disc(0.1) within group (order by r.product_price)::float8 as low,
        percentile_disc(0.5) within group (order by r.product_price)::float8 as middle,
        percentile_disc(0.9) within group (order by r.product_price)::float8 as high, count(*)::int4 as n from (
        select product_price from products p where p.category_id = g.id and p.list = 'approved'
        order by p.created_at desc limit ${mostPrices}) r) m`.execute(db)
  return new Map(rows.flatMap(({ id, n, ...usual }) => (n >= leastPrices ? [[id, usual]] : [])))
}

/** Of so many approved listings, the latest, the words of the categories are learned. */
const mostLearned = 10_000

export async function readWordModel(db: Database): Promise<WordModel> {
  const { rows } = await sql<{ product_name: string; main_id: string; main_name: string }>`
    select r.product_name, t.id as main_id, t.name as main_name from (
      select product_name, category_id from products where list = 'approved'
      order by created_at desc limit ${mostLearned}) r
    join categories c on c.id = r.category_id left join categories m on m.id = c.parent_id
    join categories t on t.id = coalesce(m.parent_id, c.parent_id, c.id)`.execute(db)
  return modelOf(rows)
}
