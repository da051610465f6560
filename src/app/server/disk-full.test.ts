import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { filesOnDisk } from '#kit/server/files.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingProduct, pendingVendor, sellerBody } from '#testing/factories.ts'
import { testInstallation } from '#testing/installation.ts'
import { type RunningPostgres, startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'
import { mountSmallDisk, type SmallDisk } from '#testing/small-disk.ts'

// Where this account may not mount a file system there is no full disk to be had.
const probe = mountSmallDisk(1)
probe?.remove()
const isEmbedded = inject('engine') === 'embedded'
const isSample = isEmbedded && process.env.MUNSHI_EMBEDDED_TESTS === 'what differs'
const words = /^The server has no space left\./

// Files are beside the database, whichever it is.
describe.runIf(probe && !isSample)('a full disk of the files', () => {
  let app: TestApp
  let admin: TestPerson
  let disk: SmallDisk
  let picture: Buffer

  beforeAll(async () => {
    disk = mountSmallDisk(6) as SmallDisk
    app = await startTestApp({ files: filesOnDisk(disk.path) })
    admin = await app.person()
    picture = await noise(1)
  })
  afterEach(() => disk.free())
  afterAll(async () => {
    await app.close()
    disk.remove()
  })

  test('a picture is refused in plain words, nothing of it is left, and it is taken when there is room', async () => {
    const key = await app.intakeKey()
    const { id } = await pendingProduct(app)
    const send = () => app.call('POST', `/api/intake/products/${id}/images`, { as: key, body: form(picture) })
    const statuses = new Set<number>()
    // Every amount of room that is too little: for the picture, and for the thumbnail behind it.
    const before = disk.files()
    for (let left = 0; left <= 96; left += 8) {
      disk.free()
      disk.fill(left)
      const answer = await send()
      statuses.add(answer.status)
      if (answer.status === 201) break
      expect(answer.body).toMatchObject({ type: 'urn:munshi:no-room', message: expect.stringMatching(words) })
      expect(disk.files()).toEqual(before)
      expect(await picturesOf(id)).toBe(0)
    }
    expect(statuses).toContain(507)
    disk.free()
    expect((await send()).status).toBe(201)
    expect(disk.files()).toHaveLength(before.length + 2)
  })

  test('a sheet of products is refused and nothing of it is left', async () => {
    const { id } = await pendingVendor(app)
    const rows = Array.from({ length: 20_000 }, (_, n) => `DISK-${n},Kettle ${n},${1000 + n}`)
    const bytes = Buffer.from(`SKU,Name,Retail price\r\n${rows.join('\r\n')}\r\n`)
    const send = () =>
      app.call('POST', `/api/admin/imports?vendor_id=${id}`, { as: admin, body: form(bytes, 'products.csv') })
    const before = disk.files()
    disk.fill(100)
    const refused = await send()
    expect([refused.status, refused.body.message]).toEqual([507, expect.stringMatching(words)])
    expect(disk.files()).toEqual(before)
    expect((await app.call('GET', '/api/admin/imports?limit=25', { as: admin })).body.total).toBe(0)
    disk.free()
    expect((await send()).status).toBe(202)
  })

  test('is named by the check of readiness, which is good again by itself', async () => {
    const ready = () => app.call('GET', '/readyz')
    expect((await ready()).body).toMatchObject({ status: 'ok', checks: { disk: 'ok' } })
    disk.fill()
    await expect.poll(async () => (await ready()).status, { timeout: 5_000 }).toBe(503)
    expect((await ready()).body.checks).toEqual({
      database: 'ok',
      migrations: 'ok',
      jobs: 'ok',
      disk: 'failed',
    })
    // Who only reads is served all the same.
    expect((await app.call('GET', '/api/admin/products/get/pending?limit=5', { as: admin })).status).toBe(200)
    disk.free()
    await expect.poll(async () => (await ready()).status, { timeout: 5_000 }).toBe(200)
  })

  async function picturesOf(id: string): Promise<number> {
    const { rows } = await app.database.pool.query(
      'select count(*)::int as n from product_images where product_id = $1',
      [id],
    )
    return rows[0].n
  }
})

describe.runIf(probe)('a full disk of the database', () => {
  let disk: SmallDisk
  let postgres: RunningPostgres | null = null
  let settings: Record<string, string>
  let munshi: MunshiProcess

  beforeAll(async () => {
    disk = mountSmallDisk(isEmbedded ? 160 : 64) as SmallDisk
    const directory = join(disk.path, 'data')
    if (isEmbedded) settings = await testInstallation(directory)
    else {
      postgres = await startPostgres()
      settings = { DATA_DIR: directory, DATABASE_URL: await databaseOn(postgres, disk) }
    }
    munshi = await startMunshi(settings)
  })
  afterAll(async () => {
    await munshi?.stop()
    await postgres?.stop()
    disk?.remove()
  })

  test('writes are refused in plain words, reads are answered, and what was acknowledged is there when there is room', async () => {
    const token = await signInOperator(munshi)
    const write = () => munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())
    const acknowledged: string[] = []
    disk.fill()
    let refusals = 0
    for (let n = 0; n < 3_000 && refusals < 8; n += 1) {
      const { status, body } = await write()
      if (status === 201) acknowledged.push(body.results.id)
      else {
        refusals += 1
        expect([status, body.message]).toEqual([507, expect.stringMatching(words)])
      }
    }
    expect(refusals).toBe(8)
    expect((await munshi.call('GET', '/api/admin/sellers/get/pending?limit=5', token)).status).toBe(200)
    disk.free()
    await expect.poll(async () => (await write()).status, { timeout: 20_000 }).toBe(201)
    expect(await munshi.stop()).toBe(0)
    munshi = await startMunshi(settings)
    const again = await signInOperator(munshi)
    for (const id of acknowledged.slice(-40)) {
      expect((await munshi.call('GET', `/api/admin/sellers/${id}`, again)).status).toBe(200)
    }
  })
})

/** A new database whose files are on the small disk. */
async function databaseOn(postgres: RunningPostgres, disk: SmallDisk): Promise<string> {
  const folder = join(disk.path, 'tablespace')
  mkdirSync(folder)
  const [, uid = '0', gid = '0'] =
    /^postgres:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (process.getuid?.() === 0) chownSync(folder, Number(uid), Number(gid))
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create tablespace small location '${folder}'`)
  await client.query('create database small tablespace small')
  await client.end()
  return postgres.urlOf('small')
}

/** A picture that does not get smaller than this by being encoded again. */
async function noise(seed: number): Promise<Buffer> {
  const channels = 3 as const
  const noise = { type: 'gaussian' as const, mean: 120 + seed, sigma: 60 }
  return sharp({ create: { width: 300, height: 200, channels, background: 'grey', noise } })
    .png()
    .toBuffer()
}

function form(bytes: Buffer, name = 'picture.png'): FormData {
  const made = new FormData()
  made.append('file', new Blob([new Uint8Array(bytes)]), name)
  return made
}
