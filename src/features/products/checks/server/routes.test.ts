import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, pendingProduct, pendingVendor } from '#testing/factories.ts'
import type { Finding, ListingChecks } from '../contract.ts'
import { checkDueListings } from './commands.ts'
import { readWordModel } from './queries.ts'

let app: TestApp
let admin: TestPerson
let key: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  key = await app.intakeKey()
})
afterAll(() => app.close())

const context = () => jobContext('check-listings', { db: app.database.db, services: app.services })
async function checkAll() {
  const ctx = context()
  const model = await readWordModel(ctx.db)
  while ((await checkDueListings(ctx, model)) > 0);
}
const foundOf = async (id: string) =>
  (await app.call('GET', `/api/admin/products/${id}/checks`, { as: admin })).body.results
const namesOf = ({ findings }: { findings: Finding[] }) => findings.map(({ check }) => check)
const settings = async () => (await app.call('GET', '/api/admin/listing-checks', { as: admin })).body.results
const save = (body: unknown, version: number, as: TestPerson = admin) =>
  app.call('PUT', '/api/admin/listing-checks', { as, body, headers: { 'if-match': `"v${version}"` } })

function formOf(bytes: Buffer): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture')
  return form
}

const plainPicture = () =>
  sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#3b6ea5' } })
    .jpeg()
    .toBuffer()

const good = '<p>Three pieces of soft lawn, unstitched, with a printed dupatta.</p>'

