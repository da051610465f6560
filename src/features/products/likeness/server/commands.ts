import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import { greyPixels } from '#kit/server/images.ts'
import { keysOf, pictureHash, plainName, writingIn } from './rules.ts'
import './tables.ts'

export interface PictureMeasure {
  hash: string
  writing: number
}

/** What is known of these pictures; measures and keeps what was not measured before. A file that is gone is left out. */
export async function measurePictures(
  ctx: Context,
  medias: readonly string[],
): Promise<Map<string, PictureMeasure>> {
  const wanted = [...new Set(medias)]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ media: string } & PictureMeasure>`
    select media, hash, writing from picture_measures where media = any(${wanted}::text[])`.execute(ctx.db)
  const known = new Map<string, PictureMeasure>(
    rows.map(({ media, hash, writing }) => [media, { hash, writing }]),
  )
  const fresh: ({ media: string } & PictureMeasure)[] = []
  for (const media of wanted) {
    if (known.has(media)) continue
    const measure = await measureOf(ctx, media)
    if (!measure) continue
    known.set(media, measure)
    fresh.push({ media, ...measure })
  }
  if (fresh.length > 0) {
    await sql`
      insert into picture_measures (media, hash, writing)
      select media, hash, writing from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb)
        as r (media text, hash text, writing int4) order by media
      on conflict do nothing`.execute(ctx.db)
  }
  return known
}

async function measureOf(ctx: Context, media: string): Promise<PictureMeasure | null> {
  const file = await ctx.services.files.read(`media/${media}-96.webp`)
  if (!file) return null
  try {
    const bytes = await buffer(file.stream)
    const [small, whole] = await Promise.all([greyPixels(bytes, 9, 9), greyPixels(bytes, 96, 96)])
    return { hash: pictureHash(small), writing: writingIn(whole, 96, 96) }
  } catch {
    // A file that cannot be read is shown to the reviewer as it is: there is nothing to measure.
    return null
  }
}

export interface Likeness {
  product_id: string
  vendor_id: string
  name: string
  sku: string
  keys: string[]
  pictures: string[]
}

/** The keys of a listing by its name, its SKU and the hashes of its pictures, in their order. */
export function likenessFor(listing: {
  product_id: string
  vendor_id: string
  product_name: string
  sku: string
  pictures: readonly string[]
}): Likeness {
  const { product_id, vendor_id, sku, pictures } = listing
  const name = plainName(listing.product_name)
  return {
    product_id,
    vendor_id,
    name,
    sku,
    keys: keysOf({ plain: name, sku, pictures }),
    pictures: [...pictures],
  }
}

/** Keeps what listings are found by, in one statement. */
export async function keepLikeness(ctx: Context, rows: readonly Likeness[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into product_likeness (product_id, vendor_id, name, keys, pictures)
    select r.product_id, r.vendor_id, r.name, array(select jsonb_array_elements_text(r.keys)),
      array(select jsonb_array_elements_text(r.pictures))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (product_id uuid, vendor_id uuid, name text, keys jsonb, pictures jsonb)
    join products p on p.id = r.product_id order by r.product_id
    on conflict (product_id) do update set vendor_id = excluded.vendor_id, name = excluded.name,
      keys = excluded.keys, pictures = excluded.pictures`.execute(ctx.db)
}
