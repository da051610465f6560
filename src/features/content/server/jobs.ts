import { sql } from 'kysely'
import { queueNotice } from '#features/messages/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, transact } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { releasePath } from '../screen-contract.ts'
import { goLive, holdLive, subjectOf } from './publishing-commands.ts'
import type { ReleaseRecord } from './tables.ts'

/**
 * Makes scheduled releases live when their time has come: each once, whichever instance is alive, in the order of their
 * times. One that cannot go live is marked as failed, so that those behind it do not wait for it.
 */
export const publishScheduled: Job = {
  name: 'publish-scheduled',
  everySeconds: 1,
  run: async (ctx) => {
    const due = await dueReleases(ctx, ctx.now()).select('id').executeTakeFirst()
    if (!due) return
    const tried: { id?: string } = {}
    try {
      await transact(ctx, (own) => publishNext(own, tried))
    } catch (error) {
      const { id } = tried
      if (!(error instanceof Refusal) || id === undefined) throw error
      await transact(ctx, (own) => fail(own, id, error.message))
    }
    // Without a try, another instance is publishing.
    return tried.id === undefined ? undefined : 'again'
  },
}

function dueReleases(ctx: Context, now: Date) {
  return ctx.db
    .selectFrom('releases')
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .orderBy('id')
    .limit(1)
}

async function publishNext(ctx: Context, tried: { id?: string }): Promise<void> {
  const live = await holdLive(ctx, 'skip')
  if (!live) return ctx.unchanged()
  const release = await dueReleases(ctx, ctx.now()).selectAll().forNoKeyUpdate().executeTakeFirst()
  if (!release) return ctx.unchanged()
  tried.id = release.id
  await goLive(ctx, live, release)
}

async function fail(ctx: Context, id: string, why: string): Promise<void> {
  const [failed]: Pick<ReleaseRecord, 'id' | 'title' | 'made_by'>[] = await ctx.db
    .updateTable('releases')
    .set({ state: 'failed', failed_because: why, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .returning(['id', 'title', 'made_by'])
    .execute()
  if (!failed) return ctx.unchanged()
  await ctx.record({ action: 'fail', subject: subjectOf(failed), reason: why })
  await tellMaker(ctx, failed, why)
}

/** Sends a mail to the person who scheduled the release, as long as they can sign in: nobody is looking when its time comes. */
async function tellMaker(
  ctx: Context,
  { id, title, made_by }: Pick<ReleaseRecord, 'id' | 'title' | 'made_by'>,
  reason: string,
): Promise<void> {
  if (made_by === null) return
  const maker = await ctx.db
    .selectFrom('people')
    .select(['id', 'username', 'email'])
    .where('id', '=', made_by)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!maker) return
  const link = `${ctx.services.publicUrl}${releasePath}?id=${id}`
  await queueNotice(ctx, {
    letter: { kind: 'release failed', name: maker.username, title, reason, link },
    recipient: maker.email,
    personId: maker.id,
  })
}
