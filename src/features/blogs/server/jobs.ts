import { sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, transact } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { failToGoLive, goLive } from './state-commands.ts'
import './tables.ts'

/**
 * Lets scheduled posts go live at their time, each once, whichever instances are alive. A post that is refused is a draft
 * again, and a post that fails is tried again in the next run: neither keeps those behind it waiting.
 */
export const publishScheduledPosts: Job = {
  name: 'publish-scheduled-posts',
  everySeconds: 1,
  run: async (ctx, log) => {
    const due = await ctx.db
      .selectFrom('posts')
      .select('id')
      .where('publish_at', '<=', ctx.now())
      .where('state', '=', 'scheduled')
      .orderBy('publish_at')
      .limit(50)
      .execute()
    for (const { id } of due) {
      try {
        await transact(ctx, (own) => publishOnce(own, id))
      } catch (error) {
        log.warn({ err: error, post: id }, 'a scheduled post did not go live')
        if (!(error instanceof Refusal)) continue
        const { message } = error
        await transact(ctx, (own) => failToGoLive(own, id, message)).catch((fault: unknown) =>
          log.warn({ err: fault, post: id }, 'a refused post could not return to draft'),
        )
      }
    }
  },
}

async function publishOnce(ctx: Context, id: string): Promise<void> {
  const record = await ctx.db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  // Another instance publishes it, or somebody is changing it: then the next run looks again.
  if (!record || !(await goLive(ctx, record))) ctx.unchanged()
}

/** Adds readings to their posts, so that the list can be sorted by them, and forgets visits after half an hour. */
export const foldPostViews: Job = {
  name: 'fold-post-views',
  everySeconds: 5,
  run: async ({ db, now }) => {
    await sql`
      with taken as (
        delete from post_views where ctid = any(array(
          select ctid from post_views limit 20000 for update skip locked))
        returning post_id, n
      ), sums as (select post_id, sum(n) as n from taken group by post_id order by post_id)
      update posts p set views = p.views + s.n from sums s where p.id = s.post_id`.execute(db)
    await sql`
      delete from post_visits where ctid = any(array(
        select ctid from post_visits where at <= ${now()}::timestamptz - interval '30 minutes'
        limit 20000 for update skip locked))`.execute(db)
  },
}

/** Deletes for good what was deleted more than a day ago. */
export const forgetDeletedPosts: Job = {
  name: 'forget-deleted-posts',
  cron: '40 4 * * *',
  run: async ({ db, now }) => {
    await sql`delete from posts where deleted_at <= ${now()}::timestamptz - interval '1 day'`.execute(db)
  },
}
