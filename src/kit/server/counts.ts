import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Job } from './jobs.ts'
import { type TableOf, table } from './table.ts'

const counts = table('counts', { key: 'text', n: 'int8' })
const countDeltas = table('count_deltas', { key: 'text', n: 'int8' })

declare module './database.ts' {
  interface Tables {
    counts: TableOf<typeof counts>
    count_deltas: TableOf<typeof countDeltas>
  }
}

/** The maintained counters for these keys: exact at this moment, and fast at any list size. */
export async function readCounts<K extends string>(
  db: Database,
  keys: readonly K[],
): Promise<Record<K, number>> {
  const { rows } = await sql<{ key: K; n: number }>`
    select key, sum(n)::int4 as n from (
      select key, n from counts where key = any(${[...keys]})
      union all
      select key, n from count_deltas where key = any(${[...keys]})
    ) all_counts group by key`.execute(db)
  const found = new Map(rows.map((row) => [row.key, row.n]))
  return Object.fromEntries(keys.map((key) => [key, found.get(key) ?? 0])) as Record<K, number>
}

/** The sum of these counters, as a value within a statement. */
export function sumOfCounts(keys: readonly string[]): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(n), 0)::int4 from (
    select n from counts where key = any(${[...keys]})
    union all select n from count_deltas where key = any(${[...keys]})) kept)`
}

/** The sum of these counters. */
export async function sumCounts(db: Database, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${sumOfCounts(keys)} as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Adds pending deltas to the counters, so that readers have few to add. Safe beside other instances. */
export const foldCounts: Job = {
  name: 'fold-counts',
  everySeconds: 5,
  run: async ({ db }) => {
    await sql`
      with taken as (
        delete from count_deltas where ctid = any(array(
          select ctid from count_deltas limit 20000 for update skip locked))
        returning key, n
      ), sums as (select key, sum(n) as n from taken group by key order by key)
      insert into counts (key, n) select key, n from sums
      on conflict (key) do update set n = counts.n + excluded.n`.execute(db)
  },
}

/**
 * Recounts the rows once a night and corrects counters that differ; a difference is a defect and is logged. The key of
 * a counter is its prefix and the values of the columns it counts by, joined by colons. Rows with a null in one of
 * these columns are not counted.
 */
export function checkCounts(counted: Record<string, { table: string; by: readonly string[] }>): Job {
  return {
    name: 'check-counts',
    cron: '0 4 * * *',
    run: async ({ db }, log) => {
      for (const [prefix, of] of Object.entries(counted)) {
        const wrong = await repairCounts(db, prefix, of)
        if (wrong.length > 0)
          log.error({ counters: wrong }, 'counters differed from their rows and were corrected')
      }
    },
  }
}

/**
 * Runs as one statement, so that counters, deltas and rows come from the same snapshot. Returns the keys that differed.
 */
async function repairCounts(
  db: Database,
  prefix: string,
  { table: name, by }: { table: string; by: readonly string[] },
): Promise<string[]> {
  const value = sql.join(
    by.map((column) => sql`${sql.ref(column)}::text`),
    sql` || ':' || `,
  )
  const { rows } = await sql<{ key: string }>`
    insert into count_deltas (key, n)
    select key, sum(n) from (
      select ${prefix} || counted.by as key, count(*) as n from (select ${value} as by from ${sql.table(name)}) counted
      where counted.by is not null group by counted.by
      union all select key, -n from counts where starts_with(key, ${prefix})
      union all select key, -n from count_deltas where starts_with(key, ${prefix})
    ) difference group by key having sum(n) <> 0
    returning key`.execute(db)
  return rows.map(({ key }) => key)
}
