import { type RawBuilder, sql } from 'kysely'
import '#features/categories/server/tables.ts'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import type { promotions } from '#features/promotions/contract.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'

/** Vendors `v` who are approved and have an approved listing in this category or below it. */
export function sellingIn(categoryId: string): RawBuilder<unknown> {
  return sql`vendors v where v.status = 'approved' and v.id in (
    select p.vendor_id from categories top
    join categories own on own.place >= top.place and own.place < top.place || '/'
    join products p on p.category_id = own.id and p.list = 'approved'
    where top.id = ${categoryId})`
}

/**
 * How many vendors sell in a category or below it, and how many of them were never asked to join this campaign. Refuses
 * (not-found) an unknown campaign; nobody sells in an unknown category.
 */
export async function countInvitable(
  { db }: Context,
  { id, category_id }: Input<typeof promotions.invitable>,
): Promise<Answer<typeof promotions.invitable>> {
  const { rows } = await sql<{ is_known: boolean; sellers: number; to_invite: number }>`
    select exists (select from promotions where id = ${id}) as is_known, count(*)::int4 as sellers,
      count(*) filter (where not exists (
        select from promotion_sellers s where s.promotion_id = ${id} and s.vendor_id = v.id))::int4 as to_invite
    from ${sellingIn(category_id)}`.execute(db)
  const { is_known = false, sellers = 0, to_invite = 0 } = rows[0] ?? {}
  if (!is_known) throw new Refusal('not-found', 'There is no such campaign')
  return { sellers, to_invite }
}
