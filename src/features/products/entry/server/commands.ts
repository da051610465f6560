import { sql } from 'kysely'
import { allows, grants } from '#features/access/contract.ts'
import { requirePermission } from '#features/access/server/rules.ts'
import { holdTree } from '#features/categories/server/commands.ts'
import type { ProductReview, ProductStatus } from '#features/products/contract.ts'
import { asChange, changeListings, hashOf, readStandings } from '#features/products/server/batch-commands.ts'
import { placeInTree } from '#features/products/server/category-queries.ts'
import { productDecisions, subjectOf } from '#features/products/server/commands.ts'
import { takePictures } from '#features/products/server/picture-commands.ts'
import { readProduct } from '#features/products/server/queries.ts'
import {
  asPictures,
  asStored,
  columnsOf,
  comparePayloads,
  hasSamePictures,
  lockedWords,
  type ProductPayload,
  payloadOf,
  stockNow,
} from '#features/products/server/rules.ts'
import { refuseTakenSku } from '#features/products/server/submission-commands.ts'
import type { ProductRecord } from '#features/products/server/tables.ts'
import { keepSubmissions, noBody } from '#features/products/server/version-commands.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { sendWithNext } from '#kit/server/database-driver.ts'
import { type Answered, answered } from '#kit/server/implement.ts'
import { refuseStale } from '#kit/server/stale.ts'
import {
  listableVendors,
  missingIn,
  type ProductChange,
  type ProductEntry,
  type productEntry,
} from '../contract.ts'
import { readPlace } from './queries.ts'

const decide = grants('Products', 'decide')

/**
 * Adds a listing for a vendor, either pending a decision or approved at once. Sending the same listing again returns
 * its current state. Refuses (forbidden) an approval by a caller who may not decide, (invalid) missing fields, a vendor
 * that cannot sell, a taken SKU, an unknown category or picture, and (conflict) another body under the same id.
 */
export async function addProduct(
  ctx: Context,
  entry: ProductEntry,
): Promise<ProductReview | Answered<ProductReview>> {
  const { decision, id, ...given } = entry
  const body = { ...given, sku: given.sku || skuOf(id) }
  if (decision) {
    const doing = 'to approve a product that you add. Submit it for review instead'
    requirePermission(ctx, decide, doing)
  }
  const bodyHash = hashOf(entry)
  await holdTree(ctx)
  const standing = await addedBefore(ctx, id, bodyHash)
  if (standing) return standing
  const missing = missingIn(body)
  if (missing.length > 0) throw fieldsRefusal(missing)
  await refuseUnlistable(ctx, body.vendor_id)
  await refuseTakenSku(ctx, body, id)
  const payload = await payloadFrom(ctx, body)
  if (!(await insertProduct(ctx, { id, vendor_id: body.vendor_id, payload }))) {
    // Another request inserted the listing in the meantime. If its body is the same, both requests return the first
    // one's listing.
    const other = await addedBefore(ctx, id, bodyHash)
    if (other) return other
    await refuseTakenSku(ctx, body, id)
    throw new Refusal(
      'conflict',
      'This product can no longer be added, because its SKU was used by another product in the meantime',
    )
  }
  await takePictures(ctx, id, payload, 'now')
  await keepSubmissions(ctx, [
    { productId: id, number: 1, kind: 'application', status: 'recorded', payload, bodyHash },
  ])
  await ctx.record({
    action: 'add',
    subject: { type: 'product', id, name: payload.product_name },
    after: { status: 'submitted', sku: payload.sku },
  })
  return decision ? productDecisions.by('approve')(ctx, { id }) : readProduct(ctx, { id })
}

/**
 * Changes a listing. A listing that is not approved is submitted again with the change. An approved listing changes at
 * once if the caller may decide, and otherwise like a vendor's edit. Refuses (not-found), (stale) with the current
 * record, (invalid) in the same cases as adding a listing, and (conflict) an immediate change while another edit is
 * pending, and a change of a listing that was rejected for a reason against the rules.
 */
