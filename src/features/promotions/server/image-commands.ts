import type { InsteadOf } from '#kit/contract/instead-of.ts'
import type { Context } from '#kit/server/context.ts'
import { keepSquarePicture, refuseOtherPicture } from '#kit/server/images.ts'
import { type PromotionDetail, promotionImagePixels } from '../contract.ts'
import { setPromotion, subjectOf } from './commands.ts'
import { readPromotion } from './queries.ts'
import { recordOf } from './scope-queries.ts'

/**
 * Sets the picture of a campaign. The picture is cropped to a square and stored before the transaction opens, so that
 * no transaction is held open by image processing. The same picture again changes nothing. Refuses (not-found),
 * (wrong-type) a file that is not a picture, (too-large) a picture that is too large, and (conflict) where another picture
 * than `instead_of` is set.
 */
export async function setPromotionImage(
  ctx: Context,
  { id, file, instead_of }: { id: string; file: Buffer } & InsteadOf,
): Promise<PromotionDetail> {
  await recordOf(ctx, id)
  const media = await keepSquarePicture(ctx.services.files, file, promotionImagePixels)
  return ctx.transact((trx) => putImage(trx, id, media, instead_of))
}

/**
 * Removes the picture of a campaign; changes nothing if there is no picture. Refuses (not-found), and (conflict) where another
 * picture than `instead_of` is set.
 */
export async function removePromotionImage(
  ctx: Context,
  { id, instead_of }: { id: string } & InsteadOf,
): Promise<PromotionDetail> {
  await recordOf(ctx, id)
  return putImage(ctx, id, '', instead_of)
}

async function putImage(
  ctx: Context,
  id: string,
  image: string,
  instead_of: string | undefined,
): Promise<PromotionDetail> {
  const before = await ctx.db
    .selectFrom('promotions')
    .select(['name', 'image'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (before) refuseOtherPicture(before.image, instead_of)
  if (!before || before.image === image) {
    ctx.unchanged()
    return readPromotion(ctx, { id })
  }
  await setPromotion(ctx, id, { image })
  await ctx.record({
    action: image ? 'add picture' : 'remove picture',
    subject: subjectOf({ id, name: before.name }),
    before: { picture: before.image },
    after: { picture: image },
  })
  return readPromotion(ctx, { id })
}
