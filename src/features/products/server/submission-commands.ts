import { v7 as uuidv7 } from 'uuid'
import { holdTree } from '#features/categories/server/commands.ts'
import '#features/vendors/server/tables.ts'
import { fieldRefusal, fieldsRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { HandedIn } from '#kit/contract/resend.ts'
import type { Context } from '#kit/server/context.ts'
import type { ProductStatus } from '../contract.ts'
import { isSaleWithinRetail, listableVendors } from '../entry/contract.ts'
import type { ProductSubmission } from '../submission-contract.ts'
import {
  changed,
  changeListings,
  createListings,
  hashOf,
  readStandings,
  type Standing,
  wantedNow,
} from './batch-commands.ts'
import { subjectOf } from './commands.ts'
import { asStored, comparePayloads, lockedWords, type ProductPayload } from './rules.ts'
import { noBody, wasRejected } from './version-commands.ts'

export interface Submitted {
  id: string
  status: ProductStatus
  /** False if the same body was submitted before and nothing was stored. */
  isNew: boolean
}

/**
 * Takes a product that the marketplace submits. A new product becomes a pending listing; one with the seller and SKU of a listing
 * that a sheet or staff entered is that listing from then on. The same body again returns the same record; of an approved one its
 * stock is taken if the call has an Idempotency-Key, and an edit that was rejected is asked for again. Another body while the
 * listing is pending, or after a rejection, becomes a new version with status submitted. After approval, stock and small price
 * steps are applied at once. Everything else becomes a revision, and the live version stays visible. A field that the body leaves
 * out keeps its latest value, including a pending edit's. Refuses (invalid) a new product with a missing field or of a vendor who
 * cannot sell, an unknown vendor, a SKU that another submitted listing of the vendor has, and a sale price above the retail price;
 * and (conflict) a new version of a product that was rejected for a reason against the rules, and a call that met another one about
 * the same product.
 */
export async function submitProduct(
  ctx: Context,
  { given, whole, missing }: HandedIn<ProductSubmission>,
): Promise<Submitted> {
  await holdTree(ctx)
  const whyNotNew = given.seller_id === undefined ? '' : await whyNoNewProduct(ctx, given.seller_id)
  const bodyHash = hashOf(given)
  const inserted = missing.length > 0 || whyNotNew ? null : await insertProduct(ctx, whole, bodyHash)
  if (inserted) return inserted
  const known = (await lockByExternalId(ctx, whole.external_id)) ?? (await claimBySku(ctx, given))
  if (!known && missing.length > 0) throw fieldsRefusal(missing)
  if (!known) throw whyNotNew ? fieldRefusal('seller_id', whyNotNew) : submittedAtOnce()
  const { product, lastHash, isLocked } = known
  if (given.seller_id === undefined) await whyNoNewProduct(ctx, product.vendor_id)
  else if (product.vendor_id !== given.seller_id)
    throw fieldRefusal('seller_id', 'This product belongs to another seller')
  const status = product.status as ProductStatus
  // Bodies from before fields could be left out were hashed with all fields.
  const same = [bodyHash, ...(missing.length > 0 ? [] : [hashOf(whole)])]
  const isSame = same.some((hash) => lastHash?.equals(hash))
  const isRefused = await asksAgain(ctx, known, isSame, same)
  const base = wantedNow(known)
  // Without a key, a new count cannot be told from a late repetition.
  const stock = isRefused && !ctx.isKeyed ? { product_stock: base.product_stock } : {}
  const wanted = changed(base, { ...asStored(given), ...stock })
  const isKnown = isRefused ? comparePayloads(base, wanted).length === 0 : isSame
  if (isKnown) return countAgain(ctx, known, given, bodyHash)
  if (isLocked) throw new Refusal('conflict', lockedWords)
  if (wanted.sku !== product.sku) await refuseTakenSku(ctx, { ...product, sku: wanted.sku }, product.id)
  refuseDearSale(wanted)
  await changeListing(ctx, known, wanted, bodyHash)
  const isStill = status === 'approved' || status === 'in_review'
  return { id: product.id, status: isStill ? status : 'submitted', isNew: true }
}

/**
 * True if a body whose edit was rejected asks for its values again: it comes under a new Idempotency-Key, or after a picture
 * that may be what was missing. Without either it cannot be told from a late repetition of the call.
 */
async function asksAgain(
  ctx: Context,
  { product, standing, waiting, lastHash }: Standing,
  isSame: boolean,
  hashes: Buffer[],
): Promise<boolean> {
  const isOpen = isSame ? ctx.isKeyed && !waiting : lastHash?.equals(noBody)
  if (!isOpen || product.status !== 'approved') return false
  return wasRejected(ctx, { id: product.id, live: standing }, hashes)
}

/**
 * Takes the stock of a body that was submitted before: orders move it without a version, so the same number can be a new
 * count. Only an Idempotency-Key tells a new count from a late repetition of the call, which would bring sold pieces
 * back. Nothing else of the body is taken, so that it undoes nothing that staff have corrected.
 */
async function countAgain(
  ctx: Context,
  known: Standing,
  { product_stock }: Partial<ProductSubmission>,
  bodyHash: Buffer,
): Promise<Submitted> {
  const { id, status, product_stock: standing } = known.product
  const isOther = product_stock !== undefined && product_stock !== standing
  const isNew = isOther && ctx.isKeyed && status === 'approved'
  if (isNew) await changeListing(ctx, known, changed(wantedNow(known), { product_stock }), bodyHash)
  else ctx.unchanged()
  return { id, status: status as ProductStatus, isNew }
}

async function changeListing(ctx: Context, known: Standing, wanted: ProductPayload, bodyHash: Buffer) {
  const { product, standing, waiting, lastNumber } = known
  const number = lastNumber + 1
  await changeListings(ctx, [{ product, standing, waiting, wanted, bodyHash, number, reason: '' }])
}

/** The body may contain only one of the two prices, so the check runs on the merged listing. */
function refuseDearSale(wanted: ProductPayload): void {
  if (isSaleWithinRetail(wanted)) return
  const { product_price: retail, discounted_price: sale } = wanted
  const words = `Sale price ${sale} is above the retail price ${retail}. Send discounted_price too; 0 ends the sale`
  throw fieldRefusal('discounted_price', words)
}

/** Why no new product of this vendor is taken; '' if one is. Refuses (invalid) an unknown and a closed vendor. */
async function whyNoNewProduct(ctx: Context, vendorId: string): Promise<string> {
  const vendor = await ctx.db
    .selectFrom('vendors')
    .select('status')
    .where('id', '=', vendorId)
    .executeTakeFirst()
  if (!vendor) throw fieldRefusal('seller_id', 'This seller does not exist')
  if (vendor.status === 'closed') throw fieldRefusal('seller_id', 'This seller is closed')
  if ((listableVendors as readonly string[]).includes(vendor.status)) return ''
  return `This seller is ${vendor.status.replaceAll('_', ' ')}, so no new products are taken`
}

/** Null if this external id or SKU exists. Of two simultaneous requests, one inserts and the other finds the row. */
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
      payload: { ...asStored(body), images: [] },
      bodyHash,
      reason: '',
    },
  ])
  return made.has(id) ? { id, status: 'submitted', isNew: true } : null
}