export async function changeProduct(
  ctx: Context,
  { id, product_stock_seen: seen, ...sent }: Input<typeof productEntry.change>,
): Promise<ProductReview> {
  await holdTree(ctx)
  const [known] = await readStandings(ctx, [id], 'locked')
  if (!known) throw new Refusal('not-found', 'There is no such product')
  const { product, waiting, pictures } = known
  await refuseStale(
    ctx,
    product,
    () => readProduct(ctx, { id }),
    'This product was changed since you read it. Check the current values and try again',
  )
  const body = { ...sent, product_stock: stockNow(sent.product_stock, seen, product) }
  const standing = waiting
    ? await filed(ctx, { ...waiting, product_stock: product.product_stock }, product)
    : payloadOf(product, pictures)
  const missing = missingIn(body, {
    ...standing,
    category_id: standing.category_id ?? null,
    images: standing.images.map((media) => ({ media, alt: '' })),
  })
  if (missing.length > 0) throw fieldsRefusal(missing)
  if (body.sku !== product.sku) await refuseTakenSku(ctx, { ...product, sku: body.sku }, id)
  const wanted = await payloadFrom(ctx, body, standing)
  const isApproved = product.status === 'approved'
  if (isSame(standing, wanted)) {
    ctx.unchanged()
    return readProduct(ctx, { id })
  }
  if (known.isLocked) {
    throw new Refusal('conflict', lockedWords, { current: await readProduct(ctx, { id }) })
  }
  if (waiting && mayDecide(ctx)) {
    throw new Refusal(
      'conflict',
      'An edit of this product is awaiting a decision. Decide on the edit first',
      {
        current: await readProduct(ctx, { id }),
      },
    )
  }
  const number = known.lastNumber + 1
  // A body that the vendor submits again unchanged must still be recognised, so that it does not undo this change.
  const bodyHash = known.lastHash ?? noBody
  const isAtOnce = !isApproved || mayDecide(ctx)
  if (known.hasPendingPictures || !hasSamePictures(pictures, wanted)) {
    await takePictures(ctx, id, wanted, isAtOnce ? 'now' : 'once approved')
  }
  // A person who sends the whole listing has seen its prices.
  const reviewed = {
    reviewed_price: columnsOf(wanted).product_price,
    reviewed_discount: columnsOf(wanted).discounted_price,
  }
  if (isApproved && isAtOnce)
    await changeAtOnce(ctx, product, { standing, wanted, number, bodyHash, reviewed })
  else {
    const current = isApproved ? known.standing : standing
    await changeListings(ctx, [{ product, standing: current, waiting, wanted, bodyHash, number, reason: '' }])
    if (isApproved) await fileUnder(ctx, product, wanted)
    else await setCover(ctx, product, wanted)
  }
  return readProduct(ctx, { id })
}

/** The SKU of a listing that was added without one. */
function skuOf(id: string): string {
  return `M-${id.slice(-8).toUpperCase()}`
}

