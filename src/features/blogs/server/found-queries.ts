import { sql } from 'kysely'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { postStates } from '../moves-contract.ts'

interface Row {
  title: string
  author: string
  category: string
  state: string
}

/** Posts by title, slug or author, those in the bin left out. */
export const findPosts: FindRecords = (ctx, sought) =>
  findIn<Row>(
    ctx.db,
    {
      from: sql`posts p`,
      alias: 'p',
      search: { table: 'post_search', column: 'p.id' },
      partitions: postStates.map((state) => sql`p.list = ${state}`),
      newest: 'created_at',
      select: sql`p.title, p.author, p.state, coalesce(c.name, '') as category`,
      joins: sql`left join blog_categories c on c.id = p.category_id`,
      found: ({ title, author, category, state }) => ({ title, notes: [category, author], status: state }),
    },
    sought,
  )
