import { type RawBuilder, sql } from 'kysely'
import { readSubtreeIds } from '#features/categories/server/queries.ts'
import { namesPolicy } from '#features/decisions/reasons/server/queries.ts'
import { lastDecidedAt, storyIn, storyOf } from '#features/decisions/server/queries.ts'
import { holdingOf, type OfferRow, offersAt } from '#features/promotions/price/server/queries.ts'
import type { VendorStatus } from '#features/vendors/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import type { Database } from '#kit/server/database.ts'
import { readTogether } from '#kit/server/database-driver.ts'
import type { Whole } from '#kit/server/implement.ts'
import { answerList, type ExportRows, exportRows } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { searchOf } from '#kit/server/search.ts'
import { isChecked, isNotAwaited } from '../checks/server/queries.ts'
import {
  type ApprovedProduct,
  highRisk,
  type Product,
  type ProductImage,
  type ProductList,
  type ProductReview,
  type ProductRevision,
  productLists,
  type products,
} from '../contract.ts'
import { productPath } from '../screen-contract.ts'
import { placeInTree } from './category-queries.ts'
import {
  asPictures,
  comparePayloads,
  editOf,
  hiddenBecause,
  isLive,
  type ProductPayload,
  payloadOf,
  productRow,
  saidOf,
} from './rules.ts'
import type { ProductRecord } from './tables.ts'

/** A listing with what its row shows beside its own columns. */
type RowRecord = ProductRecord & { shop_name: string; images: string[] | null; is_checked: boolean }

type Answer = Promise<Page<Product> | Whole<Product>>

/**
 * Pending listings: with `list`, one tab of the screen, and without it, the statuses that the fixed call treats as
 * pending.
 */
export async function listPending(ctx: Context, input: Input<typeof products.listPending>): Answer {
  const lists: ProductList[] = input.list ? [input.list] : ['pending', 'changes_requested']
  return answerList(ctx.db, input, await productSource(ctx, lists, input, []))
}

export async function listApproved(
  ctx: Context,
  input: Input<typeof products.listApproved>,
): Promise<Page<ApprovedProduct> | Whole<ApprovedProduct>> {
  if (!input.revision) {
    const source = await productSource(ctx, ['approved'], input, [])
    return answerList(ctx.db, input, { ...source, shape: (row) => ({ ...source.shape(row), edit: null }) })
  }
  // An edit can be pending whether the switch is on or off, so both lists are searched.
  const waiting = [sql`p.revision_waiting_since is not null`]
  const source = await productSource(ctx, ['approved', 'deactivated'], input, waiting)
  return answerList(ctx.db, input, {
    ...source,
    select: sql`${rowColumns}, w.id as edit_id, w.payload as edit, (
      select json_agg(json_build_object('media', i.media, 'alt', i.alt) order by i.position, i.id)
      from product_images i where i.product_id = p.id and i.is_live) as pictures`,
    joins: sql`${vendorJoin} left join product_submissions w on w.product_id = p.id and w.status = 'waiting'`,
    shape: (row) => ({ ...source.shape(row), edit: editOf(row) }),
  })
}

export async function listDeactivated(ctx: Context, input: Input<typeof products.listDeactivated>): Answer {
  return answerList(ctx.db, input, await productSource(ctx, ['deactivated'], input, []))
}

/** A listing in an export, with its category path from the main category. The path is empty if there is no category. */
export type ExportedProduct = Product & { filed_under: string }

/**
 * All listings that match the filters, or those with the given ids, in batches, and their number, counted up to `most`.
 */
