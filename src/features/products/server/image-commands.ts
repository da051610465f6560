import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { CleanImage } from '#kit/server/images.ts'
import { subjectOf } from './commands.ts'
import { picturesOf } from './picture-commands.ts'
import { isLocked } from './queries.ts'
import { lockedWords, payloadOf } from './rules.ts'
import { lastSubmission, supersedeRevision, waitingRevision } from './submission-commands.ts'
import type { ProductRecord } from './tables.ts'
import { keepSubmissions, noBody, wasRejected } from './version-commands.ts'

const mostImages = 12

/**
 * The product that a picture is added to. Also checked before the bytes are stored. Refuses (not-found), and (conflict) a
 * listing that was rejected for a reason against the rules.
 */
export async function productToAddTo(
  ctx: Context,
  id: string,
  how: 'seen' | 'locked',
): Promise<ProductRecord> {
  const found = ctx.db
    .selectFrom('products')
    .selectAll()
    .select(isLocked('products').as('is_locked'))
    .where('id', '=', id)
  const row = await (how === 'locked' ? found.forUpdate() : found).executeTakeFirst()
  if (!row) throw new Refusal('not-found', 'There is no such product')
  const { is_locked, ...product } = row
  if (is_locked) throw new Refusal('conflict', lockedWords)
  return product
}

/** Stores the SHA-256 of the file or address that a picture came from, so that the picture is not fetched twice. */
export async function keepPictureSource(
  ctx: Context,
  productId: string,
  sourceHash: Buffer,
  image: CleanImage,
): Promise<void> {
  await sql`
    insert into product_picture_sources (product_id, source_hash, media)
    values (${productId}, ${sourceHash}, ${image.hash})
    on conflict (product_id, source_hash) do update set media = excluded.media`.execute(ctx.db)
}

/**
 * Adds a cleaned picture: directly to a listing that is not approved, or to the pending revision of an approved
 * listing. Adding the same picture again has no effect. Refuses (not-found), and (conflict) more than twelve pictures and a
 * listing that was rejected for a reason against the rules.
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
        // The listing may have been rejected or sent back because of a missing picture, so it is submitted again.
        ...(product.status === 'changes_requested' || product.status === 'rejected'
          ? { status: 'submitted', status_since: ctx.now(), status_reason: '' }
          : {}),
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

async function addToRevision(ctx: Context, product: ProductRecord, media: string): Promise<void> {
  const last = await lastSubmission(ctx, product.id)
  const waiting = await waitingRevision(ctx, product.id)
  const base = waiting?.payload ?? payloadOf(product, await picturesOf(ctx, product.id, 'live'))
  const payload = { ...base, images: [...base.images, media] }
  const number = (last?.number ?? 0) + 1
  const isRefused =
    last && !waiting && (await wasRejected(ctx, { id: product.id, live: base }, [last.body_hash]))
  await supersedeRevision(ctx, product.id)
  await keepSubmissions(ctx, [
    {
      productId: product.id,
      number,
      kind: 'revision',
      status: 'waiting',
      payload,
      // The last submitted body is still recognised when it is sent again, unless it was rejected: this picture may be what
      // was missing, and the body then asks for its values again.
      bodyHash: last && !isRefused ? last.body_hash : noBody,
    },
  ])
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
