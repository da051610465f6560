import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { cutImage, keepWithThumbnail } from '#kit/server/images.ts'
import type { Crop, MediaDetail, media, Rendition, Slot } from '../contract.ts'
import { cropAround, isInRatio, isSmallerThan, partOf, renditionSize } from '../crop-contract.ts'
import { keepOriginal, lockMedia, subjectOf } from './commands.ts'
import { noSuchPicture, readMedia } from './queries.ts'
import type { ReplacedPicture } from './rules.ts'
import type { MediaRecord } from './tables.ts'

/** Puts the new renditions of a replaced picture into the working copies of a noun. */
export type FollowReplaced = (ctx: Context, replaced: ReplacedPicture) => Promise<void>

/** A noun whose working copies show pictures. */
export interface PictureFollower {
  /** Locks the records that show this picture. Their own changes lock the record first and then its pictures. */
  hold(ctx: Context, media_id: string): Promise<void>
  follow: FollowReplaced
}

type Picture = Pick<MediaRecord, 'id' | 'name' | 'hash' | 'width' | 'height'>
interface Made {
  rendition: Rendition
  row: { media_id: string; hash: string; original: string; slot: Slot | null; crop: Crop | null }
}

/**
 * Makes the part of a picture that a place shows. Without a crop it is the largest part in the slot's ratio around the
 * focal point; without a slot, the crop or the whole picture. The same part again is the same rendition. Refuses
 * (not-found), and (invalid) a crop that has not the ratio of the slot.
 */
export async function renderMedia(
  ctx: Context,
  { id, slot, crop }: Input<typeof media.render>,
): Promise<Rendition> {
  const picture = await pictureOf(ctx, id)
  if (slot && crop && !isInRatio(partOf(picture, crop), slot)) {
    throw fieldRefusal('crop', `The part must have the ratio of its place, ${slot.width} × ${slot.height}`)
  }
  const focal = { x: Number(picture.focal_x), y: Number(picture.focal_y) }
  const shown = crop ?? (slot && cropAround(picture, slot, focal))
  const made = await makeRendition(ctx, picture, await bytesOf(ctx, picture.hash), slot, shown)
  return ctx.transact(async (trx) => {
    if (await keepRenditions(trx, [made])) {
      await trx.record({
        action: 'cut picture',
        subject: subjectOf(picture),
        after: { file: made.row.hash, width: made.rendition.width, height: made.rendition.height },
      })
    } else trx.unchanged()
    return made.rendition
  })
}

/**
 * Replaces the file of a picture. What working copies show of it is made again around the focal point and handed to
 * those who keep the working copies; what is live stays as it is until it is published again. The same file again changes
 * nothing. Refuses (not-found), (wrong-type), (too-large), and (conflict) a file that another picture has, a picture
 * whose file somebody replaced meanwhile, and one that somebody put into another working copy meanwhile.
 */
export async function replaceMedia(
  ctx: Context,
  { id, file }: { id: string; file: Buffer },
  followers: readonly PictureFollower[],
): Promise<MediaDetail> {
  const before = await pictureOf(ctx, id)
  const kept = await keepOriginal(ctx, file)
  const next = { ...before, ...kept }
  const drafts = before.hash === kept.hash ? [] : await draftsOf(ctx, id)
  const bytes = await bytesOf(ctx, kept.hash)
  const made = new Map<string, Made>()
  // One after the other: each of them takes a whole picture in memory.
  for (const { hash, slot, crop, width, height } of drafts) {
    const ratio = slot ?? (crop && { width, height })
    const focal = { x: Number(before.focal_x), y: Number(before.focal_y) }
    made.set(hash, await makeRendition(ctx, next, bytes, slot, ratio && cropAround(next, ratio, focal)))
  }
  return ctx.transact(async (trx) => {
    for (const { hold } of followers) await hold(trx, id)
    const stood = await lockMedia(trx, id)
    if (stood.hash === kept.hash) {
      trx.unchanged()
      return readMedia(trx, { id })
    }
    if (stood.hash !== before.hash) {
      throw new Refusal('conflict', 'Somebody replaced this file meanwhile', {
        current: await readMedia(trx, { id }),
      })
    }
    await refuseFileOfAnother(trx, kept.hash)
    if (hasMore(await draftsOf(trx, id), drafts)) {
      throw new Refusal('conflict', 'Somebody used this picture meanwhile. Replace it again', {
        current: await readMedia(trx, { id }),
      })
    }
    await trx.db
      .updateTable('media')
      .set({ ...kept, version: stood.version + 1 })
      .where('id', '=', id)
      .execute()
    await keepRenditions(trx, [...made.values()])
    await trx.record({
      action: 'replace picture',
      subject: subjectOf(stood),
      before: { file: stood.hash },
      after: { file: kept.hash },
    })
    const renditions = new Map(
      [...made].map(([hash, { rendition }]) => {
        const { media, width, height, crop } = rendition
        return [hash, { media, width, height, crop }] as const
      }),
    )
    if (renditions.size > 0) {
      for (const { follow } of followers) await follow(trx, { media_id: id, renditions })
    }
    return readMedia(trx, { id })
  })
}

