import { type RawBuilder, sql } from 'kysely'
import { readStory } from '#features/decisions/server/queries.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { slugOf } from '#kit/contract/slug.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { type ExportRows, exportRows, listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { searchCondition } from '#kit/server/matching.ts'
import {
  type Category,
  type CategoryChoice,
  type CategoryDetail,
  type categories,
  categoryLevels,
  type StorefrontCategory,
} from '../contract.ts'
import type { CategoryOption } from '../options-contract.ts'
import { pathsOf, type TreeNode, treeOf } from '../tree/contract.ts'
import { readNarrowedCampaigns } from './campaign-queries.ts'
import { namesIn, takenWith } from './rules.ts'
import type { CategoryRecord } from './tables.ts'

type Relative = Category['ancestors'][number]
type Row = CategoryRecord & {
  parent: Relative | null
  grandparent: Relative | null
  product_count: number
  own_product_count: number
  approved_product_count: number
  child_count: number
}

const parents = sql`
  left join categories p on p.id = c.parent_id
  left join categories g on g.id = p.parent_id`

const relative = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`case when ${of('id')} is not null
    then json_build_object('id', ${of('id')}, 'name', ${of('name')}, 'is_active', ${of('is_active')}) end`
}

/** As products name them, who know categories. */
const productLists = ['pending', 'changes_requested', 'rejected', 'approved', 'deactivated'] as const

/** A category and everything below it: their places begin with the category's own place. */
const isWithin = (place: RawBuilder<unknown>, of: RawBuilder<unknown>) =>
  sql`(${place} >= ${of} and ${place} < ${of} || '/')`

const countsOf = (keys: RawBuilder<unknown>) => sql`(
  select coalesce(sum(k.n), 0)::int4 from (
    select n from counts where key in (${keys}) union all select n from count_deltas where key in (${keys})) k)`

/** Categories `d` that are `c` or below it. */
const below = sql`from categories d where ${isWithin(sql`d.place`, sql`c.place`)}`

const columns = sql`c.*, ${relative('p')} as parent, ${relative('g')} as grandparent,
  ${countsOf(sql`'category:' || c.id`)} as own_product_count,
  ${countsOf(sql`select 'category:' || d.id ${below}`)} as product_count,
  ${countsOf(sql`select 'filed:' || d.id || ':approved' ${below}`)} as approved_product_count,
  (select count(*)::int4 from categories d where d.parent_id = c.id) as child_count`

export function listCategories(ctx: Context, input: Input<typeof categories.list>): Promise<Page<Category>> {
  return listPage(ctx.db, categorySource(ctx, input), input)
}

/**
 * Every category of a level that matches these filters, or only those with these ids, in batches, with their number
 * counted up to `most`.
 */
export function readAllCategories(
  ctx: Context,
  input: Filters & { ids?: readonly string[] | undefined; sort?: string | undefined },
): ExportRows<Category> {
  const source = categorySource(ctx, input)
  if (input.ids) source.filters.push(sql`c.id = any(${[...input.ids]}::uuid[])`)
  return exportRows(ctx.db, source, input.sort)
}

type Filters = Pick<Input<typeof categories.list>, 'level' | 'status' | 'below' | 'q'>

function categorySource(ctx: Context, { level, status, below, q }: Filters): ListSource<Category> {
  return {
    from: sql`categories c`,
    alias: 'c',
    partitions: [sql`c.list = ${level}`],
    filters: [
      ...(status ? [sql`c.is_active = ${status === 'active'}`] : []),
      ...(below
        ? [
            sql`exists (select 1 from categories a
              where a.id = ${below} and a.id <> c.id and ${isWithin(sql`c.place`, sql`a.place`)})`,
          ]
        : []),
      ...(q ? [searchCondition(q, 'c.search_text', ['c.name', 'c.slug'])] : []),
    ],
    sorts: {
      place: { column: 'place', type: 'text' },
      name: { column: 'name', type: 'text' },
      slug: { column: 'slug', type: 'text' },
      created_at: { column: 'created_at', type: 'timestamptz' },
    },
    select: columns,
    joins: parents,
    // There are a few hundred categories, so counting is cheaper than keeping a counter.
    countAll: async () => (await countCategories(ctx))[level],
    shape: categoryOf,
  }
}

