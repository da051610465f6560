import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditMac } from '#kit/server/audit.ts'
import type { Tables } from '#kit/server/database.ts'
import { parseFieldKeys } from '#kit/server/field-keys.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { planOf, recorded, rowsRead } from '#testing/plans.ts'
import { sealOf } from './rules.ts'
import { sealAuditRows, verifyAuditLog } from './seal-commands.ts'

const tamperings = Number(process.env.MUNSHI_TAMPERINGS ?? 60)
const rowCount = 120

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await write(rowCount)
  app.clock.move(200_000)
  await seal()
})
afterAll(() => app.close())

const seal = () => sealAuditRows(jobContext('test', { db: app.database.db, services: app.services }))
const verify = (db = app.database.db) => verifyAuditLog({ db, services: app.services })

async function write(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await app.transact((ctx) =>
      ctx.record({
        action: n % 3 ? 'approve' : 'reject',
        subject: { type: 'vendor', id: null, name: `Shop ${n} – دکان` },
        before: { status: 'submitted', amounts: { z: 1.5, a: [1, { y: 2, b: null }] } },
        after: { status: 'approved', note: '“quoted” \\ ☕' },
        ...(n % 2 ? { reason: `Reason ${n}` } : {}),
      }),
    )
  }
}

type Db = Transaction<Tables>
interface Row {
  id: string
  number: string
}

/** Does something to the tables as a superuser would, looks, and puts everything back. */
async function tampered(work: (db: Db) => Promise<void>) {
  let found: Awaited<ReturnType<typeof verify>> | null = null
  await app.database.db
    .transaction()
    .execute(async (db) => {
      await sql`alter table audit_log disable trigger user`.execute(db)
      await sql`alter table audit_seals disable trigger user`.execute(db)
      await work(db)
      found = await verify(db)
      throw new Error('put back')
    })
    .catch((error: Error) => {
      if (error.message !== 'put back') throw error
    })
  return found as unknown as Awaited<ReturnType<typeof verify>>
}

const sealedRows = async (): Promise<Row[]> =>
  (
    await sql<Row>`select audit_id as id, number::text from audit_seals order by audit_seals.number`.execute(
      app.database.db,
    )
  ).rows

const exec = (db: Db, text: string, ...values: unknown[]) =>
  sql.raw<Row>(text.replace(/\$(\d)/g, (_, n) => `'${String(values[Number(n) - 1])}'`)).execute(db)

