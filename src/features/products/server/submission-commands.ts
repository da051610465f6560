import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { holdTree } from '#features/categories/server/commands.ts'
import type { ProductSubmission } from '#features/intake/contract.ts'
import '#features/vendors/server/tables.ts'
import { parseRupees } from '#kit/contract/money.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { ProductStatus } from '../contract.ts'
import { placeInTree, subjectOf } from './commands.ts'
import { picturesOf } from './picture-commands.ts'
import {
  cleanDescription,
  columnsOf,
  comparePayloads,
  fieldsForReview,
  hasSamePictures,
  type Pictures,
  type ProductPayload,
  payloadOf,
  picturesInWords,
  reviewedPrices,
} from './rules.ts'
import type { ProductRecord } from './tables.ts'

export interface Submitted {
  id: string
  status: ProductStatus
  /** False when the same body had been handed in before: nothing was stored. */
  isNew: boolean
}

/**
 * Takes what the marketplace hands in for a product. New: a listing that waits. The same body again: the same record.
 * Another body while it waits or after a rejection: a new version, submitted. After approval: stock and small price
 * steps are taken over at once, everything else becomes a revision while the live version keeps serving. Refuses
 * (invalid) an unknown vendor and a SKU that another listing of the vendor has.
 */
export async function submitProduct(ctx: Context, body: ProductSubmission): Promise<Submitted> {
  await holdTree(ctx)
  await refuseUnknownVendor(ctx, body.seller_id)
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  const inserted = await insertProduct(ctx, body, bodyHash)
  if (inserted) return inserted
  const product = await lockByExternalId(ctx, body)
  if (product.vendor_id !== body.seller_id)
    throw fieldRefusal('seller_id', 'This product belongs to another seller')
  const last = await lastSubmission(ctx, product.id)
  const status = product.status as ProductStatus
  if (last?.body_hash.equals(bodyHash)) {
    ctx.unchanged()
    return { id: product.id, status, isNew: false }
  }
  await refuseTakenSku(ctx, { vendor_id: body.seller_id, sku: body.sku }, product.id)
  const number = (last?.number ?? 0) + 1
  // Pictures that wait for a review belong to what is wanted, whatever else this body changes.
  const waiting = await waitingRevision(ctx, product.id)
  const wanted = payloadFrom(body, waiting?.payload ?? (await picturesOf(ctx, product.id, 'all')))
  return status === 'approved'
    ? editApproved(ctx, product, wanted, bodyHash, number)
    : resubmit(ctx, product, wanted, bodyHash, number)
}

function payloadFrom(body: ProductSubmission, { images, alts }: Pictures): ProductPayload {
  const { external_id: _, seller_id: __, ...fields } = body
  const product_description = cleanDescription(body.product_description)
  return { ...fields, product_description, images, ...(alts ? { alts } : {}) }
}

async function refuseUnknownVendor(ctx: Context, vendorId: string): Promise<void> {
  const vendor = await ctx.db
    .selectFrom('vendors')
    .select('status')
    .where('id', '=', vendorId)
    .executeTakeFirst()
  if (!vendor) throw fieldRefusal('seller_id', 'There is no such seller')
  if (vendor.status === 'closed') throw fieldRefusal('seller_id', 'This seller is closed')
}

