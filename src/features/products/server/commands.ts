import { sql } from 'kysely'
import { holdTree } from '#features/categories/server/commands.ts'
import { findCategory } from '#features/categories/server/queries.ts'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { eachOf, recordDecision, takeBackDecision } from '#features/decisions/server/commands.ts'
import { queueMessage, resendMessage, withdrawMessages } from '#features/messages/server/commands.ts'
import type { LetterKind } from '#features/messages/server/rules.ts'
import type { EventKind } from '#features/webhooks/contract.ts'
import { queueEvent, withdrawEvents } from '#features/webhooks/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { type ProductReview, type ProductStatus, type ProductVerb, productMoves } from '../contract.ts'
import { showPictures } from './picture-commands.ts'
import { readProduct } from './queries.ts'
import { columnsOf, type ProductPayload } from './rules.ts'
import type { ProductRecord } from './tables.ts'

/**
 * Approves a listing; it is visible when its switch is on, its vendor approved and some in stock. Approving again
 * answers it unchanged. Refuses (not-found) and (conflict) a listing that was decided otherwise.
 */
export function approveProduct(ctx: Context, { id }: { id: string }): Promise<ProductReview> {
  return decide(ctx, 'approve', id, '')
}

/** Rejects a listing with a reason. Refuses (not-found) and (conflict) one that was decided otherwise. */
export function rejectProduct(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<ProductReview> {
  return decide(ctx, 'reject', id, reason)
}

/** Sends a listing back with a note. Refuses (not-found) and (conflict) what is not in review. */
export function requestProductUpdate(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<ProductReview> {
  return decide(ctx, 'request_update', id, reason)
}

/** Approves each listing in a transaction of its own; one that cannot be is told of, the others go on. */
export function approveProducts(ctx: Context, { ids }: { ids: string[] }): Promise<BulkOutcome[]> {
  return decideEach(
    ctx,
    'approve',
    ids.map((id) => ({ id, reason: '' })),
  )
}

/** Rejects each listing with its own reason, in a transaction of its own. */
export function rejectProducts(
  ctx: Context,
  { items }: { items: { id: string; reason: string }[] },
): Promise<BulkOutcome[]> {
  return decideEach(ctx, 'reject', items)
}

/**
 * Takes the standing decision back and keeps its message from leaving. Refuses (not-found), and (conflict) when the
 * message has left, the window has passed, or the listing changed since.
 */
export async function undoProductDecision(
  ctx: Context,
  { id, decision_id }: { id: string; decision_id: string },
): Promise<ProductReview> {
  await holdTree(ctx)
  const taken = await takeBackDecision(ctx, { type: 'product', id }, decision_id)
  await withdrawMessages(ctx, taken.id)
  await withdrawEvents(ctx, taken.id, 'product.undone', { product_id: id, status: taken.from_status })
  const product = await ctx.db
    .updateTable('products')
    .set({
      status: taken.from_status,
      status_reason: taken.from_reason,
      // It waits since when it waited before: a slip must not cost it its place.
      status_since: taken.from_since ?? ctx.now(),
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', taken.to_status)
    .returningAll()
    .executeTakeFirst()
  if (!product) throw new Refusal('conflict', 'The product has changed since: this decision stands')
  if (taken.action === 'approve') await takeEditIntoListing(ctx, product)
  await ctx.record({
    action: 'undo',
    subject: subjectOf(product),
    before: { status: taken.to_status },
    after: { status: taken.from_status },
    reason: `${taken.action} was taken back`,
  })
  return readProduct(ctx, { id })
}

/** What was asked for while the listing was approved is a part of it again: nothing waits beside it. */
async function takeEditIntoListing(ctx: Context, product: ProductRecord): Promise<void> {
  const { id } = product
  const edit = await ctx.db
    .updateTable('product_submissions')
    .set({ kind: 'application', status: 'recorded' })
    .where('product_id', '=', id)
    .where('status', '=', 'waiting')
    .returning('payload')
    .executeTakeFirst()
  if (!edit) return
  const payload = edit.payload as ProductPayload
  const { product_stock: _, ...columns } = columnsOf(payload)
  await showPictures(ctx, id, payload)
  await ctx.db
    .updateTable('products')
    .set({
      ...columns,
      category_id: await placeInTree(ctx, payload, product),
      revision_waiting_since: null,
      cover_image: payload.images[0] ?? '',
    })
    .where('id', '=', id)
    .execute()
}

/**
 * The category of the tree in which a listing stands: where staff have put it, and otherwise where it stood, as long as its
 * vendor calls it the same. The tree is held (`holdTree`).
 */
export async function placeInTree(
  ctx: Context,
  { category, category_id }: { category: string; category_id?: string },
  before?: { category: string; category_id: string | null },
): Promise<string | null> {
  const chosen =
    category_id &&
    (await ctx.db.selectFrom('categories').select('id').where('id', '=', category_id).executeTakeFirst())
  if (chosen) return chosen.id
  const stays = before?.category === category ? before.category_id : null
  return stays ?? findCategory(ctx.db, category)
}

/** Sends a failed message about this listing again. Refuses (not-found) and (conflict) one that has not failed. */
export async function resendProductMessage(
  ctx: Context,
  { id, message_id }: { id: string; message_id: string },
): Promise<ProductReview> {
  const product = await readProduct(ctx, { id })
  await resendMessage(ctx, { type: 'product', id, name: product.product_name }, message_id)
  return readProduct(ctx, { id })
}

/** Tells the vendor what was decided about a listing, when the undo window has passed. */
export async function tellVendor(
  ctx: Context,
  product: ProductRecord,
  letter: { kind: LetterKind; reason: string },
  decision: { id: string; undoUntil: Date },
): Promise<void> {
  const vendor = await ctx.db
    .selectFrom('vendors')
    .select(['username', 'email'])
    .where('id', '=', product.vendor_id)
    .executeTakeFirstOrThrow()
  await queueMessage(ctx, {
    letter: { ...letter, vendorName: vendor.username, productName: product.product_name },
    recipient: vendor.email,
    about: { type: 'product', id: product.id },
    decisionId: decision.id,
    sendAt: decision.undoUntil,
  })
}

export function subjectOf(product: ProductRecord): { type: 'product'; id: string; name: string } {
  return { type: 'product', id: product.id, name: product.product_name }
}

const letters: Record<ProductVerb, LetterKind> = {
  approve: 'product approved',
  reject: 'product rejected',
  request_update: 'product update requested',
}

const events: Record<ProductVerb, EventKind> = {
  approve: 'product.approved',
  reject: 'product.rejected',
  request_update: 'product.update_requested',
}

async function decide(ctx: Context, verb: ProductVerb, id: string, reason: string): Promise<ProductReview> {
  await move(ctx, verb, id, reason)
  return readProduct(ctx, { id })
}

interface MoveOutcome {
  product: ProductRecord
  /** Null: the listing was where the move leads already. */
  decision: { id: string; undoUntil: Date } | null
}

/** The move itself: one UPDATE whose WHERE tests the state, so that of two reviewers only the first decides. */
async function move(ctx: Context, verb: ProductVerb, id: string, reason: string): Promise<MoveOutcome> {
  const { from, to } = productMoves[verb]
  const before = await ctx.db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not-found', 'There is no such product')
  const status = before.status as ProductStatus
  if (status === to) {
    ctx.unchanged()
    return { product: before, decision: null }
  }
  if (!(from as readonly string[]).includes(status)) throw await wrongState(ctx, before, verb)
  if (ctx.ifMatch !== null && ctx.ifMatch !== before.version) {
    throw new Refusal('stale', 'This product was changed since you read it. Look at it again', {
      current: await readProduct(ctx, { id }),
    })
  }
  const product = await ctx.db
    .updateTable('products')
    .set({
      status: to,
      ...(verb === 'approve'
        ? { reviewed_price: sql<bigint>`product_price`, reviewed_discount: sql<bigint>`discounted_price` }
        : {}),
      status_reason: reason,
      status_since: ctx.now(),
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirstOrThrow()
  const decision = await recordDecision(ctx, {
    subject: subjectOf(product),
    action: verb,
    reason,
    from: status,
    to,
    version: product.version,
    before: { reason: before.status_reason, since: before.status_since },
  })
  await tellVendor(ctx, product, { kind: letters[verb], reason }, decision)
  await queueEvent(ctx, events[verb], { product_id: id, status: to }, decision)
  await ctx.record({
    action: verb,
    subject: subjectOf(product),
    before: { status },
    after: { status: to },
    ...(reason ? { reason } : {}),
  })
  return { product, decision }
}

const pastWords: Record<ProductVerb, string> = {
  approve: 'approved',
  reject: 'rejected',
  request_update: 'sent back',
}

/** Says what the listing is and who decided it, so that the second of two people knows whose decision stands. */
async function wrongState(ctx: Context, product: ProductRecord, verb: ProductVerb): Promise<Refusal> {
  const current = await readProduct(ctx, { id: product.id })
  const { decision } = current
  const by = decision && !decision.undone_at ? `, decided by ${decision.decided_by}` : ''
  const state = product.status.replaceAll('_', ' ')
  return new Refusal('conflict', `This product is ${state}${by}: it cannot be ${pastWords[verb]} now`, {
    current,
  })
}

function decideEach(
  ctx: Context,
  verb: ProductVerb,
  items: readonly { id: string; reason: string }[],
): Promise<BulkOutcome[]> {
  return eachOf(ctx, items, nameOfId, async (own, { id, reason }) => {
    const { product, decision } = await move(own, verb, id, reason)
    const unchanged = decision ? null : `Already ${product.status}`
    return { name: product.product_name, unchanged, decision }
  })
}

/** What a listing is called; '' where there is none. */
export async function nameOfId({ db }: Context, id: string): Promise<string> {
  const row = await db.selectFrom('products').select('product_name').where('id', '=', id).executeTakeFirst()
  return row?.product_name ?? ''
}
