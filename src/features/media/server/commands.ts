import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { cut } from '#kit/contract/text.ts'
import { actorName, type Context, differencesOf, recorded } from '#kit/server/context.ts'
import { type CleanImage, cleanImage, keepWithThumbnail } from '#kit/server/images.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { type MediaDetail, type media, mediaLimits } from '../contract.ts'
import { noSuchPicture, readMedia } from './queries.ts'
import type { MediaRecord } from './tables.ts'

const originals = { side: mediaLimits.longestSide, quality: 88 }
const thumbnails = { side: 400, quality: 80 }

/**
 * Adds a picture under the name of its file. The picture is cleaned and stored before the transaction opens. A picture
 * that is in the library already is answered as it is, and one that was deleted comes back. Refuses (wrong-type) a file
 * that is not a raster picture, and (too-large) a picture that is too large.
 */
export async function addMedia(
  ctx: Context,
  { file, name }: { file: Buffer; name: string },
): Promise<MediaDetail> {
  const kept = await keepOriginal(ctx, file)
  return ctx.transact(async (trx) => {
    const id = uuidv7()
    const row = { id, name: nameOf(name), created_at: trx.now(), created_by: actorName(trx), ...kept }
    const added = await trx.db
      .insertInto('media')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) {
      await trx.record({ action: 'add picture', subject: subjectOf(row), after: { file: kept.hash } })
      return readMedia(trx, { id })
    }
    const there = await trx.db
      .selectFrom('media')
      .selectAll()
      .where('hash', '=', kept.hash)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (there.deleted_at) await bringBack(trx, [there.id])
    else trx.unchanged()
    return readMedia(trx, { id: there.id })
  })
}

/** Puts those of these pictures that were deleted back into the library, with an audit row each. */
export async function bringBack(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    update media set deleted_at = null where id = any(${ids}::uuid[]) and deleted_at is not null
    returning id, name`.execute(ctx.db)
  await ctx.recordAll(rows.map((row) => ({ action: 'restore picture', subject: subjectOf(row) })))
}

/**
 * Changes the name, the alternative text, or the focal point of a picture; what already uses it stays as it is. Refuses
 * (not-found) and (stale).
 */
export async function changeMedia(
  ctx: Context,
  { id, ...wanted }: Input<typeof media.change>,
): Promise<MediaDetail> {
  const before = await lockMedia(ctx, id)
  await refuseStale(
    ctx,
    before,
    () => readMedia(ctx, { id }),
    'Somebody changed this picture since you read it',
  )
  const is_decorative = wanted.is_decorative ?? before.is_decorative
  const next = {
    name: wanted.name ?? before.name,
    alt: is_decorative ? '' : (wanted.alt ?? before.alt),
    is_decorative,
    focal_x: fractionOf(wanted.focal_x ?? before.focal_x),
    focal_y: fractionOf(wanted.focal_y ?? before.focal_y),
  }
  const stood = { ...before, focal_x: fractionOf(before.focal_x), focal_y: fractionOf(before.focal_y) }
  const differing = differencesOf(stood, next)
  if (differing.length === 0) {
    ctx.unchanged()
    return readMedia(ctx, { id })
  }
  await ctx.db
    .updateTable('media')
    .set({ ...next, version: before.version + 1 })
    .where('id', '=', id)
    .execute()
  await ctx.record({
    action: 'edit',
    subject: subjectOf({ id, name: next.name }),
    ...recorded(differing),
  })
  return readMedia(ctx, { id })
}

/**
 * Takes a picture out of the library. Its files and renditions stay, because an earlier release that shows it can be
 * made live again. Refuses (not-found), and (conflict) a picture that is live or in a working copy, with where.
 */
export async function removeMedia(ctx: Context, { id }: { id: string }): Promise<void> {
  const record = await lockMedia(ctx, id)
  const { uses } = await readMedia(ctx, { id })
  if (uses.length > 0) {
    const places = uses.slice(0, 3).map(({ label, is_live }) => `${label} (${is_live ? 'live' : 'draft'})`)
    const more = uses.length > places.length ? ` and ${uses.length - places.length} more` : ''
    throw new Refusal('conflict', `This picture is used: ${places.join(', ')}${more}`, {
      current: await readMedia(ctx, { id }),
    })
  }
  await ctx.db.updateTable('media').set({ deleted_at: ctx.now() }).where('id', '=', id).execute()
  await ctx.record({ action: 'delete picture', subject: subjectOf(record), before: { file: record.hash } })
}

/** The row of a picture, held until the end of the transaction. Refuses (not-found). */
export async function lockMedia(ctx: Context, id: string): Promise<MediaRecord> {
  const row = await ctx.db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw noSuchPicture()
  return row
}

/** Cleans an upload and keeps it with its small sizes; what the row of the picture says of the file. */
export async function keepOriginal(
  ctx: Context,
  file: Buffer,
): Promise<Pick<MediaRecord, 'hash' | 'thumbnail' | 'width' | 'height' | 'bytes'>> {
  const original = await cleanImage(file, originals)
  const small: CleanImage = await cleanImage(original.bytes, thumbnails)
  await keepWithThumbnail(ctx.services.files, original)
  await keepWithThumbnail(ctx.services.files, small)
  const { hash, width, height, bytes } = original
  return { hash, thumbnail: small.hash, width, height, bytes: bytes.length }
}

/** The subject of an audit row about a picture. */
export function subjectOf({ id, name }: { id: string; name: string }) {
  return { type: 'picture', id, name }
}

/** Six decimals are stored. */
function fractionOf(value: number): number {
  return Math.round(Number(value) * 1e6) / 1e6
}

function nameOf(fileName: string): string {
  return cut(fileName.replace(/\.[a-z0-9]{2,5}$/i, ''), 120).trim() || 'Picture'
}
