import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ProductSubmission } from '#features/intake/contract.ts'
import '#features/vendors/server/tables.ts'
import { parseRupees } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { CleanImage } from '#kit/server/images.ts'
import type { ProductStatus } from '../contract.ts'
import { subjectOf } from './commands.ts'
import {
  cleanDescription,
  columnsOf,
  comparePayloads,
  fieldsForReview,
  type ProductPayload,
  payloadOf,
} from './rules.ts'
import type { ProductRecord } from './tables.ts'

export interface Submitted {
  id: string
  status: ProductStatus
  /** False when the same body had been handed in before: nothing was stored. */
  isNew: boolean
}

/** Pictures of one listing, live and waiting together. */
const mostImages = 12

/**
 * Takes what the marketplace hands in for a product. New: a listing that waits. The same body again: the same record.
 * Another body while it waits or after a rejection: a new version, submitted. After approval: stock and small price
 * steps are taken over at once, everything else becomes a revision while the live version keeps serving. Refuses
 * (invalid) an unknown vendor and a SKU that another listing of the vendor has.
 */
export async function submitProduct(ctx: Context, body: ProductSubmission): Promise<Submitted> {
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
  await refuseTakenSku(ctx, body, product.id)
  const number = (last?.number ?? 0) + 1
  const images = await liveImages(ctx, product.id)
  const wanted = payloadFrom(body, images)
  return status === 'approved'
    ? editApproved(ctx, product, wanted, images, bodyHash, number)
    : resubmit(ctx, product, wanted, bodyHash, number)
}

/** The product that a picture is for; asked before its bytes are kept too. Refuses (not-found). */
export async function productToAddTo(
  ctx: Context,
  id: string,
  how: 'seen' | 'locked',
): Promise<ProductRecord> {
  const found = ctx.db.selectFrom('products').selectAll().where('id', '=', id)
  const product = await (how === 'locked' ? found.forUpdate() : found).executeTakeFirst()
  if (!product) throw new Refusal('not-found', 'There is no such product')
  return product
}

/**
 * Adds a cleaned picture: at once to a listing that is not approved, to the waiting revision of one that is. The
 * same picture again is the same. Refuses (not-found), and (conflict) more than twelve.
 */
export async function addImage(ctx: Context, productId: string, image: CleanImage): Promise<{ id: string }> {
  const product = await productToAddTo(ctx, productId, 'locked')
  const present = await ctx.db
    .selectFrom('product_images')
    .select(['id', 'media', 'position'])
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
  const same = present.find(({ media }) => media === image.hash)
  if (same) {
    ctx.unchanged()
    return { id: same.id }
  }
  if (present.length >= mostImages)
    throw new Refusal('conflict', `A product has at most ${mostImages} pictures`)
  const isLive = product.status !== 'approved'
  const id = uuidv7()
  await ctx.db
    .insertInto('product_images')
    .values({
      id,
      product_id: productId,
      media: image.hash,
      position: (present.at(-1)?.position ?? 0) + 1,
      width: image.width,
      height: image.height,
      is_live: isLive,
      created_at: ctx.now(),
    })
    .execute()
  if (isLive) {
    await ctx.db
      .updateTable('products')
      .set({
        cover_image: sql<string>`case when cover_image = '' then ${image.hash} else cover_image end`,
        updated_at: ctx.now(),
        version: sql<number>`version + 1`,
      })
      .where('id', '=', productId)
      .execute()
  } else {
    await addToRevision(ctx, product, image.hash)
  }
  await ctx.record({
    action: isLive ? 'add picture' : 'ask for a picture',
    subject: subjectOf(product),
    after: { picture: image.hash.slice(0, 12) },
  })
  return { id }
}

