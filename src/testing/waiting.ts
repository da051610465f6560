import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/**
 * Returns when so many of this database wait for a lock of another. The embedded engine has one connection: nobody waits
 * within a statement there.
 */
export async function somebodyWaits({ database }: TestApp, many = 1): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and cardinality(pg_blocking_pids(pid)) > 0`
  await expect
    .poll(async () => (await database.patientPool.query(waiting)).rows.length, { timeout: 20_000 })
    .toBe(many)
}
