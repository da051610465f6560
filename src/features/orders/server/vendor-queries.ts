import { sql } from 'kysely'
import '#features/vendors/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { escapeLike } from '#kit/server/matching.ts'
import { idsWith } from '#kit/server/search.ts'
import type { orders } from '../contract.ts'

/** Returns shops whose name contains these words, or the shop with this id: at most twenty, with only id and name. */
export async function findOrderVendors(
  { db }: Context,
  { q = '', id }: Input<typeof orders.vendors>,
): Promise<{ id: string; shop_name: string }[]> {
  const shops = db
    .selectFrom('vendors')
    .select(['id', 'shop_name'])
    .where('shop_name', '<>', '')
    .orderBy('shop_name')
    .orderBy('id')
    .limit(20)
  if (id) return shops.where('id', '=', id).execute()
  // A vendor who was never approved has no orders.
  const trading = shops.where('list', 'in', ['approved', 'disabled', 'closed'])
  if (q === '') return trading.execute()
  const name = sql`lower(shop_name)`
  const isShort = q.length < 3
  return trading
    .where(
      sql<boolean>`${name} like ${isShort ? `${escapeLike(q.toLowerCase())}%` : `%${escapeLike(q.toLowerCase())}%`}`,
    )
    .$if(!isShort, (query) =>
      // The search index narrows the shops to the few that can match.
      query.where(sql<boolean>`id in ${idsWith('vendor_search', q)}`),
    )
    .execute()
}

/**
 * How many orders that are not over have a part of this vendor. A part that was delivered counts until its order is completed,
 * because its money may not have come; a part that was returned does not.
 */
export async function countOpenOrders(db: Database, vendorId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from order_parts p join orders o on o.id = p.order_id
    where p.vendor_id = ${vendorId} and p.vendor_status <> 'returned'
      and o.order_status in ('pending', 'processing')`.execute(db)
  return rows[0]?.n ?? 0
}
