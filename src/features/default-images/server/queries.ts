import type { Context } from '#kit/server/context.ts'
import type { DefaultImages } from '../contract.ts'
import './tables.ts'

/** The default pictures for records without a picture of their own; empty for slots that were never saved. */
export async function readDefaultImages(ctx: Context): Promise<DefaultImages> {
  const rows = await ctx.db.selectFrom('default_images').select(['slot', 'media']).execute()
  const saved = Object.fromEntries(rows.map(({ slot, media }) => [slot, media]))
  return { customer: '', shop_image: '', shop_banner: '', ...saved }
}
