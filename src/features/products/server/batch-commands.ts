import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { findCategories } from '#features/categories/server/queries.ts'
import { type Change, type Context, recorded } from '#kit/server/context.ts'
import { readTogether } from '#kit/server/database-driver.ts'
import { anyOf, assigned, columnsFor } from '#kit/server/table.ts'
import { subjectOf } from './commands.ts'
import { isLocked } from './queries.ts'
import {
  asPictures,
  columnsOf,
  comparePayloads,
  fieldsForReview,
  hasSamePictures,
  isLive,
  type Pictures,
  type ProductPayload,
  payloadOf,
  picturesInWords,
  reviewedPrices,
  saidOf,
} from './rules.ts'
import type { ProductRecord } from './tables.ts'
import { keepSubmissions, type Submission, storeSubmissions, submissionRows } from './version-commands.ts'

/** A listing that is submitted for the first time. */
export interface NewListing {
  id: string
  vendorId: string
  externalId: string | null
  payload: ProductPayload
  bodyHash: Buffer
  /** Where the listing came from, for the audit log. Empty if the action already says so. */
  reason: string
}

/** A change to an existing listing, together with the listing's current state. The caller has locked the row. */
export interface ListingEdit {
  product: ProductRecord
  /** The listing as shoppers see it, with the live pictures only. */
  standing: ProductPayload
  /** The edit that is pending review, if any. */
  waiting: ProductPayload | null
  wanted: ProductPayload
  bodyHash: Buffer
  /** The number of the version that this edit creates. */
  number: number
  reason: string
}

/** An existing listing with the number of its last version. */
export interface Standing {
  product: ProductRecord
  standing: ProductPayload
  waiting: ProductPayload | null
  waitingNumber: number | null
  lastNumber: number
  /** The hash of the last body that was submitted. */
  lastHash: Buffer | null
  /** All pictures in order, including pending ones. */
  pictures: Pictures
  hasPendingPictures: boolean
  /** It was rejected for a reason against the rules, and nobody has reopened it: no new version is taken. */
  isLocked: boolean
}

/** The hash that recognises a body that was submitted before. */
export function hashOf(body: unknown): Buffer {
  return hash('sha256', JSON.stringify(body), 'buffer')
}

/**
 * Stores pending listings, each with its first version and its audit entry, in one statement per table. Returns the ids
 * of the new listings. A listing with a taken SKU or external id is skipped. The caller holds the tree (`holdTree`).
 */
export async function createListings(ctx: Context, listings: readonly NewListing[]): Promise<Set<string>> {
  if (listings.length === 0) return new Set()
  const placeOf = await placesOf(
    ctx,
    listings.map(({ payload }) => payload),
  )
  const now = ctx.now()
  const { names, records } = columnsFor(
    'products',
    listings.map(({ id, vendorId, externalId, payload }) => ({
      id,
      external_id: externalId,
      vendor_id: vendorId,
      ...columnsOf(payload),
      category_id: placeOf(payload),
      cover_image: payload.images[0] ?? '',
      status: 'submitted',
      created_at: now,
      updated_at: now,
      status_since: now,
    })),
  )
  const inserting = sql<{ id: string }>`
    insert into products (${names}) select ${names} from ${records} order by vendor_id, sku
    on conflict do nothing returning id`.execute(ctx.db)
  // The versions are prepared while the database inserts, as if every listing were new.
  const [inserted, versions] = await Promise.all([inserting, firstVersions(ctx, listings)])
  const made = new Set(inserted.rows.map(({ id }) => id))
  const isAll = made.size === listings.length
  const isMade = isAll ? listings : listings.filter(({ id }) => made.has(id))
  await ctx.recordAll(
    isMade.map(({ id, payload, reason }) => ({
      action: 'submit',
      subject: { type: 'product', id, name: payload.product_name },
      after: { status: 'submitted' },
      ...(reason ? { reason } : {}),
    })),
    storeSubmissions(ctx, isAll ? versions : await firstVersions(ctx, isMade)),
  )
  return made
}

/**
 * Applies edits of listings, each with its version and its audit entry, in one statement per table. A listing that is
 * not approved takes the whole edit and is submitted again. An approved listing takes stock and small price steps. The
 * rest becomes a pending revision, and the live version stays visible. The caller has locked the rows and holds the
 * tree.
 */
export async function changeListings(ctx: Context, edits: readonly ListingEdit[]): Promise<void> {
  if (edits.length === 0) return
  const placeOf = await placesOf(
    ctx,
    edits.map(({ wanted }) => wanted),
  )
  const plans = edits.map((edit) =>
    edit.product.status === 'approved'
      ? planForApproved(edit, ctx.now())
      : planForOther(edit, ctx.now(), placeOf),
  )
  await supersede(
    ctx,
    plans.filter(({ supersedes }) => supersedes).map(({ row }) => row.id),
  )
  await writeContent(
    ctx,
    plans.map(({ row }) => row),
  )
  await keepSubmissions(
    ctx,
    plans.map(({ submission }) => submission),
  )
  await ctx.recordAll(plans.map(({ change }) => change))
}

