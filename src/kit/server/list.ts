import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { countCap, defaultPageSize, type ListQuery, type Page, pagedRows } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Database } from './database.ts'
import { Whole } from './implement.ts'

type SqlType = 'text' | 'timestamptz' | 'int8' | 'int4'

/** How a list is read: an index stands behind each of its orders within one partition. */
export interface ListSource<Row> {
  /** The table that is paged over, with its alias: `vendors v`. */
  from: RawBuilder<unknown>
  /** The alias, for id and joins. */
  alias: string
  /** What the list consists of, each an equality that leads an index (`v.list = 'pending'`). */
  partitions: RawBuilder<unknown>[]
  /** Search and free filters, and-ed; none means that the counters know the total. */
  filters: RawBuilder<unknown>[]
  /** Sort names of the contract to columns of the table. */
  sorts: Record<string, { column: string; type: SqlType }>
  /** The columns of the answer, from the table and the joins. */
  select: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  /** The maintained total of all partitions. */
  countAll: () => Promise<number>
  shape: (row: Record<string, unknown>) => Row
}

interface Position {
  value: string
  id: string
}

/** Direction, order, sort value, id, and how many rows stand before the place it marks. */
const Cursor = z.tuple([
  z.enum(['after', 'before']),
  z.string(),
  z.string().max(300),
  z.uuid(),
  z.int().min(0),
])
type Cursor = z.infer<typeof Cursor>

const wholeBatch = 500

/**
 * One page of a list, by number within the first 10,000 rows or by cursor at any depth, with its total: exact from
 * the counters, or counted up to 1,000 under a search or filter. A page past the end answers the last one.
 */
export async function answerPage<Row>(
  db: Database,
  source: ListSource<Row>,
  query: ListQuery,
): Promise<Page<Row>> {
  const limit = query.limit ?? defaultPageSize
  const cursor = readCursor(query.cursor, query.sort)
  const { total, isExact } = await totalOf(db, source)
  if (cursor) return cursorPage(db, source, query, limit, cursor, total, isExact)

  const reachable = Math.min(total, pagedRows)
  const lastPage = Math.max(1, Math.ceil(reachable / limit))
  const wanted = isExact ? Math.min(query.page ?? 1, lastPage) : Math.min(query.page ?? 1, pagedRows / limit)
  const page = Math.floor(Math.max(1, wanted))
  const rows = await readRows(db, source, query.sort, { limit, offset: (page - 1) * limit })
  if (rows.length === 0 && page > 1) {
    const counted = await countUpTo(db, source, pagedRows)
    return answerPage(db, source, { ...query, page: Math.max(1, Math.ceil(counted / limit)) })
  }
  return pageOf(source, rows, query.sort, limit, {
    total,
    isExact,
    page,
    firstRow: (page - 1) * limit,
    after: true,
  })
}

/** The whole list in batches of 500, each read by a query of its own: a slow reader holds no connection. */
function listWhole<Row>(db: Database, source: ListSource<Row>, sort: string | undefined): Whole<Row> {
  async function* batches() {
    for (const partition of source.partitions) {
      const part = { ...source, partitions: [partition] }
      let after: Position | null = null
      do {
        const rows: RawRow[] = await readRows(db, part, sort, {
          limit: wholeBatch,
          ...(after ? { after } : {}),
        })
        if (rows.length > 0) yield rows.map(source.shape)
        after = rows.length === wholeBatch ? positionOf(rows.at(-1)) : null
      } while (after)
    }
  }
  return new Whole(batches())
}

/** The whole list when no paging parameter is given, as the fixed calls have it; otherwise a page. */
export function answerList<Row>(
  db: Database,
  query: ListQuery,
  source: ListSource<Row>,
): Promise<Page<Row> | Whole<Row>> {
  const isPaged = query.limit !== undefined || query.cursor !== undefined || query.page !== undefined
  return isPaged ? answerPage(db, source, query) : Promise.resolve(listWhole(db, source, query.sort))
}

type RawRow = Record<string, unknown> & { list_sort: string; list_id: string }

