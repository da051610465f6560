import { sql } from 'kysely'
import { karachiDay } from '#kit/contract/day.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { networkOf } from '#kit/server/throttle.ts'
import { isBot, repeatMinutes } from './rules.ts'

/**
 * Counts a reading of a published post, unless a bot or the same visitor within half an hour makes it. What is kept of a
 * visitor is a hash of the network under a key of the day, for half an hour. Refuses (not-found) any other post.
 */
export async function countView(ctx: Context, { slug }: { slug: string }): Promise<void> {
  ctx.unchanged()
  const { rows } = await sql<{ id: string }>`
    select p.id from post_slugs s join posts p on p.id = s.post_id and p.list = 'published'
    where s.slug = ${slug} and s.is_seen`.execute(ctx.db)
  const [post] = rows
  if (!post) throw new Refusal('not-found', 'There is no such post')
  if (isBot(ctx.origin.userAgent)) return
  const now = ctx.now()
  const since = new Date(now.getTime() - repeatMinutes * 60_000)
  const visitor = visitorOn(ctx, now)
  // Half an hour may begin on the day before, under the key of that day.
  const before = visitorOn(ctx, since)
  await sql`
    with counted as (
      insert into post_visits as v (post_id, visitor, at)
      select ${post.id}::uuid, ${visitor}::bytea, ${now}::timestamptz
      where not exists (select from post_visits o
        where o.post_id = ${post.id} and o.visitor = ${before} and o.at > ${since})
      on conflict (post_id, visitor) do update set at = excluded.at where v.at <= ${since}
      returning v.post_id
    )
    insert into post_views (post_id, n) select post_id, 1 from counted`.execute(ctx.db)
}

/**
 * Says that two readings come from one network, and nothing else: without the key nobody can try out addresses. What a
 * browser calls itself does not count, because a program that says another name each time would be another reader each time.
 */
function visitorOn(ctx: Context, at: Date): Buffer {
  return ctx.services.keys.blind(`reading ${karachiDay(at)}`, networkOf(ctx.origin.address))
}
