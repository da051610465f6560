import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const blogCategories = table('blog_categories', {
  id: 'uuid',
  name: 'text',
  slug: 'text',
  position: 'int4',
  is_active: 'bool=',
  version: 'int4=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  search_text: 'text!',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    blog_categories: TableOf<typeof blogCategories>
  }
}

/** A category of the blog as stored in the database. */
export type BlogCategoryRecord = Selectable<TableOf<typeof blogCategories>>