/** Listings with their pending edits, ordered by id, and locked if they are to be changed. */
export async function readStandings(
  ctx: Context,
  ids: readonly string[],
  how: 'seen' | 'locked',
): Promise<Standing[]> {
  if (ids.length === 0) return []
  const reading = sql<ProductRecord & AroundRow>`
    select p.*, l.number as last, l.body_hash, w.number as waiting_number, w.payload as waiting, i.pictures,
      ${isLocked('p')} as is_locked
    from products p
    left join lateral (
      select number, body_hash from product_submissions where product_id = p.id order by number desc limit 1) l on true
    left join product_submissions w on w.product_id = p.id and w.status = 'waiting'
    left join lateral (
      select json_agg(json_build_object('media', media, 'alt', alt, 'is_live', is_live) order by position, id) as pictures
      from product_images where product_id = p.id) i on true
    where p.id = ${anyOf(ids)} order by p.id`
  const rows = await (how === 'locked'
    ? lockAndRead(ctx, ids, reading)
    : reading.execute(ctx.db).then(({ rows }) => rows))
  return rows.map(({ last, body_hash, waiting_number, waiting, pictures, is_locked, ...product }) => {
    const all = pictures ?? []
    const shown = product.status === 'approved' ? all.filter(({ is_live }) => is_live) : all
    return {
      product,
      standing: payloadOf(product, asPictures(shown)),
      waiting,
      waitingNumber: waiting_number,
      lastNumber: last ?? 0,
      lastHash: body_hash,
      pictures: asPictures(all),
      hasPendingPictures: all.some(({ is_live }) => !is_live),
      isLocked: is_locked,
    }
  })
}

/**
 * Reads after the lock, in a statement of its own: it must see what the transaction that held the lock has stored. Locks in
 * the order in which orders lock the products they sell, so that the two cannot deadlock.
 */
async function lockAndRead<Row extends { id: string }>(
  ctx: Context,
  ids: readonly string[],
  reading: RawBuilder<Row>,
): Promise<Row[]> {
  const locking = sql<{ id: string }>`select id from products where id = ${anyOf(ids)} order by id for update`
  const [locked, rows] = await readTogether(ctx.db, locking, reading)
  const isLocked = new Set(locked.map(({ id }) => id))
  return rows.filter(({ id }) => isLocked.has(id))
}

/** What a listing is read together with. */
interface AroundRow {
  last: number | null
  body_hash: Buffer | null
  waiting_number: number | null
  waiting: ProductPayload | null
  pictures: { media: string; alt: string; is_live: boolean }[] | null
  is_locked: boolean
}

/**
 * What a listing is meant to become: the pending edit, with the live stock. An edit from before a field was declared
 * leaves that field unchanged.
 */
export function wantedNow({ product, standing, waiting, pictures }: Standing): ProductPayload {
  return waiting
    ? { ...saidOf(product), ...waiting, product_stock: standing.product_stock }
    : { ...standing, ...pictures }
}

/** A listing after a change of some fields. A changed category moves the listing to the matching place in the tree. */
export function changed(base: ProductPayload, changes: Partial<ProductPayload>): ProductPayload {
  const { category_id, ...fields } = { ...base, ...changes }
  const stays = fields.category === base.category && category_id !== undefined
  return stays ? { ...fields, category_id } : fields
}

interface Plan {
  row: ContentRow
  supersedes: boolean
  submission: Submission
  change: Change
}

/** The columns of a listing that are written in one statement, with the id first. */
type ContentRow = { id: string } & ReturnType<typeof columnsOf> & {
    category_id: string | null
    status: string
    status_since: Date
    status_reason: string
    reviewed_price: bigint | null
    reviewed_discount: bigint | null
    revision_waiting_since: Date | null
    submission_number: number
    updated_at: Date
  }

