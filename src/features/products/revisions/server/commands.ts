import { sql } from 'kysely'
import { holdTree } from '#features/categories/server/commands.ts'
import { decider, recordDecision } from '#features/decisions/server/commands.ts'
import type { ProductReview } from '#features/products/contract.ts'
import { placeInTree, productDecisions, subjectOf } from '#features/products/server/commands.ts'
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
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'

interface RevisionInput {
  id: string
  number: number
}

/** Makes an edit of an approved listing live. Refuses (not-found), and (conflict) an edit that is not pending. */
export async function approveRevision(ctx: Context, { id, number }: RevisionInput): Promise<ProductReview> {
  await holdTree(ctx)
  const { product, payload, live: shown } = await lockRevision(ctx, id, number)
  const differing = comparePayloads(payloadOf(product, shown), payload).filter(({ path }) => !isLive(path))
  await refuseTakenSku(ctx, product, payload.sku)
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
  await recordRevision(ctx, live, 'approve', '', {
    before: Object.fromEntries(differing.map(({ path, before }) => [path, before])),
    after: Object.fromEntries(differing.map(({ path, after }) => [path, after])),
  })
  return readProduct(ctx, { id })
}

/** Another product may have taken the SKU while the edit was pending. */
async function refuseTakenSku(ctx: Context, product: ProductRecord, sku: string): Promise<void> {
  const other = await ctx.db
    .selectFrom('products')
    .select('product_name')
    .where('vendor_id', '=', product.vendor_id)
    .where('sku', '=', sku)
    .where('id', '!=', product.id)
    .executeTakeFirst()
  if (other)
    throw new Refusal(
      'conflict',
      `The SKU ${sku} now belongs to ${other.product_name}. Reject this edit, or change the SKU first`,
    )
}

/** Rejects an edit with a reason. The live version stays visible. Refuses (not-found, conflict). */
export async function rejectRevision(
  ctx: Context,
  input: RevisionInput & { reason: string },
): Promise<ProductReview> {
  const { id, number, reason } = input
  await lockRevision(ctx, id, number)
  await settleSubmission(ctx, id, number, 'rejected', reason)
  await ctx.db
    .deleteFrom('product_images')
    .where('product_id', '=', id)
    .where('is_live', '=', false)
    .execute()
  const live = await updateProduct(ctx, id, {})
  await recordRevision(ctx, live, 'reject', reason, {})
  return readProduct(ctx, { id })
}

async function lockRevision(ctx: Context, id: string, number: number) {
  const product = await productDecisions.lock(ctx, id)
  if (product.status !== 'approved') {
    throw new Refusal(
      'conflict',
      `This product is ${product.status.replaceAll('_', ' ')}: decide on the listing`,
    )
  }
  const revision = await ctx.db
    .selectFrom('product_submissions')
    .select(['kind', 'status', 'payload'])
    .where('product_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (revision?.kind !== 'revision') throw new Refusal('not-found', 'There is no such edit')
  if (revision.status !== 'waiting') {
    throw new Refusal('conflict', `This edit is already ${revision.status}`, {
      current: await readProduct(ctx, { id }),
    })
  }
  return { product, payload: revision.payload as ProductPayload, live: await picturesOf(ctx, id, 'live') }
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
    reviewed_price?: bigint
    reviewed_discount?: bigint
    cover_image?: string
  },
): Promise<ProductRecord> {
  return ctx.db
    .updateTable('products')
    .set({
      ...columns,
      revision_waiting_since: null,
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
  action: 'approve' | 'reject',
  reason: string,
  changes: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  const decision = await recordDecision(ctx, {
    subject: { ...subjectOf(product), type: 'product_revision' },
    action,
    reason,
    from: 'waiting',
    to: action === 'approve' ? 'approved' : 'rejected',
    version: product.version,
  })
  const kind = action === 'approve' ? 'product edit approved' : 'product edit rejected'
  await productDecisions.tell(ctx, product, { kind, reason }, decision)
  const status = action === 'approve' ? 'approved' : 'rejected'
  await queueEvent(ctx, `product_edit.${status}`, { product_id: product.id, status })
  await ctx.record({
    action: `${action} edit`,
    subject: subjectOf(product),
    ...changes,
    ...(reason ? { reason } : {}),
  })
}
