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

/** The names from the main category down to a category (by alias), as SQL: names repeat under different parents. */
export function pathOf(category: string): RawBuilder<string> {
  return sql<string>`(
    select concat_ws(' › ', top.name, above.name, own.name) from categories own
    left join categories above on above.id = own.parent_id
    left join categories top on top.id = above.parent_id
    where own.id = ${sql.ref(`${category}.id`)})`
}

/** The category that a product (by alias) was in at a moment, as SQL; null if in none, and before the product existed. */
export function placeAt(product: string, at: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(
    select h.category_id from product_places h
    where h.product_id = ${sql.ref(`${product}.id`)} and h.since <= ${at} order by h.since desc limit 1)`
}

/**
 * The names of a product's (by alias) category, as SQL: the vendor's name for it, then the tree from the main category
 * down. The category is its current one, or its category at a moment. The vendor's name and the tree above the category
 * are always the current ones: no history of them is kept.
 */
export function categoryNamesOf(product: string, at?: RawBuilder<unknown>): RawBuilder<string[]> {
  const category = at ? placeAt(product, at) : sql.ref(`${product}.category_id`)
  return sql<string[]>`(
    select array_remove(array[${sql.ref(`${product}.category`)}, top.name, above.name, own.name], null)
    from (select 1) once
    left join categories own on own.id = ${category}
    left join categories above on above.id = own.parent_id
    left join categories top on top.id = above.parent_id)`
}
