import { sql } from 'kysely'
import { holdTree } from '#features/categories/server/commands.ts'
import { type Said, settleReasons, type Told } from '#features/decisions/reasons/server/commands.ts'
import {
  codesOf,
  type Despite,
  loggedReason,
  overriddenOf,
  recordChange,
  silent,
  takeBackChange,
} from '#features/decisions/server/change-commands.ts'
import { decider } from '#features/decisions/server/commands.ts'
import { readWarnings } from '#features/products/checks/server/queries.ts'
import type { ProductPage } from '#features/products/contract.ts'
import { handedInLabels } from '#features/products/fields-contract.ts'
import { placeInTree } from '#features/products/server/category-queries.ts'
import { productDecisions, refuseLostSku, subjectOf } from '#features/products/server/commands.ts'
import { picturesOf, showPictures } from '#features/products/server/picture-commands.ts'
import { readProduct } from '#features/products/server/queries.ts'
import {
  columnsOf,
  comparePayloads,
  isLive,
  type ProductPayload,
  payloadOf,
} from '#features/products/server/rules.ts'
import type { ProductRecord } from '#features/products/server/tables.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, recorded } from '#kit/server/context.ts'
import { columnsFor } from '#kit/server/table.ts'
import { readProductPage, selectEdits } from './queries.ts'
import { noEdit, skuAdvice, whyClosed } from './rules.ts'

interface RevisionInput {
  id: string
  number: number
}

/** Which edit of a listing is decided on: by its number, or by the id of its submission. */
type EditRef = { id: string } & ({ number: number } | { change_id: string })

/** A listing after the decision on its edit. */
interface EditDecided {
  row: ProductRecord
  decision: { id: string; undoUntil: Date }
}

/** What Undo needs of a decision on an edit. */
interface RevisionState {
  number: number
  /** The content that an approval replaced; null if nothing was replaced. */
  standing: Standing | null
  /** The pictures as they were, those that were pending too. */
  images: object[]
}

interface Standing {
  payload: ProductPayload
  category_id: string | null
  reviewed_price: string | null
  reviewed_discount: string | null
  cover_image: string
}

/**
 * Makes an edit of an approved listing live. Its open warnings and the reason are kept. Refuses (not-found), (conflict) an edit that is not pending, and (stale) an
 * outdated version.
 */
export async function approveRevision(
  ctx: Context,
  input: RevisionInput & { reason: string },
): Promise<ProductPage> {
  await approveEdit(ctx, input)
  return readProductPage(ctx, input)
}

/**
 * Makes an edit live in the caller's transaction. A reason that was given for many edits is kept only with warnings. Refuses as
 * `approveRevision`.
 */
export async function approveEdit(
  ctx: Context,
  {
    reason: given = '',
    isOneOfMany = false,
    ...ref
  }: EditRef & { reason?: string | undefined; isOneOfMany?: boolean },
): Promise<EditDecided> {
  const { id } = ref
  await holdTree(ctx)
  const { product, number, payload, live: shown } = await lockRevision(ctx, ref)
  // Before the listing changes: what is checked is the edit as long as it waits.
  const warnings = await readWarnings(ctx, id)
  const despite = { warnings, reason: isOneOfMany && warnings.length === 0 ? '' : given }
  const differing = comparePayloads(payloadOf(product, shown), payload).filter(({ path }) => !isLive(path))
  const { before, after } = recorded(differing)
  await refuseLostSku(ctx, product, payload.sku, skuAdvice)
  const state = { number, standing: standingOf(product), images: await imagesOf(ctx, id) }
  // Stock is live: the edit's stock was applied when the edit arrived, and may have changed since.
  const { product_stock: _, ...columns } = columnsOf(payload)
  await settleSubmission(ctx, id, number, 'approved', '')
  await showPictures(ctx, id, payload)
  const live = await updateProduct(ctx, id, {
    ...columns,
    category_id: await placeInTree(ctx, payload, product),
    reviewed_price: columns.product_price,
    reviewed_discount: columns.discounted_price,
    cover_image: payload.images[0] ?? '',
  })
  const decision = await recordRevision(ctx, product, live, {
    ...{ verb: 'approve', told: silent, despite, state, proposed: live, isOneOfMany },
    before,
    after: { ...after, ...overriddenOf(despite) },
  })
  return { row: live, decision }
}

