import { type RawBuilder, sql } from 'kysely'
import { countCap } from '#kit/contract/page.ts'
import { sumCounts } from './counts.ts'
import type { Database } from './database.ts'
import type { ListSource, Matches, Search } from './list-source.ts'

/** For each partition, or for all together, whether the filters leave no more rows than are counted exactly. */
type Few = 'all' | readonly boolean[]

/** What a list holds at this moment, and the conditions by which its rows are found. */
export interface Content {
  total: number
  isExact: boolean
  few: Few
  /** The counters to be read in the statement of the rows, instead of `total`. */
  beside?: readonly string[]
  /** The filters and what the search came to. */
  filters: RawBuilder<unknown>[]
  /** The exact matches of the search, in their order; empty if there are none to put first. */
  exact: readonly RawBuilder<unknown>[]
}

/** What a list holds now. With `isBeside` its counters are left to the statement of the rows. */
export async function contentOf<Row>(
  db: Database,
  source: ListSource<Row>,
  isBeside = false,
): Promise<Content> {
  const plain = plainContent(source)
  if (source.search) return searchedContent(db, source, source.search)
  const { countAll, isNarrowed } = source
  if (source.filters.length === 0 && countAll) {
    if (isBeside && !isNarrowed && typeof countAll !== 'function') return { ...plain, beside: countAll }
    const total = typeof countAll === 'function' ? await countAll() : await sumCounts(db, countAll)
    return { ...plain, total, few: isNarrowed && total <= countCap ? 'all' : [] }
  }
  const counted = await countEach(db, source, source.filters, countCap + 1)
  const total = counted.reduce((sum, n) => sum + n, 0)
  return {
    ...plain,
    total: Math.min(total, countCap),
    isExact: total <= countCap,
    few: counted.map((n) => n <= countCap),
  }
}

/** The list without a search, before anything is counted. */
export function plainContent<Row>({ filters }: ListSource<Row>): Content {
  return { total: 0, isExact: true, few: [], filters, exact: [] }
}

/** So many matches of a search are looked up first: enough that half of them may be outside of the list. */
const lookedUp = 2 * (countCap + 1)

/**
 * The matches are looked up first, in the table of the search alone, and all further statements name them: the planner
 * cannot know how few they are. Words with typos are looked for only if nothing has the words as they were typed.
 */
async function searchedContent<Row>(db: Database, source: ListSource<Row>, search: Search): Promise<Content> {
  const content = await matchedContent(db, source, search, search)
  const near = content.total === 0 ? await search.near(db) : null
  return near ? matchedContent(db, source, { ...search, exact: [] }, near) : content
}

async function matchedContent<Row>(
  db: Database,
  source: ListSource<Row>,
  { column, exact }: Search,
  { ids, found }: Matches,
): Promise<Content> {
  const named = (list: RawBuilder<unknown>) => sql`${sql.ref(column)} = any(${list}::uuid[])`
  const inList = (also: RawBuilder<unknown>) =>
    sql`select 1 from ${source.from} where ${sql.join([anyPartition(source), ...source.filters, also], sql` and `)}`
  const countOf = (rows: RawBuilder<unknown>) =>
    sql`(select count(*)::int4 as n from (${rows} limit ${countCap + 1}) counted)`
  // Matches are taken one by one until enough of them are in the list: `offset 0` keeps the planner from reading all of it.
  // What is found too often to be named stays in the database: thousands of ids take longer to send than to find.
  const { rows } = await sql<{ ids: string[] | null; n: number }>`
    with matched as materialized (select one.id from (${ids(lookedUp)}) one),
    counted as materialized ${countOf(sql`select 1 from matched
      cross join lateral (${inList(sql`${sql.ref(column)} = matched.id`)} offset 0) found_in_list`)}
    select n, case when n <= ${countCap} then (
      select case when count(*) < ${lookedUp} then coalesce(array_agg(id), '{}')::text[] end from matched) end as ids
    from counted`.execute(db)
  const { ids: matches = null, n = 0 } = rows[0] ?? {}
  const isCounted = matches !== null || n > countCap
  const whole = isCounted ? null : await sql<{ n: number }>`${countOf(inList(found))}`.execute(db)
  const counted = whole?.rows[0]?.n ?? n
  return {
    total: Math.min(counted, countCap),
    isExact: counted <= countCap,
    few: matches || counted <= countCap ? 'all' : [],
    filters: [...source.filters, matches ? named(sql`${matches}`) : found],
    exact,
  }
}

/** The number of rows in a list, counted one by one up to `most`. */
export async function countUpTo<Row>(
  db: Database,
  source: ListSource<Row>,
  { filters }: Content,
  most: number,
): Promise<number> {
  const counted = await countEach(db, source, filters, most)
  return Math.min(
    most,
    counted.reduce((sum, n) => sum + n, 0),
  )
}

/** The number of rows that the filters leave in each partition, each counted up to `most`. */
async function countEach<Row>(
  db: Database,
  source: ListSource<Row>,
  filters: readonly RawBuilder<unknown>[],
  most: number,
): Promise<number[]> {
  const counts = source.partitions.map(
    (partition) => sql`(select count(*)::int4 from (select 1 from ${source.from}
      where ${sql.join([partition, ...filters], sql` and `)} limit ${most}) counted)`,
  )
  const { rows } = await sql<{ n: number[] }>`select array[${sql.join(counts)}] as n`.execute(db)
  return rows[0]?.n ?? []
}

/** Any of the partitions of a list. */
export function anyPartition<Row>({ partitions }: ListSource<Row>): RawBuilder<unknown> {
  return sql`(${sql.join(partitions, sql` or `)})`
}
