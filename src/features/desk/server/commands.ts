import { sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { ReviewLimits, SavedLimits } from '../contract.ts'
import { readLimits } from './queries.ts'
import './tables.ts'

/** Saves how long records may wait, and what working hours are. Refuses (stale). */
export async function saveLimits(ctx: Context, draft: ReviewLimits): Promise<SavedLimits> {
  await ctx.db.selectFrom('review_limits').select('id').forUpdate().execute()
  const { version, ...before } = await readLimits(ctx)
  if (ctx.ifMatch !== null && ctx.ifMatch !== version) {
    throw new Refusal(
      'stale',
      'Another person saved changes since you opened this. Review the current version first',
      { current: { ...before, version } },
    )
  }
  const { weekend, holidays, ...rest } = draft
  await ctx.db
    .updateTable('review_limits')
    .set({
      ...rest,
      weekend: JSON.stringify(weekend),
      holidays: JSON.stringify(holidays),
      version: sql<number>`version + 1`,
    })
    .execute()
  await ctx.record({
    action: 'save review limits',
    subject: { type: 'review_limits', id: null, name: 'Review limits' },
    before,
    after: draft,
  })
  return readLimits(ctx)
}