/**
 * Rejects an edit with reasons that the vendor reads. The live version stays visible. Refuses (not-found, conflict, stale),
 * and (invalid) a reason that cannot be chosen.
 */
export async function rejectRevision(ctx: Context, input: RevisionInput & Said): Promise<ProductPage> {
  await rejectEdit(ctx, input)
  return readProductPage(ctx, input)
}

/** Rejects an edit in the caller's transaction. Refuses as `rejectRevision`. */
export async function rejectEdit(
  ctx: Context,
  { isOneOfMany = false, ...input }: EditRef & Said & { isOneOfMany?: boolean },
): Promise<EditDecided> {
  const { id } = input
  const told = await settleReasons(ctx, 'product', handedInLabels, input, {
    letter: 'product edit rejected',
  })
  const { product, number, payload } = await lockRevision(ctx, input)
  const state = { number, standing: null, images: await imagesOf(ctx, id) }
  await settleSubmission(ctx, id, number, 'rejected', told.text)
  await ctx.db
    .deleteFrom('product_images')
    .where('product_id', '=', id)
    .where('is_live', '=', false)
    .execute()
  const live = await updateProduct(ctx, id, {})
  const proposed = { ...product, ...columnsOf(payload) }
  const decision = await recordRevision(ctx, product, live, {
    ...{ verb: 'reject', told, state, proposed, isOneOfMany },
    ...(told.reasons.length > 0 ? { after: codesOf(told) } : {}),
  })
  return { row: live, decision }
}

/**
 * Undoes the last decision on an edit: the edit waits again with its age and its pictures, and after an approval the content
 * that was live before is live again. The stock stays as it is, since units were sold meanwhile. Refuses as
 * `takeBackChange`, and (conflict) a SKU that another product has taken since.
 */
export async function undoRevision(
  ctx: Context,
  { id, decision_id }: { id: string; decision_id: string },
): Promise<ProductPage> {
  await holdTree(ctx)
  const product = await productDecisions.lock(ctx, id)
  const taken = await takeBackChange<RevisionState>(ctx, 'product_revision', product, decision_id)
  if (!taken) return readProductPage(ctx, { id })
  const { number, standing, images } = taken.state
  await ctx.db
    .updateTable('product_submissions')
    .set({ status: 'waiting', reason: '', decided_by: null, decided_at: null })
    .where('product_id', '=', id)
    .where('number', '=', number)
    .execute()
  await restoreImages(ctx, id, images)
  await updateProduct(ctx, id, {
    ...(standing ? await contentOf(ctx, product, standing) : {}),
    revision_waiting_since: taken.from_since,
  })
  const differing = standing
    ? comparePayloads(payloadOf(product, { images: [] }), standing.payload).filter(
        ({ path }) => !isLive(path),
      )
    : []
  await ctx.record({
    action: 'undo edit decision',
    subject: subjectOf(product),
    ...recorded([{ path: 'edit', before: taken.to_status, after: taken.from_status }, ...differing]),
    reason: `${taken.action} was undone`,
  })
  return readProductPage(ctx, { id })
}

/** The content of a listing that an edit replaces, as it can be stored. */
function standingOf(product: ProductRecord): Standing {
  const { category_id, reviewed_price, reviewed_discount, cover_image } = product
  const asText = (amount: bigint | null) => amount?.toString() ?? null
  return {
    payload: payloadOf(product, { images: [] }),
    ...{ category_id, cover_image },
    reviewed_price: asText(reviewed_price),
    reviewed_discount: asText(reviewed_discount),
  }
}

