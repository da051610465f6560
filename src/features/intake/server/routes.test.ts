import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { entryBody } from '#testing/entry-samples.ts'
import { pendingProduct, pendingVendor, productBody, sellerBody } from '#testing/factories.ts'
import { importedSheet, sheetForm, sheetOf } from '#testing/import-samples.ts'
import { answerRequests } from '#testing/subscriber-samples.ts'
import { createKey, revokeKeys } from './commands.ts'

let app: TestApp
let admin: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
})
afterAll(() => app.close())

const send = (body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/intake/sellers', { as: key, body, headers })
const rows = async (table: string) =>
  Number((await app.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n)
const picture = (format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#2f6f4f' } })
    .withMetadata({ exif: { IFD0: { Artist: 'where-I-live' } } })
    .toFormat(format)
    .toBuffer()
const upload = (path: string, bytes: Buffer | string, name = 'cheque.png', field = 'file') => {
  const form = new FormData()
  form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer> | string]), name)
  return app.call('POST', path, { as: key, body: form })
}

describe('a submitted seller', () => {
  test('is an application that waits, and tells its state', async () => {
    const answer = await send(sellerBody())
    expect(answer.status).toBe(201)
    expect(answer.body.results.status).toBe('submitted')
    const told = await app.call('GET', `/api/intake/sellers/${answer.body.results.id}`, { as: key })
    expect(told.body.results).toMatchObject({ status: 'submitted', reason: '', waiting: false })
  })

  test('the same body again answers the same record with 200 and stores nothing', async () => {
    const body = sellerBody()
    const first = await send(body)
    const before = [await rows('vendors'), await rows('vendor_submissions'), await rows('audit_log')]
    const again = await send(body)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect([await rows('vendors'), await rows('vendor_submissions'), await rows('audit_log')]).toEqual(before)
  })

  test('twenty at once with one external id make one seller', async () => {
    const body = sellerBody()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)))
    expect(new Set(answers.map((answer) => answer.body.results.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  })

  test('another body after a request for changes is a new version and our turn again', async () => {
    const vendor = await pendingVendor(app)
    await app.call('POST', `/api/admin/sellers/${vendor.id}/request-update`, {
      as: admin,
      body: { reason: 'Another name' },
    })
    const answer = await send({ ...vendor.body, username: 'A better name' })
    expect(answer.body.results).toEqual({ id: vendor.id, status: 'submitted' })
    const { body } = await app.call('GET', `/api/admin/sellers/${vendor.id}`, { as: admin })
    expect(body.results).toMatchObject({ username: 'A better name', submission_number: 2, status_reason: '' })
    expect(body.results.resubmission).toEqual([
      { path: 'username', before: vendor.username, after: 'A better name' },
    ])
  })

  test('what is sent again twice is compared with what was decided on, so that nothing is hidden', async () => {
    const vendor = await pendingVendor(app)
    const path = `/api/admin/sellers/${vendor.id}`
    const look = async (query = '') => {
      const read = await app.call('GET', `${path}/differences${query}`, { as: admin })
      return [read.body.results.from, read.body.results.to, read.body.results.fields.length]
    }
    await app.call('POST', `${path}/request-update`, { as: admin, body: { reason: 'Another name' } })
    await send({ ...vendor.body, username: 'A second name', phone: '+923331234567' })
    await send({ ...vendor.body, username: 'A third name', phone: '+923331234567' })
    const { body } = await app.call('GET', path, { as: admin })
    expect(body.results.resubmission).toEqual([
      { path: 'phone', before: vendor.body.phone, after: '+923331234567' },
      { path: 'username', before: vendor.username, after: 'A third name' },
    ])
    expect(await look()).toEqual([1, 3, 2])
    expect(await look('?from=2')).toEqual([2, 3, 1])
    // After the next decision the last two are compared, as nothing waits.
    expect((await app.call('POST', `${path}/approve`, { as: admin })).status).toBe(200)
    expect(await look()).toEqual([2, 3, 1])
  })

  test('the reason of a rejection can be read back', async () => {
    const vendor = await pendingVendor(app)
    await app.call('POST', `/api/admin/sellers/${vendor.id}/reject`, {
      as: admin,
      body: { reason: 'CNIC unreadable' },
    })
    const told = await app.call('GET', `/api/intake/sellers/${vendor.id}`, { as: key })
    expect(told.body.results).toMatchObject({ status: 'rejected', reason: 'CNIC unreadable' })
  })

  test('wrong fields are refused each with its path, and nothing is stored', async () => {
    const before = await rows('vendors')
    const body = sellerBody()
    const answer = await send({
      ...body,
      email: 'nobody',
      phone: '123',
      seller: { ...body.seller, cnic: '12345' },
      shop: { ...body.shop, ibn_number: 'PK37SCBL0000001123456702', shop_ntn: '12', shop_postal: '1' },
      status: 'approved',
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'email',
      'phone',
      'seller.cnic',
      'shop.ibn_number',
      'shop.shop_ntn',
      'shop.shop_postal',
      'status',
    ])
    expect(await rows('vendors')).toBe(before)
  })

  test('missing fields and wrong types are reported in plain words', async () => {
    const { username: _, ...body } = sellerBody()
    const answer = await send({ ...body, email: 7, seller: 'no' })
    const wordsOf = ({ errors }: { errors: { path: string; message: string }[] }) =>
      Object.fromEntries(errors.map(({ path, message }) => [path, message]))
    expect(wordsOf(answer.body)).toEqual({
      email: 'This is not an e-mail address',
      seller: 'Must be an object',
    })
    expect(wordsOf((await send(body)).body)).toEqual({ username: 'Required for a new record' })
  })

  test.each(['\u200b\u200b', '\u3164', 'Shop\nFrom: bank', 'Abu\u202eDhabi'])(
    'a name of %j is refused, and nothing is stored',
    async (username) => {
      const before = await rows('vendors')
      expect((await send(sellerBody({ username }))).status).toBe(422)
      expect(await rows('vendors')).toBe(before)
    },
  )

  test('numbers are understood as people write them', async () => {
    const body = sellerBody({ phone: '0333-1112223' })
    const answer = await send({
      ...body,
      seller: { ...body.seller, cnic: '۳۵۲۰۲-۹۸۷۶۵۴۳-۱' },
      shop: { ...body.shop, ibn_number: 'pk36 scbl 0000 0011 2345 6702' },
    })
    expect(answer.status).toBe(201)
    const path = `/api/admin/sellers/${answer.body.results.id}/reveal`
    const { body: revealed } = await app.call('POST', path, {
      as: admin,
      body: { fields: ['cnic', 'ibn_number'] },
    })
    expect(revealed.results).toEqual({ cnic: '3520298765431', ibn_number: 'PK36SCBL0000001123456702' })
  })

  test('sensitive values are sealed in the database, in submissions too', async () => {
    const vendor = await pendingVendor(app)
    const { rows: stored } = await app.database.pool.query(
      'select to_jsonb(v) as vendor, (select json_agg(s) from vendor_submissions s where vendor_id = v.id) as submissions from vendors v where id = $1',
      [vendor.id],
    )
    const text = JSON.stringify(stored)
    for (const secret of [
      vendor.body.seller?.cnic,
      vendor.body.shop?.ibn_number,
      vendor.body.shop?.account_number,
    ]) {
      expect(text).not.toContain(secret)
    }
  })

  test('the same CNIC, IBAN or phone at another vendor is warned of with a link to it', async () => {
    const first = await pendingVendor(app)
    const other = sellerBody()
    const answer = await send({
      ...other,
      phone: first.body.phone,
      seller: first.body.seller,
      shop: { ...other.shop, ibn_number: first.body.shop?.ibn_number },
    })
    const { body } = await app.call('GET', `/api/admin/sellers/${answer.body.results.id}`, { as: admin })
    const shared = body.results.checks.filter((check: { vendor_id?: string }) => check.vendor_id === first.id)
    expect(shared.map((check: { code: string }) => check.code).sort()).toEqual([
      'cnic_shared',
      'ibn_number_shared',
      'phone_shared',
    ])
  })
})

