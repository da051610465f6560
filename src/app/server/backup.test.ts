import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sealAuditRows, verifyAuditLog } from '#features/audit/server/seal-commands.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { productBody, sellerBody } from '#testing/factories.ts'
import { testInstallation } from '#testing/installation.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'
import { backup, restore } from './backup.ts'
import { type Config, readConfig } from './config.ts'
import { type Installation, openInstallation } from './service.ts'

const isEmbedded = inject('engine') === 'embedded'
const root = mkdtempSync(join(tmpdir(), 'munshi-backup-'))
const folder = join(root, 'backup')
let settings: Record<string, string>
let rows: Record<string, string>
let files: Record<string, string>

beforeAll(async () => {
  settings = await testInstallation(join(root, 'first'))
  await work()
  await opened(settings, async ({ database, services }) => {
    // As the job does two minutes later: the chain is part of what is brought back.
    const later = { now: () => new Date(Date.now() + 200_000) }
    await sealAuditRows(jobContext('test', { db: database.db, services: { ...services, clock: later } }))
    rows = await rowsOf(database.db)
  })
  files = filesOf(settings)
  await backup(configOf(settings), folder)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A day's work in short: applications, a paper with numbers on it, listings with pictures, decisions. */
async function work(): Promise<void> {
  const munshi = await startMunshi(settings)
  const token = await signInOperator(munshi)
  for (let n = 0; n < 3; n += 1) {
    const seller = await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())
    const { id } = seller.body.results
    await sendPicture(munshi, `/api/intake/sellers/${id}/files/cheque_copy`, n)
    const product = await munshi.call('POST', '/api/intake/products', operator.key, productBody(id))
    await sendPicture(munshi, `/api/intake/products/${product.body.results.id}/images`, n + 5)
    await munshi.call('POST', `/api/admin/sellers/${id}/approve`, token)
    await munshi.call('POST', `/api/admin/products/${product.body.results.id}/reject`, token, {
      reason: `Picture ${n} is of something else – دکان`,
    })
  }
  expect(await munshi.stop()).toBe(0)
}

async function sendPicture(munshi: MunshiProcess, path: string, number: number): Promise<void> {
  const headers = { authorization: `Bearer ${operator.key}` }
  const response = await fetch(munshi.url + path, {
    method: 'POST',
    headers,
    body: await pictureForm(number),
  })
  expect(response.status).toBe(201)
}

function configOf(of: Record<string, string>): Config {
  return readConfig({ DEMO: 'false', ...of })
}

async function opened<T>(
  of: Record<string, string>,
  look: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await openInstallation(configOf(of))
  try {
    return await look(installation)
  } finally {
    await installation.close()
  }
}

/** Of each table how many rows it has and a hash of all of them. */
async function rowsOf(db: Installation['database']['db']): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') order by 1`.execute(db)
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows: hashes } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(r::text, chr(10) order by r::text collate "C")), '') as hash
      from ${sql.raw(name)} r`.execute(db)
    found[name] = hashes[0]?.hash ?? ''
  }
  return found
}

/** Of each file beside the database the hash of its bytes. */
function filesOf({ DATA_DIR: directory = '' }: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(directory.length + 1)
    if (!entry.isFile() || name.startsWith('database')) continue
    found[name] = createHash('sha256').update(readFileSync(path)).digest('hex')
  }
  return found
}

async function emptyPlace(name: string): Promise<Record<string, string>> {
  if (isEmbedded) return { DATA_DIR: join(root, name) }
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const database = `${name}_${process.pid}`
  await admin.query(`create database ${database} template template0`)
  await admin.end()
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${database}`
  return { DATA_DIR: join(root, name), DATABASE_URL: url.href }
}

describe('a backup that was brought back', () => {
  test('has every row, every file by its hash, and an audit log that is as it was sealed', async () => {
    const other = await emptyPlace('second')
    await restore(configOf(other), folder)
    expect(Object.keys(files).filter((name) => name.startsWith('files/')).length).toBeGreaterThan(8)
    expect(filesOf(other)).toEqual(files)
    await opened(other, async ({ database, services }) => {
      expect(Object.keys(rows).length).toBeGreaterThan(60)
      expect(await rowsOf(database.db)).toEqual(rows)
      const { sealed, first } = await verifyAuditLog({ db: database.db, services })
      expect([sealed > 10, first]).toEqual([true, null])
    })
    const munshi = await startMunshi(other)
    try {
      const token = await signInOperator(munshi)
      const list = await munshi.call('GET', '/api/admin/sellers/get/approve?limit=5', token)
      expect(list.body.total).toBe(3)
    } finally {
      await munshi.stop()
    }
  })

  test('has every file, although others came and went while it was made', async () => {
    const busy = { ...settings, DATA_DIR: join(root, 'busy') }
    const from = join(settings.DATA_DIR ?? '', 'files')
    const at = join(busy.DATA_DIR, 'files')
    mkdirSync(at, { recursive: true })
    cpSync(settings.DATA_DIR ?? '', busy.DATA_DIR, { recursive: true })
    expect(readdirSync(from).length).toBeGreaterThan(0)
    let isOver = false
    const coming = async () => {
      for (let n = 0; !isOver; n += 1) {
        const names = Array.from({ length: 20 }, (_, one) => join(at, `${n % 2}-${one}.part`))
        for (const name of names) writeFileSync(name, 'x')
        await new Promise((resolve) => setImmediate(resolve))
        for (const name of names) rmSync(name)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const over = coming()
    const copied = join(root, 'busy-backup')
    await backup(configOf(busy), copied).finally(() => {
      isOver = true
    })
    await over
    const { 'manifest.json': _, ...kept } = filesOf({ ...settings, DATA_DIR: copied })
    expect(kept).toEqual(files)
  })

  test('is not what was written where a byte of a file was changed or a file is missing', async () => {
    const bad = join(root, 'bad')
    await backup(configOf(settings), bad)
    const [name = ''] = Object.keys(files).filter((file) => file.startsWith('files/media'))
    const place = await emptyPlace('bad_place')
    writeFileSync(join(bad, name), 'another picture')
    await expect(restore(configOf(place), bad)).rejects.toThrow(
      `${name} in the backup is not as it was written`,
    )
    rmSync(join(bad, name))
    await expect(restore(configOf(place), bad)).rejects.toThrow(`${name} is missing from the backup`)
    expect(existsSync(join(place.DATA_DIR ?? '', 'files'))).toBe(false)
  })

  test('goes into an empty place alone, and the refusal says what is in the way', async () => {
    const database = isEmbedded
      ? /holds a database already: restore into an empty DATA_DIR$/
      : /^The database test_\w+ has tables already: restore into an empty one$/
    await expect(
      restore(configOf({ ...settings, ...(isEmbedded ? {} : { DATA_DIR: join(root, 'none') }) }), folder),
    ).rejects.toThrow(database)
    const place = await emptyPlace('taken')
    mkdirSync(join(place.DATA_DIR ?? '', 'files'), { recursive: true })
    writeFileSync(join(place.DATA_DIR ?? '', 'files', 'kept'), 'of somebody')
    await expect(restore(configOf(place), folder)).rejects.toThrow(
      `${place.DATA_DIR} has files already: restore into an empty DATA_DIR`,
    )
    expect(readdirSync(place.DATA_DIR ?? '')).toEqual(['files'])
  })
})