describe('what the checks find of a listing', () => {
  test('of an earlier version does not take the place of what another instance found since', async () => {
    const { id } = await pendingProduct(app, { product_name: 'Plain lawn', product_description: good })
    const added = await app.call('POST', `/api/intake/products/${id}/images`, {
      as: key,
      body: formOf(await plainPicture()),
    })
    expect(added.status).toBe(201)
    // This instance has read the listing, and measures its picture while it is changed.
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isReading = () => {}
    const reads = new Promise<void>((resolve) => {
      isReading = resolve
    })
    const files = {
      ...app.services.files,
      read: async (name: string) => {
        isReading()
        await gate
        return app.services.files.read(name)
      },
    }
    const slow = jobContext('check-listings', {
      db: app.database.db,
      services: { ...app.services, files },
    })
    const model = await readWordModel(slow.db)
    const earlier = checkDueListings(slow, model)
    await reads
    await app.database.pool.query(
      "update products set product_name = 'CALL 0300-1234567 NOW' where id = $1",
      [id],
    )
    await checkAll()
    const later = await foundOf(id)
    expect(namesOf(later)).toContain('contact')
    goOn()
    await earlier
    expect(await foundOf(id)).toEqual(later)
  })

  test('a listing is checked after it came, and the risk is the sum of the weights', async () => {
    const { id } = await pendingProduct(app, {
      product_name: 'BEST LAWN SUIT 0300-1234567',
      product_description: good,
    })
    expect(await foundOf(id)).toMatchObject({ is_checked: false, findings: [] })
    await checkAll()
    const found = await foundOf(id)
    expect(found.is_checked).toBe(true)
    expect(namesOf(found)).toEqual(['contact', 'no_picture', 'capitals'])
    expect(found.findings[0].values).toEqual({ found: '0300-1234567' })
    expect(found.risk).toBe(80)
    const { body } = await app.call('GET', '/api/admin/products/get/pending?sort=-risk&limit=1', {
      as: admin,
    })
    expect(body.results[0]).toMatchObject({ id, risk: 80 })
  })

  test('a changed listing is to be checked again, and what was corrected is gone', async () => {
    const { id, body } = await pendingProduct(app, {
      product_name: 'Call 0300-7654321',
      product_description: good,
    })
    await checkAll()
    expect(namesOf(await foundOf(id))).toContain('contact')
    const mended = { ...body, product_name: 'Lawn dupatta, rose' }
    await app.call('POST', '/api/intake/products', { as: key, body: mended })
    expect((await foundOf(id)).is_checked).toBe(false)
    await checkAll()
    expect(namesOf(await foundOf(id))).not.toContain('contact')
  })

  test('the same product of the same vendor is found from both sides', async () => {
    const { id: vendor } = await pendingVendor(app)
    const one = await pendingProduct(app, { product_name: 'Camel lamp, painted, amber' }, vendor)
    const other = await pendingProduct(app, { product_name: 'NEW Amber painted camel lamp' }, vendor)
    await pendingProduct(app, { product_name: 'Brass kettle, engraved' }, vendor)
    await checkAll()
    for (const [id, that] of [
      [one.id, other.id],
      [other.id, one.id],
    ] as const) {
      const { findings } = await foundOf(id)
      const copy = findings.find(({ check }: Finding) => check === 'duplicate_own')
      expect(copy.products.map((product: { id: string }) => product.id)).toEqual([that])
    }
  })

  test('a picture of another vendor is found although it was resized and saved again', async () => {
    const [one, other] = [await pendingProduct(app), await pendingProduct(app)]
    const noise = Buffer.from(Array.from({ length: 12 * 12 * 3 }, (_, at) => (at * 7919) % 251))
    const whole = sharp(noise, { raw: { width: 12, height: 12, channels: 3 } }).resize(900, 900)
    const png = await whole.png().toBuffer()
    const smaller = await sharp(png).resize(640, 640).jpeg({ quality: 70 }).toBuffer()
    for (const [product, bytes] of [
      [one, png],
      [other, smaller],
    ] as const) {
      const sent = await app.call('POST', `/api/intake/products/${product.id}/images`, {
        as: key,
        body: formOf(bytes),
      })
      expect(sent.status).toBe(201)
    }
    await checkAll()
    expect(namesOf(await foundOf(one.id))).toContain('same_picture')
    expect(namesOf(await foundOf(other.id))).toContain('same_picture')
  })

  test('an edit that waits is checked, and not the live version', async () => {
    const { id, body } = await listedProduct({ app, admin }, { product_description: good })
    await checkAll()
    expect(namesOf(await foundOf(id))).not.toContain('price_history')
    const dearer = { ...body, product_price: '9999', product_name: 'Lawn suit at www.shop.pk' }
    await app.call('POST', '/api/intake/products', { as: key, body: dearer })
    await checkAll()
    expect(namesOf(await foundOf(id))).toEqual(expect.arrayContaining(['price_history', 'contact']))
  })

  test('a version that was not checked is warned of, and does not pass as one in which nothing was found', async () => {
    const warnings = async (id: string) => {
      const body = { ids: [id], verb: 'approve' }
      const { results } = (await app.call('POST', '/api/admin/products/bulk/check', { as: admin, body })).body
      return results[0].warnings
    }
    const listed = async (query: string) => {
      const path = `/api/admin/products/get/pending?list=pending&sort=-created_at&limit=25${query}`
      return (await app.call('GET', path, { as: admin })).body.results as {
        id: string
        is_checked: boolean
      }[]
    }
    const isChecked = async (id: string) => (await listed('')).find((row) => row.id === id)?.is_checked
    const idsWithNothing = async () => (await listed('&risk=none')).map(({ id }) => id)
    const given = { product_name: 'Lawn shawl, indigo', product_description: good }
    const { id, body } = await pendingProduct(app, given)
    await app.call('POST', `/api/intake/products/${id}/images`, {
      ...{ as: key, body: formOf(await plainPicture()) },
    })
    const notChecked = 'This version has not been checked yet'
    expect(await warnings(id)).toEqual([notChecked])
    expect(await isChecked(id)).toBe(false)
    expect(await idsWithNothing()).not.toContain(id)
    const onDesk = async () => {
      const { body: desk } = await app.call('GET', '/api/admin/desk?kind=product&limit=100', { as: admin })
      return desk.results.find((item: { id: string }) => item.id === id).is_checked
    }
    expect(await onDesk()).toBe(false)
    await checkAll()
    expect(await warnings(id)).toEqual([])
    expect(await isChecked(id)).toBe(true)
    expect(await idsWithNothing()).toContain(id)
    expect(await onDesk()).toBe(true)

    const again = { ...body, product_name: 'Call 0300-1234567' }
    await app.call('POST', '/api/intake/products', { as: key, body: again })
    expect(await warnings(id)).toEqual([notChecked])
    expect(await isChecked(id)).toBe(false)
    expect(await idsWithNothing()).not.toContain(id)
    await checkAll()
    expect(await warnings(id)).toEqual([expect.stringContaining('0300-1234567')])
  })

  test('the reason of an approval is kept although nothing was found: its reviewer may not have seen that', async () => {
    const given = { product_name: 'Lawn shawl, maroon', product_description: good }
    const { id } = await pendingProduct(app, given)
    await app.call('POST', `/api/intake/products/${id}/images`, {
      ...{ as: key, body: formOf(await plainPicture()) },
    })
    await checkAll()
    const { body } = await app.call('POST', `/api/admin/products/${id}/approve-despite`, {
      ...{ as: admin, body: { reason: 'Seen in the shop' } },
    })
    expect(body.results).toMatchObject({
      ...{ status: 'approved', status_reason: '', decision: { reason: 'Seen in the shop' } },
    })
    expect(body.results.history[0]).toMatchObject({ action: 'approve', reason: 'Seen in the shop' })
    const { rows } = await app.database.pool.query('select body_text from messages where subject_id = $1', [
      id,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].body_text).not.toContain('Seen in the shop')
  })

  test('there is nothing to say of a product that does not exist', async () => {
    const path = '/api/admin/products/01a1fc80-d469-7475-b815-ea04c5a66a67'
    expect((await app.call('GET', `${path}/checks`, { as: admin })).status).toBe(404)
    expect((await app.call('GET', `${path}/vendor-record`, { as: admin })).status).toBe(404)
  })
})

