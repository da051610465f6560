import { sql } from 'kysely'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { categoryLevels } from '../contract.ts'

interface Row {
  name: string
  above: string
  is_active: boolean
}

/** Categories of every level, by name or slug. */
export const findCategories: FindRecords = (ctx, sought) =>
  findIn<Row>(
    ctx.db,
    {
      from: sql`categories c`,
      alias: 'c',
      search: { table: 'category_search', column: 'c.id' },
      partitions: categoryLevels.map((level) => sql`c.list = ${level}`),
      newest: 'created_at',
      select: sql`c.name, c.is_active, concat_ws(' › ', g.name, p.name) as above`,
      joins: sql`left join categories p on p.id = c.parent_id left join categories g on g.id = p.parent_id`,
      found: ({ name, above, is_active }) => ({
        title: name,
        notes: [above],
        status: is_active ? 'active' : 'inactive',
      }),
    },
    sought,
  )