describe('an Idempotency-Key', () => {
  test('with the same body replays the answer, with another one is refused', async () => {
    const body = sellerBody()
    const first = await send(body, { 'idempotency-key': 'order-1' })
    const again = await send(body, { 'idempotency-key': 'order-1' })
    expect([again.status, again.body]).toEqual([201, first.body])
    const before = await rows('vendors')
    expect((await send(sellerBody(), { 'idempotency-key': 'order-1' })).status).toBe(422)
    expect(await rows('vendors')).toBe(before)
  })
})

describe('keys', () => {
  test('a key without the scope is refused, and a person cannot use the intake', async () => {
    const before = await rows('vendors')
    const narrow = await app.intakeKey(['products'])
    expect((await app.call('POST', '/api/intake/sellers', { as: narrow, body: sellerBody() })).status).toBe(
      403,
    )
    expect((await app.call('POST', '/api/intake/sellers', { as: admin, body: sellerBody() })).status).toBe(
      403,
    )
    expect((await app.call('POST', '/api/intake/sellers', { body: sellerBody() })).status).toBe(401)
    expect(await rows('vendors')).toBe(before)
  })

  test('a key that is unknown or revoked is refused as a key, and a session as a session', async () => {
    const gone = await app.transact((ctx) => createKey(ctx, { name: 'gone', scopes: ['sellers'] }))
    await app.transact((ctx) => revokeKeys(ctx, 'gone'))
    const words = 'This intake key is unknown or was revoked. Send one that is valid'
    const refused = async (as?: string) => {
      const answer = await app.call('GET', `/api/intake/sellers/${admin.id}`, as === undefined ? {} : { as })
      return [answer.status, answer.body.message]
    }
    expect(await refused(gone.key)).toEqual([401, words])
    expect(await refused('mk_of_nobody')).toEqual([401, words])
    expect(await refused('ms_of_nobody')).toEqual([401, 'The session has ended. Sign in again'])
    expect(await refused()).toEqual([401, 'This call needs an intake key'])
  })

  test('a key opens nothing that is for people', async () => {
    expect((await app.call('GET', '/api/admin/sellers/get/pending', { as: key })).status).toBe(403)
  })
})

