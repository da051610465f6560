import { sql } from 'kysely'
import type { PromotionDetail, promotions } from '#features/promotions/contract.ts'
import { heldRecord, refuse, statusOf, subjectOf } from '#features/promotions/server/commands.ts'
import { readPromotion } from '#features/promotions/server/queries.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import { openRecord } from './commands.ts'

/**
 * Admits products to a campaign although they were cheaper in the thirty days before it, or had a price for less than
 * seven days. The waiver applies from now on and is recorded in the name of the actor. Products with a waiver stay
 * unchanged. Refuses (not-found), (invalid) a product that does not exist, and (conflict) a campaign that has ended.
 */
export async function waiveLow(
  ctx: Context,
  { id, product_ids, reason }: Input<typeof promotions.waive>,
): Promise<PromotionDetail> {
  const record = await openRecord(ctx, id)
  const ids = [...new Set(product_ids)]
  const products = await ctx.db
    .selectFrom('products')
    .select(['id', 'product_name'])
    .where('id', '=', anyOf(ids))
    .execute()
  if (products.length !== ids.length) throw fieldRefusal('product_ids', 'There is no such product')
  const { actor } = ctx
  const { rows } = await sql<{ product_id: string }>`
    insert into promotion_waivers (promotion_id, product_id, reason, waived_by, waived_by_name, waived_at)
    select ${id}, unnest(${ids}::uuid[]), ${reason}, ${actor.kind === 'person' ? actor.id : null},
      ${actorName(ctx)}, ${ctx.now()}
    on conflict do nothing returning product_id`.execute(ctx.db)
  const added = new Set(rows.map(({ product_id }) => product_id))
  if (added.size === 0) ctx.unchanged()
  else {
    const names = products.filter((product) => added.has(product.id)).map(({ product_name }) => product_name)
    await ctx.record({
      action: 'waive the lowest price',
      subject: subjectOf(record),
      after: { products: names.join(', ') },
      reason,
    })
  }
  return readPromotion(ctx, { id })
}

/**
 * Removes the waivers of these products. Refuses (not-found), and (conflict) a campaign that runs or has ended, because
 * its prices were already in force.
 */
export async function takeWaiverBack(
  ctx: Context,
  { id, product_ids }: Input<typeof promotions.takeWaiverBack>,
): Promise<PromotionDetail> {
  const record = await heldRecord(ctx, id)
  if (['running', 'ended'].includes(statusOf(ctx, record))) {
    await refuse(ctx, id, 'Allowed products cannot be left out after the campaign has started')
  }
  const { rows } = await sql<{ product_name: string }>`
    delete from promotion_waivers w using products p
    where w.promotion_id = ${id} and w.product_id = any(${product_ids}::uuid[]) and p.id = w.product_id
    returning p.product_name`.execute(ctx.db)
  if (rows.length === 0) ctx.unchanged()
  else {
    await ctx.record({
      action: 'take a waiver back',
      subject: subjectOf(record),
      before: { products: rows.map(({ product_name }) => product_name).join(', ') },
    })
  }
  return readPromotion(ctx, { id })
}
