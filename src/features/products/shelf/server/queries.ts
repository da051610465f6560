import { sql } from 'kysely'
import '#features/categories/server/tables.ts'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import type { Database } from '#kit/server/database.ts'

/**
 * SQL that is true if shoppers may order the listing `p` of the vendor `v`, regardless of stock and category: approved,
 * switched on, and from an approved vendor.
 */
export const isOnSale = sql<boolean>`(p.list = 'approved' and v.status = 'approved')`

/** The categories that are off, or below one that is. */
const hiddenCategories = sql`array(
  select c.id from categories c
  left join categories up on up.id = c.parent_id left join categories top on top.id = up.parent_id
  where not (c.is_active and coalesce(up.is_active, true) and coalesce(top.is_active, true)))`

/** SQL that is true if the listing `p` is in no category that is off. */
export const isInOpenCategory = sql<boolean>`(p.category_id is null or p.category_id <> all(${hiddenCategories}))`

/** SQL that is true if the shop of an approved vendor shows the listing `p`: on sale, in stock, in no category that is off. */
export const isOnShelf = sql<boolean>`(p.list = 'approved' and p.product_stock > 0 and ${isInOpenCategory})`

/** The state of a listing and its vendor at the end of a span, and whether each was on sale at any moment of the span. */
export interface StandingState {
  product_id: string
  state: string
  was_listed: boolean
  vendor_state: string
  was_selling: boolean
}

/** How listings stood in a span, by id; one whose state or vendor state is unknown for that time is left out. */
export async function readStandings(
  db: Database,
  productIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<Map<string, StandingState>> {
  const { rows } = await sql<StandingState>`
    select p.id as product_id, s.state, v.state as vendor_state,
      s.state = 'approved' or exists (
        select from product_states x
        where x.product_id = p.id and x.state = 'approved' and x.since <= ${to} and ${from} < coalesce((
          select min(n.since) from product_states n where n.product_id = p.id and n.since > x.since), ${to})
      ) as was_listed,
      v.state = 'approved' or exists (
        select from vendor_states x
        where x.vendor_id = p.vendor_id and x.state = 'approved' and x.since <= ${to} and ${from} < coalesce((
          select min(n.since) from vendor_states n where n.vendor_id = p.vendor_id and n.since > x.since), ${to})
      ) as was_selling
    from products p
    cross join lateral (
      select state from product_states h where h.product_id = p.id and h.since <= ${to}
      order by h.since desc limit 1) s
    cross join lateral (
      select state from vendor_states h where h.vendor_id = p.vendor_id and h.since <= ${to}
      order by h.since desc limit 1) v
    where p.id = any(${[...new Set(productIds)]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
}
