import { sql } from 'kysely'
import { actorName, type Context } from '#kit/server/context.ts'
import { differingFields, type PostContent } from '../fields-contract.ts'
import { workingOf } from './rules.ts'
import type { PostRecord } from './tables.ts'

/** Keeps a content whole as the next version of its post. The post is locked by the caller. */
export async function keepVersion(
  ctx: Context,
  id: string,
  action: string,
  content: PostContent,
): Promise<void> {
  const { actor } = ctx
  await sql`
    insert into post_versions (post_id, number, action, content, saved_at, saved_by, saved_by_name)
    select ${id}, coalesce(max(number), 0) + 1, ${action}, ${JSON.stringify(content)}::jsonb, ${ctx.now()},
      ${actor.kind === 'person' ? actor.id : null}, ${actorName(ctx)}
    from post_versions where post_id = ${id}`.execute(ctx.db)
}

/** The content of the latest version of a post. */
export async function latestContent(ctx: Context, id: string): Promise<PostContent> {
  const latest = await ctx.db
    .selectFrom('post_versions')
    .select('content')
    .where('post_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return latest.content as PostContent
}

/** Makes a version of what was saved automatically, before anything else happens to the post. */
export async function keepAutosaved(ctx: Context, record: PostRecord, action: string): Promise<void> {
  const content = workingOf(record)
  if (differingFields(await latestContent(ctx, record.id), content).length > 0) {
    await keepVersion(ctx, record.id, action, content)
  }
}
