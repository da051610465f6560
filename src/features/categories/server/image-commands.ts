import type { Context } from '#kit/server/context.ts'
import { keepSquarePicture } from '#kit/server/images.ts'
import { type CategoryDetail, categoryImagePixels } from '../contract.ts'
import { recordOf, subjectOf, touched } from './commands.ts'
import { readCategory } from './queries.ts'

/**
 * Sets the picture of a category. The picture is cropped to a square and stored before the transaction opens, so that
 * no transaction is held open by image processing. The same picture again changes nothing. Refuses (not-found),
 * (wrong-type) a file that is not a picture, and (too-large) a picture that is too large.
 */
export async function setCategoryImage(
  ctx: Context,
  { id, file }: { id: string; file: Buffer },
): Promise<CategoryDetail> {
  await recordOf(ctx, id)
  const media = await keepSquarePicture(ctx.services.files, file, categoryImagePixels)
  return ctx.transact((trx) => putImage(trx, id, media))
}

/** Removes the picture of a category; changes nothing if there is no picture. Refuses (not-found). */
export function removeCategoryImage(ctx: Context, { id }: { id: string }): Promise<CategoryDetail> {
  return putImage(ctx, id, '')
}

async function putImage(ctx: Context, id: string, image: string): Promise<CategoryDetail> {
  const before = await ctx.db
    .selectFrom('categories')
    .select(['name', 'image'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before || before.image === image) {
    ctx.unchanged()
    return readCategory(ctx, { id })
  }
  await ctx.db
    .updateTable('categories')
    .set({ image, ...touched(ctx) })
    .where('id', '=', id)
    .execute()
  await ctx.record({
    action: image ? 'add picture' : 'remove picture',
    subject: subjectOf({ id, name: before.name }),
    before: { picture: before.image },
    after: { picture: image },
  })
  return readCategory(ctx, { id })
}
