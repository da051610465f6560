import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import { removePicture, squareImage } from '#kit/server/images.ts'
import { customerDecisions, refuseErased, subjectOf } from './commands.ts'
import { customerOf } from './queries.ts'

/** Pixels per side: twice the largest size on screen. */
const side = 300
const smallSide = 96

/**
 * Crops the picture to a square and stores the files before the transaction starts, so no transaction waits for image
 * processing. The previous picture is deleted after the new one is saved; the same picture again changes nothing.
 * Refuses (not-found), (conflict) an erased customer, (wrong-type) a file that is not a picture and (too-large) a
 * picture that is too large.
 */
export async function setPicture(
  ctx: Context,
  { id, file }: { id: string; file: Buffer },
): Promise<{ id: string }> {
  refuseErased(await customerOf(ctx.db, id))
  const bytes = await squareImage(file, side)
  const image = nameOf(ctx, id, bytes)
  const small = await squareImage(bytes, smallSide)
  await ctx.services.files.putAll({ [keyOf(image)]: bytes, [smallKeyOf(image)]: small })
  const before = await ctx
    .transact((own) => writePicture(own, id, image))
    .catch(async (error: unknown) => {
      const standing = await customerOf(ctx.db, id)
      if (standing.image !== image || standing.erased_at) await removePicture(ctx.services.files, image)
      throw error
    })
  if (before !== image) await removePicture(ctx.services.files, before)
  return { id }
}

/**
 * Deletes the picture of an erased customer. Its name stays in the record until the files are gone, so that another try
 * finds them.
 */
export async function forgetPicture(
  ctx: Context,
  { id, image }: { id: string; image: string },
): Promise<void> {
  if (image === '') return
  await removePicture(ctx.services.files, image)
  await ctx.transact(async (own) => {
    // The audit row of the erasure covers it.
    own.unchanged()
    await own.db
      .updateTable('customers')
      .set({ image: '' })
      .where('id', '=', id)
      .where('image', '=', image)
      .where('erased_at', 'is not', null)
      .execute()
  })
}

/** The picture of a customer as a data URI, for the data export; empty if there is no picture. */
export async function readPicture(ctx: Context, image: string): Promise<string> {
  const file = image === '' ? null : await ctx.services.files.read(keyOf(image))
  if (!file) return ''
  return `data:image/webp;base64,${(await buffer(file.stream)).toString('base64')}`
}

async function writePicture(ctx: Context, id: string, image: string): Promise<string> {
  const customer = await customerDecisions.lock(ctx, id)
  refuseErased(customer)
  if (customer.image === image) {
    ctx.unchanged()
    return image
  }
  await ctx.db
    .updateTable('customers')
    .set({ image, updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  await ctx.record({
    action: customer.image ? 'replace picture' : 'add picture',
    subject: subjectOf(customer),
    after: { fields: 'picture' },
  })
  return customer.image
}

/**
 * The picture's file name: a keyed hash of the picture and the customer's id. The name cannot be guessed, and no two
 * customers share a file, so erasing a customer deletes only their own picture.
 */
function nameOf(ctx: Context, id: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return ctx.services.keys.blind('customer picture', `${id} ${hash}`).toString('hex')
}

function keyOf(image: string): string {
  return `media/${image}.webp`
}

function smallKeyOf(image: string): string {
  return `media/${image}-${smallSide}.webp`
}
