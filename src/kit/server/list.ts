import { type RawBuilder, sql } from 'kysely'
import { defaultPageSize, type ListQuery, type Page, pagedRows, pageSizes } from '#kit/contract/page.ts'
import { sumCounts, sumOfCounts } from './counts.ts'
import type { Database } from './database.ts'
import { Whole } from './implement.ts'
import { anyPartition, type Content, contentOf, countUpTo, plainContent } from './list-content.ts'
import { type Position, readCursor, refuseForgedCursor, writeCursor } from './list-cursor.ts'
import type { ListSource } from './list-source.ts'

const wholeBatch = 500
/** By cursor one row more is read, which says whether another page follows. */
const usualSizes = new Set<number>(pageSizes.flatMap((size) => [size, size + 1]))

/**
 * One page of a list, by number within the first 10,000 rows or by cursor at any depth, with its total: exact from the
 * counters, or counted up to 1,000 under a search or filter. A page past the end returns the last page.
 */
export async function listPage<Row>(
  db: Database,
  source: ListSource<Row>,
  query: ListQuery,
): Promise<Page<Row>> {
  const limit = query.limit ?? defaultPageSize
  const cursor = readCursor(query.cursor, query.sort)
  const content = await contentOf(db, source, cursor !== null || (query.page ?? 1) === 1)
  const isRanked = content.exact.length > 0 && (!query.sort || source.ownSorts?.includes(query.sort) === true)
  const read = (reading: Reading) => readRows(db, source, content, query.sort, { ...reading, isRanked })
  const { isExact } = content
  if (cursor) {
    const { direction, position } = cursor
    const after = direction === 'after'
    // Rows may have left the list since the cursor was written, so the row beyond says what follows, and no count.
    const found = await read({ limit: limit + 1, [direction]: position }).catch(refuseForgedCursor)
    const isMore = found.length > limit
    const rows = after ? found.slice(0, limit) : found.slice(-limit)
    // Nothing is left before: what there is begins with the first page.
    if (!after && rows.length === 0) return listPage(db, source, { ...query, cursor: undefined, page: 1 })
    const total = await totalWith(db, rows, content)
    const firstRow = after ? cursor.firstRow : isMore ? Math.max(1, cursor.firstRow - rows.length) : 0
    const page = firstRow % limit === 0 && firstRow < pagedRows ? firstRow / limit + 1 : null
    return pageOf(source, rows, query.sort, { total, isExact, page, firstRow, hasMore: !after || isMore })
  }
  const reachable = Math.min(content.total, pagedRows)
  const lastPage = Math.max(1, Math.ceil(reachable / limit))
  const wanted = isExact ? Math.min(query.page ?? 1, lastPage) : Math.min(query.page ?? 1, pagedRows / limit)
  const page = Math.floor(Math.max(1, wanted))
  const rows = await read({ limit, offset: (page - 1) * limit })
  if (rows.length === 0 && page > 1) {
    const counted = await countUpTo(db, source, content, pagedRows)
    return listPage(db, source, { ...query, page: Math.max(1, Math.ceil(counted / limit)) })
  }
  const firstRow = (page - 1) * limit
  const total = await totalWith(db, rows, content)
  const hasMore = rows.length === limit && (!isExact || firstRow + rows.length < total)
  return pageOf(source, rows, query.sort, { total, isExact, page, firstRow, hasMore })
}

/**
 * The whole list in its order, in batches of 500, each read by a separate query, so a slow reader holds no connection.
 * All partitions share one position, so a row that moves between partitions during the read is neither repeated nor
 * skipped.
 */
export function listWhole<Row>(db: Database, source: ListSource<Row>, sort: string | undefined): Whole<Row> {
  async function* batches() {
    // Only a search has to be looked up first.
    const content = source.search ? await contentOf(db, source) : plainContent(source)
    let after: Position | null = null
    do {
      const rows: RawRow[] = await readRows(db, source, content, sort, {
        limit: wholeBatch,
        ...(after ? { after } : {}),
      })
      if (rows.length > 0) yield rows.map((row) => source.shape(row as never))
      const last: RawRow | undefined = rows.at(-1)
      after = last && rows.length === wholeBatch ? positionOf(last) : null
    } while (after)
  }
  return new Whole(batches())
}

