import { sql } from 'kysely'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { statusAt } from '../contract.ts'
import type { PromotionRecord } from './tables.ts'

/** Campaigns by name. */
export const findPromotions: FindRecords = (ctx, sought) =>
  findIn<Pick<PromotionRecord, 'name' | 'decided_at' | 'starts_at' | 'over_at'>>(
    ctx.db,
    {
      from: sql`promotions c`,
      alias: 'c',
      search: { table: 'promotion_search', column: 'c.id' },
      partitions: [sql`true`],
      newest: 'created_at',
      select: sql`c.name, c.decided_at, c.starts_at, c.over_at`,
      found: (campaign) => ({ title: campaign.name, status: statusAt(campaign, ctx.now()) }),
    },
    sought,
  )