/** Applies a change by a person who may approve it: shoppers see the change at once. The caller has locked the listing. */
export async function changeAtOnce(
  ctx: Context,
  product: ProductRecord,
  { standing, wanted, number, bodyHash, reviewed }: ChangeAtOnce,
): Promise<void> {
  const { id } = product
  const columns = columnsOf(wanted)
  const category_id = await placeInTree(ctx, wanted, product)
  const writing = ctx.db
    .updateTable('products')
    .set({
      ...columns,
      category_id,
      ...(reviewed ?? {}),
      cover_image: wanted.images[0] ?? '',
      submission_number: number,
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
  await sendWithNext(ctx.db, writing)
  await keepSubmissions(ctx, [
    { productId: id, number, kind: 'edit', status: 'recorded', payload: wanted, bodyHash },
  ])
  await queueEvent(ctx, 'product_edit.approved', { product_id: id, status: 'approved' })
  await ctx.record({
    action: 'edit',
    subject: subjectOf(product),
    ...asChange(standing, wanted),
  })
}

interface ChangeAtOnce {
  standing: ProductPayload
  wanted: ProductPayload
  number: number
  bodyHash: Buffer
  /** The prices that were looked at with the change; the reviewed ones stay if none were. */
  reviewed?: { reviewed_price: bigint; reviewed_discount: bigint }
}

/** Whether the caller's changes of an approved listing need no review. */
export function mayDecide({ actor }: Context): boolean {
  return actor.kind === 'person' && allows(actor.permissions, decide)
}

/** The listing that the same body added under this id, or null if there is none. Refuses (conflict) another body. */
async function addedBefore(
  ctx: Context,
  id: string,
  bodyHash: Buffer,
): Promise<Answered<ProductReview> | null> {
  const before = await firstBody(ctx, id)
  if (!before) return null
  if (!before.equals(bodyHash)) {
    throw new Refusal('conflict', 'A product with this id was already added with other values', {
      current: await readProduct(ctx, { id }),
    })
  }
  ctx.unchanged()
  return answered(await readProduct(ctx, { id }), 200)
}

/** The hash of the body that added the listing with this id. Null if there is none. */
async function firstBody(ctx: Context, id: string): Promise<Buffer | null> {
  const row = await ctx.db
    .selectFrom('product_submissions')
    .select('body_hash')
    .where('product_id', '=', id)
    .where('number', '=', 1)
    .executeTakeFirst()
  return row?.body_hash ?? null
}

async function refuseUnlistable(ctx: Context, vendorId: string): Promise<void> {
  const vendor = await ctx.db
    .selectFrom('vendors')
    .select(['status', 'username'])
    .where('id', '=', vendorId)
    .executeTakeFirst()
  if (!vendor) throw fieldRefusal('vendor_id', 'There is no such vendor')
  if (!(listableVendors as readonly string[]).includes(vendor.status)) {
    throw fieldRefusal('vendor_id', `${vendor.username} is ${vendor.status.replaceAll('_', ' ')}`)
  }
}

/** False if another request has taken this id or SKU in the meantime. */
async function insertProduct(
  ctx: Context,
  { id, vendor_id, payload }: { id: string; vendor_id: string; payload: ProductPayload },
): Promise<boolean> {
  const now = ctx.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('products')
    .values({
      id,
      vendor_id,
      ...columnsOf(payload),
      category_id: await placeInTree(ctx, payload),
      cover_image: payload.images[0] ?? '',
      status: 'submitted' satisfies ProductStatus,
      created_at: now,
      updated_at: now,
      status_since: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The entry in the form of a submission. Refuses (invalid) a category that does not exist or has subcategories. */
async function payloadFrom(
  ctx: Context,
  body: ProductChange,
  standing?: ProductPayload,
): Promise<ProductPayload> {
  const { category_id, images } = body
  const stays = category_id === (standing?.category_id ?? null)
  const place = category_id === null || stays ? null : await readPlace(ctx, category_id)
  if (category_id !== null && !stays) {
    if (!place) throw fieldRefusal('category_id', 'There is no such category')
    if (place.has_below) throw fieldRefusal('category_id', `Choose a category below ${place.path}`)
  }
  return {
    ...asStored(body),
    category: place?.path ?? standing?.category ?? '',
    ...(category_id === null ? {} : { category_id }),
    ...asPictures(images),
  }
}

/** A pending edit with the category that it would get. */
async function filed(ctx: Context, payload: ProductPayload, product: ProductRecord): Promise<ProductPayload> {
  const category_id = await placeInTree(ctx, payload, product)
  return { ...payload, ...(category_id ? { category_id } : {}) }
}

/**
 * Moves a listing to a category with the same name. The vendor's text does not change, so the move needs no decision.
 */
export async function fileUnder(ctx: Context, product: ProductRecord, wanted: ProductPayload): Promise<void> {
  const { category, category_id } = wanted
  if (!category_id || category !== product.category || category_id === product.category_id) return
  await ctx.db.updateTable('products').set({ category_id }).where('id', '=', product.id).execute()
}

function isSame(standing: ProductPayload, wanted: ProductPayload): boolean {
  return (
    comparePayloads(standing, wanted).length === 0 &&
    hasSamePictures(standing, wanted) &&
    standing.category_id === wanted.category_id
  )
}

async function setCover(ctx: Context, product: ProductRecord, { images }: ProductPayload): Promise<void> {
  const cover_image = images[0] ?? ''
  if (cover_image === product.cover_image) return
  await ctx.db.updateTable('products').set({ cover_image }).where('id', '=', product.id).execute()
}
