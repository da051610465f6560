import { type RawBuilder, sql } from 'kysely'
import { readStory } from '#features/decisions/server/queries.ts'
import type { UsedPicture } from '#features/media/contract.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { mostVersionsListed } from '#kit/contract/versions.ts'
import type { Context } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import { withinDays } from '#kit/server/days.ts'
import { listPage } from '#kit/server/list.ts'
import { searchOf } from '#kit/server/search.ts'
import type { DeletedPost, Post, PostDetail, PostVersion, PostVersionDetail, posts } from '../contract.ts'
import type { PostContent } from '../fields-contract.ts'
import { type PostState, postStates } from '../moves-contract.ts'
import { readingMinutesOf, wordCountOf } from '../reading-contract.ts'
import { contentOf, workingOf } from './rules.ts'
import type { PostRecord, PostVersionRecord } from './tables.ts'

const mostDeletedListed = 100

type Row = PostRecord & { category_name: string | null; unfolded: number; has_changes: boolean }

/** What came in since the last fold, so that a reading is shown at once. */
const unfolded = sql`(select coalesce(sum(n), 0)::int4 from post_views w where w.post_id = p.id) as unfolded`
const joins = sql`left join blog_categories c on c.id = p.category_id`
/** A list shows no text: it may be long, and a page has a hundred rows. */
const rowColumns: RawBuilder<unknown> = sql`p.id, p.title, p.slug, p.category_id, p.banner, p.author, p.state,
  p.publish_at, p.published_at, p.views, p.version, p.created_at, p.updated_at, p.pending is not null as has_changes,
  c.name as category_name, ${unfolded}`

/** One page of the posts in a state, or of all. */
export function listPosts(ctx: Context, input: Input<typeof posts.list>): Promise<Page<Post>> {
  const { state, category_id, from, to, q } = input
  const states: readonly PostState[] = state ? [state] : postStates
  const filed = category_id ? sql`p.category_id = ${category_id} and ` : sql``
  return listPage(
    ctx.db,
    {
      from: sql`posts p`,
      alias: 'p',
      partitions: states.map((one) => sql`${filed}p.list = ${one}`),
      isNarrowed: category_id !== undefined,
      filters: withinDays('p.created_at', { from, to }),
      search: q ? searchOf(q, { table: 'post_search', column: 'p.id' }) : null,
      sorts: {
        created_at: { column: 'created_at', type: 'timestamptz' },
        title: { column: 'title', type: 'text' },
        views: { column: 'views', type: 'int8' },
        updated_at: { column: 'updated_at', type: 'timestamptz' },
      },
      select: rowColumns,
      joins,
      countAll: states.map((one) => (category_id ? `filed-posts:${category_id}:${one}` : `posts:${one}`)),
      shape: postOf,
    },
    input,
  )
}

export async function countPosts(ctx: Context): Promise<Answer<typeof posts.count>> {
  const lists = [...postStates, 'deleted'] as const
  const counts = await readCounts(
    ctx.db,
    lists.map((list) => `posts:${list}` as const),
  )
  const of = (list: (typeof lists)[number]) => counts[`posts:${list}`]
  return {
    all: postStates.reduce((sum, state) => sum + of(state), 0),
    draft: of('draft'),
    scheduled: of('scheduled'),
    published: of('published'),
    unpublished: of('unpublished'),
    deleted: of('deleted'),
  }
}

/** What was deleted within the last day, the latest first: a hundred at most. */
export async function listDeletedPosts(ctx: Context): Promise<DeletedPost[]> {
  const { rows } = await sql<{ id: string; title: string; deleted_at: Date }>`
    select id, title, deleted_at from posts where list = 'deleted'
    order by updated_at desc, id desc limit ${mostDeletedListed}`.execute(ctx.db)
  return rows.map((row) => ({ ...row, deleted_at: row.deleted_at.toISOString() }))
}

/** One post as it is written, with its history. Refuses (not-found) an unknown id and a deleted post. */
export async function readPost(ctx: Context, { id }: { id: string }): Promise<PostDetail> {
  const { rows } = await sql<Row & { old_slugs: string[] | null; version_count: number }>`
    select p.*, p.pending is not null as has_changes, c.name as category_name, ${unfolded},
      (select array_agg(s.slug order by s.created_at desc, s.slug) from post_slugs s
        where s.post_id = p.id and s.is_seen and s.slug <> p.slug) as old_slugs,
      (select count(*)::int4 from post_versions v where v.post_id = p.id) as version_count
    from posts p left join blog_categories c
      on c.id = case when p.pending is null then p.category_id else (p.pending ->> 'category_id')::uuid end
    where p.id = ${id} and p.deleted_at is null`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Refusal('not-found', 'There is no such post')
  const { history } = await readStory(ctx.db, 'post', id)
  const { category_id, ...working } = workingOf(row)
  const word_count = row.has_changes ? wordCountOf(working.html) : row.word_count
  return {
    ...postOf(row),
    ...working,
    category: category_id ? { id: category_id, name: row.category_name ?? '' } : null,
    live: row.has_changes ? contentOf(row) : null,
    word_count,
    reading_minutes: readingMinutesOf(word_count),
    old_slugs: row.old_slugs ?? [],
    version_count: row.version_count,
    autosaved_at: row.autosaved_at?.toISOString() ?? null,
    address: addressOf(ctx, row.slug),
    history,
  }
}

/** Where readers find a post; empty where the address of the shop is not known. */
function addressOf({ services: { shopUrl } }: Context, slug: string): string {
  return shopUrl === null ? '' : `${shopUrl}/blog/${slug}`
}

function postOf(row: Row): Post {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    category: row.category_id ? { id: row.category_id, name: row.category_name ?? '' } : null,
    banner: row.banner as UsedPicture | null,
    author: row.author,
    state: row.state as PostState,
    publish_at: row.publish_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
    has_changes: row.has_changes,
    views: Number(row.views) + row.unfolded,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The versions of a post, the newest first: a hundred at most. Refuses (not-found). */
export async function readVersions(ctx: Context, { id }: { id: string }): Promise<PostVersion[]> {
  await refuseUnknown(ctx, id)
  const rows = await ctx.db
    .selectFrom('post_versions')
    .select(['number', 'action', 'saved_at', 'saved_by_name'])
    .select(sql<string>`content ->> 'title'`.as('title'))
    .where('post_id', '=', id)
    .orderBy('number', 'desc')
    .limit(mostVersionsListed)
    .execute()
  return rows.map(({ saved_at, ...row }) => ({ ...row, saved_at: saved_at.toISOString() }))
}

/** One version, whole. Refuses (not-found). */
export async function readVersion(
  ctx: Context,
  { id, number }: { id: string; number: number },
): Promise<PostVersionDetail> {
  await refuseUnknown(ctx, id)
  const { rows } = await sql<PostVersionRecord & { category_name: string | null }>`
    select v.*, c.name as category_name from post_versions v
    left join blog_categories c on c.id = (v.content ->> 'category_id')::uuid
    where v.post_id = ${id} and v.number = ${number}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Refusal('not-found', 'There is no such version')
  const content = row.content as PostContent
  return {
    number: row.number,
    action: row.action,
    title: content.title,
    saved_at: row.saved_at.toISOString(),
    saved_by_name: row.saved_by_name,
    content,
    category_name: row.category_name ?? '',
  }
}

async function refuseUnknown(ctx: Context, id: string): Promise<void> {
  const found = await ctx.db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'There is no such post')
}
