import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#app/server/config.ts'
import { migrations } from '#app/server/health.ts'
import { allJobs } from '#app/server/jobs.ts'
import { openInstallation } from '#app/server/service.ts'
import { migrate, openServer } from '#kit/server/database.ts'
import { jobContext, migrateJobs } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { withClient } from '#testing/client.ts'
import { startPostgres } from '#testing/postgres.ts'
import { fill, type Size } from './fill.ts'

/** The same in every run, so that a database that is kept can be opened again. */
const [indexKey, fieldKey] = [1, 2].map((n) => Buffer.alloc(32, n).toString('base64'))

export interface Marketplace {
  databaseUrl: string
  /** A folder that is deleted at the end. */
  directory: string
  fieldKeys: string
  /** What Munshi is started with on it. */
  settings: Record<string, string>
}

/** Fills a PostgreSQL of its own, or the database given, works on it, and removes what it made. */
export async function onMarketplace(
  size: Size,
  given: string | undefined,
  say: (line: string) => void,
  work: (marketplace: Marketplace) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'munshi-bench-'))
  const postgres = given
    ? { url: given, stop: async () => {} }
    : await startPostgres({
        fsync: 'on',
        shared_buffers: '1GB',
        maintenance_work_mem: '1GB',
        max_wal_size: '8GB',
      })
  const fieldKeys = `index:${indexKey},k1:${fieldKey}`
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: directory,
    FIELD_KEYS: fieldKeys,
    OUTBOX_HOLD_SECONDS: '3600',
  }
  try {
    await prepareMarketplace(postgres.url, size, settings, say)
    await work({ databaseUrl: postgres.url, directory, fieldKeys, settings })
  } finally {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A database of the reference size; one that was filled before is taken as it is. */
async function prepareMarketplace(
  url: string,
  size: Size,
  settings: Record<string, string>,
  say: (line: string) => void,
): Promise<void> {
  const database = openServer(url, 2)
  await migrate(database.patientDb, migrations)
  await migrateJobs(database.db)
  await database.close()
  const { rows } = await withClient(url, (client) => client.query('select from vendors limit 1'))
  if (rows.length > 0) {
    // The nightly jobs that were missed since the last run would be made up for while figures are taken.
    await withClient(url, (client) => client.query('update pgboss.version set cron_on = null'))
    return
  }
  const begun = Date.now()
  await fill(url, size, say)
  say(`filled in ${Math.round((Date.now() - begun) / 1000)} s`)
  await check(settings)
  say(`checked after ${Math.round((Date.now() - begun) / 1000)} s`)
}

/** The nightly checks of the product itself: counters, totals of days and ledger must be as the rows are. */
async function check(settings: Record<string, string>): Promise<void> {
  const installation = await openInstallation(readConfig(settings))
  const found: unknown[] = []
  const log = createLogger('silent')
  log.error = (...told: unknown[]) => {
    found.push(told)
  }
  try {
    for (const job of allJobs(installation.mailer, installation.bulkMailer, 'server')) {
      if (!job.name.startsWith('check-')) continue
      await job.run(
        jobContext(job.name, { db: installation.database.patientDb, services: installation.services }),
        log,
      )
    }
  } finally {
    await installation.close()
  }
  if (found.length > 0)
    throw new Error(`the nightly checks find differences: ${JSON.stringify(found).slice(0, 2000)}`)
}