/** Ways to change what was sealed; each says which row must be named (by id, or by the number of its seal). */
const ways: Record<string, (db: Db, rows: Row[], at: number) => Promise<Partial<Row>>> = {
  'another action': async (db, rows, at) => {
    await exec(db, 'update audit_log set action = $2 where id = $1', rows[at]?.id, 'look')
    return { id: rows[at]?.id ?? '' }
  },
  'another name': async (db, rows, at) => {
    await exec(db, 'update audit_log set actor_name = $2 where id = $1', rows[at]?.id, 'Somebody else')
    return { id: rows[at]?.id ?? '' }
  },
  'another value after': async (db, rows, at) => {
    await exec(db, 'update audit_log set after = $2 where id = $1', rows[at]?.id, '{"status":"rejected"}')
    return { id: rows[at]?.id ?? '' }
  },
  'another value before': async (db, rows, at) => {
    await exec(db, 'update audit_log set before = null where id = $1', rows[at]?.id)
    return { id: rows[at]?.id ?? '' }
  },
  'a reason taken away': async (db, rows, at) => {
    const odd = at % 2 ? at : (at + 1) % rows.length
    await exec(db, 'update audit_log set reason = null where id = $1', rows[odd]?.id)
    return { id: rows[odd]?.id ?? '' }
  },
  'another time': async (db, rows, at) => {
    await exec(db, "update audit_log set at = at - interval '1 day' where id = $1", rows[at]?.id)
    return { id: rows[at]?.id ?? '' }
  },
  'another request': async (db, rows, at) => {
    await exec(db, 'update audit_log set request_id = $2 where id = $1', rows[at]?.id, 'another')
    return { id: rows[at]?.id ?? '' }
  },
  'a row deleted': async (db, rows, at) => {
    await exec(db, 'delete from audit_log where id = $1', rows[at]?.id)
    return { id: rows[at]?.id ?? '' }
  },
  'a row deleted with its seal': async (db, rows, at) => {
    await exec(db, 'delete from audit_log where id = $1', rows[at]?.id)
    await exec(db, 'delete from audit_seals where number = $1', rows[at]?.number)
    return { number: rows[at]?.number ?? '' }
  },
  'a row deleted and the seals numbered again': async (db, rows, at) => {
    await exec(db, 'delete from audit_log where id = $1', rows[at]?.id)
    await exec(db, 'delete from audit_seals where number = $1', rows[at]?.number)
    await exec(db, 'update audit_seals set number = -number where number > $1', rows[at]?.number)
    await exec(db, 'update audit_seals set number = -number - 1 where number < 0')
    return { number: rows[at]?.number ?? '' }
  },
  'a row put in': async (db, rows, at) => {
    const id = '01900000-0000-7000-8000-0000000000aa'
    await exec(
      db,
      `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, request_id, mac)
       select $2, at, 'person', 'Nobody', 'approve', 'vendor', 'x', mac from audit_log where id = $1`,
      rows[at]?.id,
      id,
    )
    return { id }
  },
  'a row put in with a hash of another key': async (db, rows, at) => {
    const id = '01900000-0000-7000-8000-0000000000ab'
    await exec(
      db,
      `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, request_id, mac)
       select $2, at, 'person', 'Nobody', 'approve', 'vendor', 'x', $3 from audit_log where id = $1`,
      rows[at]?.id,
      id,
      `\\x${randomBytes(32).toString('hex')}`,
    )
    return { id }
  },
  'two rows in the place of each other': async (db, rows, at) => {
    const other = (at + 7) % rows.length
    await exec(db, 'update audit_seals set audit_id = $2 where number = $1', rows[at]?.number, spare)
    await exec(
      db,
      'update audit_seals set audit_id = $2 where number = $1',
      rows[other]?.number,
      rows[at]?.id,
    )
    await exec(
      db,
      'update audit_seals set audit_id = $2 where number = $1',
      rows[at]?.number,
      rows[other]?.id,
    )
    return { number: rows[Math.min(at, other)]?.number ?? '' }
  },
  'another place in the log': async (db, rows, at) => {
    await exec(db, 'update audit_log set position = default where id = $1', rows[at]?.id)
    return { id: rows[at]?.id ?? '' }
  },
  'a seal changed': async (db, rows, at) => {
    await exec(
      db,
      'update audit_seals set mac = $2 where number = $1',
      rows[at]?.number,
      `\\x${randomBytes(32).toString('hex')}`,
    )
    return { number: rows[at]?.number ?? '' }
  },
  'the last rows and seals cut off': async (db, rows, at) => {
    await exec(
      db,
      'delete from audit_log where id in (select audit_id from audit_seals where number >= $1)',
      rows[at]?.number,
    )
    await exec(db, 'delete from audit_seals where number >= $1', rows[at]?.number)
    return { number: rows[at]?.number ?? '' }
  },
  'everything emptied': async (db) => {
    await exec(db, 'truncate audit_log, audit_seals')
    return { number: '1' }
  },
  'a row changed and the chain computed again without the key': async (db, rows, at) => {
    await exec(db, 'update audit_log set action = $2 where id = $1', rows[at]?.id, 'look')
    await recompute(db, rows, at, (text) => createHash('sha256').update(text).digest())
    return { id: rows[at]?.id ?? '' }
  },
  'a row changed and the chain computed again with another key': async (db, rows, at) => {
    const other = parseFieldKeys(
      `index:${randomBytes(32).toString('base64')},k1:${randomBytes(32).toString('base64')}`,
    )
    await exec(db, 'update audit_log set action = $2 where id = $1', rows[at]?.id, 'look')
    await recompute(db, rows, at, (text) => other.blind('audit row', text))
    return { id: rows[at]?.id ?? '' }
  },
}
const spare = '01900000-0000-7000-8000-0000000000ff'

