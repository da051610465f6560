import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { decider } from '#features/decisions/server/commands.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { cleanImage, removePicture } from '#kit/server/images.ts'
import { asPictures, type Pictures } from './rules.ts'

/**
 * Accepts a picture before the product that shows it exists. The picture is cleaned before a transaction is opened,
 * recorded, and only then stored, so that no file is left without a record. Uploading the same picture again
 * returns the same media. Refuses (wrong-type) a file that is not a picture and (too-large) a picture that is too
 * large.
 */
export async function uploadPicture(
  ctx: Context,
  { file }: { file: Buffer },
): Promise<{ media: string; width: number; height: number }> {
  const { hash, bytes, thumbnail, width, height } = await cleanImage(file)
  // Uploads have their own hash, so that deleting an upload never removes the file of another record with the same
  // picture.
  const media = createHash('sha256').update(`upload ${hash}`).digest('hex')
  await ctx.transact(async (own) => {
    const uploaded_by = decider(own).id
    await own.db
      .insertInto('product_uploads')
      .values({ media, width, height, uploaded_by, created_at: own.now() })
      .onConflict((conflict) => conflict.column('media').doUpdateSet({ created_at: own.now() }))
      .execute()
    await own.record({
      action: 'hand in picture',
      subject: { type: 'product_picture', id: null, name: media.slice(0, 12) },
      after: { width, height },
    })
  })
  await ctx.services.files.putAll({ [`media/${media}.webp`]: bytes, [`media/${media}-96.webp`]: thumbnail })
  return { media, width, height }
}

/** The pictures of a product in order: those that shoppers see, or also those that are pending review. */
export async function picturesOf(ctx: Context, productId: string, which: 'live' | 'all'): Promise<Pictures> {
  const all = ctx.db.selectFrom('product_images').select(['media', 'alt']).where('product_id', '=', productId)
  const rows = await (which === 'live' ? all.where('is_live', '=', true) : all)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return asPictures(rows)
}

/**
 * Attaches uploaded pictures to a product: at once, replacing its current pictures, or as pending pictures until the
 * edit is decided on. Refuses (invalid) a picture that does not exist.
 */
export async function takePictures(
  ctx: Context,
  productId: string,
  pictures: Pictures,
  when: 'now' | 'once approved',
): Promise<void> {
  const { rows } = await sql<{ media: string; width: number | null; is_here: boolean }>`
    select w.media, u.width, i.id is not null as is_here
    from unnest(${pictures.images}::text[]) with ordinality as w (media, n)
    left join product_images i on i.product_id = ${productId} and i.media = w.media
    left join product_uploads u on u.media = w.media
    order by w.n`.execute(ctx.db)
  const missing = rows.findIndex(({ width, is_here }) => !is_here && width === null)
  if (missing >= 0) {
    throw fieldRefusal(`images.${missing}.media`, 'This picture no longer exists. Upload the picture again.')
  }
  const added = rows.filter(({ is_here }) => !is_here).map(({ media }) => media)
  if (added.length > 0) await takeUploads(ctx, productId, added)
  // Removes the pending pictures of an earlier edit, unless this edit asks for them again.
  await sql`
    delete from product_images
    where product_id = ${productId} and not is_live and media <> all(${pictures.images}::text[])`.execute(
    ctx.db,
  )
  if (when === 'now') await showPictures(ctx, productId, pictures)
}

/** Attaches uploads to a product as pending pictures. Refuses (invalid) an upload that was deleted in the meantime. */
async function takeUploads(ctx: Context, productId: string, added: readonly string[]): Promise<void> {
  // The update locks the uploads, so that the cleanup job cannot delete unused ones in the meantime.
  const { rows: uploads } = await sql<{ media: string; width: number; height: number }>`
    update product_uploads set used_at = coalesce(used_at, ${ctx.now()})
    where media = any(${[...added]}::text[]) returning media, width, height`.execute(ctx.db)
  if (uploads.length < added.length) {
    throw fieldRefusal('images', 'A picture no longer exists. Upload the picture again.')
  }
  await sql`
    insert into product_images (id, product_id, media, position, width, height, is_live, created_at)
    select a.id, ${productId}, a.media, 1000 + a.n, a.width, a.height, false, ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(uploads.map((one, n) => ({ id: uuidv7(), n, ...one })))}::jsonb)
      as a (id uuid, n int, media text, width int, height int)`.execute(ctx.db)
}

/** Makes these pictures of a product live, in the given order, and removes all others. */
export async function showPictures(
  ctx: Context,
  productId: string,
  { images, alts }: Pictures,
): Promise<void> {
  await sql`
    update product_images set is_live = true, position = array_position(${images}::text[], media),
      alt = coalesce(${JSON.stringify(alts ?? {})}::jsonb ->> media, '')
    where product_id = ${productId} and media = any(${images}::text[])`.execute(ctx.db)
  await sql`
    delete from product_images where product_id = ${productId} and media <> all(${images}::text[])`.execute(
    ctx.db,
  )
}

const keptMs = 24 * 60 * 60 * 1000

/** Deletes up to `most` pictures that no product used within a day, with their files. Returns how many were deleted. */
export async function forgetUploads(ctx: Context, most = 500): Promise<number> {
  const { rows } = await sql<{ media: string }>`
    delete from product_uploads where media in (
      select media from product_uploads
      where used_at is null and created_at < ${new Date(ctx.now().getTime() - keptMs)}
      order by created_at limit ${most} for update skip locked)
    returning media`.execute(ctx.db)
  // The files are removed before the commit: another upload of the same picture then waits and writes the files again.
  for (const { media } of rows) await removePicture(ctx.services.files, media)
  if (rows.length === 0) ctx.unchanged()
  else {
    await ctx.record({
      action: 'forget pictures',
      subject: { type: 'product_picture', id: null, name: 'submitted and never used' },
      after: { pictures: rows.length },
    })
  }
  return rows.length
}
