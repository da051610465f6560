import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, isPassing, type OpenDatabase } from '#kit/server/database.ts'
import { readTogether, sendWithNext } from '#kit/server/database-driver.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'

let app: TestApp
let database: OpenDatabase
beforeAll(async () => {
  app = await startTestApp()
  database = app.database
  await database.pool.query('create table planned (id int, name text)')
  await database.pool.query("insert into planned values (1, 'one'), (2, 'two')")
})
afterAll(() => app.close())

async function onOne<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** The statements on this connection that the database keeps a plan of. */
const kept = async (client: pg.PoolClient) =>
  (await client.query('select statement from pg_prepared_statements')).rows.map(({ statement }) => statement)

describe('a statement', () => {
  test('is planned once for a connection from its second use, with the same answers', () =>
    onOne(async (client) => {
      const text = 'select name from planned where id = $1'
      const names = []
      for (const id of [1, 2, 1, 2]) names.push((await client.query(text, [id])).rows[0].name)
      expect(names).toEqual(['one', 'two', 'one', 'two'])
      expect((await kept(client)).filter((one) => one === text)).toEqual([text])
    }))

  test('that searches for a piece of a text is planned for each value', () =>
    onOne(async (client) => {
      const text = 'select name from planned where name like $1'
      for (let n = 0; n < 4; n += 1)
        expect((await client.query(text, ['t%'])).rows).toEqual([{ name: 'two' }])
      expect(await kept(client)).not.toContain(text)
    }))

  test('that holds several commands is sent unnamed, however often the job queue repeats its upkeep', () =>
    onOne(async (client) => {
      const text = "insert into planned values (3, 'three'); update planned set name = 'four' where id = 3"
      for (let n = 0; n < 3; n += 1) await client.query(text, [])
      const { rows } = await client.query('delete from planned where id = 3 returning name')
      expect(rows).toEqual([{ name: 'four' }, { name: 'four' }, { name: 'four' }])
    }))

  test('answers with the columns of the moment when a table is changed under it', () =>
    onOne(async (client) => {
      const text = 'select * from planned where id = $1'
      for (let n = 0; n < 3; n += 1) await client.query(text, [1])
      await database.patientPool.query("alter table planned add column size text default 'small'")
      expect((await client.query(text, [1])).rows).toEqual([{ id: 1, name: 'one', size: 'small' }])
      expect((await client.query(text, [2])).rows).toEqual([{ id: 2, name: 'two', size: 'small' }])
    }))

  test('whose table is changed while a transaction is open ends it as one that may be tried again', () =>
    onOne(async (client) => {
      const text = 'select * from planned where name = $1'
      for (let n = 0; n < 3; n += 1) await client.query(text, ['one'])
      await database.patientPool.query('alter table planned add column colour text')
      await client.query('begin')
      const failed = await client.query(text, ['one']).catch((error: unknown) => error)
      expect(isPassing(failed)).toBe(true)
      await client.query('rollback')
      await client.query('begin')
      expect((await client.query(text, ['one'])).rows).toMatchObject([{ id: 1, colour: null }])
      await client.query('commit')
    }))

  test('that is sent together with the begin of its transaction ends it too, and the connection is good for the next', async () => {
    const read = (trx: Database) => sql`select * from planned where id = ${1}`.execute(trx)
    const readOnce = () => database.db.transaction().execute(read)
    for (let n = 0; n < 12; n += 1) await Promise.all([readOnce(), readOnce(), readOnce()])
    await database.patientPool.query('alter table planned add column weight int')
    const ends = await Promise.allSettled([readOnce(), readOnce(), readOnce()])
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter((failure) => !isPassing(failure))).toEqual([])
    expect((await readOnce()).rows).toMatchObject([{ id: 1, weight: null }])
  })

  test('of a decision whose table is altered meanwhile is planned again, and the decision is made', async () => {
    const admin = await app.person()
    const approveOne = async () => {
      const { id } = await pendingVendor(app)
      return (await app.call('POST', `/api/admin/sellers/${id}/approve`, { as: admin })).status
    }
    for (let n = 0; n < 15; n += 1) expect(await approveOne()).toBe(200)
    await database.patientPool.query('alter table vendors add column of_a_later_version text')
    for (let n = 0; n < 15; n += 1) expect(await approveOne()).toBe(200)
  })

  // The connections of the embedded engine share one backend, which nothing else resets.
  test.skipIf(inject('engine') === 'embedded')(
    'of a write that the connection has forgotten is never sent again outside of its transaction',
    async () => {
      const add = (trx: Database) => sendWithNext(trx, sql`insert into planned values (${9}, ${'nine'})`)
      const addAndRead = () =>
        database.db.transaction().execute(async (trx) => {
          await add(trx)
          await sql`select name from planned where id = ${1}`.execute(trx)
          await add(trx)
        })
      for (let n = 0; n < 3; n += 1) await addAndRead()
      await onOne((client) => client.query('deallocate all'))
      expect(isPassing(await addAndRead().catch((error: unknown) => error))).toBe(true)
      await addAndRead()
      const { rowCount } = await database.pool.query('delete from planned where id = 9')
      expect(rowCount).toBe(8)
    },
  )

  test.skipIf(inject('engine') === 'embedded')(
    'that the connection has forgotten is sent again, and after three times without a name',
    () =>
      onOne(async (client) => {
        const text = 'select name, id from planned where id = $1'
        for (let n = 0; n < 6; n += 1) {
          for (let use = 0; use < 3; use += 1)
            expect((await client.query(text, [1])).rows).toEqual([{ name: 'one', id: 1 }])
          await client.query('deallocate all')
        }
        await client.query(text, [1])
        expect(await kept(client)).toEqual([])
      }),
  )
})

