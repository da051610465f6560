import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { refusing } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const path = '/api/admin/default-images'
const formOf = (bytes: Buffer | string) => {
  const form = new FormData()
  form.append(
    'file',
    new Blob([bytes as unknown as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }),
    'face.jpg',
  )
  return form
}
const picture = (width: number, height: number, background = '#b5651d') =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '33/1 41/1 0/1' } })
    .jpeg()
    .toBuffer()
const save = async (slot: string, bytes: Buffer | string, as = admin) =>
  app.call('POST', `${path}/${slot}`, { as, body: formOf(bytes) })
const read = async (as = admin) => (await app.call('GET', path, { as })).body.results

const expectRefused = refusing(() => app)

describe('the default images', () => {
  test('are none at first', async () => {
    expect(await read()).toEqual({ customer: '', shop_image: '', shop_banner: '' })
  })

  test.each([
    ['customer', 'customer', 150],
    ['shop-image', 'shop_image', 150],
    ['shop-banner', 'shop_banner', 400],
  ])(
    '%s is cut to its square, kept without any metadata, and read by anybody signed in',
    async (slot, field, side) => {
      const before = await read()
      const saved = await save(slot, await picture(900, 500))
      expect(saved.status).toBe(200)
      const media = saved.body.results[field]
      expect(saved.body.results).toEqual({ ...before, [field]: media })
      expect(await read(await app.person([]))).toEqual(saved.body.results)
      for (const [name, pixels] of [
        [`${media}.webp`, side],
        [`${media}-96.webp`, 96],
      ] as const) {
        const response = await fetch(`${app.url}/media/${name}`)
        const facts = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
        expect(facts).toMatchObject({ format: 'webp', width: pixels, height: pixels })
        expect(facts.exif).toBeUndefined()
      }
    },
  )

  test('leave an audit row when they change, and none when the same is saved again', async () => {
    const bytes = await picture(200, 200, '#224466')
    const first = await save('customer', bytes)
    await expectRefused(200, () => save('customer', bytes))
    const { rows } = await app.database.pool.query(
      "select subject_name, after from audit_log where action = 'save default image' order by id desc limit 1",
    )
    expect(rows[0]).toEqual({
      subject_name: 'Customer Image',
      after: { picture: first.body.results.customer },
    })
  })

  test('are decided by content: a page with the name of a picture is refused with the reason', async () => {
    const refused = await expectRefused(415, () => save('customer', '<html><script>steal()</script></html>'))
    expect(refused.body.message).toBe('Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted')
    await expectRefused(413, () => save('customer', Buffer.alloc(10 * 1024 * 1024 + 1)))
  })

  test('are each saved by who may change customers, or vendors', async () => {
    const bytes = await picture(200, 200, '#446622')
    const clerk = await app.person(['Customer: view', 'Customer: act', 'Vendors: view'])
    await expectRefused(403, () => save('shop-image', bytes, clerk))
    await expectRefused(403, () => save('shop-banner', bytes, clerk))
    expect((await save('customer', bytes, clerk)).status).toBe(200)
    const desk = await app.person(['Vendors: act'])
    await expectRefused(403, () => save('customer', bytes, desk))
    expect((await save('shop-banner', bytes, desk)).status).toBe(200)
  })
})
