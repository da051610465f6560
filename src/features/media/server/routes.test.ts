import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedPicture, formWith, markUsed, otherPicture, usedWhole } from '#testing/media-samples.ts'
import { refusing } from '#testing/state.ts'
import { unknownPictures } from './queries.ts'
import { replaceMedia } from './rendition-commands.ts'
import { picturesIn, type ReplacedPicture, withReplaced } from './rules.ts'

let app: TestApp
let admin: TestPerson
let stage: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  stage = { app, admin }
})
afterAll(() => app.close())

const path = '/api/admin/media'
const expectRefused = refusing(() => app)
const read = async (id: string) => (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
const list = async (query: string) => (await app.call('GET', `${path}?${query}`, { as: admin })).body.results
const render = (id: string, body: object) => app.call('POST', `${path}/${id}/renditions`, { as: admin, body })
const fetched = async (hash: string) => {
  const response = await fetch(`${app.url}/media/${hash}.webp`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
const upload = (bytes: Buffer | string, name = 'banner.jpg', as = admin) =>
  app.call('POST', `${path}?name=${encodeURIComponent(name)}`, {
    as,
    body: formWith(bytes, name, 'image/jpeg'),
  })
/** Colours beside each other, so that what was cut out is told by its colour. */
async function striped(colours: readonly string[], width: number, height: number): Promise<Buffer> {
  const stripe = Math.floor(width / colours.length)
  const layers = colours.map((background, index) => ({
    input: { create: { width: stripe, height, channels: 3 as const, background } },
    left: index * stripe,
    top: 0,
  }))
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite(layers)
    .png()
    .toBuffer()
}

describe('adding a picture', () => {
  test('names it after its file and keeps no word of where it was taken', async () => {
    const bytes = await sharp(await otherPicture(900, 500))
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '33/1 41/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const { status, body } = await upload(bytes, 'Bazaar at dusk.jpg')
    expect(status).toBe(201)
    expect(body.results).toMatchObject({
      name: 'Bazaar at dusk',
      alt: '',
      is_decorative: false,
      width: 900,
      height: 500,
      focal_x: 0.5,
      focal_y: 0.5,
      use_count: 0,
      is_live: false,
      uses: [],
      version: 1,
    })
    const { media, thumbnail } = body.results
    for (const [hash, width] of [
      [media, 900],
      [thumbnail, 400],
    ] as const) {
      const facts = await sharp(await fetched(hash)).metadata()
      expect(facts).toMatchObject({ format: 'webp', width })
      expect(facts.exif).toBeUndefined()
    }
    expect((await list('q=bazaar')).map(({ id }: { id: string }) => id)).toEqual([body.results.id])
  })

  test('that is there already answers it, whatever the file is called now', async () => {
    const bytes = await otherPicture()
    const first = await addedPicture(stage, { bytes })
    const again = await expectRefused(201, () => upload(bytes, 'another name.png'))
    expect(again.body.results).toMatchObject({ id: first.id, name: first.name })
    const both = await Promise.all(
      [otherPicture()].map(async (same) => [upload(await same), upload(await same)]),
    )
    const [one, two] = await Promise.all(both.flat())
    expect(one?.body.results.id).toBe(two?.body.results.id)
  })

  test.each([
    ['a page with the name of a picture', '<html><script>steal()</script></html>', 415],
    [
      'a drawing that can run scripts',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>steal()</script></svg>',
      415,
    ],
    ['a program that begins like a picture', `\xff\xd8\xff\xe0${'#!/bin/sh\n'.repeat(40)}`, 415],
    ['a file of more than 8 MB', Buffer.alloc(8 * 1024 * 1024 + 1, 1), 413],
  ])('refuses %s and keeps nothing', async (_, bytes, status) => {
    await expectRefused(status, () => upload(bytes))
  })

  test('refuses a picture that ends in the middle, and one of 40 megapixels before it is decoded', async () => {
    const noise = await sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: '#777',
        noise: { type: 'gaussian', sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer()
    await expectRefused(415, () => upload(noise.subarray(0, noise.length / 2)))
    const vast = await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#123' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(vast.length).toBeLessThan(8 * 1024 * 1024)
    await expectRefused(413, 'The picture has more than 25 megapixels', () => upload(vast))
  })

  test('and every other change is refused to who may only see', async () => {
    const { id, version } = await addedPicture(stage)
    const clerk = await app.person(['Media Library: view'])
    const bytes = await otherPicture()
    const headers = { 'if-match': `"v${version}"` }
    await expectRefused(403, () => upload(bytes, 'x.png', clerk))
    await expectRefused(403, () => app.call('DELETE', `${path}/${id}`, { as: clerk }))
    await expectRefused(403, () =>
      app.call('PATCH', `${path}/${id}`, { as: clerk, body: { alt: 'x' }, headers }),
    )
    await expectRefused(403, () => app.call('POST', `${path}/${id}/renditions`, { as: clerk, body: {} }))
    await expectRefused(403, () =>
      app.call('POST', `${path}/${id}/file`, { as: clerk, body: formWith(bytes) }),
    )
    expect((await app.call('GET', `${path}/${id}`, { as: clerk })).status).toBe(200)
    const nobody = await app.person(['Products: view'])
    await expectRefused(403, () => app.call('GET', path, { as: nobody }))
  })
})

describe('describing a picture', () => {
  test('keeps its words and its focal point, and is refused on what somebody changed meanwhile', async () => {
    const { id } = await addedPicture(stage)
    const change = (body: object, version: number) =>
      app.call('PATCH', `${path}/${id}`, { as: admin, body, headers: { 'if-match': `"v${version}"` } })
    const told = await change({ name: 'Tea stall', alt: 'A tea stall in Quetta', focal_x: 0.25 }, 1)
    expect(told.body.results).toMatchObject({
      name: 'Tea stall',
      alt: 'A tea stall in Quetta',
      focal_x: 0.25,
      focal_y: 0.5,
      version: 2,
    })
    await expectRefused(412, () => change({ alt: 'Mine' }, 1))
    await expectRefused(422, () => change({ focal_y: 1.5 }, 2))
    await expectRefused(422, () => change({ name: '   ' }, 2))
    await expectRefused(200, () => change({ name: 'Tea stall' }, 2))
    const decorative = await change({ is_decorative: true }, 2)
    expect(decorative.body.results).toMatchObject({ alt: '', is_decorative: true, version: 3 })
  })
})

describe('the part of a picture that a place shows', () => {
  test('has the ratio of its slot, at most twice its size, and is never enlarged', async () => {
    const { id, media } = await addedPicture(stage, { bytes: await otherPicture(720, 410) })
    const original = await sharp(await fetched(media)).metadata()
    const side = fc.integer({ min: 8, max: 500 })
    await fc.assert(
      fc.asyncProperty(side, side, async (width, height) => {
        const slot = { width, height }
        const { status, body } = await render(id, { slot })
        expect(status).toBe(200)
        const made = body.results
        const facts = await sharp(await fetched(made.media)).metadata()
        expect(facts).toMatchObject({ width: made.width, height: made.height })
        expect(made.width).toBeLessThanOrEqual(Math.min(2 * width, original.width))
        expect(made.height).toBeLessThanOrEqual(Math.min(2 * height, original.height))
        // Within the one pixel a side that whole pixels cost.
        expect(made.width * height).toBeGreaterThan((made.height - 1) * width - height)
        expect(made.width * height).toBeLessThan((made.height + 1) * width + height)
        expect(made.is_smaller_than_slot).toBe(made.width < width || made.height < height)
      }),
      { numRuns: 25 },
    )
  })

  test('is what was chosen, and a part in another ratio than the slot is refused', async () => {
    const bytes = await striped(['#ff0000', '#00ff00', '#0000ff'], 300, 100)
    const { id } = await addedPicture(stage, { bytes })
    const slot = { width: 50, height: 50 }
    const crop = { x: 2 / 3, y: 0, width: 1 / 3, height: 1 }
    const { body } = await render(id, { slot, crop })
    expect(body.results).toMatchObject({ width: 100, height: 100, crop, is_smaller_than_slot: false })
    const { dominant } = await sharp(await fetched(body.results.media)).stats()
    expect(dominant.b).toBeGreaterThan(200)
    await expectRefused(200, () => render(id, { slot, crop }))
    await expectRefused(422, () => render(id, { slot, crop: { x: 0, y: 0, width: 1, height: 1 } }))
    await expectRefused(422, () => render(id, { slot, crop: { ...crop, width: 0 } }))
    await expectRefused(422, () => render(id, { slot: { width: 5_000, height: 10 } }))
  })

  test('is around the focal point where nobody chose it, and is the whole picture without a slot', async () => {
    const { id, version } = await addedPicture(stage, {
      bytes: await striped(['#fe0000', '#00fe00', '#0000fe'], 300, 100),
    })
    const headers = { 'if-match': `"v${version}"` }
    await app.call('PATCH', `${path}/${id}`, { as: admin, body: { focal_x: 0.1 }, headers })
    const { body } = await render(id, { slot: { width: 40, height: 40 } })
    expect(body.results.crop).toEqual({ x: 0, y: 0, width: expect.closeTo(1 / 3), height: 1 })
    const { dominant } = await sharp(await fetched(body.results.media)).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect((await render(id, {})).body.results).toMatchObject({ width: 300, height: 100, crop: null })
    const { is_smaller_than_slot } = (await render(id, { slot: { width: 343, height: 164 } })).body.results
    expect(is_smaller_than_slot).toBe(true)
  })

  test('is known as what the server made, and nothing else is', async () => {
    const { id, media } = await addedPicture(stage)
    const other = await addedPicture(stage)
    const used = await usedWhole(stage, id, { slot: { width: 20, height: 10 } })
    const unknown = (...pictures: (typeof used)[]) =>
      app.transact(async (ctx) => {
        ctx.unchanged()
        return unknownPictures(ctx, pictures)
      })
    expect(await unknown()).toEqual([])
    expect(await unknown(used, used)).toEqual([])
    const strange = [
      { ...used, media_id: other.id },
      { ...used, media },
      { ...used, width: used.width + 1 },
    ]
    expect(await unknown(used, ...strange, used)).toEqual([1, 2, 3])
    await app.call('DELETE', `${path}/${id}`, { as: admin })
    expect(await unknown(used)).toEqual([0])
  })
})

describe('where a picture is used', () => {
  test('is shown with it, and it is deleted only when it is used nowhere', async () => {
    const { id } = await addedPicture(stage, { name: 'Eid sale.png' })
    const used = await usedWhole(stage, id)
    await markUsed(app, 'Slider Banners', [used, used], true)
    await markUsed(app, 'Eid post', [used], false)
    expect(await read(id)).toMatchObject({
      use_count: 2,
      is_live: true,
      uses: [
        { noun: 'test', record_id: 'Slider Banners', label: 'Slider Banners', is_live: true },
        { noun: 'test', record_id: 'Eid post', label: 'Eid post', is_live: false },
      ],
    })
    const found = (use: string) => list(`q=eid sale&use=${use}`)
    expect(await found('used')).toHaveLength(1)
    expect(await found('unused')).toEqual([])
    const remove = () => app.call('DELETE', `${path}/${id}`, { as: admin })
    await expectRefused(409, 'This picture is used: Slider Banners (live), Eid post (draft)', remove)
    await markUsed(app, 'Slider Banners', [], true)
    await expectRefused(409, 'This picture is used: Eid post (draft)', remove)
    await markUsed(app, 'Eid post', [], false)
    expect(await found('unused')).toHaveLength(1)
    expect((await remove()).status).toBe(204)
    await expectRefused(404, remove)
    await expectRefused(404, () => app.call('GET', `${path}/${id}`, { as: admin }))
    expect(await list('q=eid sale')).toEqual([])
    // What an earlier release shows is still there.
    await fetched(used.media)
  })

  test('brings a deleted picture back, as uploading it again does', async () => {
    const bytes = await otherPicture()
    const { id } = await addedPicture(stage, { bytes })
    const used = await usedWhole(stage, id)
    await app.call('DELETE', `${path}/${id}`, { as: admin })
    await markUsed(app, 'Rolled back', [used], true)
    expect(await read(id)).toMatchObject({
      is_live: true,
      history: [{ action: 'restore picture' }, {}, {}, {}],
    })
    await markUsed(app, 'Rolled back', [], true)
    await app.call('DELETE', `${path}/${id}`, { as: admin })
    expect((await upload(bytes)).body.results).toMatchObject({ id, is_live: false })
  })

  test('is never lost to a deletion at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await addedPicture(stage)
      const used = await usedWhole(stage, id)
      const [removed] = await Promise.all([
        app.call('DELETE', `${path}/${id}`, { as: admin }),
        markUsed(app, `Race ${round}`, [used], true),
      ])
      expect([204, 409]).toContain(removed.status)
      expect(await read(id)).toMatchObject({ is_live: true })
    }
  })
})

describe('replacing the file', () => {
  test('shows the new one in working copies, around the focal point, and leaves what is live', async () => {
    const { id } = await addedPicture(stage, { bytes: await striped(['#f00000', '#f00000'], 300, 100) })
    const draft = await usedWhole(stage, id, { slot: { width: 50, height: 50 } })
    const live = await usedWhole(stage, id, { slot: { width: 60, height: 20 } })
    await markUsed(app, 'Draft', [draft], false)
    await markUsed(app, 'Live', [live], true)
    const value = { items: [{ image: draft, title: 'Sale' }], banner: live, logo: null }
    const heard: ReplacedPicture[] = []
    const file = await striped(['#0000f0', '#0000f0'], 400, 200)
    const ctx = await app.transact(async (trx) => {
      trx.unchanged()
      return trx
    })
    const after = await replaceMedia(
      { ...ctx, db: app.database.db, transact: (work) => app.transact(work) },
      { id, file },
      [{ hold: async () => {}, follow: async (_, replaced) => void heard.push(replaced) }],
    )
    expect(after).toMatchObject({ id, version: 2, width: 400, height: 200 })
    const [told] = heard
    if (!told) throw new Error('nobody was told')
    const next = withReplaced(value, told)
    expect(next).toMatchObject({ banner: live, logo: null, items: [{ title: 'Sale', image: { alt: '' } }] })
    const [shown] = picturesIn(next.items).map(({ picture }) => picture)
    expect(shown).toMatchObject({ media_id: id, width: 100, height: 100, is_decorative: true })
    expect(shown?.media).not.toBe(draft.media)
    const { dominant } = await sharp(await fetched(shown?.media ?? '')).stats()
    expect(dominant.b).toBeGreaterThan(200)
    // Earlier releases show the earlier file.
    await fetched(live.media)
    await fetched(draft.media)
    expect(withReplaced({ banner: live }, told)).toEqual({ banner: live })
  })

  test('gives each place its own part, also where the earlier file looked the same in all of them', async () => {
    const { id } = await addedPicture(stage, { bytes: await striped(['#00f000'], 100, 100) })
    const whole = { x: 0, y: 0, width: 1, height: 1 }
    const shown = {
      small: await usedWhole(stage, id, { slot: { width: 50, height: 50 } }),
      large: await usedWhole(stage, id, { slot: { width: 150, height: 150 } }),
      square: await usedWhole(stage, id, { crop: whole }),
      logo: await usedWhole(stage, id),
    }
    for (const picture of Object.values(shown)) expect(picture).toMatchObject({ width: 100, height: 100 })
    expect(new Set(Object.values(shown).map(({ media }) => media)).size).toBe(4)
    // The same place again shows the same rendition.
    expect(await usedWhole(stage, id, { slot: { width: 50, height: 50 } })).toEqual(shown.small)
    await markUsed(app, 'Places', Object.values(shown), false)
    const heard: ReplacedPicture[] = []
    const ctx = await app.transact(async (trx) => {
      trx.unchanged()
      return trx
    })
    await replaceMedia(
      { ...ctx, db: app.database.db, transact: (work) => app.transact(work) },
      { id, file: await striped(['#0000f0', '#f0f000'], 400, 200) },
      [{ hold: async () => {}, follow: async (_, replaced) => void heard.push(replaced) }],
    )
    const [told] = heard
    if (!told) throw new Error('nobody was told')
    expect(withReplaced(shown, told)).toMatchObject({
      small: { width: 100, height: 100 },
      large: { width: 200, height: 200 },
      square: { width: 200, height: 200 },
      logo: { width: 400, height: 200 },
    })
  })

  test('by the same file changes nothing, and by the file of another picture is refused', async () => {
    const bytes = await otherPicture()
    const { id, version } = await addedPicture(stage, { bytes, name: 'Lamps.png' })
    const other = await otherPicture()
    const { id: otherId } = await addedPicture(stage, { bytes: other })
    const replace = (of: string, file: Buffer | string) =>
      app.call('POST', `${path}/${of}/file`, { as: admin, body: formWith(file) })
    await expectRefused(200, () => replace(id, bytes))
    await expectRefused(409, 'This picture is in the library as “Lamps”: use it from there', () =>
      replace(otherId, bytes),
    )
    await expectRefused(415, () => replace(id, '<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expectRefused(404, () => replace('01a1fc80-d469-7475-b815-ea04c5a66a67', bytes))
    expect((await replace(id, await otherPicture())).body.results).toMatchObject({ version: version + 1 })
  })
})

test('the library is read in each order, page after page', async () => {
  for (let n = 0; n < 5; n += 1) await addedPicture(stage, { name: `Order ${n}.png` })
  for (const sort of ['-created_at', 'created_at', 'name', '-name', 'bytes', '-bytes']) {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const { body } = await app.call('GET', `${path}?q=order&limit=2&sort=${sort}${after}`, { as: admin })
      ids.push(...body.results.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
    }
    expect(new Set(ids).size).toBe(5)
    expect(ids).toHaveLength(5)
  }
})
