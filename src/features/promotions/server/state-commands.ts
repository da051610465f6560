import { holdTree } from '#features/categories/server/commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { type PromotionDetail, type promotions, statusWords } from '../contract.ts'
import { heldRecord, refuse, setPromotion, statusOf, subjectOf } from './commands.ts'
import { readPromotion } from './queries.ts'
import type { PromotionRecord } from './tables.ts'

/** The start of the minute that contains this moment. */
function minuteOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 60_000) * 60_000)
}

/**
 * Starts a draft: at its start time, or in the current minute. After that the clock alone starts and ends the campaign.
 * Refuses (not-found, stale), (conflict) a campaign that is not a draft or has no vendor who opted in, and (invalid) a
 * period that is over, a period that has already begun unless the campaign starts at once, and a scope without products
 * or categories.
 */
export async function startPromotion(
  ctx: Context,
  { id, at_once }: Input<typeof promotions.start>,
): Promise<PromotionDetail> {
  // Keeps categories from being merged or moved while the campaign starts, because its scope is fixed from here on.
  await holdTree(ctx)
  const record = await heldRecord(ctx, id)
  const status = statusOf(ctx, record)
  if (status !== 'draft')
    await refuse(ctx, id, `This campaign is already ${statusWords[status].toLowerCase()}`)
  const now = ctx.now()
  if (record.ends_at <= now)
    throw fieldRefusal('ends_at', 'The period of this campaign is over: choose a later end')
  if (!at_once && record.starts_at < minuteOf(now)) {
    throw fieldRefusal(
      'starts_at',
      'This start is in the past: start the campaign now, or choose a later start',
    )
  }
  const joined = await ctx.db
    .selectFrom('promotion_sellers')
    .select('vendor_id')
    .where('promotion_id', '=', id)
    .where('joined_at', 'is not', null)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (!joined) await refuse(ctx, id, 'No seller has joined this campaign yet: record a seller first')
  await refuseTakingNothing(ctx, record)
  const starts_at = at_once ? minuteOf(now) : record.starts_at
  await setPromotion(ctx, id, { starts_at, decided_at: now })
  await ctx.record({
    action: starts_at <= now ? 'start' : 'schedule',
    subject: subjectOf(record),
    after: { starts_at: starts_at.toISOString(), ends_at: record.ends_at.toISOString() },
  })
  return readPromotion(ctx, { id })
}

/** The categories or products that limit a draft may have been deleted since. */
async function refuseTakingNothing(ctx: Context, { id, scope }: PromotionRecord): Promise<void> {
  if (scope === 'all') return
  const chosen = scope === 'categories' ? 'promotion_categories' : 'promotion_products'
  const one = await ctx.db
    .selectFrom(chosen)
    .select('promotion_id')
    .where('promotion_id', '=', id)
    .executeTakeFirst()
  if (one) return
  throw scope === 'categories'
    ? fieldRefusal('category_ids', 'Choose at least one category that still exists')
    : fieldRefusal('product_ids', 'Choose at least one product that still exists')
}

/**
 * Turns a scheduled campaign into a draft again. Refuses (not-found, stale), and (conflict) a campaign that has begun
 * or was never scheduled.
 */
export async function putBackPromotion(ctx: Context, { id }: { id: string }): Promise<PromotionDetail> {
  const record = await heldRecord(ctx, id)
  if (statusOf(ctx, record) !== 'scheduled') {
    await refuse(ctx, id, 'Only a scheduled campaign can return to draft')
  }
  await setPromotion(ctx, id, { decided_at: null })
  await ctx.record({ action: 'put back to draft', subject: subjectOf(record) })
  return readPromotion(ctx, { id })
}

/** Ends a running campaign now. Refuses (not-found, stale), and (conflict) a campaign that is not running. */
export async function endPromotion(ctx: Context, { id }: { id: string }): Promise<PromotionDetail> {
  const record = await heldRecord(ctx, id)
  if (statusOf(ctx, record) !== 'running') await refuse(ctx, id, 'Only a running campaign can be ended')
  const ended_at = ctx.now()
  await setPromotion(ctx, id, { ended_at })
  await ctx.record({
    action: 'end early',
    subject: subjectOf(record),
    before: { ends_at: record.ends_at.toISOString() },
    after: { ends_at: ended_at.toISOString() },
  })
  return readPromotion(ctx, { id })
}
