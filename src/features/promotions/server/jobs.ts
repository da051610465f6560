import { sql } from 'kysely'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { type Context, transact } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { PromotionRecord } from './tables.ts'

/**
 * Announces once that each campaign has started and ended: in its history and to subscribers. Prices do not depend on
 * this job, because they follow the clock. Safe to run on several instances at once.
 */
export const tellOfPromotions: Job = {
  name: 'tell-of-promotions',
  everySeconds: 2,
  run: async (ctx) => {
    const now = ctx.now()
    const due = await ctx.db
      .selectFrom('promotions')
      .select('id')
      .where('decided_at', 'is not', null)
      .where('end_told_at', 'is', null)
      .where('starts_at', '<=', now)
      .where(({ or, eb }) => or([eb('start_told_at', 'is', null), eb('over_at', '<=', now)]))
      .orderBy('starts_at')
      .limit(50)
      .execute()
    for (const { id } of due) await transact(ctx, (own) => tell(own, id))
  },
}

async function tell(ctx: Context, id: string): Promise<void> {
  const now = ctx.now()
  const record = await ctx.db
    .selectFrom('promotions')
    .selectAll()
    .where('id', '=', id)
    .where('end_told_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  // Another instance has announced the start, or someone has turned the campaign into a draft again.
  if (!record?.decided_at || record.starts_at > now) return ctx.unchanged()
  if (record.start_told_at === null) await tellOnce(ctx, record, 'start')
  if (record.over_at <= now) await tellOnce(ctx, record, 'end')
  else if (record.start_told_at !== null) ctx.unchanged()
}

async function tellOnce(ctx: Context, record: PromotionRecord, what: 'start' | 'end'): Promise<void> {
  const { id, name, starts_at, over_at, ended_at } = record
  // The version stays the same, so that someone who is editing the name is not refused as stale.
  await ctx.db
    .updateTable('promotions')
    .set(what === 'start' ? { start_told_at: ctx.now() } : { end_told_at: ctx.now() })
    .where('id', '=', id)
    .execute()
  const period = { starts_at: starts_at.toISOString(), ends_at: over_at.toISOString() }
  await queueEvent(ctx, what === 'start' ? 'promotion.started' : 'promotion.ended', {
    promotion_id: id,
    ...period,
    is_early: ended_at !== null,
  })
  await ctx.record({
    action: what === 'start' ? 'begin' : 'finish',
    subject: { type: 'promotion', id, name },
    after: what === 'start' ? { starts_at: period.starts_at } : { ends_at: period.ends_at },
  })
}

/**
 * Adds pending deltas to campaign totals, so that readers have few deltas to sum. Safe to run on several instances at
 * once.
 */
export const foldPromotions: Job = {
  name: 'fold-promotions',
  everySeconds: 5,
  run: async ({ db }) => {
    await sql`
      with taken as (
        delete from promotion_deltas where ctid = any(array(
          select ctid from promotion_deltas limit 20000 for update skip locked))
        returning promotion_id, product_id, orders, pieces, revenue, discount, granted
      ), sums as (
        select promotion_id, product_id, sum(orders) as orders, sum(pieces) as pieces, sum(revenue) as revenue,
          sum(discount) as discount, sum(granted) as granted
        from taken group by promotion_id, product_id order by promotion_id, product_id
      )
      insert into promotion_totals (promotion_id, product_id, orders, pieces, revenue, discount, granted)
      select promotion_id, product_id, orders, pieces, revenue, discount, granted from sums
      on conflict (promotion_id, product_id) do update set
        orders = promotion_totals.orders + excluded.orders, pieces = promotion_totals.pieces + excluded.pieces,
        revenue = promotion_totals.revenue + excluded.revenue, discount = promotion_totals.discount + excluded.discount,
        granted = promotion_totals.granted + excluded.granted`.execute(db)
  },
}

/**
 * Recomputes campaign sales from order lines every night and corrects any difference. A difference is a defect and is
 * logged as an error.
 */
export const checkPromotions: Job = {
  name: 'check-promotions',
  cron: '20 4 * * *',
  run: async ({ db }, log) => {
    const { rows } = await sql<{ promotion_id: string; product_id: string }>`
      insert into promotion_deltas (promotion_id, product_id, orders, pieces, revenue, discount, granted)
      select promotion_id, product_id, sum(orders), sum(pieces), sum(revenue), sum(discount), sum(granted) from (
        select promotion_id, product_id, 0 as orders, quantity as pieces, line_total - discount - reversed as revenue,
          left_of_line(promotion_discount, line_total - discount, reversed) as discount,
          left_of_line(promotion_grant, line_total - discount, reversed) as granted
        from order_lines where promotion_id is not null
        union all
        select promotion_id, '00000000-0000-0000-0000-000000000000', count(distinct order_id), 0, 0, 0, 0
        from order_lines where promotion_id is not null group by promotion_id
        union all
        select promotion_id, product_id, -orders, -pieces, -revenue, -discount, -granted from promotion_totals
        union all
        select promotion_id, product_id, -orders, -pieces, -revenue, -discount, -granted from promotion_deltas
      ) difference group by promotion_id, product_id
      having sum(orders) <> 0 or sum(pieces) <> 0 or sum(revenue) <> 0 or sum(discount) <> 0 or sum(granted) <> 0
      returning promotion_id, product_id`.execute(db)
    if (rows.length > 0)
      log.error(
        { totals: rows.slice(0, 20) },
        'what campaigns sold differed from its lines and was corrected',
      )
  },
}