describe('an address that asked for news', () => {
  let made = 0
  const reader = () => {
    made += 1
    return `passed-on-${made}@mail.example`
  }
  const passOn = (body: object, headers: Record<string, string> = {}, as = key) =>
    app.call('POST', '/api/intake/subscribers', { as, body: { consent_version: 1, ...body }, headers })
  const requests = () => rows('subscription_requests')

  test('is taken from one network as often as people ask, and confirmed by mail as in the shop', async () => {
    const asked = Array.from({ length: 30 }, reader)
    const answers = []
    for (const email of asked) answers.push(await passOn({ email, place: 'footer' }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    const inShop = { body: { email: reader(), consent_version: 1 } }
    expect(answers[0]?.body).toEqual((await app.call('POST', '/api/storefront/subscribers', inShop)).body)
    await answerRequests(app)
    const stored = await app.database.pool.query(
      "select state, place, consent_version from subscribers where email like 'passed-on-%' and place = 'footer'",
    )
    expect(stored.rows).toEqual(
      asked.map(() => ({ state: 'unconfirmed', place: 'footer', consent_version: 1 })),
    )
    const mails = await app.database.pool.query(
      "select count(*)::int as n from messages where kind = 'subscription' and recipient = any($1)",
      [asked],
    )
    expect(mails.rows[0].n).toBe(30)
  })

  test('is counted by its own address, and asked once for one Idempotency-Key', async () => {
    const email = reader()
    const again = () => passOn({ email }, { 'idempotency-key': email })
    const before = await requests()
    const first = await again()
    expect([(await again()).status, (await again()).body]).toEqual([202, first.body])
    expect(await requests()).toBe(before + 1)
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) statuses.push((await passOn({ email })).status)
    expect(statuses).toEqual([202, 202, 429])
    expect(await requests()).toBe(before + 3)
  })

  test('is refused where it is none, with an unknown text, and for a key without the scope; nothing is stored', async () => {
    const before = await requests()
    const narrow = await app.intakeKey(['customers'])
    expect((await passOn({ email: 'no address' })).body.errors).toMatchObject([{ path: 'email' }])
    expect((await passOn({ email: 'no address' })).status).toBe(422)
    expect((await passOn({ email: reader(), consent_version: 999 })).status).toBe(422)
    expect((await passOn({ email: reader() }, {}, narrow)).status).toBe(403)
    expect(await requests()).toBe(before)
  })
})

describe('a submitted product', () => {
  test('for an unknown seller, with a price below its discount or a fraction of a piece is refused by its path', async () => {
    const vendor = await pendingVendor(app)
    const before = await rows('products')
    const refused = async (change: object) => {
      const body = { ...productBody(vendor.id), ...change }
      const answer = await app.call('POST', '/api/intake/products', { as: key, body })
      expect(answer.status).toBe(422)
      return answer.body.errors.map((error: { path: string }) => error.path)
    }
    expect(await refused({ seller_id: '01a1fc80-d469-7475-b815-ea04c5a66a67' })).toEqual(['seller_id'])
    expect(await refused({ discounted_price: '2000' })).toEqual(['discounted_price'])
    expect(await refused({ product_stock: 1.5 })).toEqual(['product_stock'])
    expect(await refused({ product_price: '-1' })).toEqual(['product_price'])
    expect(await refused({ product_video_url: 'javascript:alert(1)' })).toEqual(['product_video_url'])
    expect(await rows('products')).toBe(before)
  })

  test('of a disabled or rejected seller is taken for a listing that is there, and refused for a new one', async () => {
    const vendors = [await pendingVendor(app), await pendingVendor(app)]
    const listings = await Promise.all(vendors.map(({ id }) => pendingProduct(app, {}, id)))
    const decide = async (id: string | undefined, verb: string, body?: unknown) => {
      const answer = await app.call('POST', `/api/admin/sellers/${id}/${verb}`, { as: admin, body })
      expect(answer.status).toBe(200)
    }
    await decide(vendors[0]?.id, 'approve')
    await decide(vendors[0]?.id, 'disable', { reason: 'Sells copies' })
    await decide(vendors[1]?.id, 'reject', { reason: 'Not a shop' })
    const before = await rows('products')
    const submit = (body: unknown) => app.call('POST', '/api/intake/products', { as: key, body })
    for (const [n, is] of ['disabled', 'rejected'].entries()) {
      const fresh = await submit(productBody(vendors[n]?.id ?? ''))
      expect(fresh.status).toBe(422)
      expect(fresh.body.errors).toMatchObject([
        { path: 'seller_id', message: `This seller is ${is}, so no new products are taken` },
      ])
      expect(await rows('products')).toBe(before)
      const { id, body } = listings[n] as (typeof listings)[number]
      expect((await submit({ ...body, product_stock: 3 })).status).toBe(201)
      const of = 'select product_stock from products where id = $1'
      expect((await app.database.pool.query(of, [id])).rows).toEqual([{ product_stock: 3 }])
    }
    await decide(vendors[0]?.id, 'enable')
    expect((await submit(productBody(vendors[0]?.id ?? ''))).status).toBe(201)
  })

  test('says whether it is available, and whether shoppers can buy it', async () => {
    const { id, vendorId } = await pendingProduct(app)
    const told = async () => {
      const { body } = await app.call('GET', `/api/intake/products/${id}`, { as: key })
      return [body.results.status, body.results.available, body.results.is_on_sale]
    }
    const done = async (method: string, path: string, body?: unknown) => {
      const headers = { 'if-match': '*' }
      const answer = await app.call(method, `/api/admin/${path}`, { as: admin, body, headers })
      expect([path, answer.status]).toEqual([path, 200])
    }
    expect(await told()).toEqual(['submitted', true, false])
    await done('POST', `products/${id}/approve`)
    expect(await told()).toEqual(['approved', true, false])
    await done('POST', `sellers/${vendorId}/approve`)
    expect(await told()).toEqual(['approved', true, true])
    await done('PATCH', `products/${id}`, { available: false })
    expect(await told()).toEqual(['approved', false, false])
    await done('PATCH', `products/${id}`, { available: true })
    await done('POST', `sellers/${vendorId}/disable`, { reason: 'Sells copies' })
    expect(await told()).toEqual(['approved', true, false])
  })

  test('with the SKU of another listing of the seller is refused by its name', async () => {
    const first = await pendingProduct(app)
    const { external_id, product_name, sku } = first.body
    const message = `${product_name} of this seller already has this SKU, under the external id ${external_id}`
    const whole = productBody(first.vendorId, { sku })
    const part = { external_id: `${external_id}-other`, seller_id: first.vendorId, sku }
    for (const body of [whole, part]) {
      const answer = await app.call('POST', '/api/intake/products', { as: key, body })
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toMatchObject([{ path: 'sku', message }])
    }
  })
})

describe('a product with the SKU of a listing that has no external id', () => {
  const submit = (body: object, headers: Record<string, string> = {}) =>
    app.call('POST', '/api/intake/products', { as: key, body, headers })
  const read = async (id: string) =>
    (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results
  const told = async (id: string) =>
    (await app.call('GET', `/api/intake/products/${id}`, { as: key })).body.results

  /** A listing that staff entered, with its seller and SKU. */
  async function entered(given: object = {}) {
    const sku = `ENTERED-${process.pid}-${await rows('products')}`
    const body = { ...(await entryBody({ app, admin }, { sku })), ...given }
    const answer = await app.call('POST', '/api/admin/products', { as: admin, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return { id: body.id, seller_id: body.vendor_id, sku }
  }

  test('is that listing from then on', async () => {
    const { id, seller_id, sku } = await entered()
    const body = productBody(seller_id, { sku })
    const before = await rows('products')
    const answer = await submit(body)
    expect([answer.status, answer.body.results]).toEqual([201, { id, status: 'submitted' }])
    expect(await rows('products')).toBe(before)
    expect(await told(id)).toMatchObject({ external_id: body.external_id, waiting: false })
    const { history, product_name } = await read(id)
    expect(product_name).toBe(body.product_name)
    expect(history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ action: 'set external id', actor_kind: 'integrator' },
          ...{ before: { external_id: '' }, after: { external_id: body.external_id } },
        }),
      ]),
    )
    const versions = await rows('product_submissions')
    expect((await submit(body)).status).toBe(200)
    const part = { external_id: body.external_id, product_stock: 3 }
    expect((await submit(part)).body.results.id).toBe(id)
    expect(await rows('product_submissions')).toBe(versions + 1)
  })

  test('is that listing also if a sheet brought it', async () => {
    const { id: seller_id } = await pendingVendor(app)
    const sku = `SHEET-${process.pid}`
    const sheet = sheetOf(['SKU', 'Name', 'Retail price'], [sku, 'Kettle', 4500])
    await importedSheet({ app, admin }, sheetForm(sheet), `?vendor_id=${seller_id}`)
    const of = 'select id, external_id from products where vendor_id = $1'
    const { rows: imported } = await app.database.pool.query(of, [seller_id])
    const answer = await submit({ external_id: sku, seller_id, sku, product_stock: 6 })
    expect([answer.status, answer.body.results.id]).toEqual([201, imported[0].id])
    const { rows: submitted } = await app.database.pool.query(of, [seller_id])
    expect(submitted).toEqual([{ id: imported[0].id, external_id: sku }])
    expect(await read(imported[0].id)).toMatchObject({ product_name: 'Kettle', product_stock: 6 })
  })

  test('waits as an edit if that listing is approved, but for its stock', async () => {
    const { id, seller_id, sku } = await entered({ decision: 'approve' })
    const name = 'Shawl of the shop'
    const answer = await submit({ external_id: sku, seller_id, sku, product_name: name, product_stock: 3 })
    expect([answer.status, answer.body.results]).toEqual([201, { id, status: 'approved' }])
    const { revision, ...live } = await read(id)
    expect(live.product_stock).toBe(3)
    expect(live.product_name).not.toBe(name)
    expect(revision.fields).toMatchObject([{ path: 'product_name', after: name }])
  })

  test('is refused as any product is, and then the listing has no external id', async () => {
    const { id, seller_id, sku } = await entered()
    const dear = { external_id: sku, seller_id, sku, product_price: '1' }
    expect((await submit(dear)).body.errors).toMatchObject([{ path: 'discounted_price' }])
    expect((await told(id)).external_id).toBe('')
    const foreign = { ...dear, seller_id: (await pendingVendor(app)).id }
    expect((await submit(foreign)).status).toBe(422)
    expect((await told(id)).external_id).toBe('')
  })

  test('belongs to one of several that come at once, under one Idempotency-Key as well', async () => {
    const { id, seller_id, sku } = await entered()
    const body = productBody(seller_id, { sku })
    const before = await rows('products')
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201])
    expect(new Set(answers.map((answer) => answer.body.results.id))).toEqual(new Set([id]))

    const other = await entered()
    const rivals = ['one', 'two'].map((name) => ({ ...other, id: undefined, external_id: `${sku}-${name}` }))
    const won = await Promise.all(rivals.map((rival) => submit(rival)))
    expect(won.map(({ status }) => status).toSorted()).toEqual([201, 422])

    const third = await entered()
    const given = { external_id: `${sku}-keyed`, seller_id: third.seller_id, sku: third.sku }
    const keyed = await Promise.all([1, 2].map(() => submit(given, { 'idempotency-key': given.external_id })))
    expect(keyed.map(({ status, body }) => [status, body.results.id])).toEqual([
      [201, third.id],
      [201, third.id],
    ])
    expect(await rows('products')).toBe(before + 2)
  })
})

