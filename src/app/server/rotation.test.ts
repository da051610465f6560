import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addKeyToFile, fieldKeysOfFile, parseFieldKeys } from '#kit/server/field-keys.ts'
import { filesOnDisk, sealedUnder } from '#kit/server/files.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { declaredTables } from '#kit/server/table.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { guardedPerson, standingClock } from '#testing/second-factor.ts'
import { isSealedAnew, type Rotated, sealAnew, sealedColumns } from './rotation.ts'

const directory = mkdtempSync(join(tmpdir(), 'munshi-rotation-'))
const keyFile = join(directory, 'field-keys')
const filesFolder = join(directory, 'files')
const clock = standingClock()
let app: TestApp
let admin: TestPerson
let key: string

beforeAll(async () => {
  const keys = fieldKeysOfFile(keyFile)
  app = await startTestApp({
    clock,
    keys,
    files: sealedUnder(['vendors/', 'people/', 'support/'], filesOnDisk(filesFolder), keys),
  })
  admin = await app.person()
  key = await app.intakeKey()
  const { pool } = app.database
  await pool.query(
    "insert into installation (id, key_fingerprint, key_ids) values (1, $1, '{k1}') on conflict do nothing",
    [keys.fingerprint],
  )
})
afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true, force: true })
})

const rotate = (): Promise<Rotated | null> =>
  sealAnew(jobContext('rotation', { db: app.database.db, services: app.services }))
const reveal = async (id: string, as = admin) =>
  (
    await app.call('POST', `/api/admin/sellers/${id}/reveal`, {
      as,
      body: { fields: ['cnic', 'ibn_number'] },
    })
  ).body.results

/** Every sealed text of the database and the first bytes of every sealed file, by the key that they are sealed under. */
async function lyingUnder(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  const count = (id: string) => {
    found[id] = (found[id] ?? 0) + 1
  }
  const tables = ['vendors', 'vendor_submissions', 'decision_states']
  for (const table of [...tables, 'second_factors', 'reset_requests', 'messages']) {
    const { rows } = await app.database.pool.query(`select t::text as text from ${table} t`)
    for (const { text } of rows) for (const [, id] of text.matchAll(/\b(k\d+)\.[\w-]{30,}/g)) count(id)
  }
  for (const folder of [join(filesFolder, 'vendors'), join(filesFolder, 'people')]) {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      count(readFileSync(join(folder, name)).subarray(0, 2).toString('latin1'))
    }
  }
  return found
}

async function vendorWithPaper(): Promise<{ id: string; paper: string; cnic: string | undefined }> {
  const { id, body } = await pendingVendor(app)
  const form = await pictureForm()
  const path = `/api/intake/sellers/${id}/files/cheque_copy`
  const paper = (await app.call('POST', path, { as: key, body: form })).body.results.id
  return { id, paper, cnic: body.seller?.cnic }
}

/** An accepted change of a tax number: what it replaced is kept for Undo. */
async function vendorWithChange(): Promise<void> {
  const { id, body } = await pendingVendor(app)
  const path = `/api/admin/sellers/${id}`
  await app.call('POST', `${path}/approve`, { as: admin })
  const shop = { ...body.shop, shop_ntn: '7654321' }
  await app.call('POST', '/api/intake/sellers', { as: key, body: { ...body, shop } })
  const { change } = (await app.call('GET', path, { as: admin })).body.results
  const accepted = await app.call('POST', `${path}/changes/${change.id}/accept`, { as: admin })
  expect(accepted.status).toBe(200)
  const { rows } = await app.database.pool.query('select state::text as text from decision_states')
  expect(rows.map(({ text }) => /k1\.[\w-]{30,}/.test(text))).toEqual([true])
}