/** The columns that bring this content back. The caller holds the tree. */
async function contentOf(ctx: Context, product: ProductRecord, standing: Standing) {
  const { payload, category_id, cover_image } = standing
  await refuseLostSku(ctx, product, payload.sku, 'The approval can no longer be undone')
  const { product_stock: _, ...columns } = columnsOf(payload)
  const amountOf = (text: string | null) => (text === null ? null : BigInt(text))
  return {
    ...columns,
    category_id:
      category_id && (await placeInTree(ctx, { category: payload.category, category_id }, product)),
    reviewed_price: amountOf(standing.reviewed_price),
    reviewed_discount: amountOf(standing.reviewed_discount),
    cover_image,
  }
}

/** The pictures of a listing as they are stored, pending ones included. */
function imagesOf(ctx: Context, id: string): Promise<object[]> {
  return ctx.db
    .selectFrom('product_images')
    .selectAll()
    .where('product_id', '=', id)
    .orderBy('position')
    .execute()
}

async function restoreImages(ctx: Context, id: string, images: readonly object[]): Promise<void> {
  await ctx.db.deleteFrom('product_images').where('product_id', '=', id).execute()
  if (images.length === 0) return
  const { names, records } = columnsFor('product_images', images)
  await sql`insert into product_images (${names}) select ${names} from ${records}`.execute(ctx.db)
}

async function lockRevision(ctx: Context, ref: EditRef) {
  const { id } = ref
  const product = await productDecisions.lock(ctx, id)
  const edits = selectEdits(ctx.db).where('s.product_id', '=', id)
  const revision = await ('number' in ref
    ? edits.where('s.number', '=', ref.number)
    : // A job begins with no id where an edit was gone before it was asked for.
      edits.where(sql<string>`s.id::text`, '=', ref.change_id)
  ).executeTakeFirst()
  const why = whyClosed(product, revision)
  if (why) throw new Refusal('conflict', why, { current: await readProduct(ctx, { id }) })
  if (!revision) throw new Refusal('not-found', noEdit)
  await productDecisions.refuseStale(ctx, product)
  const { number, payload } = revision
  return { product, number, payload, live: await picturesOf(ctx, id, 'live') }
}

async function settleSubmission(
  ctx: Context,
  id: string,
  number: number,
  status: 'approved' | 'rejected',
  reason: string,
): Promise<void> {
  await ctx.db
    .updateTable('product_submissions')
    .set({ status, reason, decided_by: decider(ctx).id, decided_at: ctx.now() })
    .where('product_id', '=', id)
    .where('number', '=', number)
    .execute()
}

async function updateProduct(
  ctx: Context,
  id: string,
  columns: Partial<Omit<ReturnType<typeof columnsOf>, 'product_stock'>> & {
    category_id?: string | null
    reviewed_price?: bigint | null
    reviewed_discount?: bigint | null
    cover_image?: string
    revision_waiting_since?: Date | null
  },
): Promise<ProductRecord> {
  return ctx.db
    .updateTable('products')
    .set({
      revision_waiting_since: null,
      ...columns,
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function recordRevision(
  ctx: Context,
  product: ProductRecord,
  live: ProductRecord,
  done: {
    verb: 'approve' | 'reject'
    told: Told
    despite?: Despite
    state: RevisionState
    proposed: ProductRecord
    isOneOfMany: boolean
    before?: Record<string, unknown>
    after?: Record<string, unknown>
  },
): Promise<EditDecided['decision']> {
  const { verb, told, despite, state, proposed, isOneOfMany, ...changes } = done
  const isApproved = verb === 'approve'
  const decision = await recordChange(ctx, productDecisions, live, {
    ...{ type: 'product_revision', action: verb, from: 'waiting', to: isApproved ? 'approved' : 'rejected' },
    ...{ told, state, proposed, isOneOfMany, ...(despite ? { despite } : {}) },
    since: product.revision_waiting_since ?? ctx.now(),
    tells: isApproved
      ? { letter: 'product edit approved', event: 'product_edit.approved' }
      : { letter: 'product edit rejected', event: 'product_edit.rejected' },
  })
  await ctx.record({
    action: `${verb} edit`,
    subject: subjectOf(live),
    ...changes,
    ...loggedReason(despite?.reason ?? told.text),
  })
  return decision
}