export async function countCategories(ctx: Context): Promise<Answer<typeof categories.count>> {
  const { rows } = await sql<{ list: Category['level']; n: number }>`
    select list, count(*)::int4 as n from categories group by list`.execute(ctx.db)
  const counts = { main: 0, sub: 0, child: 0 }
  for (const { list, n } of rows) counts[list] = n
  return counts
}

/** One category with everything below it. Refuses (not-found) an unknown id. */
export async function readCategory(ctx: Context, { id }: { id: string }): Promise<CategoryDetail> {
  const { rows } = await sql<Row>`
    select ${columns} from categories c ${parents}
    where c.id = ${id} or c.parent_id = ${id} order by c.place`.execute(ctx.db)
  const own = rows.find((row) => row.id === id)
  if (!own) throw new Refusal('not-found', 'There is no such category')
  const { rows: around } = await sql<{
    product_counts: CategoryDetail['product_counts']
    old_slugs: string[] | null
    height: number
    sibling_count: number
  }>`
    select
      (select json_build_object(${sql.join(
        productLists.flatMap((list) => [
          sql.lit(list),
          countsOf(sql`select 'filed:' || d.id || ':' || ${sql.lit(list)} ${below}`),
        ]),
      )}) from categories c where c.id = ${id}) as product_counts,
      (select array_agg(slug order by created_at desc, slug) from category_redirects where category_id = ${id}) as old_slugs,
      (select max(d.depth)::int4 - ${own.depth} from categories d
        where ${isWithin(sql`d.place`, sql`${own.place}`)}) as height,
      (select count(*)::int4 from categories d where d.parent_id is not distinct from ${own.parent_id}) as sibling_count`.execute(
    ctx.db,
  )
  const { history } = await readStory(ctx.db, 'category', id)
  const campaigns = await readNarrowedCampaigns(ctx)
  if (!around[0]) throw new Error('a select without from answered no row')
  const { product_counts, height, sibling_count, old_slugs } = around[0]
  return {
    ...categoryOf(own),
    product_counts,
    children: rows.filter((row) => row.id !== id).map(categoryOf),
    height,
    sibling_count,
    old_slugs: old_slugs ?? [],
    campaigns: campaigns.filter(({ chosen }) => chosen.has(id)).map(({ id, name }) => ({ id, name })),
    history,
  }
}

function categoryOf(row: Row): Category {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    level: levelOf(row),
    ancestors: [row.grandparent, row.parent].filter((one) => one !== null),
    position: row.position,
    is_active: row.is_active,
    image: row.image,
    product_count: row.product_count,
    own_product_count: row.own_product_count,
    approved_product_count: row.approved_product_count,
    child_count: row.child_count,
    version: row.version,
    created_at: row.created_at.toISOString(),
  }
}

function levelOf({ depth }: { depth: number }): Category['level'] {
  return categoryLevels[depth - 1] ?? 'child'
}

type Standing = TreeNode & { is_active: boolean; place: string }

/** The whole tree, each category after its parent and in the order of its siblings. */
export async function readNodes(db: Database): Promise<Standing[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'parent_id', 'depth', 'position', 'name', 'is_active', 'place'])
    .orderBy('place')
    .execute()
}

/** The whole tree, with only the fields that a chooser needs. */
export async function readTree(ctx: Context): Promise<CategoryChoice[]> {
  const nodes = await readNodes(ctx.db)
  const heights = new Map<string, number>()
  // Children come after their parents, so in reverse order all children of a category are known before the category.
  for (const { id, parent_id } of nodes.toReversed()) {
    if (parent_id) heights.set(parent_id, Math.max(heights.get(parent_id) ?? 0, (heights.get(id) ?? 0) + 1))
  }
  const tree = treeOf(nodes)
  const campaigns = (await readNarrowedCampaigns(ctx)).map(({ chosen, ...campaign }) => ({
    campaign,
    taken: takenWith(tree, chosen),
  }))
  return nodes.map((node) => ({
    id: node.id,
    parent_id: node.parent_id,
    name: node.name,
    level: levelOf(node),
    is_active: node.is_active,
    height: heights.get(node.id) ?? 0,
    campaigns: campaigns.filter(({ taken }) => taken.has(node.id)).map(({ campaign }) => campaign),
  }))
}

