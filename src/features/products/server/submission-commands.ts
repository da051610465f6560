import { v7 as uuidv7 } from 'uuid'
import { holdTree } from '#features/categories/server/commands.ts'
import type { ProductSubmission } from '#features/intake/contract.ts'
import '#features/vendors/server/tables.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { ProductStatus } from '../contract.ts'
import { changeListings, createListings, hashOf } from './batch-commands.ts'
import { picturesOf } from './picture-commands.ts'
import { cleanDescription, type Pictures, type ProductPayload, payloadOf } from './rules.ts'
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
  const bodyHash = hashOf(body)
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
  const waiting = (await waitingRevision(ctx, product.id))?.payload ?? null
  const wanted = payloadFrom(body, waiting ?? (await picturesOf(ctx, product.id, 'all')))
  const isApproved = status === 'approved'
  await changeListings(ctx, [
    {
      product,
      standing: payloadOf(product, isApproved ? await picturesOf(ctx, product.id, 'live') : wanted),
      waiting,
      wanted,
      bodyHash,
      number,
      reason: '',
    },
  ])
  const isStill = isApproved || status === 'in_review'
  return { id: product.id, status: isStill ? status : 'submitted', isNew: true }
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
  const made = await createListings(ctx, [
    {
      id,
      vendorId: body.seller_id,
      externalId: body.external_id,
      payload: payloadFrom(body, { images: [] }),
      bodyHash,
      reason: '',
    },
  ])
  return made.has(id) ? { id, status: 'submitted', isNew: true } : null
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
