import { sql } from 'kysely'
import '#features/categories/server/tables.ts'
import '#features/notes/server/tables.ts'
import '#features/orders/server/tables.ts'
import '#features/promotions/server/tables.ts'
import { findCategories } from '#features/categories/server/queries.ts'
import { fieldNames } from '#features/products/fields-contract.ts'
import type { Context } from '#kit/server/context.ts'
import { assigned } from '#kit/server/table.ts'
import '#features/products/server/tables.ts'

/** A listing as an import left it. A listing with another version is not touched. */
export interface Left {
  id: string
  version: number
  /** The reason for the revert, for the audit log. */
  reason: string
}

export interface Restored extends Left {
  before: {
    /** The columns of the listing as JSON. */
    columns: Record<string, unknown>
    /** The number of the last version, and of the edit that was pending then. */
    last: number
    waiting: number | null
    images: string[]
    /** The stock after the import. Units sold or returned since then are kept. */
    stock_after: number
  }
}

/**
 * Deletes listings that nobody has touched since the import. A listing stays if it has another version, was reviewed,
 * is in an order, is named by a campaign or has a note. Returns the ids of the deleted listings. Each deletion is
 * recorded in the audit log. The caller holds the tree.
 */
export async function removeListings(ctx: Context, listings: readonly Left[]): Promise<Set<string>> {
  if (listings.length === 0) return new Set()
  // What names a listing holds it until that is stored. Asked before, it would not be seen.
  await sql`select from products where id = any(${listings.map(({ id }) => id)}::uuid[]) order by id for update`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: string; product_name: string; sku: string }>`
    select p.id, p.product_name, p.sku from products p
    join jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as r (id uuid, version integer)
      on r.id = p.id and r.version = p.version
    where not exists (select from order_lines l where l.product_id = p.id)
      and not exists (select from promotion_products c where c.product_id = p.id)
      and not exists (select from notes n where n.record_type = 'product' and n.record_id = p.id)
      and not exists (select from decisions d where d.subject_type = 'product' and d.subject_id = p.id)
    order by p.id`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  await sql`delete from product_images where product_id = any(${ids}::uuid[])`.execute(ctx.db)
  await sql`delete from product_submissions where product_id = any(${ids}::uuid[])`.execute(ctx.db)
  // At once, so that words that nobody has any more are looked for once and not for each listing.
  await sql`delete from product_search where id = any(${ids}::uuid[])`.execute(ctx.db)
  await sql`delete from products where id = any(${ids}::uuid[])`.execute(ctx.db)
  const reasonOf = new Map(listings.map(({ id, reason }) => [id, reason]))
  await ctx.recordAll(
    rows.map(({ id, product_name, sku }) => ({
      action: 'remove',
      subject: { type: 'product', id, name: product_name },
      before: { sku },
      reason: reasonOf.get(id) ?? '',
    })),
  )
  return new Set(ids)
}

/**
 * Restores listings with the edit that was pending then, and deletes later versions and pictures. Units sold in the
 * meantime stay subtracted from the stock. Returns the ids of the listings that nobody else has changed since. Each one
 * is recorded in the audit log.
 */
export async function restoreListings(ctx: Context, listings: readonly Restored[]): Promise<Set<string>> {
  if (listings.length === 0) return new Set()
  const { rows } = await sql<{ id: string; product_name: string }>`
    select p.id, p.product_name from products p
    join jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as r (id uuid, version integer)
      on r.id = p.id and r.version = p.version
    order by p.id for update of p`.execute(ctx.db)
  const found = new Set(rows.map(({ id }) => id))
  const taken = listings.filter(({ id }) => found.has(id))
  const reasonOf = new Map(taken.map(({ id, reason }) => [id, reason]))
  const given = sql`jsonb_to_recordset(${JSON.stringify(await withPlaces(ctx, taken))}::jsonb)
    as r (id uuid, before jsonb, place uuid)`
  // The stock is calculated separately. A column that was added after the copy was stored keeps its value.
  const content = fieldNames.filter((name) => name !== 'product_stock')
  await sql`
    update products p set ${assigned(content, 'b')},
      product_stock = greatest(0, b.product_stock + p.product_stock - (r.before ->> 'stock_after')::integer),
      category_id = coalesce(
        (select c.id from categories c where c.id = b.category_id),
        case when b.category_id is not null and b.category = p.category then p.category_id end,
        r.place),
      status = b.status,
      status_since = b.status_since, status_reason = b.status_reason, submission_number = b.submission_number,
      revision_waiting_since = b.revision_waiting_since, reviewed_price = b.reviewed_price,
      reviewed_discount = b.reviewed_discount, cover_image = b.cover_image, updated_at = ${ctx.now()},
      version = p.version + 1
    from ${given} join products q on q.id = r.id
      cross join lateral jsonb_populate_record(q, r.before -> 'columns') b
    where p.id = r.id`.execute(ctx.db)
  await sql`
    delete from product_submissions s using ${given}
    where s.product_id = r.id and s.number > (r.before ->> 'last')::integer`.execute(ctx.db)
  await sql`
    update product_submissions s set status = 'waiting' from ${given}
    where s.product_id = r.id and s.number = (r.before ->> 'waiting')::integer and s.status = 'superseded'`.execute(
    ctx.db,
  )
  await sql`
    delete from product_images m using ${given}
    where m.product_id = r.id and not r.before -> 'images' ? m.media`.execute(ctx.db)
  await sql`
    delete from product_picture_sources m using ${given}
    where m.product_id = r.id and not r.before -> 'images' ? m.media`.execute(ctx.db)
  await ctx.recordAll(
    rows.map(({ id, product_name }) => ({
      action: 'restore',
      subject: { type: 'product', id, name: product_name },
      reason: reasonOf.get(id) ?? '',
    })),
  )
  return found
}

/**
 * The listings, each with the category that its former name leads to now: its own may have been merged into another one
 * since. A listing that was in no category stays in none.
 */
async function withPlaces(
  ctx: Context,
  listings: readonly Restored[],
): Promise<(Restored & { place: string | null })[]> {
  const nameOf = ({ before: { columns } }: Restored) =>
    columns.category_id === null ? '' : String(columns.category)
  const found = await findCategories(ctx.db, listings.map(nameOf))
  return listings.map((listing) => ({ ...listing, place: found.get(nameOf(listing)) ?? null }))
}