/** The listing with this external id and its pending edit, locked. Null if the external id is unknown. */
async function lockByExternalId(ctx: Context, externalId: string): Promise<Standing | null> {
  const product = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  if (!product) return null
  const [standing] = await readStandings(ctx, [product.id], 'locked')
  return standing ?? null
}

/**
 * Gives the external id of a submission to the listing of its seller with its SKU that a sheet or staff entered, and locks that
 * listing. Null if there is none. Refuses (invalid) the SKU of a listing with another external id, and (conflict) an external id
 * that another call gives away at the same time.
 */
async function claimBySku(
  ctx: Context,
  { external_id, seller_id, sku }: Partial<ProductSubmission>,
): Promise<Standing | null> {
  if (external_id === undefined || seller_id === undefined || sku === undefined) return null
  // One statement, so that of two calls the second waits for the first and finds the listing taken.
  const claimed = await ctx.db
    .updateTable('products')
    .set({ external_id })
    .where('vendor_id', '=', seller_id)
    .where('sku', '=', sku)
    .where('external_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isTaken(error) ? submittedAtOnce() : error
    })
  if (!claimed) {
    const known = await lockByExternalId(ctx, external_id)
    if (!known) await refuseForeignSku(ctx, seller_id, sku)
    return known
  }
  const [known] = await readStandings(ctx, [claimed.id], 'locked')
  if (!known) throw new Error('a listing that was just changed is not there')
  await ctx.record({
    action: 'set external id',
    subject: subjectOf(known.product),
    before: { external_id: '' },
    after: { external_id },
  })
  return known
}

/** True for a value that the database keeps unique and another record has. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

function submittedAtOnce(): Refusal {
  return new Refusal(
    'conflict',
    'Another call changed this product at the same time. Send this call once more',
  )
}

async function refuseForeignSku(ctx: Context, vendorId: string, sku: string): Promise<void> {
  const other = await ctx.db
    .selectFrom('products')
    .select(['product_name', 'external_id'])
    .where('vendor_id', '=', vendorId)
    .where('sku', '=', sku)
    .executeTakeFirst()
  if (!other) return
  const words = `${other.product_name} of this seller already has this SKU, under the external id ${other.external_id}`
  throw fieldRefusal('sku', words)
}

/** Refuses (invalid) a SKU that another listing of this vendor has, and names that listing. */
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
  if (other) throw fieldRefusal('sku', `${other.product_name} of this seller already has this SKU`)
}

/** The product's last submission. */
export async function lastSubmission(ctx: Context, productId: string) {
  return ctx.db
    .selectFrom('product_submissions')
    .select(['number', 'body_hash', 'kind', 'status', 'payload'])
    .where('product_id', '=', productId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The edit that is pending review, if any. */
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

/** Marks a pending edit as superseded by a newer one. */
export async function supersedeRevision(ctx: Context, productId: string): Promise<void> {
  await ctx.db
    .updateTable('product_submissions')
    .set({ status: 'superseded' })
    .where('product_id', '=', productId)
    .where('status', '=', 'waiting')
    .execute()
}
