import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import type pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { Refusal } from '#kit/contract/refusal.ts'
import { isDatabaseAway, type Tables } from './database.ts'
import { DatabaseClient, DatabasePool, StatementTooLong } from './database-client.ts'
import { JoiningDialect, readTogether, sendWithNext } from './database-driver.ts'

const withCode = (code: string) => Object.assign(new Error('from the driver'), { code })

describe('what says that the database is away', () => {
  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    '57P01',
    '57P03',
    '57014',
    '25P03',
  ])('is the code %s', (code) => expect(isDatabaseAway(withCode(code))).toBe(true))
  test.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('are the words of the driver: %s', (words) => expect(isDatabaseAway(new Error(words))).toBe(true))
  test('is no wrong statement, no refusal and no fault', () => {
    const others = [
      withCode('23505'),
      withCode('42P01'),
      new Error('a fault'),
      new Refusal('conflict', 'ECONNRESET'),
    ]
    expect(others.map(isDatabaseAway)).toEqual([false, false, false, false])
  })
})

const letter = (kind: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const ready = letter('Z', Buffer.from('I'))
const greeting = Buffer.concat([letter('R', Buffer.alloc(4)), ready])
const done = Buffer.concat([letter('C', Buffer.from('SELECT 0\0')), ready])

/** A server that takes connections as PostgreSQL does, and does what the test says with everything after. */
let server: Server
let sockets: Socket[] = []
const closers: (() => unknown)[] = []
async function serve(onQuery: (socket: Socket) => void, greets = true): Promise<pg.PoolConfig> {
  sockets = []
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      if (greets) socket.write(greeting)
      socket.on('data', () => onQuery(socket))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { host: '127.0.0.1', port, user: 'a', database: 'a', Client: DatabaseClient as never, ssl: false }
}
/** A server that answers every statement, and the texts of each piece that it was sent. */
async function serveAndListen(): Promise<{ config: pg.PoolConfig; pieces: string[][] }> {
  const pieces: string[][] = []
  const config = await serve(() => {})
  server.on('connection', (socket) =>
    socket.once('data', () =>
      socket.on('data', (piece) => {
        const texts = piece.toString('latin1').match(/(?:begin|commit|rollback|\w+ of \w+)(?=\0)/g) ?? []
        pieces.push(texts)
        for (const _ of texts) socket.write(done)
      }),
    ),
  )
  return { config, pieces }
}
function poolOf(config: pg.PoolConfig, more: object): pg.Pool {
  const pool = new DatabasePool({ ...config, ...more })
  pool.on('error', () => {})
  closers.push(() => pool.end())
  return pool
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(closers.splice(0).map((close) => close()))
  server?.close()
})

describe('a client', () => {
  test('that is lost between two statements ends no process, and what is asked of it next is refused at once', async () => {
    const faults: unknown[] = []
    const note = (fault: unknown) => faults.push(fault)
    process.on('uncaughtException', note)
    const pool = poolOf(await serve((socket) => socket.write(done)), {})
    const client = await pool.connect()
    await client.query('begin')
    sockets[0]?.resetAndDestroy()
    await pause(50)
    await expect(client.query('commit')).rejects.toSatisfy(isDatabaseAway)
    client.release()
    await pause(20)
    process.off('uncaughtException', note)
    expect([faults, pool.totalCount]).toEqual([[], 0])
  })

  test('ends its connection with a statement that is not answered: nothing can be committed on it later', async () => {
    const pool = poolOf(await serve(() => {}), { statementMs: 100 })
    const client = await pool.connect()
    const closed = new Promise((resolve) => sockets[0]?.once('close', resolve))
    const begun = performance.now()
    await expect(client.query('update a set b = 1')).rejects.toBeInstanceOf(StatementTooLong)
    await closed
    await expect(client.query('commit')).rejects.toSatisfy(isDatabaseAway)
    expect(performance.now() - begun).toBeLessThan(2_000)
    client.release()
    await pause(20)
    expect(pool.totalCount).toBe(0)
  })

  test('takes an answer that arrived while the process itself stood still', async () => {
    const config = await serve((socket) => {
      // The server of this test shares the thread: it holds everything up, and has answered when time goes on.
      const until = performance.now() + 300
      while (performance.now() < until);
      socket.write(done)
    })
    const pool = poolOf(config, { statementMs: 100 })
    const client = await pool.connect()
    await expect(client.query('select 1')).resolves.toBeDefined()
    client.release()
  })
})