function planForApproved(edit: ListingEdit, now: Date): Plan {
  const { product, standing, waiting, wanted } = edit
  const forReview = fieldsForReview(standing, wanted, reviewedPrices(product))
  const isPriceReviewed = forReview.includes('product_price') || forReview.includes('discounted_price')
  // A change of the stock alone is not news for reviewers, so the pending edit keeps its number.
  const isNews = !waiting || !differsInStockAlone(waiting, wanted)
  const waits = forReview.length > 0 && isNews
  const live = {
    ...payloadOf(product, { images: [] }),
    product_stock: wanted.product_stock,
    ...(isPriceReviewed
      ? {}
      : { product_price: wanted.product_price, discounted_price: wanted.discounted_price }),
  }
  const waitsSince = isNews ? now : product.revision_waiting_since
  return {
    row: {
      ...standingRow(product, now),
      ...columnsOf(live),
      reviewed_price: product.reviewed_price ?? product.product_price,
      reviewed_discount: product.reviewed_discount ?? product.discounted_price,
      revision_waiting_since: forReview.length > 0 ? waitsSince : null,
      submission_number: edit.number,
    },
    supersedes: isNews,
    submission: {
      productId: product.id,
      number: edit.number,
      kind: waits ? 'revision' : 'edit',
      status: waits ? 'waiting' : 'recorded',
      payload: wanted,
      bodyHash: edit.bodyHash,
    },
    change: changeOf(edit, waits ? 'ask for an edit' : 'edit'),
  }
}

function planForOther(edit: ListingEdit, now: Date, placeOf: PlaceOf): Plan {
  const { product, wanted } = edit
  const status = product.status === 'in_review' ? 'in_review' : 'submitted'
  return {
    row: {
      ...standingRow(product, now),
      ...columnsOf(wanted),
      category_id: placeOf(wanted, product),
      status,
      ...(product.status !== status ? { status_since: now, status_reason: '' } : {}),
      submission_number: edit.number,
    },
    supersedes: false,
    submission: {
      productId: product.id,
      number: edit.number,
      kind: 'application',
      status: 'recorded',
      payload: wanted,
      bodyHash: edit.bodyHash,
    },
    change: changeOf(edit, 'submit again'),
  }
}

function standingRow(product: ProductRecord, now: Date) {
  const { id, category_id, status, status_since, status_reason, revision_waiting_since } = product
  const { reviewed_price, reviewed_discount, submission_number } = product
  return {
    ...{ id, category_id, status, status_since, status_reason, revision_waiting_since },
    ...{ reviewed_price, reviewed_discount, submission_number, updated_at: now },
  }
}

function changeOf({ product, standing, wanted, reason }: ListingEdit, action: string): Change {
  return { action, subject: subjectOf(product), ...asChange(standing, wanted), ...(reason ? { reason } : {}) }
}

/** The differences between two versions, as stored in the history. */
export function asChange(standing: ProductPayload, wanted: ProductPayload) {
  const differing = comparePayloads(standing, wanted)
  if (!hasSamePictures(standing, wanted)) {
    const [before, after] = [picturesInWords(standing), picturesInWords(wanted)]
    differing.push({ path: 'pictures', before, after })
  }
  return recorded(differing)
}

type PlaceOf = (payload: ProductPayload, before?: ProductRecord) => string | null

/**
 * The place of each listing in the tree: the category that staff chose, or else the previous category if the vendor's
 * name for the category is unchanged, or else the category that the name leads to.
 */
async function placesOf(ctx: Context, payloads: readonly ProductPayload[]): Promise<PlaceOf> {
  const found = await findCategories(
    ctx.db,
    payloads.map(({ category }) => category),
  )
  const chosen = [...new Set(payloads.flatMap(({ category_id }) => category_id ?? []))]
  const { rows } =
    chosen.length > 0
      ? await sql<{ id: string }>`select id from categories where id = any(${chosen}::uuid[])`.execute(ctx.db)
      : { rows: [] }
  const isThere = new Set(rows.map(({ id }) => id))
  return ({ category, category_id }, before) => {
    if (category_id && isThere.has(category_id)) return category_id
    const stays = before?.category === category ? before.category_id : null
    return stays ?? found.get(category) ?? null
  }
}

function differsInStockAlone(before: ProductPayload, after: ProductPayload): boolean {
  const others = comparePayloads(before, after).filter(({ path }) => !isLive(path))
  return others.length === 0 && hasSamePictures(before, after)
}

async function writeContent(ctx: Context, rows: readonly ContentRow[]): Promise<void> {
  // In the order in which a renamed shop or category writes the search rows of its products.
  const inOrder = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  const { records } = columnsFor('products', inOrder)
  const written = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id')
  await sql`
    update products p set ${assigned(written)}, version = version + 1 from ${records} where p.id = r.id`.execute(
    ctx.db,
  )
}

/** Marks pending edits as superseded by newer ones. */
async function supersede(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update product_submissions set status = 'superseded'
    where product_id = any(${[...ids]}::uuid[]) and status = 'waiting'`.execute(ctx.db)
}

function firstVersions(ctx: Context, listings: readonly NewListing[]) {
  return submissionRows(
    ctx,
    listings.map(({ id, payload, bodyHash }) => ({
      productId: id,
      number: 1,
      kind: 'application',
      status: 'recorded',
      payload,
      bodyHash,
    })),
  )
}