/** The rows of an export in batches, and their number, counted one by one up to `most`. */
export interface ExportRows<Row> {
  batches: AsyncIterable<Row[]>
  count: (most: number) => Promise<number>
}

/** All rows of a list for an export, in batches of 500. */
export function exportRows<Row>(
  db: Database,
  source: ListSource<Row>,
  sort: string | undefined,
): ExportRows<Row> {
  return {
    batches: listWhole(db, source, sort).batches,
    count: (most) => countMatching(db, source, most),
  }
}

/** The number of rows in a list, counted one by one up to `most`. */
export async function countMatching<Row>(
  db: Database,
  source: ListSource<Row>,
  most: number,
): Promise<number> {
  const content = source.search ? await contentOf(db, source) : plainContent(source)
  return countUpTo(db, source, content, most)
}

/** The ids of a list, up to `most` of them. */
export async function pickIds<Row>(db: Database, source: ListSource<Row>, most: number): Promise<string[]> {
  const content = source.search ? await contentOf(db, source) : plainContent(source)
  const id = sql.ref(`${source.alias}.id`)
  const parts = source.partitions.map(
    (partition) => sql`(select ${id} as id from ${source.from}
      where ${sql.join([partition, ...content.filters], sql` and `)} limit ${most})`,
  )
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union all `)}) picked order by id limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

/** The whole list if no paging parameter is given, as the fixed calls require; a page in all other cases. */
export function answerList<Row>(
  db: Database,
  query: ListQuery,
  source: ListSource<Row>,
): Promise<Page<Row> | Whole<Row>> {
  const isPaged = query.limit !== undefined || query.cursor !== undefined || query.page !== undefined
  return isPaged ? listPage(db, source, query) : Promise.resolve(listWhole(db, source, query.sort))
}

type RawRow = Record<string, unknown> & {
  list_rank?: number
  list_sort: string
  list_id: string
  list_total?: number
}

function pageOf<Row>(
  source: ListSource<Row>,
  rows: RawRow[],
  sort: string | undefined,
  facts: { total: number; isExact: boolean; page: number | null; firstRow: number; hasMore: boolean },
): Page<Row> {
  const { total, isExact, page, firstRow, hasMore } = facts
  const end = firstRow + rows.length
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    rows: rows.map((row) => source.shape(row as never)),
    total: isExact ? Math.max(total, end) : total,
    total_is_exact: isExact,
    page,
    first_row: firstRow,
    next_cursor: last && hasMore ? writeCursor('after', sort, positionOf(last), end) : null,
    prev_cursor: first && firstRow > 0 ? writeCursor('before', sort, positionOf(first), firstRow) : null,
  }
}

interface Reading {
  limit: number
  offset?: number
  after?: Position
  before?: Position
  /** Exact matches of the search come before the others. */
  isRanked?: boolean
}

/**
 * Picks ids within each partition by the index, merges them, and only then fetches the displayed columns, so a deep
 * page never reads the columns of skipped rows. If the filters leave few rows, the rows are found by the filters
 * instead of by walking the sort order, which would scan a list of a million for a handful of rows.
 */
async function readRows<Row>(
  db: Database,
  source: ListSource<Row>,
  { filters, few, exact, beside }: Content,
  sort: string | undefined,
  { limit, offset = 0, after, before, isRanked = false }: Reading,
): Promise<RawRow[]> {
  const { column, type, descending } = orderOf(source, sort)
  const key = sql.ref(`${source.alias}.${column}`)
  const id = sql.ref(`${source.alias}.id`)
  const backwards = before !== undefined
  const direction = sql.raw(descending !== backwards ? 'desc' : 'asc')
  const from = after ?? before
  // The cursor may be that of another search.
  const fromRank = Math.min(from?.rank ?? 0, exact.length)
  const beyond = (rank: number) =>
    from && (!isRanked || rank === fromRank)
      ? [
          sql`(${key}, ${id}) ${sql.raw(descending !== backwards ? '<' : '>')} (${from.value}::${sql.raw(type)}, ${from.id}::uuid)`,
        ]
      : []
  const pick = (rank: number, partition: RawBuilder<unknown>) => {
    const above = isRanked ? exact.slice(0, rank).map((one) => sql`not ${one}`) : []
    const ranked = isRanked ? [...exact.slice(rank, rank + 1), ...above] : []
    const columns = isRanked ? sql`${sql.lit(rank)} as list_rank, ` : sql``
    return sql`select ${columns}${key} as list_sort, ${id} as list_id from ${source.from}
      where ${sql.join([partition, ...filters, ...ranked, ...beyond(rank)], sql` and `)}`
  }
  // A limit that is a parameter is planned again each time, as a tenth of the table; in the text the plan is kept. Under
  // a filter each value needs a plan of its own.
  const isPlain = filters.length === 0 && !source.isNarrowed && offset === 0 && usualSizes.has(limit)
  const most = isPlain ? sql.lit(limit) : sql`${limit + offset}`
  const ranks = (isRanked ? [...exact.keys(), exact.length] : [0]).filter(
    (rank) => !isRanked || !from || (backwards ? rank <= fromRank : rank >= fromRank),
  )
  const picks = ranks.flatMap((rank) =>
    few === 'all'
      ? [sql`(select * from (${pick(rank, anyPartition(source))} offset 0) all_of_few)`]
      : source.partitions.map((partition, index) =>
          few[index]
            ? // `offset 0` keeps the planner from pushing the sort order and the limit into the subquery.
              sql`(select * from (${pick(rank, partition)} offset 0) all_of_few)`
            : sql`(${pick(rank, partition)} order by ${key} ${direction}, ${id} ${direction} limit ${most})`,
        ),
  )
  const byRank = (alias: RawBuilder<unknown>, isTurned: boolean) =>
    isRanked ? sql`${alias}list_rank ${sql.raw(isTurned ? 'desc' : 'asc')}, ` : sql``
  const outward = sql.raw(descending ? 'desc' : 'asc')
  const { rows } = await sql<RawRow>`
    select ${source.select}, ${isRanked ? sql`picked.list_rank, ` : sql``}picked.list_sort, picked.list_id${beside ? sql`, ${sumOfCounts(beside)} as list_total` : sql``}
    from (
      select * from (${sql.join(picks, sql` union all `)}) merged
      order by ${byRank(sql``, backwards)}list_sort ${direction}, list_id ${direction} limit ${isPlain ? most : sql`${limit} offset ${offset}`}
    ) picked
    join ${source.from} on ${id} = picked.list_id ${source.joins ?? sql``}
    order by ${byRank(sql`picked.`, false)}picked.list_sort ${outward}, picked.list_id ${outward}`.execute(db)
  return rows.map((row) => ({ ...row, list_sort: sortText(row.list_sort) }))
}

/** Cursors keep milliseconds in time values, as the columns do. */
function sortText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function orderOf<Row>(source: ListSource<Row>, sort: string | undefined) {
  const descending = sort?.startsWith('-') ?? false
  const name = sort?.replace(/^-/, '') ?? Object.keys(source.sorts)[0] ?? 'id'
  const order = source.sorts[name]
  if (!order) throw new Error(`the list has no order by ${name}`)
  return { ...order, descending }
}

/** The total that came with the rows; where there are none, it is asked for. */
async function totalWith(db: Database, [first]: RawRow[], { total, beside }: Content): Promise<number> {
  return beside ? (first?.list_total ?? sumCounts(db, beside)) : total
}

function positionOf({ list_rank: rank = 0, list_sort: value, list_id: id }: RawRow): Position {
  return { rank, value, id }
}