describe('a pool', () => {
  test('knocks with one connection at a time while its server is away, and all are told what that one was', async () => {
    const pool = poolOf(await serve(() => {}, false), { max: 10, connectionTimeoutMillis: 100 })
    await expect(pool.connect()).rejects.toSatisfy(isDatabaseAway)
    const before = sockets.length
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => pool.connect()))
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
    expect(sockets.length - before).toBe(1)
  })

  test('gives everybody a connection again as soon as one was taken', async () => {
    let isThere = false
    const config = await serve((socket) => socket.write(done), false)
    server.on('connection', (socket) => socket.once('data', () => isThere && socket.write(greeting)))
    const pool = poolOf(config, { max: 10, connectionTimeoutMillis: 500 })
    await expect(pool.connect()).rejects.toSatisfy(isDatabaseAway)
    isThere = true
    const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
    expect(new Set(clients).size).toBe(10)
    for (const client of clients) client.release()
  })

  test('lets those wait on whose queue moves, and refuses at once those whose queue does not', async () => {
    const pool = poolOf(await serve(() => {}), { max: 1, connectionTimeoutMillis: 300 })
    const first = await pool.connect()
    const [second, third] = [pool.connect(), pool.connect()]
    await pause(100)
    first.release()
    const inHand = await second
    await pause(400)
    inHand.release()
    const last = await third
    const waiting = pool.connect().catch(() => 'refused')
    expect(await Promise.race([waiting, pause(450).then(() => 'still waiting')])).toBe('refused')
    last.release()
  })

  test('knows a connection that is given back lost from one that others can have', async () => {
    const config = await serve(() => {}, false)
    server.once('connection', (socket) => socket.once('data', () => socket.write(greeting)))
    const pool = poolOf(config, { max: 1, connectionTimeoutMillis: 300 })
    const first = await pool.connect()
    const waiting = pool.connect().catch(() => 'refused')
    sockets[0]?.resetAndDestroy()
    await pause(50)
    first.release()
    expect(await Promise.race([waiting, pause(450).then(() => 'still waiting')])).toBe('refused')
  })

  test('refuses after three waits in any case', async () => {
    // On a busy machine a tenth of a second may take three: the second in the line still gets its turn within a wait.
    const pool = poolOf(await serve(() => {}), { max: 1, connectionTimeoutMillis: 400 })
    const work = async () => {
      const client = await pool.connect()
      await pause(100)
      client.release()
    }
    // How long the connection itself takes is no part of the waits. Of so many, the last gets none within them however they stand.
    const first = await pool.connect()
    first.release()
    const ends = await Promise.allSettled(Array.from({ length: 40 }, work))
    const kinds = ends.map(({ status }) => status)
    expect([kinds[1], kinds.at(-1)]).toEqual(['fulfilled', 'rejected'])
    expect(ends.at(-1)).toMatchObject({ reason: { message: expect.stringMatching(/^timeout exceeded/) } })
  })
})

describe('a transaction', () => {
  const open = async (settings: object = {}, joins = true) => {
    const { config, pieces } = await serveAndListen()
    const pool = poolOf(config, { pipeline: true, ...settings })
    return {
      db: new Kysely<Tables>({ dialect: new JoiningDialect({ pool, joins: () => joins }) }),
      pool,
      pieces,
    }
  }

  test('sends what nobody waits for in one piece with the next statement, and the commit when it knows how that ended', async () => {
    const { db, pieces } = await open()
    await db.transaction().execute(async (trx) => {
      await sendWithNext(trx, sql`lock of one`)
      await sql`read of two`.execute(trx)
      await sendWithNext(trx, sql`write of three`)
      await sendWithNext(trx, sql`write of four`)
    })
    expect(pieces).toEqual([
      ['begin', 'lock of one', 'read of two'],
      ['write of three', 'write of four'],
      ['commit'],
    ])
  })

  test('sends nothing of what it had not sent yet when it is given up, and nothing at all if nothing was asked', async () => {
    const { db, pieces } = await open()
    const givenUp = db.transaction().execute(async (trx) => {
      await sendWithNext(trx, sql`write of one`)
      throw new Error('given up')
    })
    await expect(givenUp).rejects.toThrow('given up')
    await db.transaction().execute(async () => {})
    expect(pieces).toEqual([])
    const later = db.transaction().execute(async (trx) => {
      await sql`read of two`.execute(trx)
      await sendWithNext(trx, sql`write of three`)
      throw new Error('given up later')
    })
    await expect(later).rejects.toThrow('given up later')
    expect(pieces).toEqual([['begin', 'read of two'], ['rollback']])
  })

  test('reads two statements together, and so does a single read', async () => {
    const { db, pieces } = await open()
    await readTogether(db, sql`read of one`, sql`read of two`)
    await db.transaction().execute(async (trx) => {
      await sendWithNext(trx, sql`write of three`)
      await readTogether(trx, sql`read of four`, sql`read of five`)
    })
    expect(pieces).toEqual([
      ['read of one', 'read of two'],
      ['begin', 'write of three', 'read of four', 'read of five'],
      ['commit'],
    ])
  })

  test('keeps no more than twenty statements back, and outside of one each is sent at once', async () => {
    const { db, pieces } = await open()
    await sendWithNext(db, sql`write of alone`)
    await db.transaction().execute(async (trx) => {
      for (let n = 0; n < 25; n += 1) await sendWithNext(trx, sql`write of many`)
    })
    expect(pieces.map(({ length }) => length)).toEqual([1, 21, 5, 1])
  })

  test('sends one statement after the other behind a pooler, which may refuse the begin and go on', async () => {
    const { db, pieces } = await open({}, false)
    await db.transaction().execute(async (trx) => {
      await sendWithNext(trx, sql`write of one`)
      await readTogether(trx, sql`read of two`, sql`read of three`)
    })
    expect(pieces).toEqual([['begin'], ['write of one'], ['read of two'], ['read of three'], ['commit']])
  })

  test('whose statements are not answered in time ends its connection before a commit is sent', async () => {
    const pieces: string[] = []
    const config = await serve((socket) => {
      // Each answer takes most of the time that a statement may take: it starts the time of the next one.
      if (pieces.push('piece') === 1)
        for (const at of [60, 120, 180]) setTimeout(() => socket.write(done), at)
    })
    const pool = poolOf(config, { pipeline: true, statementMs: 100 })
    const db = new Kysely<Tables>({ dialect: new JoiningDialect({ pool, joins: () => true }) })
    const failed = db.transaction().execute(async (trx) => {
      await sendWithNext(trx, sql`write of one`)
      await sql`read of two`.execute(trx)
      await sendWithNext(trx, sql`write of three`)
      await sendWithNext(trx, sql`write of four`)
    })
    await expect(failed).rejects.toSatisfy(isDatabaseAway)
    await pause(20)
    expect([pieces.length, pool.totalCount]).toEqual([2, 0])
  })
})
