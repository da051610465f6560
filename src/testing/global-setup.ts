import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrations } from '#app/server/health.ts'
import { migrate, openEmbeddedEngine, openServer } from '#kit/server/database.ts'
import { migrateJobs } from '#kit/server/jobs.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'embedded' | 'server'
    postgresUrl: string
    templatePath: string
  }
}

const cache = new URL('../../.cache/', import.meta.url)

/** Once for each engine: a database with all migrations, from which every test file gets a copy of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.config.env.MUNSHI_TEST_ENGINE === 'server' ? 'server' : 'embedded'
  project.provide('engine', engine)
  if (engine === 'embedded') {
    project.provide('postgresUrl', '')
    project.provide('templatePath', await embeddedTemplate())
    return async () => {}
  }
  // Nothing of it outlives the run: what makes a database safe is tested on one that has it.
  const postgres = await startPostgres({
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '4GB',
    checkpoint_timeout: '1h',
  })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create database munshi_template')
  const template = openServer(postgres.urlOf('munshi_template'), 2)
  await migrate(template.db, migrations)
  await migrateJobs(template.db)
  await template.close()
  await admin.end()
  project.provide('postgresUrl', postgres.url)
  project.provide('templatePath', '')
  return postgres.stop
}

/** Kept between runs under the hash of the migrations: making it takes longer than most test files. */
async function embeddedTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(new URL(name, migrations)))
  hash.update(readFileSync(new URL('../../package-lock.json', import.meta.url)))
  const path = new URL(`template-${hash.digest('hex').slice(0, 16)}.tar.gz`, cache)
  if (!existsSync(path)) {
    const database = await openEmbeddedEngine(null)
    await migrate(database.db, migrations)
    await migrateJobs(database.db)
    const archive = await database.dump?.()
    await database.close()
    if (!archive) throw new Error('the embedded engine gave no archive')
    mkdirSync(cache, { recursive: true })
    writeFileSync(path, archive)
  }
  return path.pathname
}
