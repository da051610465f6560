import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import { escapeLike } from '#kit/server/matching.ts'
import { idsWith } from '#kit/server/search.ts'
import { listableVendors } from '../contract.ts'

/** Vendors that may have products, by id or by words in the shop name or vendor name. At most twenty. */
export async function findVendors(
  { db }: Context,
  { q = '', id }: { q?: string | undefined; id?: string | undefined },
): Promise<{ id: string; shop_name: string }[]> {
  const name = sql<string>`coalesce(nullif(shop_name, ''), username)`
  const vendors = db.selectFrom('vendors').select(['id', name.as('shop_name')])
  if (id) return vendors.where('id', '=', id).execute()
  const words = escapeLike(q.toLowerCase())
  return vendors
    .where('status', 'in', [...listableVendors])
    .$if(q !== '', (query) =>
      query.where(sql<boolean>`lower(${name}) like ${q.length < 3 ? `${words}%` : `%${words}%`}`),
    )
    .$if(q.length >= 3, (query) =>
      // The search index narrows the vendors down to a few candidates.
      query.where(sql<boolean>`id in ${idsWith('vendor_search', q)}`),
    )
    .orderBy(sql`${name} collate "und-x-icu"`)
    .orderBy('id')
    .limit(20)
    .execute()
}

/**
 * The path of a category from its main category, and whether it has subcategories. Null if the category does not exist.
 */
export async function readPlace(
  { db }: Context,
  id: string,
): Promise<{ path: string; has_below: boolean } | null> {
  const { rows } = await sql<{ path: string; has_below: boolean }>`
    select concat_ws(' › ', g.name, p.name, c.name) as path,
      exists (select 1 from categories b where b.parent_id = c.id and b.is_active) as has_below
    from categories c left join categories p on p.id = c.parent_id left join categories g on g.id = p.parent_id
    where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}
