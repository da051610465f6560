import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportRow } from '#features/bulk-upload/contract.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingProduct, pendingVendor } from '#testing/factories.ts'
import { confirmed, letImportsRun, sheetForm, sheetOf, uploadedSheet } from '#testing/import-samples.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
let vendor: string

beforeAll(async () => {
  app = await startTestApp({ imageHosts: ['cdn.shopify.com'] })
  admin = await app.person()
  by = { app, admin }
})
beforeEach(async () => {
  vendor = (await pendingVendor(app)).id
})
afterAll(() => app.close())

const path = '/api/admin/imports'
const read = async (id: string) => (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
const rowsOf = async (id: string): Promise<ImportRow[]> =>
  (await app.call('GET', `${path}/${id}/rows?limit=100`, { as: admin })).body.results
const messagesOf = (rows: readonly ImportRow[]) =>
  rows.map(({ errors }) => errors.map(({ message }) => message))
const productOf = async (sku: string) =>
  (await app.database.pool.query('select * from products where vendor_id = $1 and sku = $2', [vendor, sku]))
    .rows[0]

/** A sheet whose columns are taken as they were guessed. */
async function checked(text: string) {
  const { id } = await uploadedSheet(by, sheetForm(text), `?vendor_id=${vendor}`)
  await letImportsRun(app)
  const record = await read(id)
  if (record.status !== 'mapping') return record
  const fields = record.columns.map(({ field }: { field: string | null }) => field)
  const answer = await app.call('PUT', `${path}/${id}/mapping`, {
    as: admin,
    body: { fields, vendor_id: vendor },
    headers: { 'if-match': `"v${record.version}"` },
  })
  expect(answer.status).toBe(200)
  await letImportsRun(app)
  return read(id)
}

async function written(record: { id: string; version: number }) {
  expect((await confirmed(by, record)).status).toBe(200)
  await letImportsRun(app)
  return read(record.id)
}

describe('what a row lacks', () => {
  test('is named with its field and what to do', async () => {
    const all = ['SKU', 'Name', 'Retail price', 'Sale price', 'Qty available in pcs', 'Weight in kg']
    const record = await checked(
      sheetOf(
        all,
        ['N-1', '', '10', '', '', ''],
        ['N-2', 'Cup', '', '', '', ''],
        ['', 'Cup', '10', '', '', ''],
        ['N-3', 'Cup', 'cheap', '', 'many', ''],
        ['N-4', 'Cup', '-5', '60', '1.5', '900000'],
        ['N-5', 'x'.repeat(220), '50', '60', '', ''],
      ),
    )
    expect(messagesOf(await rowsOf(record.id))).toEqual([
      ['Name is needed for a new product. Fill in the cell'],
      ['Retail price is needed for a new product. Fill in the cell'],
      ['SKU is needed on every row. Fill in the cell'],
      [
        '“cheap” is not an amount. Write rupees with a point before the paisa, for example 1999.50',
        '“many” is not a number. Write it with a point before its decimals, for example 12.5',
      ],
      [
        '“-5” must not be below zero',
        '“1.5” must be a whole number',
        '“900000” is too large: at most 100,000',
      ],
      [
        'The text has 220 characters. Shorten it to at most 200',
        'Sale price 60 is above the retail price 50. Lower it, or raise the retail price',
      ],
    ])
  })

  test('is said where no column of the sheet holds it', async () => {
    const record = await checked(sheetOf(['SKU', 'Name', 'Stock'], ['N-1', 'Cup', 3]))
    expect(messagesOf(await rowsOf(record.id))).toEqual([
      [
        'Retail price is needed for a new product, but no column is mapped to Retail price. Map a column to Retail price, or add a column to the sheet',
      ],
    ])
  })

  test('a picture address that is not fetched is reported with what to do', async () => {
    const addresses = ['http://cdn.shopify.com/a.jpg', 'https://img.example.com/a.jpg']
    const record = await checked(
      sheetOf(
        ['SKU', 'Name', 'Retail price', 'Qty available in pcs', 'Images'],
        ['P-1', 'Cup', 10, 1, addresses.join('|')],
      ),
    )
    const [row] = await rowsOf(record.id)
    expect(row?.notes).toEqual([
      'The picture http://cdn.shopify.com/a.jpg is left out: its address begins with http://. Write https://, or send the pictures in a ZIP with the sheet',
      'The picture https://img.example.com/a.jpg is left out: pictures are not fetched from img.example.com. Send them in a ZIP with the sheet, or ask your administrator to allow this host',
    ])
  })

  test('five megabytes in one line are not called an open quote', async () => {
    const { id } = await uploadedSheet(
      by,
      sheetForm(
        `${sheetOf(['SKU', 'Name', 'Retail price'], ...Array.from({ length: 900 }, (_, n) => [`L-${n}`, 'Cup', 10]))}${'x'.repeat(5_000_000)}`,
      ),
      `?vendor_id=${vendor}`,
    )
    await letImportsRun(app)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(
        /^Row 902 has more than [\d,]+ characters in one line, which is no row of products/,
      ),
    })
  })
})