function payloadFrom(body: ProductSubmission, images: readonly string[]): ProductPayload {
  const { external_id: _, seller_id: __, ...fields } = body
  return { ...fields, product_description: cleanDescription(body.product_description), images: [...images] }
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

function fieldRefusal(path: string, message: string): Refusal {
  return new Refusal('invalid', message, { errors: [{ path, code: 'refused', message }] })
}

/** Null when this external id or SKU is known: of two at once, one inserts and the other finds it. */
async function insertProduct(
  ctx: Context,
  body: ProductSubmission,
  bodyHash: Buffer,
): Promise<Submitted | null> {
  const id = uuidv7()
  const payload = payloadFrom(body, [])
  const now = ctx.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('products')
    .values({
      id,
      external_id: body.external_id,
      vendor_id: body.seller_id,
      ...columnsOf(payload),
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

async function refuseTakenSku(ctx: Context, body: ProductSubmission, ownId: string): Promise<void> {
  const other = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('vendor_id', '=', body.seller_id)
    .where('sku', '=', body.sku)
    .where('id', '!=', ownId)
    .executeTakeFirst()
  if (other) throw fieldRefusal('sku', 'Another product of this seller has this SKU')
}

async function lastSubmission(ctx: Context, productId: string) {
  return ctx.db
    .selectFrom('product_submissions')
    .select(['number', 'body_hash', 'kind', 'status', 'payload'])
    .where('product_id', '=', productId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function liveImages(ctx: Context, productId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('product_images')
    .select('media')
    .where('product_id', '=', productId)
    .where('is_live', '=', true)
    .orderBy('position')
    .execute()
  return rows.map(({ media }) => media)
}

async function resubmit(
  ctx: Context,
  product: ProductRecord,
  payload: ProductPayload,
  bodyHash: Buffer,
  number: number,
): Promise<Submitted> {
  const status = product.status === 'in_review' ? 'in_review' : 'submitted'
  const isOurTurnAgain = product.status !== status
  const differing = comparePayloads(payloadOf(product, payload.images), payload)
  await ctx.db
    .updateTable('products')
    .set({
      ...columnsOf(payload),
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
  await ctx.record({ action: 'submit again', subject: subjectOf(product), ...asChange(differing) })
  return { id: product.id, status, isNew: true }
}

async function editApproved(
  ctx: Context,
  product: ProductRecord,
  wanted: ProductPayload,
  images: readonly string[],
  bodyHash: Buffer,
  number: number,
): Promise<Submitted> {
  const standing = payloadOf(product, images)
  const forReview = fieldsForReview(standing, wanted)
  const live = {
    product_stock: wanted.product_stock,
    ...(forReview.includes('product_price') || forReview.includes('discounted_price')
      ? {}
      : {
          product_price: parseRupees(wanted.product_price),
          discounted_price: parseRupees(wanted.discounted_price),
        }),
  }
  await supersedeRevision(ctx, product.id)
  await ctx.db
    .updateTable('products')
    .set({
      ...live,
      revision_waiting_since: forReview.length > 0 ? ctx.now() : null,
      submission_number: number,
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', product.id)
    .execute()
  const waits = forReview.length > 0
  await keepSubmission(ctx, {
    productId: product.id,
    number,
    kind: waits ? 'revision' : 'edit',
    status: waits ? 'waiting' : 'recorded',
    payload: wanted,
    bodyHash,
  })
  const differing = comparePayloads(standing, wanted)
  await ctx.record({
    action: waits ? 'ask for an edit' : 'edit',
    subject: subjectOf(product),
    ...asChange(differing),
  })
  return { id: product.id, status: 'approved', isNew: true }
}

async function supersedeRevision(ctx: Context, productId: string): Promise<void> {
  await ctx.db
    .updateTable('product_submissions')
    .set({ status: 'superseded' })
    .where('product_id', '=', productId)
    .where('status', '=', 'waiting')
    .execute()
}

async function addToRevision(ctx: Context, product: ProductRecord, media: string): Promise<void> {
  const last = await lastSubmission(ctx, product.id)
  const waiting =
    last?.kind === 'revision' && last.status === 'waiting' ? (last.payload as ProductPayload) : null
  const base = waiting ?? payloadOf(product, await liveImages(ctx, product.id))
  const payload = { ...base, images: [...base.images, media] }
  const number = (last?.number ?? 0) + 1
  await supersedeRevision(ctx, product.id)
  await keepSubmission(ctx, {
    productId: product.id,
    number,
    kind: 'revision',
    status: 'waiting',
    payload,
    // The body that was last handed in keeps its hash: the same body again must still be recognised.
    bodyHash: last?.body_hash ?? Buffer.alloc(32),
  })
  await ctx.db
    .updateTable('products')
    .set({
      revision_waiting_since: product.revision_waiting_since ?? ctx.now(),
      submission_number: number,
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', product.id)
    .execute()
}

function asChange(differing: { path: string; before: string; after: string }[]) {
  return {
    before: Object.fromEntries(differing.map(({ path, before }) => [path, before])),
    after: Object.fromEntries(differing.map(({ path, after }) => [path, after])),
  }
}

async function keepSubmission(
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