/** What somebody does who knows the form of the hashes and not the key. */
async function recompute(db: Db, rows: Row[], from: number, hash: (text: string) => Buffer): Promise<void> {
  const {
    rows: [changed],
  } = await sql<Parameters<typeof auditMac>[1] & { position: string }>`
    select *, position::text from audit_log where id = ${rows[from]?.id}`.execute(db)
  if (!changed) throw new Error('no such row')
  const keys = { blind: (_: string, text: string) => hash(text) }
  const mac = auditMac(keys, changed)
  await exec(db, 'update audit_log set mac = $2 where id = $1', changed.id, `\\x${mac.toString('hex')}`)
  const sealed = sealOf(keys, Buffer.alloc(32), BigInt(rows[from]?.number ?? 0), changed.position, mac)
  await exec(
    db,
    'update audit_seals set mac = $2 where number = $1',
    rows[from]?.number,
    `\\x${sealed.toString('hex')}`,
  )
}

describe('a sealed audit log', () => {
  test('that nobody changed is found unchanged', async () => {
    expect(await verify()).toEqual({ sealed: rowCount, isDone: true, waiting: 0, first: null })
  })

  test(`${tamperings} manipulations as a superuser are all found, and the first invalid entry is named`, async () => {
    const rows = await sealedRows()
    const names = Object.keys(ways)
    const missed: string[] = []
    for (let n = 0; n < tamperings; n += 1) {
      const name = names[n % names.length] as string
      const at = (n * 37 + 11) % (rows.length - 8)
      let wanted: Partial<Row> = {}
      const { first } = await tampered(async (db) => {
        wanted = (await ways[name]?.(db, rows, at)) ?? {}
      })
      const isNamed =
        first !== null &&
        (wanted.id === undefined || first.id === wanted.id) &&
        (wanted.number === undefined || String(first.number) === wanted.number)
      if (!isNamed)
        missed.push(
          `${name} at ${at}: ${JSON.stringify(first, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
        )
    }
    expect(missed).toEqual([])
    process.stdout.write(`${tamperings} tamperings of ${rowCount} sealed rows, ${missed.length} not found\n`)
  }, 600_000)

  test('is verified in parts as it is as a whole, and a fault is found in its part', async () => {
    const part = (after: number, db = app.database.db) =>
      verifyAuditLog({ db, services: app.services }, after, 50)
    expect(await part(0)).toEqual({ sealed: 50, isDone: false, waiting: 0, first: null })
    expect(await part(50)).toEqual({ sealed: 100, isDone: false, waiting: 0, first: null })
    expect(await part(100)).toMatchObject({ sealed: rowCount, isDone: true, first: null })
    const [, , row] = await sealedRows()
    const found = await tampered(async (db) => {
      await exec(db, 'update audit_log set action = $2 where id = $1', row?.id, 'look')
      expect(await part(50, db)).toMatchObject({ isDone: false, first: null })
      expect(await part(0, db)).toMatchObject({ isDone: true, first: { id: row?.id, what: 'changed' } })
    })
    expect(found.first).toMatchObject({ id: row?.id })
  })

  test('is verified from the screen: a fault names its entry, and the verification is recorded', async () => {
    const person = await app.person(['Audit Log: view'])
    const look = async () =>
      (await app.call('POST', '/api/admin/audit/verify', { as: person, body: {} })).body.results
    expect(await look()).toMatchObject({
      verified: rowCount,
      total: rowCount,
      is_done: true,
      first_fault: null,
    })
    const [row] = await sealedRows()
    const { pool } = app.database
    const { rows: kept } = await pool.query('select action from audit_log where id = $1', [row?.id])
    const put = async (action: string) => {
      await pool.query('alter table audit_log disable trigger user')
      await pool.query('update audit_log set action = $2 where id = $1', [row?.id, action])
      await pool.query('alter table audit_log enable trigger user')
    }
    await put('look')
    expect(await look()).toMatchObject({
      is_done: true,
      first_fault: { number: 1, id: row?.id, is_there: true, what: 'changed' },
    })
    await put(kept[0].action)
    const skipped = await app.call('POST', '/api/admin/audit/verify', {
      as: person,
      body: { after: rowCount },
    })
    expect(skipped.status).toBe(422)
    const { rows } = await pool.query(
      "select after from audit_log where action = 'verify the audit log' order by position",
    )
    expect(rows.map(({ after }) => after)).toEqual([
      { rows: rowCount },
      { first_fault: 'changed', seal: 1, row: row?.id },
    ])
  })

  test('continues with later entries, and writers never wait for a seal', async () => {
    await write(3)
    // With the two that the earlier looks have written.
    expect(await verify()).toMatchObject({ waiting: 5, first: null })
    expect(await seal()).toMatchObject({ rows: 0 })
    app.clock.move(200_000)
    expect(await seal()).toEqual({ rows: 5, found: null })
    expect(await verify()).toEqual({ sealed: rowCount + 5, isDone: true, waiting: 0, first: null })
  })

  test('is not sealed further after its last seals were removed', async () => {
    const path = join(app.directory, 'audit-heads')
    const kept = readFileSync(path, 'utf8')
    writeFileSync(path, `${kept}999 ${'ab'.repeat(32)} 2026-01-01T00:00:00.000Z\n`)
    await write(1)
    app.clock.move(200_000)
    expect(await seal()).toMatchObject({ rows: 0, found: { what: 'seals missing' } })
    expect((await verify()).first).toMatchObject({ what: 'seals missing' })
    writeFileSync(path, kept)
    expect(await seal()).toMatchObject({ rows: 1, found: null })
  })

  test('cannot be changed while its triggers are on', async () => {
    for (const text of [
      'update audit_seals set mac = mac',
      'delete from audit_seals',
      'truncate audit_seals',
    ]) {
      await expect(app.database.pool.query(text)).rejects.toThrow('append-only')
    }
  })
})

test('entries from before entries had a hash are sealed as they are, and none can be added to them later', async () => {
  const other = await startTestApp()
  const sealOther = () =>
    sealAuditRows(jobContext('test', { db: other.database.db, services: other.services }))
  const look = () => verifyAuditLog({ db: other.database.db, services: other.services })
  const put = (id: string) =>
    other.database.pool.query(
      `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, request_id)
       values ($1, now(), 'system', 'import', 'approve', 'vendor', 'r')`,
      [id],
    )
  await put('01900000-0000-7000-8000-000000000001')
  await put('01900000-0000-7000-8000-000000000002')
  await other.transact((ctx) =>
    ctx.record({ action: 'approve', subject: { type: 'vendor', id: null, name: 'Shop' } }),
  )
  expect(await look()).toMatchObject({ waiting: 3, first: null })
  other.clock.move(200_000)
  expect(await sealOther()).toEqual({ rows: 3, found: null })
  expect(await look()).toMatchObject({ sealed: 3, first: null })
  await put('01900000-0000-7000-8000-000000000003')
  other.clock.move(200_000)
  expect(await sealOther()).toMatchObject({ rows: 0, found: { what: 'added' } })
  expect((await look()).first).toMatchObject({ id: '01900000-0000-7000-8000-000000000003', what: 'added' })
  // Nor by somebody who takes the hashes away from all rows that have one.
  const { pool } = other.database
  await pool.query('alter table audit_log disable trigger user')
  await pool.query('update audit_log set mac = null')
  await pool.query('alter table audit_log enable trigger user')
  expect(await sealOther()).toMatchObject({ rows: 0, found: { what: 'added' } })
  expect((await look()).first).toMatchObject({ number: 3n })
  await other.close()
})

test('entries behind any number of unfit ones are sealed in the same run', async () => {
  const other = await startTestApp()
  const services = other.services
  const write = () =>
    other.transact((ctx) =>
      ctx.record({ action: 'approve', subject: { type: 'vendor', id: null, name: 'Shop' } }),
    )
  await write()
  other.clock.move(200_000)
  const sealOther = () => sealAuditRows(jobContext('test', { db: other.database.db, services }))
  expect(await sealOther()).toEqual({ rows: 1, found: null })
  await other.database.pool.query(
    `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, request_id)
     select gen_random_uuid(), now(), 'system', 'nobody', 'approve', 'vendor', 'r' from generate_series(1, 2001)`,
  )
  await write()
  other.clock.move(200_000)
  expect(await sealOther()).toMatchObject({ rows: 1, found: { what: 'added' } })
  expect(await sealOther()).toMatchObject({ rows: 0, found: { what: 'added' } })
  await other.close()
})

describe('the parts of a long audit log', () => {
  /** An application whose log goes on behind a given position, so that those before it are free. */
  async function started() {
    const other = await startTestApp()
    const { pool } = other.database
    const services = other.services
    return {
      other,
      goOnBehind: (position: number) =>
        pool.query("select setval(pg_get_serial_sequence('audit_log', 'position'), $1)", [position]),
      write: async (count: number) => {
        for (let n = 0; n < count; n += 1) {
          await other.transact((ctx) =>
            ctx.record({ action: 'approve', subject: { type: 'vendor', id: null, name: 'Shop' } }),
          )
        }
      },
      sealAll: () => {
        other.clock.move(200_000)
        return sealAuditRows(jobContext('test', { db: other.database.db, services }))
      },
      part: (after: number, limit: number, db = other.database.db) =>
        verifyAuditLog({ db, services }, after, limit),
    }
  }

  test('each find what was slipped in among their own entries, signed or not', async () => {
    const { other, goOnBehind, write, sealAll, part } = await started()
    await write(60)
    await goOnBehind(160)
    await write(60)
    await goOnBehind(60_000)
    await write(10)
    expect(await sealAll()).toEqual({ rows: 130, found: null })
    const firstOf = async (after: number) => (await part(after, 50)).first
    expect([await firstOf(0), await firstOf(50), await firstOf(100)]).toEqual([null, null, null])
    // A signed one further back than the sealer looks never gets a seal.
    await goOnBehind(300)
    await write(1)
    const { rows: signed } = await other.database.pool.query('select id from audit_log where position = 301')
    const late = { number: null, id: signed[0].id, what: 'added' }
    expect([await firstOf(0), await firstOf(50), await firstOf(100)]).toEqual([null, null, late])
    const slipIn = async (position: number) => {
      const { rows } = await other.database.pool.query(
        `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, request_id, position)
         values (gen_random_uuid(), now(), 'person', 'Nobody', 'approve', 'vendor', 'x', $1) returning id`,
        [position],
      )
      return { number: null, id: rows[0].id, what: 'added' }
    }
    const among = await slipIn(100)
    expect([await firstOf(0), await firstOf(50)]).toEqual([null, among])
    const before = await slipIn(-5)
    expect([await firstOf(0), await firstOf(50)]).toEqual([before, among])
    await other.close()
  })

  test('look for entries without a seal among their own and near the end, and nowhere else', async () => {
    const { other, goOnBehind, write, sealAll, part } = await started()
    await other.database.pool.query(
      `insert into audit_log (id, at, actor_kind, actor_name, action, subject_type, request_id)
       select gen_random_uuid(), now(), 'system', 'import', 'approve', 'vendor', 'r' from generate_series(1, 5000)`,
    )
    await goOnBehind(200_000)
    await write(60)
    expect(await sealAll()).toEqual({ rows: 5060, found: null })
    await write(2)
    await other.database.pool.query('analyze audit_log, audit_seals')
    expect(await part(0, 5000)).toEqual({ sealed: 5000, isDone: false, waiting: 0, first: null })
    const { db, sent } = recorded(other.database)
    expect(await part(5000, 5000, db)).toEqual({ sealed: 5060, isDone: true, waiting: 2, first: null })
    const looking = sent.filter(({ sql: text }) => text.includes('not exists'))
    expect(looking).toHaveLength(2)
    for (const statement of looking) {
      const { kept, removed } = rowsRead(await planOf(other.database, statement), 'audit_log')
      expect(kept + removed).toBeLessThanOrEqual(62)
    }
    await other.close()
  })
})