async function pictureOf(ctx: Context, id: string): Promise<MediaRecord> {
  const row = await ctx.db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw noSuchPicture()
  return row
}

async function bytesOf(ctx: Context, hash: string): Promise<Buffer> {
  const file = await ctx.services.files.read(`media/${hash}.webp`)
  if (!file) throw new Error(`the file store has lost the picture ${hash}`)
  return buffer(file.stream)
}

async function makeRendition(
  ctx: Context,
  picture: Picture,
  bytes: Buffer,
  slot: Slot | null,
  crop: Crop | null,
): Promise<Made> {
  const part = partOf(picture, crop)
  const image = await cutImage(bytes, part, renditionSize(part, slot), placeOf(slot, crop))
  await keepWithThumbnail(ctx.services.files, image)
  const { hash, width, height } = image
  return {
    rendition: {
      media_id: picture.id,
      media: hash,
      width,
      height,
      crop,
      is_smaller_than_slot: isSmallerThan(image, slot),
    },
    row: { media_id: picture.id, hash, original: picture.hash, slot, crop },
  }
}

/**
 * What tells a rendition from others that look the same: its row says how a new file is cut for its place, and two places that
 * shared one row would both get what is cut for one of them.
 */
function placeOf(slot: Slot | null, crop: Crop | null): string {
  return slot ? `${slot.width} x ${slot.height}` : crop ? 'part' : ''
}

/** Writes renditions that are not there yet. True if one of them was not. */
async function keepRenditions(ctx: Context, made: readonly Made[]): Promise<boolean> {
  if (made.length === 0) return false
  const rows = made.map(({ row: { slot, crop, ...row }, rendition: { width, height } }) => ({
    ...row,
    slot_width: slot?.width ?? null,
    slot_height: slot?.height ?? null,
    crop: crop && JSON.stringify(crop),
    width,
    height,
    created_at: ctx.now(),
  }))
  const added = await ctx.db
    .insertInto('media_renditions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['media_id', 'hash']).doNothing())
    .returning('hash')
    .execute()
  return added.length > 0
}

/** True if a working copy shows a rendition that it did not show before. */
function hasMore(now: readonly Draft[], before: readonly Draft[]): boolean {
  const known = new Map(before.map(({ hash, users }) => [hash, new Set(users)]))
  return now.some(({ hash, users }) => users.some((user) => !known.get(hash)?.has(user)))
}

type Draft = Awaited<ReturnType<typeof draftsOf>>[number]

/** The renditions of a picture that working copies show, each with the records that show it. */
async function draftsOf(ctx: Context, id: string) {
  const { rows } = await sql<{
    hash: string
    slot_width: number | null
    slot_height: number | null
    crop: Crop | null
    width: number
    height: number
    users: string[]
  }>`
    select r.hash, r.slot_width, r.slot_height, r.crop, r.width, r.height, u.users from media_renditions r
    cross join lateral (
      select array_agg(u.noun || ' ' || u.record_id) as users from media_uses u
      where u.media_id = r.media_id and u.hash = r.hash and not u.is_live) u
    where r.media_id = ${id} and u.users is not null
    order by r.created_at, r.hash`.execute(ctx.db)
  return rows.map(({ slot_width, slot_height, ...row }) => ({
    ...row,
    slot: slot_width && slot_height ? { width: slot_width, height: slot_height } : null,
  }))
}

async function refuseFileOfAnother(ctx: Context, hash: string): Promise<void> {
  const other = await ctx.db
    .selectFrom('media')
    .select(['name', 'deleted_at'])
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!other) return
  throw new Refusal(
    'conflict',
    other.deleted_at
      ? `This picture was deleted from the library as “${other.name}”: upload it again and use it from there`
      : `This picture is in the library as “${other.name}”: use it from there`,
  )
}
