import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'

let app: TestApp
const photo = '/api/account/photo'

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const send = (as: TestPerson | string, bytes: Buffer | string, name = 'me.jpg', field = 'file') => {
  const form = new FormData()
  form.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  return app.call('POST', photo, { as, body: form })
}
const settingsOf = async (as: TestPerson) =>
  (await app.call('GET', '/api/account/me', { as })).body.results.settings
const kept = () =>
  readdirSync(join(app.directory, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length
const bytesOf = async (as: TestPerson, id: string) => {
  const headers = { authorization: `Bearer ${as.token}` }
  const answer = await fetch(`${app.url}/api/account/photos/${id}`, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
/** Left third red, middle third green, right third blue. */
const striped = (width = 900, height = 300) => {
  const stripe = (background: string, left: number) => ({
    input: { create: { width: width / 3, height, channels: 3 as const, background } },
    left,
    top: 0,
  })
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([stripe('#f00', 0), stripe('#0f0', width / 3), stripe('#00f', (2 * width) / 3)])
    .jpeg()
    .withExif({ IFD0: { ImageDescription: 'where-I-live' } })
    .toBuffer()
}

describe('the photo of a person', () => {
  test('is cropped to a centred square of 256 pixels, without the metadata of the camera', async () => {
    const person = await app.person([])
    const upload = await striped()
    expect(upload.includes('where-I-live')).toBe(true)
    const answer = await send(person, upload)
    expect(answer.status).toBe(200)
    const { photo: id } = await settingsOf(person)
    expect(answer.body.results.photo).toBe(id)
    const { status, headers, bytes } = await bytesOf(person, id)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toBe('no-store')
    const { width, height, format, exif } = await sharp(bytes).metadata()
    expect({ width, height, format, exif }).toEqual({
      width: 256,
      height: 256,
      format: 'webp',
      exif: undefined,
    })
    expect(bytes.includes('where-I-live')).toBe(false)
    const { channels } = await sharp(bytes).stats()
    expect(channels[1]?.mean).toBeGreaterThan(240)
    expect(channels[0]?.mean).toBeLessThan(20)
    expect(channels[2]?.mean).toBeLessThan(20)
  })

  test('is upright when the camera was held sideways, and a picture one pixel wide is accepted', async () => {
    const person = await app.person([])
    const upload = await sharp(await striped())
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await send(person, upload)).status).toBe(200)
    const { bytes } = await bytesOf(person, (await settingsOf(person)).photo)
    expect((await sharp(bytes).stats()).channels[1]?.mean).toBeGreaterThan(240)
    const line = await sharp({ create: { width: 1, height: 9000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect((await send(person, line)).status).toBe(200)
    expect(
      await sharp((await bytesOf(person, (await settingsOf(person)).photo)).bytes).metadata(),
    ).toMatchObject({ width: 256, height: 256 })
  })

  test('is seen by every colleague who is signed in, and by nobody else', async () => {
    const [person, colleague] = [await app.person([]), await app.person([])]
    const id = (await send(person, await striped())).body.results.photo
    expect((await bytesOf(colleague, id)).status).toBe(200)
    const path = `/api/account/photos/${id}`
    expect((await app.call('GET', path)).status).toBe(401)
    expect((await app.call('GET', path, { as: await app.intakeKey() })).status).toBe(403)
    expect((await app.call('GET', `/media/${id}.webp`)).status).toBe(404)
    expect((await bytesOf(colleague, person.id)).status).toBe(404)
  })

  test('is sealed in the store; when replaced or removed it is deleted, and its address no longer answers', async () => {
    const person = await app.person([])
    const before = kept()
    const first = (await send(person, await striped())).body.results.photo
    const stored = readFileSync(join(app.directory, 'files', 'people', `${first}.webp`))
    expect(stored.includes('WEBP')).toBe(false)
    const second = (await send(person, await striped(600, 600))).body.results.photo
    expect(second).not.toBe(first)
    expect((await bytesOf(person, first)).status).toBe(404)
    expect(kept()).toBe(before + 1)
    const removed = await app.call('DELETE', photo, { as: person })
    expect(removed.body.results.photo).toBeNull()
    expect((await bytesOf(person, second)).status).toBe(404)
    expect(kept()).toBe(before)
    expect((await app.call('DELETE', photo, { as: person })).status).toBe(200)
    const { rows } = await app.database.pool.query(
      'select action, subject_type, subject_id from audit_log where actor_id = $1 order by id',
      [person.id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'add own photo',
      'replace own photo',
      'remove own photo',
    ])
    expect(rows.every((row) => row.subject_type === 'person' && row.subject_id === person.id)).toBe(true)
  })

  test('sent several times at once is stored once, and the bytes of the others are gone', async () => {
    const person = await app.person([])
    const before = kept()
    const upload = await striped()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(person, upload)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(kept()).toBe(before + 1)
    expect((await bytesOf(person, (await settingsOf(person)).photo)).status).toBe(200)
  })
})

describe('a file that is not a photo', () => {
  const jpeg = () => sharp({ create: { width: 400, height: 400, channels: 3, background: '#a52' } }).jpeg()
  test.each<[string, () => Promise<Buffer | string>, number, string]>([
    ['HTML named .jpg', async () => '<html><script>steal()</script></html>', 415, 'me.jpg'],
    [
      'SVG',
      async () =>
        '<svg xmlns="http://www.w3.org/2000/svg" onload="steal()"><rect width="9" height="9"/></svg>',
      415,
      'me.svg',
    ],
    [
      'SVG named .png',
      async () => '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      415,
      'me.png',
    ],
    ['a JPEG that ends in its middle', async () => (await noise()).subarray(0, 9000), 415, 'me.jpg'],
    [
      'the head of a JPEG and nothing else',
      async () => (await jpeg().toBuffer()).subarray(0, 120),
      415,
      'me.jpg',
    ],
    ['a PDF', async () => '%PDF-1.7 and so on', 415, 'me.jpg'],
    ['nothing', async () => '', 422, 'me.jpg'],
    ['30 megapixels', () => flat(6000, 5000), 413, 'me.png'],
    ['a picture of 30 megapixels that is 300 kB small', () => flat(30_000, 1_000), 413, 'me.png'],
    ['more than 5 MB', async () => Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 413, 'me.jpg'],
  ])('%s is refused, and the earlier photo stays', async (_, make, status, name) => {
    const person = await app.person([])
    await send(person, await striped())
    const [before, files] = [await settingsOf(person), kept()]
    const answer = await send(person, await make(), name)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('problem+json')
    expect(await settingsOf(person)).toEqual(before)
    expect(kept()).toBe(files)
    expect((await bytesOf(person, before.photo)).status).toBe(200)
  })

  test('and so is a form with another field, or with the id of a person', async () => {
    const [person, other] = [await app.person([]), await app.person([])]
    await send(other, await striped())
    const before = await settingsOf(other)
    expect((await send(person, await striped(), 'me.jpg', 'photo')).status).toBe(422)
    const form = new FormData()
    form.append('person_id', other.id)
    form.append('file', new Blob([new Uint8Array(await striped())]), 'me.jpg')
    expect((await app.call('POST', photo, { as: person, body: form })).status).toBeGreaterThanOrEqual(400)
    const named = new FormData()
    named.append('file', new Blob([new Uint8Array(await striped())]), 'me.jpg')
    const path = `${photo}?person_id=${other.id}`
    expect((await app.call('POST', path, { as: person, body: named })).status).toBe(422)
    expect((await app.call('DELETE', path, { as: person })).status).toBe(422)
    expect((await app.call('DELETE', `${photo}s/${before.photo}`, { as: person })).status).toBe(405)
    expect(await settingsOf(other)).toEqual(before)
    expect((await settingsOf(person)).photo).toBeNull()
    expect((await bytesOf(other, before.photo)).status).toBe(200)
  })
})

function flat(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
}

function noise(): Promise<Buffer> {
  const [width, height] = [300, 300]
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7919) % 251
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}
