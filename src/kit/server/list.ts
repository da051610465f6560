import { type RawBuilder, sql } from 'kysely'
import {
  countCap,
  defaultPageSize,
  type ListQuery,
  type Page,
  pagedRows,
  pageSizes,
} from '#kit/contract/page.ts'
import { sumCounts, sumOfCounts } from './counts.ts'
import type { Database } from './database.ts'
import { Whole } from './implement.ts'
import { type Cursor, readCursor, refuseForgedCursor, writeCursor } from './list-cursor.ts'

type SqlType = 'text' | 'timestamptz' | 'date' | 'int8' | 'int4'

/** How a list is read. Each of its sort orders has an index within one partition. */
export interface ListSource<Row> {
  /** The table to page over, with its alias: `vendors v`. */
  from: RawBuilder<unknown>
  /** The alias, used for the id and in joins. */
  alias: string
  /** The parts of the list, each an equality on the first column of an index (`v.list = 'pending'`). */
  partitions: RawBuilder<unknown>[]
  /**
   * Search and free filters, combined with AND. Without filters the total comes from the counters, where these are
   * kept.
   */
  filters: RawBuilder<unknown>[]
  /** The partitions are narrowed by more than the equality, for example by days whose totals are kept. */
  isNarrowed?: boolean
  /** The filters include a text search, whose matches are looked up once and not once per partition. */
  isSearched?: boolean
  /** Maps the sort names of the contract to columns of the table. */
  sorts: Record<string, { column: string; type: SqlType }>
  /** The columns of the answer, from the table and the joins. */
  select: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  /**
   * The maintained total of all partitions: the keys of its counters, which are then read beside the rows, or a query.
   * If null, no total is kept and the rows are counted up to 1,000.
   */
  countAll: readonly string[] | (() => Promise<number>) | null
  shape: (row: Record<string, unknown>) => Row
}

interface Position {
  value: string
  id: string
}

const wholeBatch = 500
const usualSizes = new Set<number>(pageSizes)

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
  const facts = await totalOf(db, source, cursor !== null || (query.page ?? 1) === 1)
  if (cursor) return cursorPage(db, source, query, limit, cursor, facts)

  const { total, isExact, few, beside } = facts
  const reachable = Math.min(total, pagedRows)
  const lastPage = Math.max(1, Math.ceil(reachable / limit))
  const wanted = isExact ? Math.min(query.page ?? 1, lastPage) : Math.min(query.page ?? 1, pagedRows / limit)
  const page = Math.floor(Math.max(1, wanted))
  const rows = await readRows(db, source, query.sort, { limit, offset: (page - 1) * limit, few, beside })
  if (rows.length === 0 && page > 1) {
    const counted = await countUpTo(db, source, pagedRows)
    return listPage(db, source, { ...query, page: Math.max(1, Math.ceil(counted / limit)) })
  }
  return pageOf(source, rows, query.sort, limit, {
    total: await totalWith(db, rows, facts),
    isExact,
    page,
    firstRow: (page - 1) * limit,
    after: true,
  })
}

/**
 * The whole list in its order, in batches of 500, each read by a separate query, so a slow reader holds no connection.
 * All partitions share one position, so a row that moves between partitions during the read is neither repeated nor
 * skipped.
 */
export function listWhole<Row>(db: Database, source: ListSource<Row>, sort: string | undefined): Whole<Row> {
  async function* batches() {
    let after: Position | null = null
    do {
      const rows: RawRow[] = await readRows(db, source, sort, {
        limit: wholeBatch,
        ...(after ? { after } : {}),
      })
      if (rows.length > 0) yield rows.map(source.shape)
      after = rows.length === wholeBatch ? positionOf(rows.at(-1)) : null
    } while (after)
  }
  return new Whole(batches())
}

/** The number of rows in a list, counted one by one up to `most`. */
export function countMatching<Row>(db: Database, source: ListSource<Row>, most: number): Promise<number> {
  return countUpTo(db, source, most)
}