/** The categories that products can be assigned to, each with its path. */
export async function readOptions(ctx: Context): Promise<CategoryOption[]> {
  const nodes = await readNodes(ctx.db)
  const paths = pathsOf(nodes)
  return nodes.map((node) => ({
    id: node.id,
    parent_id: node.parent_id,
    name: node.name,
    path: paths.get(node.id) ?? node.name,
    level: levelOf(node),
    is_active: node.is_active,
  }))
}

/** The ids of a category and of everything below it; empty for an unknown id. */
export async function readSubtreeIds(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from categories c join categories d on ${isWithin(sql`d.place`, sql`c.place`)} where c.id = ${id}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

const storefrontColumns = sql`c.id, c.parent_id, c.name, c.slug, c.image`
const isShown = sql`c.is_active and coalesce(p.is_active, true) and coalesce(g.is_active, true)`

/** The categories that shoppers see, in their order. */
export async function readStorefront(ctx: Context): Promise<StorefrontCategory[]> {
  const { rows } = await sql<StorefrontCategory>`
    select ${storefrontColumns} from categories c ${parents} where ${isShown} order by c.place`.execute(
    ctx.db,
  )
  return rows
}

/** One category by its slug or a previous slug. Refuses (not-found) a category that is off or does not exist. */
export async function readBySlug(ctx: Context, { slug }: { slug: string }): Promise<StorefrontCategory> {
  const { rows } = await sql<StorefrontCategory>`
    select ${storefrontColumns} from categories c ${parents}
    where ${isShown} and (c.slug = ${slug} or c.id = (select category_id from category_redirects where slug = ${slug}))`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Refusal('not-found', 'There is no such category')
  return rows[0]
}

/**
 * Finds the category that a vendor's text refers to: a name that only one category has on the highest level where the
 * name occurs, a path of names (`Electronics > Phones`), or a current or previous slug. Null without a match.
 */
export async function findCategory(db: Database, text: string): Promise<string | null> {
  return (await findCategories(db, [text])).get(text) ?? null
}

/** The same for many texts at once, keyed by text. */
export async function findCategories(
  db: Database,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const asked = new Map([...new Set(texts)].map((text) => [text, text.toLowerCase()]))
  const wholes = [...new Set(asked.values())].filter((whole) => namesIn(whole).length > 0)
  if (wholes.length === 0) return new Map()
  const lasts = wholes.map((whole) => namesIn(whole).at(-1) ?? '')
  const { rows } = await sql<{ id: string; depth: number; path: string[] }>`
    select c.id, c.depth, array_remove(array[lower(g.name), lower(p.name), lower(c.name)], null) as path
    from categories c ${parents} where lower(c.name) = any(${[...wholes, ...lasts]}::text[]) order by c.place`.execute(
    db,
  )
  // The slug of the whole path: the slug of the last name alone may belong to a category on another branch.
  const slugs = wholes.map(slugOf)
  const found = await sql<{ slug: string; id: string }>`
    select slug, category_id as id from category_redirects where slug = any(${slugs}::text[])
    union all select slug, id from categories where slug = any(${slugs}::text[])`.execute(db)
  const bySlug = new Map(found.rows.map(({ slug, id }) => [slug, id]))
  const byLast = Map.groupBy(rows, ({ path }) => path.at(-1))
  const meant = new Map(
    wholes.map((whole) => [whole, meantBy(byLast, whole) ?? { id: bySlug.get(slugOf(whole)) ?? null }]),
  )
  return new Map([...asked].map(([text, whole]) => [text, meant.get(whole)?.id ?? null]))
}

/** The category that these names refer to; an id of null if several match, null if none does. */
function meantBy(
  byLast: ReadonlyMap<string | undefined, { id: string; depth: number; path: string[] }[]>,
  whole: string,
): { id: string | null } | null {
  for (const wanted of [[whole], namesIn(whole)]) {
    const meant = (byLast.get(wanted.at(-1)) ?? []).filter(
      ({ path }) => wanted.join('\n') === path.slice(-wanted.length).join('\n'),
    )
    const highest = meant.filter(({ depth }) => depth === Math.min(...meant.map((one) => one.depth)))
    if (highest.length > 0) return { id: highest.length === 1 ? (highest[0]?.id ?? null) : null }
  }
  return null
}
