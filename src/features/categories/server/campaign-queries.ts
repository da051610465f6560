import { sql } from 'kysely'
import '#features/promotions/server/tables.ts'
import type { Context } from '#kit/server/context.ts'
import type { CategoryCampaign } from '../contract.ts'

export interface NarrowedCampaign extends CategoryCampaign {
  /** The categories that the campaign is limited to. */
  chosen: ReadonlySet<string>
}

/** Scheduled and running campaigns that are limited to categories, in the order in which they begin. */
export async function readNarrowedCampaigns(ctx: Context): Promise<NarrowedCampaign[]> {
  const { rows } = await sql<CategoryCampaign & { chosen: string[] }>`
    select c.id, c.name, array_agg(x.category_id) as chosen
    from promotions c join promotion_categories x on x.promotion_id = c.id
    where c.scope = 'categories' and c.decided_at is not null and c.over_at > ${ctx.now()}
    group by c.id order by c.starts_at, c.id`.execute(ctx.db)
  return rows.map(({ id, name, chosen }) => ({ id, name, chosen: new Set(chosen) }))
}