describe('how the checks are set', () => {
  test('a forbidden word in Urdu counts once it is saved, for listings that wait too', async () => {
    const { id } = await pendingProduct(app, { product_description: `${good}<p>یہ نقلی نہیں</p>` })
    await checkAll()
    expect(namesOf(await foundOf(id))).not.toContain('forbidden_words')
    const { version, ...checks } = await settings()
    const body = { ...checks, forbidden: [{ word: 'نقلی', category_id: null }] }
    expect((await save(body, version)).status).toBe(200)
    expect((await foundOf(id)).is_checked).toBe(false)
    await checkAll()
    expect(namesOf(await foundOf(id))).toContain('forbidden_words')
  })

  test('nothing is awaited while all checks are off', async () => {
    const { version, ...standing } = await settings()
    const checks = Object.fromEntries(
      Object.entries(standing.checks as ListingChecks['checks']).map(([name, check]) => [
        name,
        { ...check, is_on: false },
      ]),
    )
    await save({ ...standing, checks }, version)
    const { id } = await pendingProduct(app)
    const { body } = await app.call('POST', '/api/admin/products/bulk/check', {
      ...{ as: admin, body: { ids: [id], verb: 'approve' } },
    })
    expect(body.results[0].warnings).toEqual([])
    await save(standing, version + 1)
  })

  test('a check that is off finds nothing, and a weight changes the risk', async () => {
    const { id } = await pendingProduct(app, { product_name: 'Sofa', product_description: good })
    const { version, ...standing } = await settings()
    const checks = {
      ...standing.checks,
      no_picture: { ...standing.checks.no_picture, weight: 7 },
      measures: { ...standing.checks.measures, is_on: false },
    }
    await save({ ...standing, checks }, version)
    await checkAll()
    expect((await foundOf(id)).risk).toBe(7)
  })

  test('what is stale, out of bounds or not permitted changes nothing', async () => {
    const before = await settings()
    const { version, ...standing } = before
    expect((await save(standing, version - 1)).status).toBe(412)
    const heavy = { ...standing.checks, contact: { ...standing.checks.contact, weight: 101 } }
    expect((await save({ ...standing, checks: heavy }, version)).status).toBe(422)
    const clerk = await app.person(['General Setting: view', 'Products: decide'])
    expect((await save(standing, version, clerk)).status).toBe(403)
    expect(await settings()).toEqual(before)
  })
})

test('the desk is sorted by risk', async () => {
  const { id } = await pendingProduct(app, {
    product_name: 'BEST LAWN SUIT AT WWW.SHOP.PK',
    product_price: '100',
    discounted_price: '0',
  })
  await pendingVendor(app)
  await checkAll()
  const { risk } = await foundOf(id)
  const { body } = await app.call('GET', '/api/admin/desk?sort=-risk&limit=100', { as: admin })
  const risks = body.results.map((item: { risk: number }) => item.risk)
  expect(risks).toEqual(risks.toSorted((a: number, b: number) => b - a))
  expect(body.results.find((item: { id: string }) => item.id === id).risk).toBe(risk)
  expect(risks.at(-1)).toBe(0)
})
