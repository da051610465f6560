import { mkdtempSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openServer } from '#kit/server/database.ts'
import { createTestDatabase } from '#testing/app.ts'
import { readConfig } from './config.ts'
import { openInstallation, prepare } from './service.ts'

// The embedded engine is within the process: nothing is in between.
const isEmbedded = inject('engine') === 'embedded'

const terminate = Buffer.from([0x58, 0, 0, 0, 4])
const keyOfBackend = Buffer.from([0x4b, 0, 0, 0, 12])
let direct = ''
let pooled = ''
let pooler: Server | null = null
const kept: Socket[] = []

/**
 * What a pooler in transaction mode is to its clients: it greets them with a number of its own, and the connection to the
 * server outlives them with everything that they set there.
 */
function startPooler(port: number): Promise<number> {
  pooler = createServer((near) => {
    const far = connect({ port, host: '127.0.0.1' })
    kept.push(far)
    near.on('data', (bytes) => {
      const isGoodbye = bytes.length >= 5 && bytes.subarray(-5).equals(terminate)
      far.write(isGoodbye ? bytes.subarray(0, -5) : bytes)
      if (isGoodbye) near.end()
    })
    near.on('error', () => {})
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    let isGreeted = false
    far.on('data', (bytes) => {
      const at = isGreeted ? -1 : bytes.indexOf(keyOfBackend)
      if (at >= 0) {
        isGreeted = true
        bytes.writeInt32BE(2_000_000_001, at + keyOfBackend.length)
      }
      if (near.writable) near.write(bytes)
    })
  })
  return new Promise((resolve) => {
    pooler?.listen(0, '127.0.0.1', () => {
      const address = pooler?.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

beforeAll(async () => {
  if (isEmbedded) return
  direct = await createTestDatabase()
  const url = new URL(direct)
  url.port = String(await startPooler(Number(url.port)))
  pooled = url.href
})
afterAll(() => {
  for (const socket of kept) socket.destroy()
  pooler?.close()
})

const settingsAt = async (url: string) => {
  const database = openServer(url, 2)
  const { rows } = await database.pool.query(
    `select current_setting('jit') as jit, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, reset_val as usual
     from pg_settings where name = 'jit'`,
  )
  await database.close()
  return rows[0]
}

test.skipIf(isEmbedded)(
  'a connection of our own has our limits, and one of a pooler stays as it is',
  async () => {
    expect(await settingsAt(direct)).toMatchObject({ jit: 'off', statement: '4050ms', idle: '15s' })
    const others = await settingsAt(pooled)
    expect(others).toMatchObject({ jit: others.usual, statement: '0', idle: '0' })
  },
)

test.skipIf(isEmbedded)('a start behind a pooler leaves no lock for the next one to wait for', async () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  const start = async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'munshi-pooler-'))
    const config = readConfig({ DATABASE_URL: pooled, DATA_DIR, FIELD_KEYS: `index:${key},k1:${key}` })
    const installation = await openInstallation(config)
    await prepare(installation, config)
    await installation.close()
  }
  await start()
  const database = openServer(direct, 2)
  const held = await database.pool.query(
    `select count(*)::int4 as locks from pg_locks l join pg_database d on d.oid = l.database
     where locktype = 'advisory' and d.datname = current_database()`,
  )
  await database.close()
  expect(held.rows).toEqual([{ locks: 0 }])
  await start()
})
