import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastify from 'fastify'
import { fromKysely, PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkLedger, foldLedger } from '#features/money/server/jobs.ts'
import { jobContext, startJobs } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { pendingOrder, pendingProduct } from '#testing/factories.ts'
import { migrations, mountHealth } from './health.ts'
import { allJobs } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the statement that the page of operations has for balances puts them right, folded or not, and nothing else', async () => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const statement = /```sql\n([\s\S]+?)```/.exec(page)?.[1] ?? ''
  const told: unknown[] = []
  const run = async (job: typeof checkLedger) => {
    const context = jobContext(job.name, { db: app.database.db, services: app.services })
    await job.run(context, { error: (given: unknown) => told.push(given) } as never)
  }
  const balances = async () => {
    const { rows } = await app.database.pool.query(
      `select account_id, sum(amount)::text as amount from (
         select * from ledger_balances union all select * from ledger_deltas) b
       group by account_id having sum(amount) <> 0 order by account_id`,
    )
    return rows
  }
  const admin = await app.person()
  await pendingOrder({ app, admin })
  await run(foldLedger)
  await pendingOrder({ app, admin })
  const right = await balances()
  expect(right.length).toBeGreaterThan(2)
  await app.database.pool.query('update ledger_balances set amount = amount + 5')
  await run(checkLedger)
  expect(told).toHaveLength(1)
  await app.database.pool.query(statement)
  expect(await balances()).toEqual(right)
  await run(foldLedger)
  await run(checkLedger)
  await app.database.pool.query(statement)
  expect([told.length, await balances()]).toEqual([1, right])
})

test('the counters are compared with their rows once a night, and one that differs is corrected and told', async () => {
  const job = allJobs({} as never, {} as never, 'server').find(({ name }) => name === 'check-counts')
  if (!job) throw new Error('nothing compares the counters')
  const told: { counters: string[] }[] = []
  const check = () =>
    job.run(jobContext(job.name, { db: app.database.db, services: app.services }), {
      error: (given: { counters: string[] }) => told.push(given),
    } as never)
  const admin = await app.person()
  const category = await addedCategory({ app, admin }, { name: 'Counted' })
  const { id } = await pendingProduct(app, { category: 'Counted' })
  await app.call('POST', `/api/admin/products/${id}/approve`, { as: admin })
  const total = async () => {
    const path = `/api/admin/products/get/approved?category_id=${category.id}&limit=25`
    return (await app.call('GET', path, { as: admin })).body.total
  }
  await check()
  expect([told, await total()]).toEqual([[], 1])
  const keys = [`category:${category.id}`, `filed:${category.id}:approved`, 'products:approved']
  for (const key of keys) {
    await app.database.pool.query('insert into count_deltas (key, n) values ($1, 5)', [key])
  }
  expect(await total()).toBe(6)
  await check()
  expect(told.flatMap(({ counters }) => counters).sort()).toEqual(keys)
  await check()
  expect([told.length, await total()]).toEqual([3, 1])
})

test('rows that have served their time are forgotten once a night, and younger ones are kept', async () => {
  const job = allJobs({} as never, {} as never, 'server').find(({ name }) => name === 'forget-old-rows')
  if (!job) throw new Error('nothing forgets old rows')
  const { id } = await app.person()
  const tables = {
    sessions: {
      kept: 30,
      columns: 'id, token_hash, person_id, expires_at',
      values: 'gen_random_uuid(), $1, $2, $3',
    },
    account_tokens: {
      kept: 30,
      columns: 'id, kind, token_hash, person_id, expires_at, used_at',
      values: `gen_random_uuid(), 'reset', $1, $2, $3, $3`,
    },
    known_devices: { kept: 210, columns: 'device_hash, person_id, created_at', values: '$1, $2, $3' },
    spent_challenges: { kept: 1, columns: 'challenge_hash, spent_at', values: '$1, $3' },
  }
  for (const [table, { kept, columns, values }] of Object.entries(tables)) {
    for (const [name, days] of [
      ['younger', kept - 0.5],
      ['older', kept + 0.5],
    ] as const) {
      const at = new Date(app.clock.now().getTime() - days * 24 * 3_600_000)
      await app.database.pool.query(
        `insert into ${table} (${columns}) select ${values} where $2::uuid is not null`,
        [Buffer.from(`${table} ${name}`), id, at],
      )
    }
  }
  const left = async () => {
    const hashes = Object.entries(tables).map(([table, { columns }]) => {
      const hash = /\w+_hash/.exec(columns)?.[0]
      return `select encode(${hash}, 'escape') as name from ${table} where ${hash} in ('${table} younger', '${table} older')`
    })
    const { rows } = await app.database.pool.query(`${hashes.join(' union all ')} order by name`)
    return rows.map(({ name }) => name)
  }
  expect(await left()).toHaveLength(8)
  await job.run(jobContext(job.name, { db: app.database.db, services: app.services }), {} as never)
  expect(await left()).toEqual(
    Object.keys(tables)
      .sort()
      .map((table) => `${table} younger`),
  )
})

