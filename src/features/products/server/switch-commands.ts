import { sql } from 'kysely'
import type { BulkOutcome } from '#features/decisions/contract.ts'
import { eachOf } from '#features/decisions/server/commands.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import type { Context } from '#kit/server/context.ts'
import { sendWithNext } from '#kit/server/database-driver.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { Product } from '../contract.ts'
import { productDecisions, subjectOf } from './commands.ts'
import { readProductRow } from './queries.ts'

/**
 * Turns the Available switch on or off in any review status. For a pending listing, the switch decides whether the
 * listing goes live when approved. Refuses (not-found), and (stale) if the version is not the one that was read.
 */
export async function setProductAvailable(
  ctx: Context,
  { id, available }: { id: string; available: boolean },
): Promise<Product> {
  await turn(ctx, id, available)
  return readProductRow(ctx.db, id)
}

/** Turns the switch of each listing in a separate transaction, and reports a listing that does not exist. */
export function setProductsAvailable(
  ctx: Context,
  { ids, available }: { ids: string[]; available: boolean },
): Promise<BulkOutcome[]> {
  const records = ids.map((id) => ({ id }))
  return eachOf(ctx, records, productDecisions.nameOfId, async (own, { id }) => {
    const { name, version } = await turn(own, id, available)
    return { name, unchanged: version !== null ? null : `Already ${available ? 'on' : 'off'}` }
  })
}

/** Turns the switch of one listing; the version is null if it was turned already. */
export async function turn(
  ctx: Context,
  id: string,
  available: boolean,
): Promise<{ name: string; version: number | null }> {
  const before = await productDecisions.lock(ctx, id)
  await refuseStale(
    ctx,
    before,
    () => readProductRow(ctx.db, id),
    'This product was changed since you read it. Check the current values and try again',
  )
  if (before.available === available) {
    ctx.unchanged()
    return { name: before.product_name, version: null }
  }
  const turning = ctx.db
    .updateTable('products')
    .set({
      available,
      updated_at: ctx.now(),
      // For an approved listing, the switch moves the listing from one list to the other.
      ...(before.status === 'approved' ? { status_since: ctx.now() } : {}),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
  await sendWithNext(ctx.db, turning)
  await ctx.record({
    action: available ? 'switch on' : 'switch off',
    subject: subjectOf(before),
    before: { available: before.available },
    after: { available },
  })
  await queueEvent(ctx, available ? 'product.available' : 'product.unavailable', {
    product_id: id,
    is_available: available,
  })
  return { name: before.product_name, version: before.version + 1 }
}