async function cursorPage<Row>(
  db: Database,
  source: ListSource<Row>,
  query: ListQuery,
  limit: number,
  [direction, , value, id, firstRow]: Cursor,
  total: number,
  isExact: boolean,
): Promise<Page<Row>> {
  const after = direction === 'after'
  const rows = await readRows(db, source, query.sort, { limit, [direction]: { value, id } }).catch(
    refuseForgedCursor,
  )
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
  offset?: number
  after?: Position
  before?: Position
}

/**
 * Picks ids within each partition by the index, merges them, and only then fetches what the rows show: a deep page
 * never reads the columns of rows that it skips.
 */
async function readRows<Row>(
  db: Database,
  source: ListSource<Row>,
  sort: string | undefined,
  { limit, offset = 0, after, before }: Reading,
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
  const picks = source.partitions.map(
    (partition) => sql`(select ${key} as list_sort, ${id} as list_id from ${source.from}
      where ${sql.join([partition, ...source.filters, ...beyond], sql` and `)}
      order by ${key} ${direction}, ${id} ${direction} limit ${limit + offset})`,
  )
  const outward = sql.raw(descending ? 'desc' : 'asc')
  const { rows } = await sql<RawRow>`
    select ${source.select}, picked.list_sort, picked.list_id
    from (
      select * from (${sql.join(picks, sql` union all `)}) merged
      order by list_sort ${direction}, list_id ${direction} limit ${limit} offset ${offset}
    ) picked
    join ${source.from} on ${id} = picked.list_id ${source.joins ?? sql``}
    order by picked.list_sort ${outward}, picked.list_id ${outward}`.execute(db)
  return rows.map((row) => ({ ...row, list_sort: sortText(row.list_sort) }))
}

/** Times keep milliseconds in the text of a cursor, as the columns do. */
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

async function totalOf<Row>(
  db: Database,
  source: ListSource<Row>,
): Promise<{ total: number; isExact: boolean }> {
  if (source.filters.length === 0) return { total: await source.countAll(), isExact: true }
  const counted = await countUpTo(db, source, countCap + 1)
  return counted > countCap ? { total: countCap, isExact: false } : { total: counted, isExact: true }
}

async function countUpTo<Row>(db: Database, source: ListSource<Row>, most: number): Promise<number> {
  const parts = source.partitions.map(
    (partition) => sql`(select 1 from ${source.from}
      where ${sql.join([partition, ...source.filters], sql` and `)} limit ${most})`,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from (select 1 from (${sql.join(parts, sql` union all `)}) p limit ${most}) counted`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

function positionOf(row: RawRow | undefined): Position | null {
  return row ? { value: row.list_sort, id: row.list_id } : null
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function readCursor(text: string | undefined, sort: string | undefined): Cursor | null {
  if (text === undefined) return null
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (cursor[1] === (sort ?? '')) return cursor
  } catch {
    // Fall through: whatever is not a cursor of this list is refused in the same words.
  }
  throw forgedCursor()
}

/** A cursor whose sort value the database cannot read was not written here. */
function refuseForgedCursor(error: unknown): never {
  const isDataException = error instanceof Error && 'code' in error && String(error.code).startsWith('22')
  throw isDataException ? forgedCursor() : error
}

function forgedCursor(): Refusal {
  const message = 'This cursor does not belong to this list and order'
  return new Refusal('invalid', message, { errors: [{ path: 'cursor', code: 'invalid_cursor', message }] })
}

/**
 * The condition of a search: three characters and more are looked for anywhere in `anywhere` (a lower-case column
 * with a trigram index), shorter ones as the beginning of one of `prefixes`. What looks like a phone number is
 * looked for by its digits, in whatever form it was typed.
 */
export function searchCondition(
  q: string,
  anywhere: string,
  prefixes: readonly string[],
): RawBuilder<unknown> {
  const text = q.toLowerCase()
  const digits = text.replace(/\D/g, '').replace(/^(?:0092|92|0)(?=\d{3})/, '')
  if (/^[+\d\s()-]+$/.test(text) && digits.length >= 3) {
    return sql`${sql.ref(anywhere)} like any (${[`%${escapeLike(text)}%`, `%${digits}%`]})`
  }
  if (text.length >= 3) return sql`${sql.ref(anywhere)} like ${`%${escapeLike(text)}%`}`
  const starts = `${escapeLike(text)}%`
  return sql`(${sql.join(
    prefixes.map((column) => sql`lower(${sql.ref(column)}) like ${starts}`),
    sql` or `,
  )})`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