/** The ids of a list, up to `most` of them. */
export async function pickIds<Row>(db: Database, source: ListSource<Row>, most: number): Promise<string[]> {
  const id = sql.ref(`${source.alias}.id`)
  const parts = source.partitions.map(
    (partition) => sql`(select ${id} as id from ${source.from}
      where ${sql.join([partition, ...source.filters], sql` and `)} limit ${most})`,
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

type RawRow = Record<string, unknown> & { list_sort: string; list_id: string; list_total?: number }

async function cursorPage<Row>(
  db: Database,
  source: ListSource<Row>,
  query: ListQuery,
  limit: number,
  [direction, , value, id, firstRow]: Cursor,
  facts: Total,
): Promise<Page<Row>> {
  const { isExact, few, beside } = facts
  const after = direction === 'after'
  const reading = { limit, few, beside, [direction]: { value, id } }
  const rows = await readRows(db, source, query.sort, reading).catch(refuseForgedCursor)
  const total = await totalWith(db, rows, facts)
  const start = after ? firstRow : Math.max(0, firstRow - rows.length)
  const page = start % limit === 0 && start < pagedRows ? start / limit + 1 : null
  return pageOf(source, rows, query.sort, limit, { total, isExact, page, firstRow: start, after })
}

function pageOf<Row>(
  source: ListSource<Row>,
  rows: RawRow[],
  sort: string | undefined,
  limit: number,
  facts: { total: number; isExact: boolean; page: number | null; firstRow: number; after: boolean },
): Page<Row> {
  const { total, isExact, page, firstRow, after } = facts
  const end = firstRow + rows.length
  const [first, last] = [rows[0], rows.at(-1)]
  const hasMore = rows.length === limit && (!after || !isExact || end < total)
  return {
    rows: rows.map(source.shape),
    total: isExact ? Math.max(total, end) : total,
    total_is_exact: isExact,
    page,
    first_row: firstRow,
    next_cursor:
      last && hasMore ? writeCursor(['after', sort ?? '', last.list_sort, last.list_id, end]) : null,
    prev_cursor:
      first && firstRow > 0
        ? writeCursor(['before', sort ?? '', first.list_sort, first.list_id, firstRow])
        : null,
  }
}

interface Reading {
  limit: number
  /** Whether the filters leave few rows, per partition or for all partitions together. */
  few?: Few
  /** Counters whose sum comes with each row. */
  beside?: readonly string[] | undefined
  offset?: number
  after?: Position
  before?: Position
}

/**
 * Picks ids within each partition by the index, merges them, and only then fetches the displayed columns, so a deep
 * page never reads the columns of skipped rows. If the filters leave few rows, the rows are found by the filters
 * instead of by walking the sort order, which would scan a list of a million for a handful of rows.
 */
async function readRows<Row>(
  db: Database,
  source: ListSource<Row>,
  sort: string | undefined,
  { limit, offset = 0, few = [], beside, after, before }: Reading,
): Promise<RawRow[]> {
  const { column, type, descending } = orderOf(source, sort)
  const key = sql.ref(`${source.alias}.${column}`)
  const id = sql.ref(`${source.alias}.id`)
  const backwards = before !== undefined
  const direction = sql.raw(descending !== backwards ? 'desc' : 'asc')
  const from = after ?? before
  const sqlType = sql.raw(type)
  const beyond = from
    ? [
        sql`(${key}, ${id}) ${sql.raw(descending !== backwards ? '<' : '>')} (${from.value}::${sqlType}, ${from.id}::uuid)`,
      ]
    : []
  // A limit that is a parameter is planned anew each time, as a tenth of the table; in the text the plan is kept. Under
  // a filter each value needs a plan of its own.
  const isPlain = source.filters.length === 0 && !source.isNarrowed && offset === 0 && usualSizes.has(limit)
  const most = isPlain ? sql.lit(limit) : sql`${limit + offset}`
  const pick = (
    partition: RawBuilder<unknown>,
  ) => sql`select ${key} as list_sort, ${id} as list_id from ${source.from}
      where ${sql.join([partition, ...source.filters, ...beyond], sql` and `)}`
  const picks =
    few === 'all'
      ? [sql`(select * from (${pick(anyOf(source))} offset 0) all_of_few)`]
      : source.partitions.map((partition, index) =>
          few[index]
            ? // `offset 0` keeps the planner from pushing the sort order and the limit into the subquery.
              sql`(select * from (${pick(partition)} offset 0) all_of_few)`
            : sql`(${pick(partition)} order by ${key} ${direction}, ${id} ${direction} limit ${most})`,
        )
  const outward = sql.raw(descending ? 'desc' : 'asc')
  const { rows } = await sql<RawRow>`
    select ${source.select}, picked.list_sort, picked.list_id${beside ? sql`, ${sumOfCounts(beside)} as list_total` : sql``}
    from (
      select * from (${sql.join(picks, sql` union all `)}) merged
      order by list_sort ${direction}, list_id ${direction} limit ${isPlain ? most : sql`${limit} offset ${offset}`}
    ) picked
    join ${source.from} on ${id} = picked.list_id ${source.joins ?? sql``}
    order by picked.list_sort ${outward}, picked.list_id ${outward}`.execute(db)
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

/** For each partition, or for all together, whether the filters leave no more rows than are counted exactly. */
type Few = 'all' | readonly boolean[]

interface Total {
  total: number
  isExact: boolean
  few: Few
  /** The counters to be read in the statement of the rows, instead of `total`. */
  beside?: readonly string[]
}

async function totalOf<Row>(db: Database, source: ListSource<Row>, isBeside: boolean): Promise<Total> {
  const { countAll, isNarrowed } = source
  if (source.filters.length === 0 && countAll) {
    if (isBeside && !isNarrowed && typeof countAll !== 'function')
      return { total: 0, isExact: true, few: [], beside: countAll }
    const total = typeof countAll === 'function' ? await countAll() : await sumCounts(db, countAll)
    return { total, isExact: true, few: source.isNarrowed && total <= countCap ? 'all' : [] }
  }
  const counted = await countEach(db, source, countCap + 1)
  const total = counted.reduce((sum, n) => sum + n, 0)
  const isExact = total <= countCap
  const few =
    isExact && source.isSearched ? 'all' : source.isSearched ? [] : counted.map((n) => n <= countCap)
  return { total: Math.min(total, countCap), isExact, few }
}

/** The total that came with the rows; where there are none, it is asked for. */
async function totalWith(db: Database, [first]: RawRow[], { total, beside }: Total): Promise<number> {
  return beside ? (first?.list_total ?? sumCounts(db, beside)) : total
}

async function countUpTo<Row>(db: Database, source: ListSource<Row>, most: number): Promise<number> {
  const counted = await countEach(db, source, most)
  return Math.min(
    most,
    counted.reduce((sum, n) => sum + n, 0),
  )
}

/**
 * The number of rows that the filters leave in each partition, each counted up to `most`, or in all partitions together
 * for a text search.
 */
async function countEach<Row>(db: Database, source: ListSource<Row>, most: number): Promise<number[]> {
  const partitions = source.isSearched ? [anyOf(source)] : source.partitions
  const counts = partitions.map(
    (partition) => sql`(select count(*)::int4 from (select 1 from ${source.from}
      where ${sql.join([partition, ...source.filters], sql` and `)} limit ${most}) counted)`,
  )
  const { rows } = await sql<{ n: number[] }>`select array[${sql.join(counts)}] as n`.execute(db)
  return rows[0]?.n ?? []
}

function anyOf<Row>({ partitions }: ListSource<Row>): RawBuilder<unknown> {
  return sql`(${sql.join(partitions, sql` or `)})`
}

function positionOf(row: RawRow | undefined): Position | null {
  return row ? { value: row.list_sort, id: row.list_id } : null
}

/**
 * The condition of a search. Three or more characters are searched anywhere in `anywhere` (a lower-case column with a
 * trigram index), fewer characters as the beginning of one of `prefixes`. Text that looks like a phone number is
 * searched by its digits, in whatever form it was typed.
 */
export function searchCondition(
  q: string,
  anywhere: string,
  prefixes: readonly string[],
): RawBuilder<unknown> {
  const text = q.toLowerCase()
  const digits = text.replace(/\D/g, '').replace(/^(?:0092|92|0)(?=\d{3})/, '')
  if (/^[+\d\s()-]+$/.test(text) && digits.length >= 3) {
    return sql`(${contains(anywhere, text)} or ${contains(anywhere, digits)})`
  }
  if (text.length >= 3) return contains(anywhere, text)
  const starts = `${escapeLike(text)}%`
  return sql`(${sql.join(
    prefixes.map((column) => sql`lower(${sql.ref(column)}) like ${starts}`),
    sql` or `,
  )})`
}

/** Condition that the column contains the text, using the piece of the text that is cheapest for the index. */
function contains(column: string, text: string): RawBuilder<unknown> {
  const piece = tellingPiece(text)
  const indexed = sql`${sql.ref(column)} like ${`%${escapeLike(piece)}%`}`
  return piece === text ? indexed : sql`(${indexed} and strpos(${sql.ref(column)}, ${text}) > 0)`
}

const pieceLength = 6

/**
 * The index walks one more list per candidate for every three characters of a pattern: over a million orders
 * `customer58046@mail.example` takes 110 ms and `58046@` takes 9 ms. So a text with numbers is searched by the six
 * characters with the most digits, an address by the part before its host, and words as a whole, because no single word
 * is rare.
 */
export function tellingPiece(text: string): string {
  const head = /^[\w.+-]{4,}@/.exec(text)?.[0] ?? text
  const words = head.split(' ')
  // Between words, a four-digit piece may be a year, which is not rare.
  let [best, most] = [head, words.length > 1 ? 5 : 4]
  for (const piece of words.flatMap(piecesOf)) {
    const digits = piece.replace(/\D/g, '').length
    // Half a character (an emoji has two halves) matches nothing.
    if (digits >= most && /^[\x21-\x7e]+$/.test(piece)) [best, most] = [piece, digits]
  }
  return best
}

function piecesOf(word: string): string[] {
  const last = Math.max(0, word.length - pieceLength)
  return Array.from({ length: last + 1 }, (_, from) => word.slice(from, from + pieceLength))
}

/** Escapes the wildcards of a LIKE pattern, so that they match themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
