import { sql } from 'kysely'
import '#features/vendors/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
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
  const trading = shops.where('list', 'in', ['approved', 'disabled'])
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
