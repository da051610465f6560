import { sql } from 'kysely'
import type { Tables } from './database.ts'
import type { Job } from './jobs.ts'

/** Rows of a table that are deleted `keptDays` days after the time in the column `since`. */
export type OldRows = {
  [T in keyof Tables]: { table: T; since: keyof Tables[T] & string; keptDays: number }
}[keyof Tables]

/**
 * Deletes expired rows: remembered answers after a day, throttles after two days (they count for one), and the rows
 * that features name.
 */
export function forgetOldRows(ofFeatures: readonly OldRows[]): Job {
  return {
    name: 'forget-old-rows',
    cron: '20 3 * * *',
    run: async ({ db, now }) => {
      const daysAgo = (days: number) => new Date(now().getTime() - days * 24 * 60 * 60 * 1000)
      await sql`delete from idempotency_keys where created_at < ${daysAgo(1)}`.execute(db)
      await sql`delete from sign_in_throttles where day < ${daysAgo(2)}::date`.execute(db)
      for (const { table, since, keptDays } of ofFeatures) {
        await sql`delete from ${sql.table(table)} where ${sql.ref(since)} < ${daysAgo(keptDays)}`.execute(db)
      }
    },
  }
}

/** Frees the space of dead rows and refreshes the planner statistics. */
export const vacuumEmbedded: Job = {
  name: 'vacuum-embedded',
  cron: '40 3 * * *',
  run: async ({ db }) => {
    await sql`vacuum analyze`.execute(db)
  },
}

/** How much of the write-ahead log is replayed after a crash: a few tenths of a second. */
const mostLogBytes = 32 * 1024 * 1024

/**
 * Writes changes to the table files. An engine without a postmaster never does this by itself, so its log would grow
 * until shutdown, and a start after a crash would replay all of it.
 */
export const checkpointEmbedded: Job = {
  name: 'checkpoint-embedded',
  everySeconds: 15,
  run: async ({ db }) => {
    const { rows } = await sql<{ is_due: boolean }>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${mostLogBytes} as is_due
      from pg_control_checkpoint()`.execute(db)
    if (rows[0]?.is_due) await sql`checkpoint`.execute(db)
  },
}