/** Null when this external id or SKU is known: of two at once, one inserts and the other finds it. */
async function insertProduct(
  ctx: Context,
  body: ProductSubmission,
  bodyHash: Buffer,
): Promise<Submitted | null> {
  const id = uuidv7()
  const payload = payloadFrom(body, { images: [] })
  const now = ctx.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('products')
    .values({
      id,
      external_id: body.external_id,
      vendor_id: body.seller_id,
      ...columnsOf(payload),
      category_id: await placeInTree(ctx, payload),
      status: 'submitted',
      created_at: now,
      updated_at: now,
      status_since: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return null
  await keepSubmission(ctx, {
    productId: id,
    number: 1,
    kind: 'application',
    status: 'recorded',
    payload,
    bodyHash,
  })
  await ctx.record({
    action: 'submit',
    subject: { type: 'product', id, name: payload.product_name },
    after: { status: 'submitted' },
  })
  return { id, status: 'submitted', isNew: true }
}

async function lockByExternalId(ctx: Context, body: ProductSubmission): Promise<ProductRecord> {
  const product = await ctx.db
    .selectFrom('products')
    .selectAll()
    .where('external_id', '=', body.external_id)
    .forUpdate()
    .executeTakeFirst()
  if (!product) throw fieldRefusal('sku', 'Another product of this seller has this SKU')
  return product
}

/** Refuses (invalid) a SKU that another listing of this vendor has, naming it. */
export async function refuseTakenSku(
  ctx: Context,
  { vendor_id, sku }: { vendor_id: string; sku: string },
  ownId: string,
): Promise<void> {
  const other = await ctx.db
    .selectFrom('products')
    .select('product_name')
    .where('vendor_id', '=', vendor_id)
    .where('sku', '=', sku)
    .where('id', '!=', ownId)
    .executeTakeFirst()
  if (other) throw fieldRefusal('sku', `${other.product_name} of this seller has this SKU`)
}

/** What was handed in last. */
export async function lastSubmission(ctx: Context, productId: string) {
  return ctx.db
    .selectFrom('product_submissions')
    .select(['number', 'body_hash', 'kind', 'status', 'payload'])
    .where('product_id', '=', productId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Puts another version of a listing that is not approved in its place: it is our turn again. */
export async function resubmit(
  ctx: Context,
  product: ProductRecord,
  payload: ProductPayload,
  bodyHash: Buffer,
  number: number,
  standing = payloadOf(product, payload),
): Promise<Submitted> {
  const status = product.status === 'in_review' ? 'in_review' : 'submitted'
  const isOurTurnAgain = product.status !== status
  await ctx.db
    .updateTable('products')
    .set({
      ...columnsOf(payload),
      category_id: await placeInTree(ctx, payload, product),
      status,
      ...(isOurTurnAgain ? { status_since: ctx.now(), status_reason: '' } : {}),
      submission_number: number,
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', product.id)
    .execute()
  await keepSubmission(ctx, {
    productId: product.id,
    number,
    kind: 'application',
    status: 'recorded',
    payload,
    bodyHash,
  })
  await ctx.record({
    action: 'submit again',
    subject: subjectOf(product),
    ...asChange(standing, payload),
  })
  return { id: product.id, status, isNew: true }
}

/**
 * Takes an edit of an approved listing: what needs no look is live at once, everything else waits while the live version
 * keeps serving.
 */
export async function editApproved(
  ctx: Context,
  product: ProductRecord,
  wanted: ProductPayload,
  bodyHash: Buffer,
  number: number,
): Promise<Submitted> {
  const standing = payloadOf(product, await picturesOf(ctx, product.id, 'live'))
  const forReview = fieldsForReview(standing, wanted, reviewedPrices(product))
  const live = {
    product_stock: wanted.product_stock,
    ...(forReview.includes('product_price') || forReview.includes('discounted_price')
      ? {}
      : {
          product_price: parseRupees(wanted.product_price),
          discounted_price: parseRupees(wanted.discounted_price),
        }),
  }
  const waiting = await waitingRevision(ctx, product.id)
  // A body that moves the stock alone is no news for whoever reviews: the edit that waits keeps its number.
  const isNews = !waiting || !differsInStockAlone(waiting.payload, wanted)
  if (isNews) await supersedeRevision(ctx, product.id)
  await ctx.db
    .updateTable('products')
    .set({
      ...live,
      reviewed_price: product.reviewed_price ?? product.product_price,
      reviewed_discount: product.reviewed_discount ?? product.discounted_price,
      revision_waiting_since:
        forReview.length > 0 ? (isNews ? ctx.now() : product.revision_waiting_since) : null,
      submission_number: number,
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', product.id)
    .execute()
  const waits = forReview.length > 0 && isNews
  await keepSubmission(ctx, {
    productId: product.id,
    number,
    kind: waits ? 'revision' : 'edit',
    status: waits ? 'waiting' : 'recorded',
    payload: wanted,
    bodyHash,
  })
  await ctx.record({
    action: waits ? 'ask for an edit' : 'edit',
    subject: subjectOf(product),
    ...asChange(standing, wanted),
  })
  return { id: product.id, status: 'approved', isNew: true }
}

function differsInStockAlone(before: ProductPayload, after: ProductPayload): boolean {
  const others = comparePayloads(before, after).filter(({ path }) => path !== 'product_stock')
  return others.length === 0 && hasSamePictures(before, after)
}

/** The edit that waits for a review, if one does. */
export async function waitingRevision(
  ctx: Context,
  productId: string,
): Promise<{ payload: ProductPayload } | null> {
  const row = await ctx.db
    .selectFrom('product_submissions')
    .select('payload')
    .where('product_id', '=', productId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return row ? { payload: row.payload as ProductPayload } : null
}

/** An edit that waits gives way to a newer one. */
export async function supersedeRevision(ctx: Context, productId: string): Promise<void> {
  await ctx.db
    .updateTable('product_submissions')
    .set({ status: 'superseded' })
    .where('product_id', '=', productId)
    .where('status', '=', 'waiting')
    .execute()
}

/** What differs between two versions, as the trail keeps it. */
export function asChange(standing: ProductPayload, wanted: ProductPayload) {
  const differing = comparePayloads(standing, wanted)
  const pictures = hasSamePictures(standing, wanted)
    ? []
    : [[picturesInWords(standing), picturesInWords(wanted)] as const]
  return {
    before: {
      ...Object.fromEntries(differing.map(({ path, before }) => [path, before])),
      ...Object.fromEntries(pictures.map(([before]) => ['pictures', before])),
    },
    after: {
      ...Object.fromEntries(differing.map(({ path, after }) => [path, after])),
      ...Object.fromEntries(pictures.map(([, after]) => ['pictures', after])),
    },
  }
}

/** Keeps what was handed in, as a version of its own. */
export async function keepSubmission(
  ctx: Context,
  submission: {
    productId: string
    number: number
    kind: 'application' | 'edit' | 'revision'
    status: 'recorded' | 'waiting'
    payload: ProductPayload
    bodyHash: Buffer
  },
): Promise<void> {
  await ctx.db
    .insertInto('product_submissions')
    .values({
      id: uuidv7(),
      product_id: submission.productId,
      number: submission.number,
      kind: submission.kind,
      status: submission.status,
      payload: JSON.stringify(submission.payload),
      body_hash: submission.bodyHash,
      created_at: ctx.now(),
    })
    .execute()
}