describe('a new field key', () => {
  test('is for every column that holds something sealed', () => {
    const declared = [...declaredTables].flatMap(([table, columns]) =>
      Object.keys(columns)
        .filter((column) => column.endsWith('_sealed'))
        .map((column) => `${table}.${column}`),
    )
    expect(declared.length).toBeGreaterThan(10)
    expect(sealedColumns.map(([table, , column]) => `${table}.${column}`).sort()).toEqual(declared.sort())
  })

  test('is looked at once where there is only one: nothing is recorded, nothing changes', async () => {
    await vendorWithPaper()
    const before = await lyingUnder()
    expect(await rotate()).toBeNull()
    clock.move(61_000)
    expect(await rotate()).toBeNull()
    expect(await lyingUnder()).toEqual(before)
    const { rows } = await app.database.pool.query("select 1 from audit_log where action = 'seal anew'")
    expect(rows).toEqual([])
  })

  test('takes over everything while people read and write, and nothing is unreadable at any moment', async () => {
    const vendors = await Promise.all(Array.from({ length: 12 }, vendorWithPaper))
    await vendorWithChange()
    await guardedPerson(app)
    await app.call('POST', '/api/account/reset', { body: { email: 'somebody@munshi.example' } })
    const form = await pictureForm()
    expect((await app.call('POST', '/api/account/photo', { as: admin, body: form })).status).toBeLessThan(300)
    expect(Object.keys(await lyingUnder())).toEqual(['k1'])

    expect(addKeyToFile(keyFile)).toBe('k2')
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    let isOver = false
    let reads = 0
    const reading = async () => {
      while (!isOver) {
        for (const { id, paper, cnic } of vendors) {
          expect((await reveal(id)).cnic).toBe(cnic)
          const answer = await app.call('POST', `/api/admin/sellers/${id}/papers/${paper}`, { as: admin })
          expect(answer.status).toBe(200)
          reads += 1
        }
      }
    }
    const writing = async () => {
      while (!isOver) await vendorWithPaper()
    }
    const work = Promise.all([reading(), writing()])
    let done: Rotated | null = await rotate()
    expect(done).toBeNull()
    clock.move(61_000)
    for (let tries = 0; tries < 20 && !done; tries += 1) done = await rotate()
    isOver = true
    await work
    expect(done).toMatchObject({ key: 'k2' })
    expect(done?.values).toBeGreaterThan(12 * 4)
    expect(done?.files).toBeGreaterThanOrEqual(2)
    expect(reads).toBeGreaterThan(0)
    expect(Object.keys(await lyingUnder())).toEqual(['k2'])
    const { rows } = await app.database.pool.query(
      "select actor_name, after from audit_log where action = 'seal anew'",
    )
    expect(rows).toEqual([{ actor_name: 'rotation', after: { ...done } }])
    expect(await rotate()).toBeNull()
    process.stdout.write(
      `${done?.values} values and ${done?.files} files sealed again beside ${reads} rounds of reading\n`,
    )
  })

  test('is all that is needed from then on: the older one may go', async () => {
    const { id, cnic, paper } = await vendorWithPaper()
    const [index, , k2] = readFileSync(keyFile, 'utf8').trim().split(',')
    const keys = parseFieldKeys(`${index},${k2}`)
    const { rows } = await app.database.pool.query('select key_ids from installation')
    expect(rows[0].key_ids).toEqual(['k2'])
    const { rows: stored } = await app.database.pool.query(
      'select cnic_sealed from vendors where cnic_sealed is not null',
    )
    for (const { cnic_sealed } of stored) expect(keys.open(cnic_sealed)).toMatch(/^\d{13}$/)
    expect((await reveal(id)).cnic).toBe(cnic)
    const { rows: files } = await app.database.pool.query(
      'select storage_key from vendor_files where id = $1',
      [paper],
    )
    const found = await sealedUnder(['vendors/', 'people/', 'support/'], filesOnDisk(filesFolder), keys).read(
      files[0].storage_key,
    )
    expect(found?.bytes).toBeGreaterThan(20)
  })

  test('that another instance sealed under already is taken up when it is met', async () => {
    const path = join(directory, 'met')
    const here = fieldKeysOfFile(path)
    addKeyToFile(path)
    const there = fieldKeysOfFile(path)
    expect(here.ids).toEqual(['k1'])
    expect(here.open(there.seal('35202-1234567-1'))).toBe('35202-1234567-1')
    expect(here.ids).toEqual(['k1', 'k2'])
    writeFileSync(`${path}.lock`, '')
    expect(() => addKeyToFile(path)).toThrow('Another command')
    rmSync(`${path}.lock`)
    // What cannot be read as keys leaves those that there are.
    writeFileSync(path, `index:${randomBytes(3).toString('base64')}`)
    expect(() => here.refresh()).toThrow('FIELD_KEYS')
    expect(here.open(there.seal('still'))).toBe('still')
  })
})

test('a value that was changed meanwhile is not put back', async () => {
  const { id, body } = await pendingVendor(app)
  addKeyToFile(keyFile)
  const send = (cnic: string) =>
    app.call('POST', '/api/intake/sellers', { as: key, body: { ...body, seller: { ...body.seller, cnic } } })
  const numbers = Array.from({ length: 8 }, (_, n) => `352029876543${n}`)
  for (const cnic of numbers) {
    const [, answer] = await Promise.all([rotate(), send(cnic)])
    expect(answer.status).toBe(201)
    expect((await reveal(id)).cnic).toBe(cnic)
  }
  clock.move(61_000)
  for (let tries = 0; tries < 5; tries += 1) await rotate()
  expect((await reveal(id)).cnic).toBe(numbers.at(-1))
  expect(Object.keys(await lyingUnder())).toEqual(['k3'])
})

test('what an instance with the older key first has sealed back is sealed again, and nobody is told before that it is over', async () => {
  const { id, body } = await pendingVendor(app)
  const { pool } = app.database
  const all = readFileSync(keyFile, 'utf8').trim()
  const older = parseFieldKeys(all.split(',').slice(0, -1).join(','))
  expect(older.ids.at(-1)).toBe('k2')
  const isOver = () => isSealedAnew(jobContext('rotation', { db: app.database.db, services: app.services }))
  expect(await isOver()).toBe(true)
  // What its last rounds have left, after another instance was done and before it was started with the new order.
  await pool.query("update installation set sealing_under = 'k2', key_ids = '{k3,k2}'")
  await pool.query('update vendors set cnic_sealed = $1 where id = $2', [
    older.seal(body.seller?.cnic ?? ''),
    id,
  ])
  expect(await isOver()).toBe(false)
  await rotate()
  clock.move(61_000)
  for (let tries = 0; tries < 3; tries += 1) await rotate()
  expect(await isOver()).toBe(true)
  expect(Object.keys(await lyingUnder())).toEqual(['k3'])
  expect((await reveal(id)).cnic).toBe(body.seller?.cnic)
})
