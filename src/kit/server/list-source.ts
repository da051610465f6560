import type { RawBuilder } from 'kysely'
import type { Database } from './database.ts'

type SqlType = 'text' | 'timestamptz' | 'date' | 'int8' | 'int4' | 'uuid'

/** What a search found: as a query of so many ids at most, and as a condition. */
export interface Matches {
  ids: (most: number) => RawBuilder<unknown>
  found: RawBuilder<unknown>
}

/** A search of a list. */
export interface Search extends Matches {
  /** The column of the list that holds the ids of the search: `o.id`. */
  column: string
  /**
   * One of the record's numbers is what was typed: at most two conditions, what meets the first comes before what meets the
   * second. Empty if no number was typed.
   */
  exact: readonly RawBuilder<unknown>[]
  /** The matches of known words that differ by one typo; null if there are none. Asked when nothing is found. */
  near: (db: Database) => Promise<Matches | null>
}

/** How a list is read. Each of its sort orders has an index within one partition. */
export interface ListSource<Row> {
  /** The table to page over, with its alias: `vendors v`. */
  from: RawBuilder<unknown>
  /** The alias, used for the id and in joins. */
  alias: string
  /** The parts of the list, each an equality on the first column of an index (`v.list = 'pending'`). */
  partitions: RawBuilder<unknown>[]
  /**
   * Free filters, combined with AND. Without filters and search the total comes from the counters, where these are kept.
   */
  filters: RawBuilder<unknown>[]
  /** The partitions are narrowed by more than the equality, for example by days whose totals are kept. */
  isNarrowed?: boolean
  /** The search, combined with the filters. Its matches are looked up once and not once per partition. */
  search?: Search | null
  /** The sort orders of the list itself: under these, an exact match of the search comes first. */
  ownSorts?: readonly string[]
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
  /** Its parameter names what `select` reads, which the compiler cannot check. */
  shape: (row: never) => Row
}
