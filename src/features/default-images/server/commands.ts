import type { Context } from '#kit/server/context.ts'
import { keepSquarePicture } from '#kit/server/images.ts'
import { type DefaultImages, type ImageSlot, slotFacts } from '../contract.ts'
import { readDefaultImages } from './queries.ts'

/**
 * Crops the picture to the shape of its slot and stores its bytes before the transaction opens, so that no transaction
 * is held open by image processing. The same picture again changes nothing. Refuses (wrong-type) a file that is not a
 * picture, and (too-large) a picture that is too large.
 */
export async function saveDefaultImage(
  ctx: Context,
  slot: ImageSlot,
  { file }: { file: Buffer },
): Promise<DefaultImages> {
  // Every slot is a square; a slot with another shape would need another crop.
  const { width, label } = slotFacts[slot]
  const media = await keepSquarePicture(ctx.services.files, file, width)
  return ctx.transact(async (trx) => {
    const before = (await readDefaultImages(trx))[slot]
    if (before === media) {
      trx.unchanged()
      return readDefaultImages(trx)
    }
    const row = { media, changed_at: trx.now() }
    await trx.db
      .insertInto('default_images')
      .values({ slot, ...row })
      .onConflict((conflict) => conflict.column('slot').doUpdateSet(row))
      .execute()
    await trx.record({
      action: 'save default image',
      subject: { type: 'default_image', id: null, name: label },
      before: { picture: before },
      after: { picture: media },
    })
    return readDefaultImages(trx)
  })
}
