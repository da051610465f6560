import type { InsteadOf } from '#kit/contract/instead-of.ts'
import type { Context } from '#kit/server/context.ts'
import { keepSquarePicture, refuseOtherPicture } from '#kit/server/images.ts'
import { type CategoryDetail, categoryImagePixels } from '../contract.ts'
import { recordOf, subjectOf, touched } from './commands.ts'
import { readCategory } from './queries.ts'

/**
 * Sets the picture of a category. The picture is cropped to a square and stored before the transaction opens, so that
 * no transaction is held open by image processing. The same picture again changes nothing. Refuses (not-found),
 * (wrong-type) a file that is not a picture, (too-large) a picture that is too large, and (conflict) where another picture
 * than `instead_of` is set.
 */
export async function setCategoryImage(
  ctx: Context,
  { id, file, instead_of }: { id: string; file: Buffer } & InsteadOf,
): Promise<CategoryDetail> {
  await recordOf(ctx, id)
  const media = await keepSquarePicture(ctx.services.files, file, categoryImagePixels)
  return ctx.transact((trx) => putImage(trx, id, media, instead_of))
}

/**
 * Removes the picture of a category; changes nothing if there is no picture. Refuses (not-found), and (conflict) where another
 * picture than `instead_of` is set.
 */
export function removeCategoryImage(
  ctx: Context,
  { id, instead_of }: { id: string } & InsteadOf,
): Promise<CategoryDetail> {
  return putImage(ctx, id, '', instead_of)
}

async function putImage(
  ctx: Context,
  id: string,
  image: string,
  instead_of: string | undefined,
): Promise<CategoryDetail> {
  const before = await ctx.db
    .selectFrom('categories')
    .select(['name', 'image'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (before) refuseOtherPicture(before.image, instead_of)
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
