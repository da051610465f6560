import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const categories = table('categories', {
  id: 'uuid',
  parent_id: 'uuid?',
  depth: 'int4',
  parent_depth: 'int4?!',
  name: 'text',
  slug: 'text',
  position: 'int4',
  place: 'text',
  is_active: 'bool=',
  image: 'text=',
  version: 'int4=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  list: 'text!',
  search_text: 'text!',
})

const categoryRedirects = table('category_redirects', {
  slug: 'text',
  category_id: 'uuid',
  created_at: 'timestamptz=',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    categories: TableOf<typeof categories>
    category_redirects: TableOf<typeof categoryRedirects>
  }
}

/** A category as it stands in the database; it never leaves the server in this form. */
export type CategoryRecord = Selectable<TableOf<typeof categories>>
