import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import type { ImportRow } from '#features/bulk-upload/contract.ts'
import { cleanImage } from '#kit/server/images.ts'
import { guardedOutgoing } from '#kit/server/outgoing.ts'
import { type Answer, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, pendingProduct, pendingVendor } from '#testing/factories.ts'
import {
  checkedSheet,
  confirmed,
  importedSheet,
  letImportsRun,
  sheetForm,
  sheetOf,
} from '#testing/import-samples.ts'
import { draftPromotion } from '#testing/promotion-samples.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
let vendor: string
let query: string
let host: string
let asked = 0
const gathered: (() => Promise<void>)[] = []
let isLate = true

/**
 * Somebody's server of pictures: one picture, another that is late, three that are served together, one page, one that leads
 * elsewhere, one that never ends.
 */
const shop = createServer(async (request, response) => {
  asked += 1
  if (request.url === '/red.png') return response.end(await picture('red'))
  if (request.url === '/late.png' && !isLate) return response.end(await picture('green'))
  const [, together] = /^\/together\/(.+)$/.exec(request.url ?? '') ?? []
  if (together) {
    // It answers none before all three are asked for, and the last one first.
    gathered.push(async () => void response.end(await picture(together)))
    if (gathered.length === 3) for (const answer of gathered.splice(0).reverse()) await answer()
    return
  }
  if (request.url === '/page') return response.end('<html>no picture</html>')
  if (request.url === '/elsewhere') return response.writeHead(302, { location: '/red.png' }).end()
  if (request.url === '/endless') {
    const piece = Buffer.alloc(1024 * 1024)
    const write = () => {
      while (response.write(piece));
    }
    response.on('drain', write).on('error', () => {})
    return write()
  }
  return response.writeHead(404).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(shop.address() as AddressInfo).port}`
  app = await startTestApp({ outgoing: guardedOutgoing([host]), imageHosts: [host, '*.pictures.example'] })
  admin = await app.person()
  by = { app, admin }
})
beforeEach(async () => {
  vendor = (await pendingVendor(app)).id
  query = `?vendor_id=${vendor}`
})
afterAll(async () => {
  await app.close()
  shop.close()
})

const path = '/api/admin/imports'
const head = ['SKU', 'Name', 'Retail price', 'Qty available in pcs', 'Pictures']
const read = async (id: string) => (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
const rowsOf = async (id: string) =>
  (await app.call('GET', `${path}/${id}/rows?limit=100`, { as: admin })).body.results
const product = async (id: string) =>
  (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results
const bring = (text: string) => importedSheet(by, sheetForm(text), query)
const picture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

/** A ZIP with these files, as the screen sends it. */
async function zipForm(files: Readonly<Record<string, string | Buffer>>): Promise<FormData> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) {
    zip.addBuffer(typeof content === 'string' ? Buffer.from(content) : content, name)
  }
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return sheetForm(Buffer.concat(pieces), 'products.zip')
}

async function revert(id: string): Promise<Answer> {
  const answer = await app.call('POST', `${path}/${id}/revert`, { as: admin })
  await letImportsRun(app)
  return answer
}

/** The listings with all that belongs to them, but for what every change moves. */
async function listings(): Promise<string> {
  const { rows } = await app.database.pool.query(`
    select
      (select json_agg(to_jsonb(p) - 'version' - 'updated_at' order by id) from products p) as products,
      (select json_agg(s order by id) from product_submissions s) as submissions,
      (select json_agg(m order by id) from product_images m) as images,
      (select json_agg(m order by product_id, source_hash) from product_picture_sources m) as sources,
      (select json_object_agg(key, n) from (
        select key, sum(n) as n from (select key, n from counts union all select key, n from count_deltas) a
        where key like 'products:%' group by key having sum(n) <> 0) c) as counts`)
  return JSON.stringify(rows[0])
}

describe('an import that is reverted', () => {
  test('leaves the listings as they were, those that it made and those that it changed', async () => {
    const approved = await listedProduct(by, { sku: 'A-1', product_price: '1000' }, vendor)
    const waiting = await pendingProduct(app, { sku: 'W-1' }, vendor)
    const rejected = await pendingProduct(app, { sku: 'R-1' }, vendor)
    await app.call('POST', `/api/admin/products/${rejected.id}/reject`, {
      as: admin,
      body: { reason: 'Blurred' },
    })
    const edited = await listedProduct(by, { sku: 'A-2', product_price: '1000' }, vendor)
    const key = await app.intakeKey()
    await app.call('POST', '/api/intake/products', {
      as: key,
      body: { ...edited.body, product_name: 'Edit that waits' },
    })
    const before = await listings()
    const done = await bring(
      sheetOf(
        head,
        ['A-1', 'New name', '1050', '3', `http://${host}/red.png`],
        ['W-1', 'New name', '10', '4', ''],
        ['R-1', 'Sharp now', '', '5', `http://${host}/red.png`],
        ['A-2', 'Another edit', '', '6', ''],
        ['N-1', 'New', '500', '7', `http://${host}/red.png`],
      ),
    )
    expect(done.counts).toMatchObject({
      created: 1,
      changed: 4,
      failed: 0,
      pictures_done: 3,
      pictures_failed: 0,
    })
    expect(await product(waiting.id)).toMatchObject({ product_name: 'New name' })
    expect(await product(rejected.id)).toMatchObject({ status: 'submitted' })
    expect(await product(approved.id)).toMatchObject({
      product_price: '1050',
      revision: { images_after: [{}] },
    })
    expect(await listings()).not.toBe(before)
    expect((await revert(done.id)).status).toBe(200)
    const reverted = await read(done.id)
    expect(reverted).toMatchObject({
      status: 'reverted',
      counts: { reverted: 5, kept: 0 },
      reverted_by_name: expect.any(String),
      revertable_until: null,
    })
    expect(await listings()).toBe(before)
  })

  test('leaves what people have changed since, and names it and them', async () => {
    const mine = await pendingProduct(app, { sku: 'W-1' }, vendor)
    const done = await bring(
      sheetOf(
        head,
        ['W-1', 'From the sheet', '10', '4', ''],
        ['N-1', 'One', '5', '7', ''],
        ['N-2', 'Two', '5', '7', ''],
        ['N-3', 'Three', '5', '7', ''],
      ),
    )
    const rows = await rowsOf(done.id)
    const name = `Person ${admin.id.slice(-6)}`
    const [, one, two, three] = rows.map(({ product_id }: ImportRow) => product_id)
    const since = [
      await app.call('POST', `/api/admin/products/${one}/approve`, { as: admin }),
      await app.call('POST', `/api/admin/products/${mine.id}/approve`, { as: admin }),
      await app.call('POST', `/api/admin/products/${two}/notes`, { as: admin, body: { text: 'Ask them' } }),
    ]
    expect(since.map(({ status }) => status)).toEqual([200, 200, 201])
    await revert(done.id)
    expect((await read(done.id)).counts).toMatchObject({ reverted: 1, kept: 3 })
    const after = await rowsOf(done.id)
    expect(after.map(({ state, notes }: ImportRow) => [state, notes.at(-1)])).toEqual([
      ['kept', `Kept, because the product was changed since (approve, ${name})`],
      ['kept', `Kept, because the product was changed since (approve, ${name})`],
      ['kept', `Kept, because the product was changed since (write note, ${name})`],
      ['reverted', undefined],
    ])
    expect(await product(mine.id)).toMatchObject({ status: 'approved', product_name: 'From the sheet' })
    expect(await product(one)).toMatchObject({ status: 'approved', product_name: 'One' })
    expect(await product(two)).toMatchObject({ status: 'submitted', product_name: 'Two' })
    const notes = await app.call('GET', `/api/admin/products/${two}/notes`, { as: admin })
    expect(notes.body.results).toMatchObject([{ text: 'Ask them' }])
    expect((await app.call('GET', `/api/admin/products/${three}`, { as: admin })).status).toBe(404)
  })

  test('returns listings to the category that took in theirs since', async () => {
    const [old, other, into] = [await addedCategory(by), await addedCategory(by), await addedCategory(by)]
    const filed = await pendingProduct(app, { sku: 'C-1', category: old.name }, vendor)
    const placeless = await pendingProduct(app, { sku: 'C-2', category: 'Not in the tree' }, vendor)
    const done = await bring(
      sheetOf(
        [...head, 'Category'],
        ['C-1', '', '', '', '', other.name],
        ['C-2', '', '', '', '', other.name],
      ),
    )
    const merged = await app.call('POST', `/api/admin/categories/${old.id}/merge`, {
      as: admin,
      body: { into: into.id, product_count: 0 },
    })
    expect(merged.status).toBe(200)
    await addedCategory(by, { name: 'Not in the tree' })
    await revert(done.id)
    expect((await read(done.id)).counts).toMatchObject({ reverted: 2, kept: 0 })
    expect(await product(filed.id)).toMatchObject({ category: old.name, filed_under: { id: into.id } })
    expect(await product(placeless.id)).toMatchObject({ category: 'Not in the tree', filed_under: null })
  })

  test('keeps in the stock what was sold meanwhile', async () => {
    const { id } = await listedProduct(by, { sku: 'A-1', product_stock: 10 }, vendor)
    const done = await bring(sheetOf(head, ['A-1', '', '', '50', '']))
    await app.database.pool.query('update products set product_stock = product_stock - 3 where id = $1', [id])
    await revert(done.id)
    expect(await product(id)).toMatchObject({ product_stock: 7 })
  })

  test('goes back import by import, the last one first', async () => {
    await pendingProduct(app, { sku: 'T-1' }, vendor)
    const before = await listings()
    const rows = (price: string) =>
      sheetOf(head, ['T-1', `For ${price}`, price, '4', ''], ['T-2', `Two for ${price}`, price, '4', ''])
    const done = [await bring(rows('10')), await bring(rows('20')), await bring(rows('30'))]
    for (const { id } of done.toReversed()) await revert(id)
    const counts = await Promise.all(done.map(async ({ id }) => (await read(id)).counts))
    expect(counts.map(({ reverted, kept }) => [reverted, kept])).toEqual(done.map(() => [2, 0]))
    expect(await listings()).toBe(before)
  })

  test('keeps changes made between two imports, whichever import is reverted', async () => {
    const rows = (price: string) => sheetOf(head, ['T-1', 'Lamp', price, '4', ''])
    const first = await bring(rows('10'))
    const [{ product_id }] = await rowsOf(first.id)
    await app.call('POST', `/api/admin/products/${product_id}/approve`, { as: admin })
    const second = await bring(rows('10.50'))
    await revert(second.id)
    await revert(first.id)
    expect((await read(second.id)).counts).toMatchObject({ reverted: 1, kept: 0 })
    expect((await read(first.id)).counts).toMatchObject({ reverted: 0, kept: 1 })
    expect(await product(product_id)).toMatchObject({ status: 'approved', product_price: '10' })
  })

  test('leaves a listing that a campaign names', async () => {
    const done = await bring(sheetOf(head, ['N-1', 'One', '5', '7', ''], ['N-2', 'Two', '5', '7', '']))
    const [{ product_id }] = await rowsOf(done.id)
    const campaign = await draftPromotion(by, { scope: 'products', product_ids: [product_id] })
    await revert(done.id)
    expect((await read(done.id)).counts).toMatchObject({ reverted: 1, kept: 1 })
    const [row] = await rowsOf(done.id)
    expect([row.state, row.notes.at(-1)]).toEqual(['kept', 'Kept, because a campaign contains the product'])
    const { body } = await app.call('GET', `/api/admin/promotions/${campaign.id}`, { as: admin })
    expect(body.results.products).toMatchObject([{ id: product_id }])
  })

  test('can be reverted once, for ninety days', async () => {
    const done = await bring(sheetOf(head, ['N-1', 'One', '5', '7', '']))
    await revert(done.id)
    const before = await stateOf(app)
    expect(await revert(done.id)).toMatchObject({ status: 409 })
    expect(await stateOf(app)).toBe(before)
  })
})