test('the log of the embedded engine is written out before a crash would make it long to read', async () => {
  const job = allJobs({} as never, {} as never, app.database.engine).find(
    ({ name }) => name === 'checkpoint-embedded',
  )
  // A server does it by itself.
  if (app.database.engine === 'server') return expect(job).toBeUndefined()
  const logBytes = async () => {
    const { rows } = await app.database.pool.query(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
    )
    return Number(rows[0].bytes)
  }
  await app.database.pool.query(
    `create table many as select g, repeat(md5(g::text), 10) as words from generate_series(1, 110000) g`,
  )
  expect(await logBytes()).toBeGreaterThan(32 * 1024 * 1024)
  await job?.run(jobContext(job.name, { db: app.database.db, services: app.services }), {} as never)
  expect(await logBytes()).toBeLessThan(1024 * 1024)
  await app.database.pool.query('drop table many')
})

test('an end that comes with the start does not wait until the queue of every job is made', async () => {
  const jobs = Array.from({ length: 30 }, (_, n) => ({
    name: `nightly-${n}`,
    cron: '0 3 * * *',
    run: async () => {},
  }))
  const { jobDb: db, patientDb } = app.database
  const end = startJobs(jobs, { db, patientDb, services: app.services, log: { warn: () => {} } as never })
  await end()
  const { rows } = await app.database.pool.query(
    "select count(*)::int as queues from pgboss.queue where name like 'nightly-%'",
  )
  expect(rows).toEqual([{ queues: 0 }])
})

test('an update that adds a migration leaves the instance that runs ready, and one that needs the migration is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'munshi-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of readdirSync(migrations)) writeFileSync(join(folder, name), '')
  const instance = () => {
    const server = fastify()
    const standing = { isDraining: false }
    mountHealth(server, app.database, app.services.files, standing, pathToFileURL(`${folder}/`))
    return async () => {
      const answer = await server.inject({ method: 'GET', url: '/readyz' })
      return [answer.statusCode, answer.json().checks.migrations]
    }
  }
  const ready = instance()
  expect(await ready()).toEqual([200, 'ok'])
  writeFileSync(join(folder, '9999_of_the_next_version.sql'), '')
  const next = instance()
  expect([await ready(), await next()]).toEqual([
    [200, 'ok'],
    [503, 'failed'],
  ])
  const add = 'insert into migrations (name, sha256) values ($1, $2)'
  await app.database.pool.query(add, ['9999_of_the_next_version.sql', ''])
  expect([await ready(), await next()]).toEqual([
    [200, 'ok'],
    [200, 'ok'],
  ])
  // A database that is behind is not served, by either.
  const { rows } = await app.database.pool.query(
    'delete from migrations where name = (select min(name) from migrations) returning name, sha256',
  )
  expect([await ready(), await next()]).toEqual([
    [503, 'failed'],
    [503, 'failed'],
  ])
  await app.database.pool.query(add, [rows[0].name, rows[0].sha256])
  await app.database.pool.query("delete from migrations where name like '9999%'")
})

const silent = { warn: () => {}, error: () => {} } as never

test('a job whose time passed while no instance ran is made up for once, and at the first start there is nothing to make up for', async () => {
  // Half a day from now, so that its time does not come while this runs.
  const cron = `0 ${(new Date().getUTCHours() + 17) % 24} * * *`
  const { jobDb: db, patientDb } = app.database
  const start = () =>
    startJobs([{ name: 'missed-at-night', cron, run: async () => {} }], {
      ...{ db, patientDb, services: app.services, log: silent },
    })
  const ask = async (text: string) => (await app.database.pool.query(text)).rows
  const sent = () => ask("select count(*)::int as jobs from pgboss.job where name = 'missed-at-night'")
  await ask('update pgboss.version set cron_on = null')
  const endFirst = start()
  await expect
    .poll(() => ask("select from pgboss.schedule where name = 'missed-at-night'"), { timeout: 30_000 })
    .toHaveLength(1)
  await expect
    .poll(() => ask('select from pgboss.version where cron_on is not null'), { timeout: 30_000 })
    .toHaveLength(1)
  await endFirst()
  expect(await sent()).toEqual([{ jobs: 0 }])
  // Two days without an instance.
  await ask("update pgboss.version set cron_on = now() - interval '2 days'")
  await ask("update pgboss.schedule set created_on = now() - interval '9 days'")
  const endSecond = start()
  await expect.poll(sent, { timeout: 60_000, interval: 200 }).toEqual([{ jobs: 1 }])
  await endSecond()
  expect(await sent()).toEqual([{ jobs: 1 }])
})

test('a job of the night that fails is a line of the log with its name', async () => {
  const { jobDb: db, patientDb } = app.database
  const boss = new PgBoss({ db: fromKysely(db), migrate: false, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.createQueue('fails-at-night')
  await boss.send('fails-at-night', {}, { retryLimit: 0 })
  await boss.stop({ graceful: false })
  const lines: unknown[] = []
  const log = { warn: () => {}, error: (...line: unknown[]) => lines.push(line) } as never
  const fault = new Error('a table is missing')
  const job = { name: 'fails-at-night', cron: '0 3 29 2 *', run: () => Promise.reject(fault) }
  const end = startJobs([job], { db, patientDb, services: app.services, log })
  await expect
    .poll(() => lines, { timeout: 30_000 })
    .toEqual([
      [{ err: fault, job: 'fails-at-night' }, 'a scheduled job failed, it will run at its next time'],
    ])
  const states = async () =>
    (await app.database.pool.query("select state from pgboss.job where name = 'fails-at-night'")).rows
  await expect.poll(states, { timeout: 10_000 }).toEqual([{ state: 'failed' }])
  await end()
})