describe('files', () => {
  test('a picture is re-encoded, loses its metadata and is shown to who may see it', async () => {
    const vendor = await pendingVendor(app)
    const sent = await upload(`/api/intake/sellers/${vendor.id}/files/cheque_copy`, await picture('jpeg'))
    expect(sent.status).toBe(201)
    const { body } = await app.call('GET', `/api/admin/sellers/${vendor.id}`, { as: admin })
    expect(body.results.shop.cheque_copy).toMatchObject({ width: 300, height: 200, media_type: 'image/webp' })
    const path = `/api/admin/sellers/${vendor.id}/papers/${body.results.shop.cheque_copy.id}`
    const asked = { method: 'POST', headers: { authorization: `Bearer ${admin.token}` } }
    const response = await fetch(app.url + path, asked)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('where-I-live')).toBe(false)
    expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(401)
  })

  test.each([
    ['HTML called .jpg', '<html><script>steal()</script></html>', 415],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="steal()"/>', 415],
    ['nothing', '', 422],
    ['a file of more than 10 MB', 'x'.repeat(10 * 1024 * 1024 + 1), 413],
  ])('%s is refused and no file is kept', async (_, bytes, status) => {
    const vendor = await pendingVendor(app)
    const before = await rows('vendor_files')
    const answer = await upload(`/api/intake/sellers/${vendor.id}/files/cheque_copy`, bytes, 'a.jpg')
    expect(answer.status).toBe(status)
    expect(await rows('vendor_files')).toBe(before)
  })

  test('a picture for nobody is refused, and its bytes are kept nowhere', async () => {
    const kept = () => readdirSync(join(app.directory, 'files'), { recursive: true }).length
    const nobody = '01a1fc80-0000-7000-8000-000000000000'
    const before = kept()
    const bytes = await sharp(await picture())
      .rotate(90)
      .png()
      .toBuffer()
    expect((await upload(`/api/intake/sellers/${nobody}/files/cheque_copy`, bytes)).status).toBe(404)
    expect((await upload(`/api/intake/products/${nobody}/images`, bytes)).status).toBe(404)
    expect(kept()).toBe(before)
  })

  test('a document is sealed on the disk, under a name that tells nothing of it', async () => {
    const vendor = await pendingVendor(app)
    const bytes = await picture()
    expect((await upload(`/api/intake/sellers/${vendor.id}/files/cheque_copy`, bytes)).status).toBe(201)
    const names = readdirSync(join(app.directory, 'files', 'vendors'))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const stored = readFileSync(join(app.directory, 'files', 'vendors', name))
      expect(stored.includes('WEBP')).toBe(false)
      expect(stored.subarray(0, 3).toString()).toBe('k1.')
    }
    const review = await app.call('GET', `/api/admin/sellers/${vendor.id}`, { as: await app.person() })
    const shown = await fetch(
      `${app.url}/api/admin/sellers/${vendor.id}/papers/${review.body.results.shop.cheque_copy.id}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${(await app.person()).token}` },
      },
    )
    expect(Buffer.from(await shown.arrayBuffer()).includes('WEBP')).toBe(true)
  })

  test('a picture of more than 25 megapixels is refused before it is decoded', async () => {
    const vendor = await pendingVendor(app)
    const huge = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect((await upload(`/api/intake/sellers/${vendor.id}/files/shop_logo`, huge)).status).toBe(413)
  })

  test('pictures of a product are public under their content hash, the first one is the cover', async () => {
    const product = await pendingProduct(app)
    const sent = await upload(`/api/intake/products/${product.id}/images`, await picture())
    expect(sent.status).toBe(201)
    const { body } = await app.call('GET', `/api/admin/products/${product.id}`, { as: admin })
    const [image] = body.results.images
    expect(body.results.cover_image).toBe(image.media)
    const served = await fetch(`${app.url}/media/${image.media}-96.webp`)
    expect(served.headers.get('cache-control')).toContain('immutable')
    expect((await fetch(`${app.url}/media/..%2f..%2ffield-keys`)).status).toBe(404)
  })

  test('a picture for an approved listing waits with its revision', async () => {
    const product = await pendingProduct(app)
    await app.call('POST', `/api/admin/products/${product.id}/approve`, { as: admin })
    await upload(`/api/intake/products/${product.id}/images`, await picture())
    const { body } = await app.call('GET', `/api/admin/products/${product.id}`, { as: admin })
    expect(body.results.images).toEqual([])
    expect(body.results.revision.images_after).toHaveLength(1)
    const path = `/api/admin/products/${product.id}/revisions/${body.results.revision.number}/approve`
    const approved = await app.call('POST', path, { as: admin })
    expect(approved.body.results.images).toHaveLength(1)
  })
})
