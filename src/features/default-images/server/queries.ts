import type { Context } from '#kit/server/context.ts'
import type { DefaultImages } from '../contract.ts'
import './tables.ts'

/** The pictures that stand where there is none; those that were never saved are empty. */
export async function readDefaultImages(ctx: Context): Promise<DefaultImages> {
  const rows = await ctx.db.selectFrom('default_images').select(['slot', 'media']).execute()
  const saved = Object.fromEntries(rows.map(({ slot, media }) => [slot, media]))
  return { customer: '', shop_image: '', shop_banner: '', ...saved }
}