describe('what a sheet does not say', () => {
  const woo =
    'ID,Type,SKU,Name,Published,"Visibility in catalog",Description,"In stock?",Stock,"Weight (lbs)","Length (in)","Width (in)","Height (cm)","Sale price","Regular price",Categories,Images,Parent'

  test('is left as it is on a change, and said of a new listing that has no stock', async () => {
    await pendingProduct(
      app,
      {
        sku: 'OLD',
        product_name: 'Mug',
        product_price: '450',
        product_stock: 7,
        package_weight: 0.4,
        product_length: 9,
        product_width: 8,
        product_height: 7,
      },
      vendor,
    )
    const record = await checked(
      `${woo}\n1,simple,OLD,Mug,1,visible,,1,,,,,,,500,,,\n2,simple,NEW,Jug,1,visible,,1,,2,10,4,3,,900,,,\n`,
    )
    expect(record).toMatchObject({
      source: 'woocommerce',
      counts: { create: 1, change: 1, error: 0 },
      without_stock: 1,
    })
    const [old, fresh] = await rowsOf(record.id)
    expect(old?.changes.map(({ field }) => field)).toEqual(['product_price'])
    expect(fresh?.notes).toEqual([
      'The sheet has no stock for this product. The listing is created with stock 0 and cannot be sold until its stock is filled in',
    ])
    await written(record)
    expect(await productOf('OLD')).toMatchObject({
      product_stock: 7,
      package_weight: 0.4,
      product_length: 9,
      product_width: 8,
      product_height: 7,
    })
    expect(await productOf('NEW')).toMatchObject({
      product_stock: 0,
      package_weight: 0.907,
      product_length: 25.4,
      product_width: 10.16,
      product_height: 3,
    })
  })

  test('is said of a column whose numbers are converted', async () => {
    const record = await checked(`${woo}\n2,simple,NEW,Jug,1,visible,,1,4,2,10,4,3,,900,,,\n`)
    const converted = record.columns.flatMap(({ name, converted }: Record<string, string>) =>
      converted ? [[name, converted]] : [],
    )
    expect(converted).toEqual([
      ['Weight (lbs)', 'Converted from lbs to kg'],
      ['Length (in)', 'Converted from in to cm'],
      ['Width (in)', 'Converted from in to cm'],
    ])
    expect(record.without_stock).toBe(0)
  })
})

describe('an import whose pictures do not come', () => {
  test('says it in words, and is none of the changed', async () => {
    const sheet = sheetOf(
      ['SKU', 'Name', 'Retail price', 'Qty available in pcs', 'Images'],
      ['I-1', 'Cup', 10, 1, 'https://cdn.shopify.com/a.jpg'],
      ['I-2', 'Pot', 10, 1, 'https://cdn.shopify.com/b.jpg'],
    )
    const lost = Object.assign(new Error('getaddrinfo ENOTFOUND cdn.shopify.com'), { code: 'ENOTFOUND' })
    const get = app.services.outgoing.get
    app.services.outgoing.get = () => Promise.reject(lost)
    try {
      await written(await checked(sheet))
      const again = await checked(sheet)
      expect(again).toMatchObject({ status: 'checked', counts: { change: 2 } })
      const done = await written(again)
      expect(done).toMatchObject({
        status: 'done',
        counts: { change: 0, changed: 0, unchanged: 2, pictures: 2, pictures_done: 0, pictures_failed: 2 },
        pictures_left: 2,
        revertable_until: null,
      })
      const rows = await rowsOf(done.id)
      expect(rows.map(({ verdict }) => verdict)).toEqual(['unchanged', 'unchanged'])
      expect(rows[0]?.notes).toEqual([
        'The picture https://cdn.shopify.com/a.jpg is missing: no server is called cdn.shopify.com. Check the address, or try again later',
      ])
      // Where they come at last, it is a change after all.
      const { default: sharp } = await import('sharp')
      const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#c33' } })
        .png()
        .toBuffer()
      app.services.outgoing.get = async () => picture
      expect((await app.call('POST', `${path}/${done.id}/retry`, { as: admin })).status).toBe(200)
      await letImportsRun(app)
      expect(await read(done.id)).toMatchObject({
        status: 'done',
        counts: { change: 2, changed: 2, unchanged: 0, pictures_done: 2, pictures_failed: 0 },
      })
    } finally {
      app.services.outgoing.get = get
    }
  })
})
