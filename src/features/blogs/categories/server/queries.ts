import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { listPage } from '#kit/server/list.ts'
import { searchCondition } from '#kit/server/matching.ts'
import type { BlogCategory, blogCategories } from '../contract.ts'
import type { BlogCategoryRecord } from './tables.ts'

type Row = BlogCategoryRecord & { post_count: number; published_count: number }

/** The posts of category `c` in these states, from the maintained counters. */
export const postsIn = (...states: readonly string[]): RawBuilder<number> => {
  const keys = sql.join(states.map((state) => sql`'filed-posts:' || c.id || ${`:${state}`}`))
  return sql<number>`(select coalesce(sum(k.n), 0)::int4 from (
    select n from counts where key in (${keys}) union all select n from count_deltas where key in (${keys})) k)`
}

const columns = sql`c.*, ${postsIn('draft', 'scheduled', 'published', 'unpublished')} as post_count,
  ${postsIn('published')} as published_count`

/** One page of the categories of the blog. */
export function listBlogCategories(
  ctx: Context,
  input: Input<typeof blogCategories.list>,
): Promise<Page<BlogCategory>> {
  const { status, q } = input
  return listPage(
    ctx.db,
    {
      from: sql`blog_categories c`,
      alias: 'c',
      partitions: [sql`true`],
      filters: [
        ...(status ? [sql`c.is_active = ${status === 'active'}`] : []),
        ...(q ? [searchCondition(q, 'c.search_text', ['c.name', 'c.slug'])] : []),
      ],
      sorts: {
        position: { column: 'position', type: 'int4' },
        name: { column: 'name', type: 'text' },
        slug: { column: 'slug', type: 'text' },
        created_at: { column: 'created_at', type: 'timestamptz' },
      },
      select: columns,
      // There are a hundred categories at most, so counting is cheaper than keeping a counter.
      countAll: async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from blog_categories`.execute(
          ctx.db,
        )
        return rows[0]?.n ?? 0
      },
      shape: categoryOf,
    },
    input,
  )
}

/** One category. Refuses (not-found). */
export async function readBlogCategory(ctx: Context, { id }: { id: string }): Promise<BlogCategory> {
  const { rows } = await sql<Row>`select ${columns} from blog_categories c where c.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Refusal('not-found', 'There is no such category')
  return categoryOf(rows[0])
}

function categoryOf(row: Row): BlogCategory {
  const { id, name, slug, position, is_active, post_count, published_count, version, created_at } = row
  return {
    ...{ id, name, slug, position, is_active, post_count, published_count, version },
    created_at: created_at.toISOString(),
  }
}
