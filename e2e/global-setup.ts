import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../src/testing/postgres.ts'
import { loadDemo } from '../src/testing/process.ts'
import { demoDatabase } from './server.ts'

/**
 * Once for all journeys: the demo marketplace on the engines that are asked for, of which every file gets a copy. Making it takes
 * longest.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const asked = process.env.MUNSHI_JOURNEYS_ENGINE
  const template = mkdtempSync(join(tmpdir(), 'munshi-journeys-'))
  const postgres = await startPostgres()
  process.env.MUNSHI_JOURNEYS_TEMPLATE = template
  process.env.MUNSHI_JOURNEYS_POSTGRES = postgres.url
  await Promise.all([
    ...(asked === 'server' ? [] : [loadDemo({ DATA_DIR: join(template, 'embedded') })]),
    ...(asked === 'embedded' ? [] : [fillServer(join(template, 'server'), postgres)]),
  ])
  return async () => {
    await postgres.stop()
    rmSync(template, { recursive: true, force: true })
  }
}

async function fillServer(directory: string, { url, urlOf }: { url: string; urlOf(name: string): string }) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${demoDatabase}`)
  const DATABASE_URL = urlOf(demoDatabase)
  await loadDemo({ DATA_DIR: directory, DATABASE_URL })
  await admin.end()
  // The copies plan with what the template knows of its rows.
  const filled = new pg.Client({ connectionString: DATABASE_URL })
  await filled.connect()
  await filled.query('vacuum analyze')
  await filled.end()
}
