import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import { tellInvited } from './commands.ts'
import './tables.ts'

/**
 * When categories are merged, drafts that were limited to a merged category are extended to the category that absorbs
 * it, in the transaction of the merge. This changes the draft: its history records the change, and vendors who had
 * opted in are asked again. The campaign is locked before the products, as in every other change of a campaign.
 */
export async function followMergeInDrafts(
  ctx: Context,
  merges: readonly { from: string; into: string; from_path: string; into_path: string }[],
): Promise<void> {
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(merges)}::jsonb)
    as m ("from" uuid, "into" uuid, from_path text, into_path text)`
  const { rows: drafts } = await sql<{ id: string; name: string; from_path: string; into_path: string }>`
    select c.id, c.name, m.from_path, m.into_path from ${pairs}
    join promotion_categories x on x.category_id = m."from"
    join promotions c on c.id = x.promotion_id and c.decided_at is null order by c.id, m."from"`.execute(
    ctx.db,
  )
  const ids = [...new Set(drafts.map(({ id }) => id))]
  await sql`
    update promotions set version = version + 1, updated_at = ${ctx.now()} where id = any(${ids}::uuid[])`.execute(
    ctx.db,
  )
  const { rows: asked } = await sql<{ id: string; sellers: string[] }>`
    with asked as (
      update promotion_sellers s
      set joined_at = null, joined_by_name = '', note = '', invited_at = ${ctx.now()}, cost_share_bp = c.cost_share_bp
      from promotions c
      where c.id = s.promotion_id and c.id = any(${ids}::uuid[]) and c.scope = 'categories'
        and s.joined_at is not null and s.left_at is null
      returning s.promotion_id as id, s.vendor_id
    ) select id, json_agg(vendor_id) as sellers from asked group by id`.execute(ctx.db)
  await sql`
    insert into promotion_categories (promotion_id, category_id)
    select x.promotion_id, m."into" from ${pairs} join promotion_categories x on x.category_id = m."from"
    on conflict do nothing`.execute(ctx.db)
  const askedOf = new Map(asked.map(({ id, sellers }) => [id, sellers.length]))
  for (const { id, sellers } of asked) await tellInvited(ctx, id, sellers)
  await ctx.recordAll(
    drafts.map(({ id, name, from_path, into_path }) => ({
      action: 'follow a merge of categories',
      subject: { type: 'promotion', id, name },
      before: { category: from_path },
      after: { category: into_path, ...(askedOf.has(id) ? { asked_again: askedOf.get(id) } : {}) },
    })),
  )
}
