import pg from 'pg'
import { readConfig } from '#app/server/config.ts'
import { migrations } from '#app/server/health.ts'
import { allJobs } from '#app/server/jobs.ts'
import { openInstallation } from '#app/server/service.ts'
import { migrate, openServer } from '#kit/server/database.ts'
import { jobContext, migrateJobs } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { fill, type Size } from './fill.ts'

/** A database of the reference size; one that was filled before is taken as it is. */
export async function prepareMarketplace(
  url: string,
  size: Size,
  settings: Record<string, string>,
  say: (line: string) => void,
): Promise<void> {
  const database = openServer(url, 2)
  await migrate(database.patientDb, migrations)
  await migrateJobs(database.db)
  await database.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select from vendors limit 1')
  await client.end()
  if (rows.length > 0) return
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
    for (const job of allJobs(installation.mailer, 'server')) {
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
