import { createHash, randomBytes } from 'node:crypto'
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
import { sendAll } from '#features/mailings/server/jobs.ts'
import { beginMailing } from '#features/mailings/server/state-commands.ts'
import { deliverDue } from '#features/messages/server/jobs.ts'
import { deliverDueWebhooks } from '#features/webhooks/server/jobs.ts'
import { transact } from '#kit/server/context.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { productBody, sellerBody } from '#testing/factories.ts'
import { testInstallation } from '#testing/installation.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'
import { backup, restore } from './backup.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Installation, openInstallation, prepare } from './service.ts'

const isEmbedded = inject('engine') === 'embedded'
const root = mkdtempSync(join(tmpdir(), 'munshi-backup-'))
const folder = join(root, 'backup')
let settings: Record<string, string>
let rows: Record<string, string>
let files: Record<string, string>

beforeAll(async () => {
  settings = await testInstallation(join(root, 'first'))
  await work()
  await opened(settings, async ({ database, services, mailer }) => {
    // As the jobs do two minutes later: nothing waits to be sent, and the chain is part of what is brought back.
    const later = { now: () => new Date(Date.now() + 200_000) }
    const context = jobContext('test', { db: database.db, services: { ...services, clock: later } })
    await deliverDue(context, mailer)
    await sealAuditRows(context)
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

test('a backup where there is no database is refused, and nothing is made', async () => {
  const nowhere = join(root, 'nowhere')
  const to = join(root, 'of nowhere')
  const { DATABASE_URL: _, ...own } = configOf({ ...settings, DATA_DIR: nowhere })
  await expect(backup(own, to)).rejects.toThrow(ConfigError)
  await expect(backup(own, to)).rejects.toThrow(/^There is no database in .*nowhere/)
  expect([existsSync(nowhere), existsSync(to)]).toEqual([false, false])
})

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

describe('what waited in a backup to be sent', () => {
  const from = join(root, 'waiting-backup')
  let copy: Record<string, string>
  let said = ''
  let endpoint = ''

  /** A letter, an event and two group e-mails, one of them begun, in an installation that sends nothing by itself. */
  beforeAll(async () => {
    const waiting = await testInstallation(join(root, 'waiting'))
    const munshi = await startMunshi({ ...waiting, OUTGOING: 'false', OUTBOX_HOLD_SECONDS: '0' })
    const token = await signInOperator(munshi)
    const post = async (path: string, body?: unknown, headers?: Record<string, string>) => {
      const answer = await munshi.call('POST', path, token, body, headers)
      expect([path, answer.status < 300]).toEqual([path, true])
      return answer.body.results
    }
    const hooks = { url: 'https://shop.example/hooks', kinds: ['vendor.approved'] }
    endpoint = `/api/admin/webhooks/${(await post('/api/admin/webhooks', hooks)).endpoint.id}`
    const seller = await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())
    const { id: vendor } = seller.body.results
    await post(`/api/admin/sellers/${vendor}/approve`)
    const scheduled = async (subject: string) => {
      const draft = { audience: { user_type: 'staff' }, subject, body: 'Dear {{first_name|colleague}}' }
      const { id } = await post('/api/admin/mailings', draft)
      const at = { send_at: '2099-01-01T04:00:00.000Z' }
      await post(`/api/admin/mailings/${id}/send`, at, { 'if-match': '"v1"' })
      return id as string
    }
    await scheduled('Scheduled')
    const begun = await scheduled('Begun')
    // Longer than the jobs would need that deliver each second.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    const { messages } = (await munshi.call('GET', `/api/admin/sellers/${vendor}`, token)).body.results
    expect(messages[0].status).toBe('queued')
    expect(await munshi.stop()).toBe(0)
    await opened(waiting, async ({ database: { db }, services }) => {
      await sql`update mailings set send_at = now() - interval '1 minute'`.execute(db)
      await transact(jobContext('test', { db, services }), (own) => beginMailing(own, begun))
    })
    await backup(configOf(waiting), from)
    copy = await emptyPlace('copy')
    said = await restore(configOf(copy), from)
  })

  test('does not leave a restored copy by itself, and says why', async () => {
    expect(said).toMatch(
      /^The backup is restored\. Stopped, because it may have been sent since: \d+ mails?, 2 group e-mails, 1 webhook$/,
    )
    await opened(copy, async ({ database: { db }, services, mailer, bulkMailer }) => {
      const posted: string[] = []
      const post = async (url: string) => {
        posted.push(url)
        return 204
      }
      const outgoing = { ...services.outgoing, post }
      const context = jobContext('test', { db, services: { ...services, outgoing } })
      await deliverDue(context, mailer)
      await sendAll(context, bulkMailer)
      await deliverDueWebhooks(context)
      const mails = Object.keys(filesOf(copy)).filter((name) => name.startsWith('outbox'))
      expect([posted, mails]).toEqual([[], []])
      const reason = 'Restored from a backup'
      const ask = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
      expect(await ask(sql`select distinct status, last_error, link_sealed from messages`)).toEqual([
        { status: 'failed', last_error: reason, link_sealed: null },
      ])
      expect(await ask(sql`select status, last_error from webhook_deliveries`)).toEqual([
        { status: 'failed', last_error: reason },
      ])
      const held_why = `${reason}: it may have been sent after the backup was made`
      expect(await ask(sql`select subject, status, held_why from mailings order by subject`)).toEqual([
        { subject: 'Begun', status: 'paused', held_why },
        { subject: 'Scheduled', status: 'draft', held_why },
      ])
      expect(
        await ask(sql`
          select action, subject_type, reason from audit_log where actor_kind = 'system' and actor_name = 'restore'
          order by action`),
      ).toEqual([
        { action: 'give up mails', subject_type: 'message', reason },
        { action: 'give up webhooks', subject_type: 'webhook_endpoint', reason },
        { action: 'hold back', subject_type: 'mailing', reason: held_why },
        { action: 'pause', subject_type: 'mailing', reason: held_why },
      ])
    })
  })

  test('is sent again by a person who finds that it did not arrive', async () => {
    const munshi = await startMunshi({ ...copy, OUTGOING: 'false' })
    try {
      const token = await signInOperator(munshi)
      const failed = await munshi.call('GET', '/api/admin/failed-mails?limit=25', token)
      const letter = failed.body.results.find(({ kind }: { kind: string }) => kind === 'vendor approved')
      expect(letter).toMatchObject({ last_error: 'Restored from a backup', again: 'yes' })
      const ids = [letter.id]
      const resent = await munshi.call('POST', '/api/admin/failed-mails/bulk/resend', token, { ids })
      expect(resent.body.results).toMatchObject([{ outcome: 'done' }])
      const events = await munshi.call('POST', `${endpoint}/resend-failed`, token)
      expect(events.body.results).toEqual({ count: 1 })
      const { results } = (await munshi.call('GET', '/api/admin/mailings?limit=25&status=paused', token)).body
      const resumed = await munshi.call('POST', `/api/admin/mailings/${results[0].id}/resume`, token)
      expect(resumed.body.results).toMatchObject({ status: 'sending', held_why: '' })
    } finally {
      await munshi.stop()
    }
  })

  test('is stopped under the keys of the backup, without which nothing is restored', async () => {
    const keys = () => ['index', 'k1'].map((id) => `${id}:${randomBytes(32).toString('base64')}`).join(',')
    const keyed = { ...(await testInstallation(join(root, 'keyed'))), FIELD_KEYS: keys() }
    await opened(keyed, (installation) => prepare(installation, configOf(keyed)))
    const kept = join(root, 'keyed-backup')
    await backup(configOf(keyed), kept)
    const place = await emptyPlace('keyed_place')
    await expect(restore(configOf(place), kept)).rejects.toThrow(
      'This backup has no key file. Set FIELD_KEYS',
    )
    await expect(restore(configOf({ ...place, FIELD_KEYS: 'none' }), kept)).rejects.toThrow(ConfigError)
    expect(existsSync(place.DATA_DIR ?? '')).toBe(false)
    expect(await restore(configOf({ ...place, FIELD_KEYS: keyed.FIELD_KEYS }), kept)).toBe(
      'The backup is restored',
    )
    const other = await emptyPlace('other_keys')
    await expect(restore(configOf({ ...other, FIELD_KEYS: keys() }), kept)).rejects.toThrow(
      /^The database was restored, but .* was not stopped\..* The field keys do not belong to this database/,
    )
  })
})
