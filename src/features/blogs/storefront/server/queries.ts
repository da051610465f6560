import { type RawBuilder, sql } from 'kysely'
import { postsIn } from '#features/blogs/categories/server/queries.ts'
import { publicKind } from '#features/blogs/server/rules.ts'
import type { PostRecord } from '#features/blogs/server/tables.ts'
import type { UsedPicture } from '#features/media/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { cleanArticle } from '#kit/server/clean-html.ts'
import type { Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import { type PublicAnswer, publicAnswer } from '#kit/server/public-answer.ts'
import type {
  StorefrontBlogCategory,
  StorefrontPost,
  StorefrontPostDetail,
  storefrontPosts,
} from '../contract.ts'

type Row = Pick<
  PostRecord,
  'slug' | 'title' | 'banner' | 'excerpt' | 'author' | 'published_at' | 'reading_minutes'
> & { category_name: string | null; category_slug: string | null }

/** Only what is published is ever selected, here and nowhere else: every public answer reads through these. */
const columns: RawBuilder<unknown> = sql`p.slug, p.title, p.banner, p.excerpt, p.author, p.published_at,
  p.reading_minutes, c.name as category_name, c.slug as category_slug`
const joins = sql`left join blog_categories c on c.id = p.category_id and c.is_active`
const isPublished = sql`p.list = 'published'`

/** One page of the published posts, of one category if it is named. Refuses (not-found) a category that is off. */
export async function readStorefrontPosts(
  ctx: Context,
  input: Input<typeof storefrontPosts.list>,
): Promise<PublicAnswer<Page<StorefrontPost>>> {
  const { category, limit = 12, page, cursor } = input
  const key = JSON.stringify(['list', category ?? '', limit, page ?? 1, cursor ?? ''])
  const value = await ctx.services.publicCache.read(ctx, publicKind, key, async () => {
    const rows = await listPublished(ctx, { category, limit, page, cursor })
    // Anybody can make up categories, cursors and pages past the end: these are not kept.
    const isKept = rows !== null && cursor === undefined && rows.page === (page ?? 1)
    return { value: rows, until: null, isKept }
  })
  if (!value) throw new Refusal('not-found', 'There is no such category')
  return publicAnswer(value)
}

async function listPublished(
  ctx: Context,
  { category, limit, page, cursor }: Input<typeof storefrontPosts.list>,
): Promise<Page<StorefrontPost> | null> {
  const filed = category === undefined ? null : await categoryOf(ctx, category)
  if (filed === undefined) return null
  return listPage(
    ctx.db,
    {
      from: sql`posts p`,
      alias: 'p',
      partitions: [filed ? sql`p.category_id = ${filed} and ${isPublished}` : isPublished],
      filters: [],
      sorts: { published_at: { column: 'published_at', type: 'timestamptz' } },
      select: columns,
      joins,
      countAll: [filed ? `filed-posts:${filed}:published` : 'posts:published'],
      shape: storefrontPostOf,
    },
    { limit, page, cursor, sort: '-published_at' },
  )
}

async function categoryOf(ctx: Context, slug: string): Promise<string | undefined> {
  const found = await ctx.db
    .selectFrom('blog_categories')
    .select('id')
    .where('slug', '=', slug)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found?.id
}

/** The categories that readers are offered, in their order. */
export async function readStorefrontCategories(
  ctx: Context,
): Promise<PublicAnswer<StorefrontBlogCategory[]>> {
  const value = await ctx.services.publicCache.read(ctx, publicKind, 'categories', async () => {
    const { rows } = await sql<StorefrontBlogCategory>`
      select c.name, c.slug, ${postsIn('published')} as post_count from blog_categories c
      where c.is_active order by c.position, c.id`.execute(ctx.db)
    return { value: rows, until: null }
  })
  return publicAnswer(value)
}

/** One published post. Refuses (not-found) a slug that leads to no published post. */
export async function readStorefrontPost(
  ctx: Context,
  { slug }: { slug: string },
): Promise<PublicAnswer<StorefrontPostDetail>> {
  const key = JSON.stringify(['post', slug])
  const value = await ctx.services.publicCache.read(ctx, publicKind, key, async () => {
    const post = await readPublished(ctx, slug)
    return { value: post, until: null, isKept: post !== null }
  })
  if (!value) throw new Refusal('not-found', 'There is no such post')
  return publicAnswer(value)
}

async function readPublished(ctx: Context, slug: string): Promise<StorefrontPostDetail | null> {
  const { rows } = await sql<
    Row & Pick<PostRecord, 'html' | 'search_title' | 'search_description'> & { updated_at: Date }
  >`
    select ${columns}, p.html, p.search_title, p.search_description, p.shown_at as updated_at
    from post_slugs s join posts p on p.id = s.post_id and ${isPublished} ${joins}
    where s.slug = ${slug} and s.is_seen`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  return {
    ...storefrontPostOf(row),
    // Cleaned when it was written as well: what is shown does not depend on what was once stored.
    html: cleanArticle(row.html),
    search_title: row.search_title || row.title,
    search_description: row.search_description || row.excerpt,
    updated_at: row.updated_at.toISOString(),
  }
}

/** The latest published posts with their text, for the feeds. */
export async function readLatest(
  ctx: Context,
  most: number,
): Promise<(StorefrontPost & { html: string; updated_at: string })[]> {
  const { rows } = await sql<Row & { html: string; updated_at: Date }>`
    select ${columns}, p.html, p.shown_at as updated_at from posts p ${joins} where ${isPublished}
    order by p.published_at desc, p.id desc limit ${most}`.execute(ctx.db)
  return rows.map((row) => ({
    ...storefrontPostOf(row),
    html: cleanArticle(row.html),
    updated_at: row.updated_at.toISOString(),
  }))
}

/** The slugs of the latest published posts, with when each was last changed. */
export async function readSlugs(
  ctx: Context,
  most: number,
): Promise<Pick<PostRecord, 'slug' | 'updated_at'>[]> {
  const { rows } = await sql<Pick<PostRecord, 'slug' | 'updated_at'>>`
    select p.slug, p.shown_at as updated_at from posts p where ${isPublished}
    order by p.published_at desc, p.id desc limit ${most}`.execute(ctx.db)
  return rows
}

function storefrontPostOf(row: Row): StorefrontPost {
  if (row.published_at === null) throw new Error('a published post has no time')
  return {
    slug: row.slug,
    title: row.title,
    category: row.category_name === null ? null : { name: row.category_name, slug: row.category_slug ?? '' },
    banner: row.banner as UsedPicture | null,
    excerpt: row.excerpt,
    author: row.author,
    published_at: row.published_at.toISOString(),
    reading_minutes: row.reading_minutes,
  }
}