describe('the pictures of a sheet', () => {
  test('come from hosts that the administrator allows, and from nowhere else', async () => {
    const before = asked
    const checked = await checkedSheet(
      by,
      sheetForm(
        sheetOf(
          head,
          ['P-1', 'One', '5', '7', 'https://elsewhere.example/a.png'],
          ['P-2', 'Two', '5', '7', 'https://169.254.169.254/latest/meta-data'],
          ['P-3', 'Three', '5', '7', 'file:///etc/passwd'],
          ['P-4', 'Four', '5', '7', 'https://a:b@cdn.pictures.example/a.png'],
          ['P-5', 'Five', '5', '7', 'https://cdn.pictures.example/a.png'],
        ),
      ),
      query,
    )
    expect((await rowsOf(checked.id)).map(({ notes }: ImportRow) => notes)).toEqual([
      [
        'The picture https://elsewhere.example/a.png is left out: pictures are not fetched from elsewhere.example. Send them in a ZIP with the sheet, or ask your administrator to allow this host',
      ],
      [
        'The picture https://169.254.169.254/latest/meta-data is left out: this address is not public. Send the picture in a ZIP with the sheet',
      ],
      [
        'The picture file:///etc/passwd is left out: its address begins with file://. Write https://, or send the pictures in a ZIP with the sheet',
      ],
      [
        'The picture https://a:b@cdn.pictures.example/a.png is left out: an address must not contain a user name or password. Send the picture in a ZIP with the sheet',
      ],
      [],
    ])
    expect(checked.counts.pictures).toBe(1)
    expect(asked).toBe(before)
  })

  test('that cannot be had are named beside their rows, and the listings are there all the same', async () => {
    const done = await bring(
      sheetOf(
        head,
        ['P-1', 'One', '5', '7', `http://${host}/page`],
        ['P-2', 'Two', '5', '7', `http://${host}/elsewhere`],
        ['P-3', 'Three', '5', '7', `http://${host}/endless`],
        ['P-4', 'Four', '5', '7', `http://${host}/missing | http://${host}/red.png`],
      ),
    )
    expect(done.counts).toMatchObject({ created: 4, pictures_done: 1, pictures_failed: 4 })
    const notes = (await rowsOf(done.id)).map((row: ImportRow) => row.notes.at(-1))
    expect(notes).toEqual([
      expect.stringContaining('Only JPEG, PNG, WebP, GIF and AVIF pictures are accepted'),
      expect.stringContaining('The address redirects to another address'),
      expect.stringContaining('has more than 10 MB'),
      expect.stringContaining('The address answered 404'),
    ])
    const { body } = await app.call('GET', `${path}/${done.id}/errors`, { as: admin })
    expect(body.trim().split('\r\n')).toHaveLength(5)
  })

  test('are asked for several at once, and are added in the order of the sheet', async () => {
    const done = await bring(
      sheetOf(head, [
        'P-1',
        'One',
        '5',
        '7',
        ['red', 'blue', 'green'].map((of) => `http://${host}/together/${of}`).join(' | '),
      ]),
    )
    expect(done.counts).toMatchObject({ created: 1, pictures_done: 3, pictures_failed: 0 })
    const [row] = await rowsOf(done.id)
    const expected = await Promise.all(
      ['red', 'blue', 'green'].map(async (of) => (await cleanImage(await picture(of))).hash),
    )
    const { images } = await product(row.product_id)
    expect(images.map(({ media }: { media: string }) => media)).toEqual(expected)
  })

  test('that did not come are fetched again beside rows that stay wrong', async () => {
    const done = await bring(
      sheetOf(head, ['P-1', 'One', '5', '7', `http://${host}/late.png`], ['P-2', 'Two', 'much', '7', '']),
    )
    expect(done.counts).toMatchObject({ created: 1, error: 1, pictures_failed: 1 })
    isLate = false
    await app.call('POST', `${path}/${done.id}/retry`, { as: admin })
    await letImportsRun(app)
    const checked = await read(done.id)
    expect(checked).toMatchObject({ status: 'checked', counts: { error: 1 }, pictures_left: 1 })
    expect((await confirmed(by, checked)).status).toBe(200)
    await letImportsRun(app)
    expect(await read(done.id)).toMatchObject({
      status: 'done',
      counts: { created: 1, error: 1, pictures_done: 1, pictures_failed: 0 },
      pictures_left: 0,
    })
    const [{ product_id }] = await rowsOf(done.id)
    expect((await product(product_id)).images).toHaveLength(1)
    const again = await app.call('POST', `${path}/${done.id}/retry`, { as: admin })
    expect(again.status).toBe(200)
    await letImportsRun(app)
    expect(await confirmed(by, await read(done.id))).toMatchObject({ status: 409 })
  })

  test('come in a ZIP with the sheet, by their names, and the same ZIP again brings nothing new', async () => {
    const sheet = sheetOf(
      head,
      ['Z-1', 'One', '5', '7', 'red.png | BLUE.png'],
      ['Z-2', 'Two', '5', '7', 'green.png'],
    )
    const zipped = async () =>
      zipForm({
        'list/products.csv': sheet,
        'pictures/red.png': await picture('red'),
        'pictures/blue.png': await picture('blue'),
        '__MACOSX/._products.csv': 'hidden',
      })
    const done = await importedSheet(by, await zipped(), query)
    expect(done).toMatchObject({
      file_kind: 'zip',
      counts: { created: 1, error: 1, pictures: 2, pictures_done: 2 },
    })
    const rows = await rowsOf(done.id)
    expect(rows[1].errors).toEqual([
      { column: 4, column_name: 'Pictures', message: 'The picture green.png is not in the ZIP' },
    ])
    const { images, cover_image } = await product(rows[0].product_id)
    expect(images).toHaveLength(2)
    expect(cover_image).toBe(images[0].media)
    expect((await checkedSheet(by, await zipped(), query)).counts).toMatchObject({
      unchanged: 1,
      change: 0,
      pictures: 0,
    })
  })

  test('that have one name in several folders belong to the rows that name the folder', async () => {
    const form = await zipForm({
      'batch/products.csv': sheetOf(
        head,
        ['F-1', 'One', '5', '7', 'K-1/front.png'],
        ['F-2', 'Two', '5', '7', 'K-2/FRONT.png'],
        ['F-3', 'Three', '5', '7', 'K-9/front.png'],
        ['F-4', 'Four', '5', '7', 'front.png'],
        ['F-5', 'Five', '5', '7', 'K-9/caf\u00e9.png'],
        ['F-6', 'Six', '5', '7', 'caf\u00e9.png'],
        ['F-7', 'Seven', '5', '7', 'C:\\shop\\loose\\side.png'],
      ),
      'batch/K-1/front.png': await picture('red'),
      'batch/K-2/front.png': await picture('blue'),
      // As macOS writes the letter.
      'batch/K-2/cafe\u0301.png': await picture('green'),
      'loose/side.png': await picture('white'),
    })
    const done = await importedSheet(by, form, query)
    expect(done.counts).toMatchObject({ created: 4, error: 3, pictures_done: 4, pictures_failed: 0 })
    const rows: ImportRow[] = await rowsOf(done.id)
    expect(rows.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
      [],
      [],
      ['The picture K-9/front.png is not in the ZIP'],
      ['Several pictures are called front.png. Write the folder too'],
      ['The picture K-9/caf\u00e9.png is not in the ZIP'],
      [],
      [],
    ])
    const made = rows.flatMap(({ product_id }) => product_id ?? [])
    const media = await Promise.all(
      made.map(async (id) => (await product(id)).images.map((one: { media: string }) => one.media)),
    )
    const expected = await Promise.all(
      ['red', 'blue', 'green', 'white'].map(async (of) => [(await cleanImage(await picture(of))).hash]),
    )
    expect(media).toEqual(expected)
  })
})