export async function readAllProducts(
  ctx: Context,
  input: ProductFilters & {
    list: ProductList
    revision?: 'waiting' | undefined
    ids?: readonly string[] | undefined
    sort?: string | undefined
  },
): Promise<ExportRows<ExportedProduct>> {
  const narrowed = [
    ...(input.revision ? [sql`p.revision_waiting_since is not null`] : []),
    ...(input.ids ? [sql`p.id = any(${[...input.ids]}::uuid[])`] : []),
  ]
  const lists: ProductList[] = input.revision ? ['approved', 'deactivated'] : [input.list]
  const source = await productSource(ctx, lists, input, narrowed)
  const exported: ListSource<ExportedProduct> = {
    ...source,
    select: sql`${rowColumns}, (
      select concat_ws(' › ', g.name, m.name, c.name) from categories c
      left join categories m on m.id = c.parent_id left join categories g on g.id = m.parent_id
      where c.id = p.category_id) as filed_under`,
    shape: (row: RowRecord & { filed_under: string | null }) => ({
      ...productRow(row),
      filed_under: row.filed_under ?? '',
    }),
  }
  return exportRows(ctx.db, exported, input.sort)
}

/** The listings that the filters of any of the lists leave. */
export function anyProductSource(
  ctx: Context,
  input: Input<typeof products.countMatching> & { ids?: readonly string[] | undefined },
): Promise<ListSource<Product>> {
  const edited: ProductList[] = ['approved', 'deactivated']
  const lists = input.revision ? edited : input.list ? [input.list] : [...productLists]
  return productSource(ctx, lists, input, [
    ...(input.revision ? [sql`p.revision_waiting_since is not null`] : []),
    ...(input.ids ? [sql`p.id = any(${[...input.ids]}::uuid[])`] : []),
  ])
}

export async function countProducts(
  ctx: Context,
): Promise<Record<ProductList, number> & { revisions: number }> {
  const counts = await readCounts(ctx.db, productLists.map(countKey))
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from products where revision_waiting_since is not null`.execute(ctx.db)
  const byList = Object.fromEntries(productLists.map((list) => [list, counts[countKey(list)]]))
  return { ...(byList as Record<ProductList, number>), revisions: rows[0]?.n ?? 0 }
}

/** The people who have decided on a listing, by name. */
export async function listReviewers(ctx: Context): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.username as name from people p where exists (
      select 1 from decisions d where d.decided_by = p.id and d.subject_type = 'product' and d.undone_at is null)
    order by p.username, p.id`.execute(ctx.db)
  return rows
}

/** The reasons that decisions on listings can name, also those that are no longer offered. */
export async function listReasons(ctx: Context): Promise<{ id: string; name: string }[]> {
  return ctx.db
    .selectFrom('reason_templates')
    .select(['code as id', 'name'])
    .where('subject_type', '=', 'product')
    .orderBy('position')
    .orderBy('code')
    .execute()
}

/** One listing as a reviewer sees it. Refuses (not-found) an unknown id. */
export async function readProduct(ctx: Context, input: { id: string }): Promise<ProductReview> {
  const [[found], story] = await readTogether(
    ctx.db,
    recordOf(input.id, ctx.now()),
    storyOf('product', input.id),
  )
  if (!found) throw new Refusal('not-found', 'There is no such product')
  const { vendor, filed_under, revision, ...rest } = found
  const { images: pictures, submissions, offers, is_locked, ...record } = rest
  const images = pictures ?? []
  const live = images.filter((image) => image.is_live)
  const asked = revision && (await placeInTree(ctx, revision.payload, record))
  const [latest, earlier] = submissions ?? []
  const { images: _, ...row } = productRow({ ...record, shop_name: vendor.shop_name })
  return {
    ...row,
    submission_number: record.submission_number,
    images: live.map(shapeImage),
    vendor: { id: record.vendor_id, username: vendor.username, status: vendor.status },
    filed_under,
    campaign: holdingOf(offers ?? []),
    is_locked,
    hidden_because: hiddenBecause(record, vendor.status, filed_under),
    resubmission: changesShown(record, earlier?.payload, latest?.payload),
    revision: revision && { ...shapeRevision(record, images, revision), category_id: asked },
    ...storyIn(story),
  }
}

/**
 * What the latest submission changed. Of an approved listing what is live of it: a version may hold values that only wait beside
 * it.
 */
function changesShown(record: ProductRecord, earlier?: ProductPayload, latest?: ProductPayload) {
  if (!earlier || !latest) return []
  const changes = comparePayloads(earlier, latest)
  if (record.status !== 'approved') return changes
  const live = new Map<string, unknown>(Object.entries(saidOf(record)))
  return changes.filter(({ path, after }) => String(live.get(path)) === after)
}

