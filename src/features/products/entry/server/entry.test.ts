import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetUploads } from '#features/products/server/picture-commands.ts'
import { type Answer, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { changeBody, entryBody, handedInPicture } from '#testing/entry-samples.ts'
import { pendingProduct, pendingVendor } from '#testing/factories.ts'
import { pictureForm } from '#testing/picture-form.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let clerk: TestPerson
let key: string
let by: { app: TestApp; admin: TestPerson }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  clerk = await app.person(['Products: view', 'Products: act'])
  key = await app.intakeKey()
  by = { app, admin }
})
afterAll(() => app.close())

const path = '/api/admin/products'
const add = (body: unknown, as = admin) => app.call('POST', path, { as, body })
const read = async (id: string) => (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
const approve = (id: string) => app.call('POST', `${path}/${id}/approve`, { as: admin })
const change = async (id: string, what: object, as = admin) =>
  app.call('PUT', `${path}/${id}`, { as, ...(await changeBody(by, id, what)) })
const intake = (body: object) => app.call('POST', '/api/intake/products', { as: key, body })

/** The call is refused with this status beside this field, and leaves everything as it was. */
async function expectRefused(status: number, field: string, call: () => Promise<Answer>) {
  const before = await stateOf(app)
  const answer = await call()
  expect([answer.status, answer.body.errors?.[0]?.path ?? '']).toEqual([status, field])
  expect(await stateOf(app)).toBe(before)
  return answer
}

describe('a product that staff add', () => {
  test('waits for a decision, with its pictures in order, its place in the tree and what it says', async () => {
    const main = await addedCategory(by, { name: 'Winter wear' })
    const sub = await addedCategory(by, { name: 'Shawls', parent_id: main.id })
    const images = [
      { media: await handedInPicture(by, 1), alt: 'Folded' },
      { media: await handedInPicture(by, 2), alt: '' },
    ]
    const body = await entryBody(by, { category_id: sub.id, images })
    const answer = await add(body, clerk)
    expect(answer.status).toBe(201)
    const product = await read(body.id)
    expect(product).toMatchObject({
      status: 'submitted',
      product_price: '2500',
      discounted_price: '1999.50',
      category: 'Winter wear › Shawls',
      filed_under: { id: sub.id, path: 'Winter wear › Shawls' },
      cover_image: images[0]?.media,
      submission_number: 1,
    })
    expect(product.images.map(({ media, alt }: { media: string; alt: string }) => ({ media, alt }))).toEqual(
      images,
    )
    expect(product.history[0]).toMatchObject({ action: 'add', after: { status: 'submitted' } })
    expect((await app.call('GET', `/media/${images[0]?.media}.webp`)).status).toBe(200)
  })

  test('is approved at once if the caller may decide, and the vendor is notified', async () => {
    const body = await entryBody(by)
    const { body: answer } = await add({ ...body, decision: 'approve' })
    expect(answer.results).toMatchObject({ status: 'approved', decision: { action: 'approve' } })
    expect(answer.results.messages[0]).toMatchObject({ kind: 'product approved', status: 'queued' })
  })

  test('is not approved by who may not decide, and nothing is stored', async () => {
    const body = await entryBody(by)
    const answer = await expectRefused(403, '', () => add({ ...body, decision: 'approve' }, clerk))
    expect(answer.body.missing_permission).toBe('Products: decide')
  })

  test('is one product even if it is sent several times at once', async () => {
    const body = await entryBody(by)
    const answers = await Promise.all([add(body), add(body), add(body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    const { rows } = await app.database.pool.query(
      'select count(*)::int4 as n from products where sku = $1',
      [body.sku],
    )
    expect(rows[0].n).toBe(1)
    await expectRefused(409, '', () => add({ ...body, product_name: 'Another one' }))
  })

  test.each([
    ['vendor_id', { vendor_id: '01a1fc80-d469-7475-b815-ea04c5a66a67' }],
    ['category_id', { category_id: '01a1fc80-d469-7475-b815-ea04c5a66a67' }],
    ['category_id', { category_id: null }],
    ['product_name', { product_name: ' ' }],
    ['product_video_url', { product_video_url: 'http://youtu.be/a' }],
    ['images', { images: [] }],
    ['images.0.media', { images: [{ media: 'a'.repeat(64) }] }],
    ['images', { images: Array.from({ length: 13 }, (_, n) => ({ media: String(n).padStart(64, '0') })) }],
    ['discounted_price', { discounted_price: '2500.01' }],
    ['product_stock', { product_stock: 1.5 }],
    ['product_stock', { product_stock: -1 }],
    ['status', { status: 'approved' }],
    ['id', { id: '5d7a3e0c-5f0f-4d55-9c4c-2f3f1a0c9a11' }],
  ])('is refused beside %s when it says %j', async (field, wrong) => {
    const body = { ...(await entryBody(by)), ...wrong }
    await expectRefused(422, field, () => add(body))
  })

  test('needs no more than a name, a category, a price, a stock and one picture, and gets a SKU', async () => {
    const { id, vendor_id, product_name, category_id, product_price, product_stock, images } =
      await entryBody(by)
    const { status, body } = await add({
      ...{ id, vendor_id, product_name, category_id, product_price, product_stock, images },
    })
    expect(status).toBe(201)
    expect(body.results).toMatchObject({
      sku: `M-${String(id).slice(-8).toUpperCase()}`,
      status: 'submitted',
      product_description: '',
      product_video_url: '',
    })
  })

  test('is told everything that is wrong at once', async () => {
    const wrong = { product_name: '', product_stock: 2.5, product_price: '10000', discounted_price: '12000' }
    const answer = await add({ ...(await entryBody(by)), ...wrong })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      'discounted_price',
      'product_name',
      'product_stock',
    ])
  })

  test('cannot take the SKU of another product of the vendor, which is named', async () => {
    const vendor = await pendingVendor(app)
    const other = await pendingProduct(app, { sku: 'TAKEN-1' }, vendor.id)
    const body = await entryBody(by, { vendor_id: vendor.id, sku: 'TAKEN-1' })
    const answer = await expectRefused(422, 'sku', () => add(body))
    expect(answer.body.message).toContain(other.body.product_name)
    expect((await add({ ...body, vendor_id: (await pendingVendor(app)).id })).status).toBe(201)
  })

  test('is refused for a rejected vendor, and in a category with categories below', async () => {
    const vendor = await pendingVendor(app)
    await app.call('POST', `/api/admin/sellers/${vendor.id}/reject`, { as: admin, body: { reason: 'No' } })
    const body = await entryBody(by)
    await expectRefused(422, 'vendor_id', () => add({ ...body, vendor_id: vendor.id }))
    const main = await addedCategory(by)
    await addedCategory(by, { parent_id: main.id })
    await expectRefused(422, 'category_id', () => add({ ...body, category_id: main.id }))
  })
})

describe('a change by staff', () => {
  test('submits a rejected one again as it is then, with old and new values in its history', async () => {
    const { id } = await pendingProduct(app, { product_price: '1200' })
    await app.call('POST', `${path}/${id}/reject`, { as: admin, body: { reason: 'Too dear' } })
    const answer = await change(id, { product_price: '1000' }, clerk)
    expect(answer.body.results).toMatchObject({
      status: 'submitted',
      product_price: '1000',
      status_reason: '',
      submission_number: 2,
      resubmission: [{ path: 'product_price', before: '1200', after: '1000' }],
    })
    expect(answer.body.results.history[0]).toMatchObject({
      action: 'submit again',
      before: { product_price: '1200' },
      after: { product_price: '1000' },
    })
  })

  test('of an approved product is live at once if the caller may decide', async () => {
    const { id } = await pendingProduct(app)
    await approve(id)
    const media = await handedInPicture(by, 3)
    const { body } = await change(id, { product_name: 'Renamed', images: [{ media, alt: 'New' }] })
    expect(body.results).toMatchObject({
      status: 'approved',
      product_name: 'Renamed',
      cover_image: media,
      images: [{ media, alt: 'New' }],
      revision: null,
    })
  })

  test('of an approved product is pending for everyone else, with its pictures, their order and texts', async () => {
    const [first, second, third] = [
      await handedInPicture(by, 4),
      await handedInPicture(by, 5),
      await handedInPicture(by, 6),
    ]
    const body = await entryBody(by, { images: [{ media: first, alt: 'One' }, { media: second }] })
    await add({ ...body, decision: 'approve' })
    const wanted = [
      { media: third, alt: 'Three' },
      { media: first, alt: 'One, seen closer' },
    ]
    const answer = await change(body.id, { product_name: 'Asked for', images: wanted }, clerk)
    const live = answer.body.results
    expect(live).toMatchObject({ product_name: body.product_name, cover_image: first })
    expect(live.images).toMatchObject([{ media: first, alt: 'One' }, { media: second }])
    expect(live.revision).toMatchObject({
      fields: [{ path: 'product_name', after: 'Asked for' }],
      images_after: wanted,
    })
    // The vendor's own system hands in something else meanwhile: what staff asked for is not lost by it.
    const refused = await change(body.id, { product_stock: 9 })
    expect(refused.status).toBe(409)
    const number = live.revision.number
    const done = await app.call('POST', `${path}/${body.id}/revisions/${number}/approve`, { as: admin })
    expect(done.body.results).toMatchObject({ product_name: 'Asked for', cover_image: third, images: wanted })
    expect(done.body.results.images).toHaveLength(2)
  })

  test('that only moves the stock is live at once for everybody', async () => {
    const { id } = await pendingProduct(app)
    await approve(id)
    const { body } = await change(id, { product_stock: 3 }, clerk)
    expect(body.results).toMatchObject({ product_stock: 3, revision: null })
  })

  test('of an outdated version is refused with the current product, and changes nothing', async () => {
    const { id } = await pendingProduct(app)
    const stale = await changeBody(by, id, { product_name: 'Mine' })
    await change(id, { product_name: 'Theirs' })
    const answer = await expectRefused(412, '', () =>
      app.call('PUT', `${path}/${id}`, { as: clerk, ...stale }),
    )
    expect(answer.body.results).toMatchObject({ product_name: 'Theirs', version: 2 })
  })

  test('that changes nothing leaves no row in its history', async () => {
    const { id } = await pendingProduct(app)
    const before = await stateOf(app)
    const { body } = await change(id, {})
    expect(body.results.version).toBe(1)
    expect(await stateOf(app)).toBe(before)
  })

  test('may leave fields empty that the vendor never filled in, but cannot clear a filled field', async () => {
    const { id } = await pendingProduct(app, { category: 'Never heard of' })
    expect((await change(id, { product_stock: 1, product_description: '' })).status).toBe(200)
    await expectRefused(422, 'product_name', () => change(id, { product_name: '' }))
  })

  test('is not undone when the vendor submits the earlier values again', async () => {
    const product = await pendingProduct(app)
    await change(product.id, { product_name: 'By staff' })
    expect((await intake(product.body)).status).toBe(200)
    expect((await read(product.id)).product_name).toBe('By staff')
  })

  test('keeps the descriptions of pictures when the vendor submits a new version', async () => {
    const product = await pendingProduct(app)
    const media = await handedInPicture(by, 7)
    await change(product.id, { images: [{ media, alt: 'A shawl' }] })
    await approve(product.id)
    await intake({ ...product.body, product_stock: 99 })
    expect(await read(product.id)).toMatchObject({
      product_stock: 99,
      revision: null,
      images: [{ alt: 'A shawl' }],
    })
  })

  test('is cleaned of what could run, as everything from outside is', async () => {
    const { id } = await pendingProduct(app)
    const description = '<h2>Wool</h2><p onclick="x()">Warm<script>x()</script></p>'
    const { body } = await change(id, { product_description: description })
    expect(body.results.product_description).toBe('<h2>Wool</h2><p>Warm</p>')
  })

  test('moves it in the tree, and takes the words of its place along', async () => {
    const { id } = await pendingProduct(app)
    const category = await addedCategory(by)
    const { body } = await change(id, { category_id: category.id })
    expect(body.results).toMatchObject({ category: category.name, filed_under: { id: category.id } })
    await approve(id)
    const other = await addedCategory(by)
    const asked = await change(id, { category_id: other.id }, clerk)
    expect(asked.body.results.filed_under.id).toBe(category.id)
    const { number } = asked.body.results.revision
    const done = await app.call('POST', `${path}/${id}/revisions/${number}/approve`, { as: admin })
    expect(done.body.results.filed_under.id).toBe(other.id)
  })

  test('of an edit that waits keeps the category that the edit asks for', async () => {
    const category = await addedCategory(by)
    const asked = await addedCategory(by)
    const product = await pendingProduct(app, { category: category.name })
    await approve(product.id)
    await intake({ ...product.body, category: asked.name, product_name: 'Shawll' })
    const { filed_under, revision } = await read(product.id)
    expect([filed_under.id, revision.category_id]).toEqual([category.id, asked.id])
    const put = { product_name: 'Shawl', category_id: revision.category_id }
    const changed = await change(product.id, put, clerk)
    expect(changed.body.results.revision).toMatchObject({ category_id: asked.id })
    const { number } = changed.body.results.revision
    const done = await app.call('POST', `${path}/${product.id}/revisions/${number}/approve`, { as: admin })
    expect(done.body.results).toMatchObject({
      ...{ product_name: 'Shawl', category: asked.name, filed_under: { id: asked.id } },
    })
  })

  test('of an edit whose category is not in the tree leaves the vendor’s name for it', async () => {
    const category = await addedCategory(by)
    const product = await pendingProduct(app, { category: category.name })
    await approve(product.id)
    await intake({ ...product.body, category: 'Never heard of either' })
    expect((await read(product.id)).revision.category_id).toBeNull()
    const changed = await change(product.id, { product_name: 'Shawl', category_id: null }, clerk)
    expect(changed.status).toBe(200)
    expect(changed.body.results.revision.fields).toContainEqual(
      expect.objectContaining({ path: 'category', after: 'Never heard of either' }),
    )
  })
})

describe('a picture uploaded for a product', () => {
  const onDisk = (media: string) => existsSync(join(app.directory, 'files', 'media', `${media}.webp`))
  const forget = () => app.transact((ctx) => forgetUploads(ctx))
  const day = 24 * 60 * 60 * 1000

  test('is kept with a product, and forgotten with its file a day later without one', async () => {
    const used = await handedInPicture(by, 8)
    const unused = await handedInPicture(by, 9)
    await add(await entryBody(by, { images: [{ media: used }] }))
    await forget()
    expect([onDisk(used), onDisk(unused)]).toEqual([true, true])
    const narrow = `${unused}-480`
    expect((await fetch(`${app.url}/media/${narrow}.webp`)).status).toBe(200)
    expect(onDisk(narrow)).toBe(true)
    app.clock.move(day + 60_000)
    const again = await app.person()
    const late = await handedInPicture({ app, admin: again }, 10)
    await forget()
    expect([onDisk(used), onDisk(unused), onDisk(late)]).toEqual([true, false, true])
    expect(onDisk(narrow)).toBe(false)
    const body = await entryBody({ app, admin: again }, { images: [{ media: used }] })
    await expectRefused(422, 'images.0.media', () => add({ ...body, images: [{ media: unused }] }, again))
    expect((await add(body, again)).status).toBe(201)
  })

  test('is recognised by its content, loses its camera metadata, and is refused if it is not a picture', async () => {
    const person = await app.person()
    const send = (bytes: Uint8Array, name = 'a.jpg') => {
      const form = new FormData()
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
      return app.call('POST', '/api/admin/product-images', { as: person, body: form })
    }
    expect((await send(new TextEncoder().encode('<html><script>x()</script></html>'))).status).toBe(415)
    const vast = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    expect((await send(vast)).status).toBe(413)
    const taken = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#137' } })
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '31/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).exif).toBeDefined()
    const { body } = await send(taken)
    expect(body.results).toMatchObject({ width: 90, height: 60 })
    const bytes = await fetch(`${app.url}/media/${body.results.media}.webp`).then((one) => one.arrayBuffer())
    expect((await sharp(Buffer.from(bytes)).metadata()).exif).toBeUndefined()
    expect(
      (await app.call('POST', '/api/admin/product-images', { as: clerk, body: await pictureForm() })).status,
    ).toBe(401)
  })
})

describe('the vendors to choose from', () => {
  test('are found by their shop for who sees products and nothing of vendors', async () => {
    const person = await app.person(['Products: view'])
    const vendor = await pendingVendor(app)
    const shop = vendor.body.shop?.shop_name ?? ''
    const find = async (query: string) =>
      (await app.call('GET', `${path}/vendors?${query}`, { as: person })).body.results
    expect(await find(`q=${encodeURIComponent(shop.toUpperCase())}`)).toContainEqual({
      id: vendor.id,
      shop_name: shop,
    })
    expect(await find(`id=${vendor.id}`)).toEqual([{ id: vendor.id, shop_name: shop }])
    const other = await app.person()
    await app.call('POST', `/api/admin/sellers/${vendor.id}/reject`, { as: other, body: { reason: 'No' } })
    expect(await find(`q=${encodeURIComponent(shop)}`)).not.toContainEqual({ id: vendor.id, shop_name: shop })
  })
})

describe('stock that is sold while somebody types', () => {
  beforeAll(async () => {
    // The clock has moved on since the others signed in.
    admin = await app.person()
    by = { app, admin }
  })
  async function opened() {
    const { id } = await pendingProduct(app, { product_stock: 10 })
    await approve(id)
    const form = await changeBody(by, id)
    await app.database.pool.query('update products set product_stock = product_stock - 4 where id = $1', [id])
    return { id, form }
  }
  const save = (id: string, { body, headers }: Awaited<ReturnType<typeof changeBody>>, what: object) =>
    app.call('PUT', `${path}/${id}`, {
      as: admin,
      headers,
      body: { ...body, product_stock_seen: body.product_stock, ...what },
    })

  test('is not restored by a change of the name', async () => {
    const { id, form } = await opened()
    expect((await save(id, form, { product_name: 'A better name' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ product_name: 'A better name', product_stock: 6 })
  })

  test('is taken off a stock that was counted before', async () => {
    const { id, form } = await opened()
    expect((await save(id, form, { product_stock: 25 })).status).toBe(200)
    expect((await read(id)).product_stock).toBe(21)
  })

  test('leaves nothing below zero', async () => {
    const { id, form } = await opened()
    expect((await save(id, form, { product_stock: 2 })).status).toBe(200)
    expect((await read(id)).product_stock).toBe(0)
  })

  test('is set to the sent value if the caller does not send the stock that they read', async () => {
    const { id, form } = await opened()
    const answer = await app.call('PUT', `${path}/${id}`, { as: admin, ...form })
    expect([answer.status, (await read(id)).product_stock]).toEqual([200, 10])
  })
})
