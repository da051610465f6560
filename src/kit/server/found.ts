import { type RawBuilder, sql } from 'kysely'
import type { Context } from './context.ts'
import type { Database } from './database.ts'
import { listPage } from './list.ts'
import type { ListSource } from './list-source.ts'
import { searchOf } from './search.ts'

/** A record that was searched for, in the few words that tell it from others. */
export interface Found {
  id: string
  title: string
  /** What is shown beside the title: names, numbers, places. Empty texts are left out. */
  notes: readonly string[]
  /** Rupees; empty if the record has no amount. */
  amount: string
  /** The status as the noun names it; empty if the noun has none. */
  status: string
}

/** Where a noun is searched. Its own order is the newest first, behind what has exactly the number that was typed. */
interface FoundSource<Row> {
  /** The table with its alias: `orders o`. */
  from: RawBuilder<unknown>
  alias: string
  /** The search table, and the column of the noun that holds its ids. */
  search: { table: string; column: string; also?: RawBuilder<unknown> | null }
  /** The parts of the noun that may be found, each an equality on the first column of the index of `newest`. */
  partitions: RawBuilder<unknown>[]
  /** The column that is sorted by. */
  newest: string
  select: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  found: (row: Row) => Partial<Found> & { title: string }
}

/** What is asked of a noun: what was typed, or records by their ids. */
export type Sought = { q: string; limit: number } | { ids: readonly string[] }

export interface FoundPage {
  rows: Found[]
  total: number
  /** False if only the first 1,000 were counted. */
  total_is_exact: boolean
}

/** Finds records of a noun. The caller has checked that the person may open them. */
export type FindRecords = (ctx: Context, sought: Sought) => Promise<FoundPage>

/** The best of what was found of a noun with their number, or the records with these ids. */
export async function findIn<Row>(
  db: Database,
  source: FoundSource<Row>,
  sought: Sought,
): Promise<FoundPage> {
  const { from, alias, partitions, newest, select, joins, found, search } = source
  const isById = 'ids' in sought
  const list: ListSource<Found> = {
    ...{ from, alias, partitions, select },
    ...(joins ? { joins } : {}),
    filters: isById ? [sql`${sql.ref(`${alias}.id`)} = any(${[...sought.ids]}::uuid[])`] : [],
    search: isById ? null : searchOf(sought.q, search),
    ownSorts: ['-newest'],
    sorts: { newest: { column: newest, type: 'timestamptz' } },
    countAll: null,
    shape: (row: Row & { list_id: string }) => {
      const { notes = [], ...told } = found(row)
      const told_notes = notes.filter((note) => note !== '')
      return { id: row.list_id, amount: '', status: '', ...told, notes: told_notes }
    },
  }
  const limit = isById ? Math.max(1, sought.ids.length) : sought.limit
  return listPage(db, list, { sort: '-newest', limit })
}
