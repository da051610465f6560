import '#features/subscribers/server/tables.ts'
import type { Context } from '#kit/server/context.ts'
import { type PublicAnswer, publicAnswer } from '#kit/server/public-answer.ts'
import type { CurrentConsent } from '../contract.ts'

/** The newest consent text, from memory. A form that shows an older one for a minute names its version. */
export async function readConsent(ctx: Context): Promise<PublicAnswer<CurrentConsent>> {
  const newest = await ctx.services.publicCache.read(ctx, 'consent', '', async () => ({
    value: await ctx.db
      .selectFrom('consent_texts')
      .select(['version', 'text'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
    until: null,
  }))
  return publicAnswer(newest)
}
