import { type RawBuilder, type Selectable, sql } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
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

// The category of each listing over time: triggers add the rows, and merges and deletions reassign them.
const productPlaces = table('product_places', {
  product_id: 'uuid',
  since: 'timestamptz',
  category_id: 'uuid?',
})

const categorySearch = table('category_search', searchColumns)

declare module '#kit/server/database.ts' {
  interface Tables {
    category_search: TableOf<typeof categorySearch>
    categories: TableOf<typeof categories>
    category_redirects: TableOf<typeof categoryRedirects>
    product_places: TableOf<typeof productPlaces>
  }
}

/** A category as stored in the database; it never leaves the server in this form. */
export type CategoryRecord = Selectable<TableOf<typeof categories>>

/**
 * The names of a product's (by alias) category, as SQL: the vendor's name for it, then the tree from the main category
 * down.
 */
export function categoryNamesOf(product: string): RawBuilder<string[]> {
  return sql<string[]>`(
    select array_remove(array[${sql.ref(`${product}.category`)}, top.name, above.name, own.name], null)
    from (select 1) once
    left join categories own on own.id = ${sql.ref(`${product}.category_id`)}
    left join categories above on above.id = own.parent_id
    left join categories top on top.id = above.parent_id)`
}
