import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openEmbeddedEngine } from './database.ts'
import { DirectoryLocked } from './directory-lock.ts'
import { openEmbedded } from './embedded-database.ts'

const root = mkdtempSync(join(tmpdir(), 'munshi-engine-'))
let database: OpenDatabase

beforeAll(async () => {
  database = await openEmbeddedEngine(join(root, 'first'))
  await database.pool.query('create table notes (id int primary key, text text not null)')
})
afterAll(async () => {
  await database.close()
  rmSync(root, { recursive: true, force: true })
})

const count = async () => (await database.pool.query('select count(*)::int as n from notes')).rows[0].n

describe('the embedded engine', () => {
  test('flushes commits to the disk where it has one', async () => {
    const onDisk = await openEmbedded({ directory: join(root, 'durable') })
    expect(onDisk.isDurable).toBe(true)
    await onDisk.close()
    const { rows } = await database.pool.query('show fsync')
    expect(rows[0].fsync).toBe('on')
  })

  test('refuses a directory that is open already, and takes it when it is free again', async () => {
    await expect(openEmbedded({ directory: join(root, 'first') })).rejects.toThrow(DirectoryLocked)
    const directory = join(root, 'second')
    const first = await openEmbedded({ directory })
    await expect(openEmbedded({ directory })).rejects.toThrow(/Another Munshi works on/)
    await first.close()
    const second = await openEmbedded({ directory })
    await second.close()
  })

  test('keeps the transactions of its connections apart: what one has not committed no other sees', async () => {
    await database.pool.query('truncate notes')
    const seen = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const client = await database.pool.connect()
        try {
          await client.query('begin')
          await client.query('insert into notes values ($1, $2)', [n, `note ${n}`])
          await new Promise((resolve) => setTimeout(resolve, n % 3))
          const { rows } = await client.query('select count(*)::int as n from notes')
          await client.query(n % 2 === 0 ? 'commit' : 'rollback')
          return { own: n, rows: rows[0].n }
        } finally {
          client.release()
        }
      }),
    )
    expect(await count()).toBe(12)
    // Each saw its own row and those committed before it: never a neighbour's that was rolled back.
    expect(Math.max(...seen.map(({ rows }) => rows))).toBeLessThanOrEqual(13)
  })

  test('rolls back what a connection left open when it is gone, and serves the others', async () => {
    await database.pool.query('truncate notes')
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query("insert into notes values (1, 'left open')")
    client.release(true)
    expect(await count()).toBe(0)
    await database.pool.query("insert into notes values (2, 'after it')")
    expect(await count()).toBe(1)
  })

  test('an error ends its own transaction alone', async () => {
    await database.pool.query("truncate notes; insert into notes values (1, 'one')")
    const client = await database.pool.connect()
    await client.query('begin')
    await expect(client.query("insert into notes values (1, 'twice')")).rejects.toMatchObject({
      code: '23505',
    })
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await client.query('rollback')
    client.release()
    expect(await count()).toBe(1)
  })

  test('an archive of it fills a new directory with the same rows', async () => {
    await database.pool.query(
      "truncate notes; insert into notes select n, 'text ' || n from generate_series(1, 500) n",
    )
    const archive = await database.dump?.()
    const copy = await openEmbeddedEngine(join(root, 'copy'), archive)
    const { rows } = await copy.pool.query('select count(*)::int as n, max(text) as last from notes')
    expect(rows[0]).toEqual({ n: 500, last: 'text 99' })
    await copy.close()
  })

  test('keeps nothing of what it has answered', async () => {
    const rows = () => database.pool.query("select n, 'row ' || n as text from generate_series(1, 4000) n")
    const inMegabytes = async () => ((await database.measure?.())?.heap ?? 0) / 2 ** 20
    for (let n = 0; n < 10; n += 1) await rows()
    const before = await inMegabytes()
    for (let n = 0; n < 60; n += 1) await rows()
    // What it kept were objects of each row: of these 240,000 rows some 40 MB.
    expect((await inMegabytes()) - before).toBeLessThan(10)
  })

  test('what was committed is there when it is opened again', async () => {
    const directory = join(root, 'again')
    const first = await openEmbeddedEngine(directory)
    await first.pool.query('create table kept as select 7 as n')
    await first.close()
    const second = await openEmbeddedEngine(directory)
    expect((await second.pool.query('select n from kept')).rows).toEqual([{ n: 7 }])
    await second.close()
  })
})
