import '#features/subscribers/server/tables.ts'
import type { Context } from '#kit/server/context.ts'
import { type Cached, cached } from '#kit/server/implement.ts'
import type { CurrentConsent } from '../contract.ts'

/** The newest consent text. Forms that show an older one for a minute name its version, so nothing goes wrong. */
export async function readConsent(ctx: Context): Promise<Cached<CurrentConsent>> {
  const newest = await ctx.db
    .selectFrom('consent_texts')
    .select(['version', 'text'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return cached(newest, 60)
}