describe('a transaction whose writes were sent without waiting for their answers', () => {
  const names = async () =>
    (await database.pool.query('select name from planned order by id')).rows.map(({ name }) => name)
  const wrong = (n: number) => sql`update planned set id = 1 / ${n}::int`
  const right = (name: string) => sql`update planned set name = ${name} where id = 1`

  test('stores them all', async () => {
    const seen = await database.db.transaction().execute(async (trx) => {
      await sendWithNext(trx, right('first'))
      const { rows } = await sql`select name from planned where id = 1`.execute(trx)
      await sendWithNext(trx, right('last'))
      return rows
    })
    expect([seen, await names()]).toEqual([[{ name: 'first' }], ['last', 'two']])
  })

  test('reads two statements together, each with its own rows, and is told of the first that failed', async () => {
    const rowOf = (id: number) => sql<{ name: string }>`select name from planned where id = ${id}`
    const known = await names()
    const both = () => readTogether(database.db, rowOf(1), rowOf(2))
    for (let n = 0; n < 5; n += 1) expect(await both()).toEqual(known.map((name) => [{ name }]))
    const failing = readTogether(database.db, sql`select 1 / ${0}::int`, rowOf(2))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await both()).toEqual(known.map((name) => [{ name }]))
  })

  test.each([
    ['the next statement', true],
    ['the end of the transaction', false],
  ])('is told by %s what went wrong with the first of them, and stores none', async (_, hasNext) => {
    for (let n = 0; n < 12; n += 1) {
      const failed = await database.db
        .transaction()
        .execute(async (trx) => {
          await sendWithNext(trx, right('never'))
          await sendWithNext(trx, wrong(0))
          await sendWithNext(trx, sql`select * from nowhere`)
          if (hasNext) await sql`select name from planned`.execute(trx)
        })
        .catch((error: unknown) => error)
      expect(failed).toMatchObject({ code: '22012' })
    }
    // Every connection is good for the next transaction.
    await Promise.all(
      Array.from({ length: 12 }, () =>
        database.db.transaction().execute(async (trx) => {
          await sendWithNext(trx, right('after'))
        }),
      ),
    )
    expect(await names()).toEqual(['after', 'two'])
  })

  test('one of which has a value that cannot be sent is given up, and the connections are good for the next', async () => {
    const known = await names()
    const unsendable = sql`update planned set name = ${{ n: 1n } as never} where id = 2`
    for (let n = 0; n < 12; n += 1) {
      const failed = database.db.transaction().execute(async (trx) => {
        await sendWithNext(trx, right('never'))
        await sendWithNext(trx, unsendable)
      })
      await expect(failed).rejects.toThrow('BigInt')
    }
    const reading = Array.from({ length: 12 }, () =>
      database.db.transaction().execute(async (trx) => {
        await sendWithNext(trx, right(known[0]))
        return (await sql`select id from planned where id < 3`.execute(trx)).rows.length
      }),
    )
    expect(await Promise.all(reading)).toEqual(Array(12).fill(2))
    expect(await names()).toEqual(known)
  })
})