/** The listing as a row of the lists, read after a change. */
export async function readProductRow(db: Database, id: string): Promise<Product> {
  const { rows } = await sql<RowRecord>`
    select ${rowColumns} from products p ${vendorJoin} where p.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) throw new Refusal('not-found', 'There is no such product')
  return productRow(row)
}

/** SQL that is true for a listing that was rejected for a reason against the rules, which nobody has reopened since. */
export function isLocked(alias: string): RawBuilder<boolean> {
  const [status, id] = [sql.ref(`${alias}.status`), sql.ref(`${alias}.id`)]
  return sql<boolean>`(${status} = 'rejected' and ${namesPolicy('product', id)})`
}

interface ImageRow extends ProductImage {
  is_live: boolean
}

interface RevisionRow {
  number: number
  created_at: string
  status: ProductRevision['status']
  version: number
  payload: ProductPayload
}

interface ReviewRow extends ProductRecord {
  vendor: { username: string; status: VendorStatus; shop_name: string }
  filed_under: ProductReview['filed_under']
  images: ImageRow[] | null
  offers: OfferRow[] | null
  submissions: { payload: ProductPayload }[] | null
  revision: RevisionRow | null
  is_locked: boolean
  is_checked: boolean
}

function recordOf(id: string, now: Date): RawBuilder<ReviewRow> {
  return sql<ReviewRow>`
    select r.*, ${isLocked('r')} as is_locked, ${isChecked('r')} as is_checked,
      (select to_json(v) from (
        select username, status, shop_name from vendors where id = r.vendor_id) v) as vendor,
      (select to_json(f) from (
        select c.id, concat_ws(' › ', g.name, p.name, c.name) as path,
          case when not g.is_active then g.name when not p.is_active then p.name when not c.is_active then c.name
            else '' end as hidden_by
        from categories c left join categories p on p.id = c.parent_id left join categories g on g.id = p.parent_id
        where c.id = r.category_id) f) as filed_under,
      (select json_agg(o) from (${offersAt([id], now)}) o) as offers,
      (select json_agg(i) from (
        select id, media, width, height, alt, is_live from product_images
        where product_id = r.id order by position, id) i) as images,
      (select json_agg(s) from (
        select payload from product_submissions
        where product_id = r.id and kind in ('application', 'edit')
        order by number = (
            select max(number) from product_submissions where product_id = r.id and kind in ('application', 'edit')) desc,
          created_at <= ${lastDecidedAt('product', 'r')} desc, number desc limit 2) s) as submissions,
      (select to_json(w) from (
        select number, created_at, status, version, payload from product_submissions
        where product_id = r.id and kind = 'revision' and status in ('waiting', 'changes_requested')
        order by number desc limit 1) w) as revision
    from products r where r.id = ${id}`
}

function shapeRevision(
  record: ProductRecord,
  images: readonly ImageRow[],
  revision: RevisionRow,
): Omit<ProductRevision, 'category_id'> {
  const live = images.filter((image) => image.is_live)
  const standing = payloadOf(record, asPictures(live))
  const { images: wanted, alts } = revision.payload
  const after = wanted.flatMap((media) => {
    const image = images.find((one) => one.media === media)
    return image ? [{ ...image, alt: alts?.[media] ?? '' }] : []
  })
  return {
    number: revision.number,
    created_at: new Date(revision.created_at).toISOString(),
    status: revision.status,
    version: revision.version,
    fields: comparePayloads(standing, revision.payload).filter(({ path }) => !isLive(path)),
    images_before: live.map(shapeImage),
    images_after: after.map(shapeImage),
  }
}

function shapeImage({ id, media, width, height, alt }: ImageRow): ProductImage {
  return { id, media, width, height, alt }
}

function countKey(list: ProductList): `products:${ProductList}` {
  return `products:${list}`
}

const vendorJoin = sql`join vendors v on v.id = p.vendor_id`

const rowColumns = sql`p.*, ${isChecked('p')} as is_checked, coalesce(nullif(v.shop_name, ''), v.username) as shop_name,
  (select array_agg(i.media order by i.position) from product_images i
    where i.product_id = p.id and i.is_live) as images`

interface ProductFilters {
  vendor_id?: string | undefined
  category_id?: string | undefined
  stock?: 'in' | 'out' | undefined
  discount?: 'yes' | 'no' | undefined
  reason?: string | undefined
  reviewer?: string | undefined
  risk?: 'none' | 'some' | 'high' | undefined
  q?: string | undefined
}

async function productSource(
  ctx: Context,
  lists: ProductList[],
  { vendor_id, category_id, stock, discount, reason, reviewer, risk, q }: ProductFilters,
  filters: RawBuilder<unknown>[],
): Promise<ListSource<Product>> {
  const categories = category_id ? await readSubtreeIds(ctx.db, category_id) : null
  return {
    from: sql`products p`,
    alias: 'p',
    partitions: lists.map((list) => partitionOf(list, categories)),
    isNarrowed: categories !== null,
    filters: [
      ...filters,
      ...(vendor_id ? [sql`p.vendor_id = ${vendor_id}`] : []),
      ...(stock ? [stock === 'in' ? sql`p.product_stock > 0` : sql`p.product_stock = 0`] : []),
      ...(discount ? [discount === 'yes' ? sql`p.discounted_price > 0` : sql`p.discounted_price = 0`] : []),
      ...(risk ? [riskIs[risk]] : []),
      ...(reason || reviewer ? [lastDecided(reason, reviewer)] : []),
    ],
    search: q ? searchOf(q, { table: 'product_search', column: 'p.id' }) : null,
    ownSorts: ['status_since', '-status_since', '-created_at'],
    sorts: {
      status_since: { column: 'status_since', type: 'timestamptz' },
      created_at: { column: 'created_at', type: 'timestamptz' },
      product_name: { column: 'product_name', type: 'text' },
      product_price: { column: 'product_price', type: 'int8' },
      discounted_price: { column: 'discounted_price', type: 'int8' },
      product_stock: { column: 'product_stock', type: 'int4' },
      risk: { column: 'risk', type: 'int4' },
    },
    select: rowColumns,
    joins: vendorJoin,
    countAll: categories
      ? lists.flatMap((list) => categories.map((id) => `filed:${id}:${list}`))
      : lists.map(countKey),
    shape: productRow,
  }
}

const riskIs = {
  // What waits for its check has no risk, or that of its earlier version.
  none: sql`p.risk = 0 and ${isNotAwaited('p')}`,
  some: sql`p.risk > 0`,
  high: sql`p.risk >= ${sql.lit(highRisk)}`,
} as const

/** The listings whose last decision, of those that stand, named the reason and was made by the person. */
function lastDecided(reason: string | undefined, reviewer: string | undefined): RawBuilder<unknown> {
  return sql`p.id in (
    select d.subject_id from decisions d
    ${reason ? sql`join decision_reasons r on r.decision_id = d.id and r.code = ${reason}` : sql``}
    where d.subject_type = 'product' and d.undone_at is null
      ${reviewer ? sql`and d.decided_by = ${reviewer}` : sql``}
      and not exists (
        select 1 from decisions later
        where later.subject_type = 'product' and later.subject_id = d.subject_id and later.undone_at is null
          and later.decided_at > d.decided_at))`
}

/**
 * A list, optionally limited to categories. A single category uses an equality, because its index has the order by
 * date.
 */
function partitionOf(list: ProductList, categories: readonly string[] | null): RawBuilder<unknown> {
  if (!categories) return sql`p.list = ${list}`
  const [only] = categories
  return categories.length === 1
    ? sql`p.list = ${list} and p.category_id = ${only}`
    : sql`p.list = ${list} and p.category_id = any(${[...categories]}::uuid[])`
}

/** The name of a product and the path of its screen, for notes. Undefined if the product does not exist. */
export async function findNotedProduct(db: Database, id: string) {
  const found = await db
    .selectFrom('products')
    .select(['product_name', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found && { name: found.product_name, path: `${productPath(found.status)}?id=${id}` }
}
