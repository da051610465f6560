import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingProduct, pendingVendor } from '#testing/factories.ts'
import {
  checkedSheet,
  confirmed,
  importedSheet,
  letImportsRun,
  sheetForm,
  sheetOf,
} from '#testing/import-samples.ts'
import { rowXml, workbookOfSheets } from '#testing/workbook.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
let query: string
let vendor: string

beforeAll(async () => {
  app = await startTestApp({ imageHosts: ['cdn.shopify.com'] })
  admin = await app.person()
  by = { app, admin }
})
beforeEach(async () => {
  vendor = (await pendingVendor(app)).id
  query = `?vendor_id=${vendor}`
})
afterAll(() => app.close())

const path = '/api/admin/imports'
const rowsOf = async (id: string) =>
  (await app.call('GET', `${path}/${id}/rows?limit=100`, { as: admin })).body.results
const products = async () =>
  (
    await app.database.pool.query(
      `select sku, product_name, product_price::int as price, discounted_price::int as sale, product_stock as stock,
        package_weight::float as weight, category, product_description as description
       from products where vendor_id = $1 order by sku`,
      [vendor],
    )
  ).rows

/** Recognised columns still wait for a person: what they mean here is shown before anything is checked. */
async function accepted(form: FormData) {
  const waiting = await checkedSheet(by, form, query)
  if (waiting.status !== 'mapping') return waiting
  await app.call('PUT', `${path}/${waiting.id}/mapping`, {
    as: admin,
    body: { fields: waiting.columns.map(({ field }: { field: string }) => field), vendor_id: vendor },
    headers: { 'if-match': `"v${waiting.version}"` },
  })
  await letImportsRun(app)
  return (await app.call('GET', `${path}/${waiting.id}`, { as: admin })).body.results
}

test('the error file has the rows that bring the pictures of a wrong row, and is corrected and sent as it is', async () => {
  const text = [
    'Handle,Title,Option1 Value,Variant SKU,Variant Price,Image Src',
    'kurta,Lawn kurta,Default Title,KU-P,abc,https://cdn.shopify.com/a.jpg',
    'kurta,,,,,https://cdn.shopify.com/b.jpg',
    'kurta,,,,,https://cdn.shopify.com/c.jpg',
    'cap,Cap,Default Title,CAP-P,500.00,',
    'cap,,,,,https://cdn.shopify.com/d.jpg',
  ].join('\n')
  const checked = await accepted(sheetForm(text))
  expect(checked).toMatchObject({
    source: 'shopify',
    counts: { create: 1, error: 1, skipped: 3, pictures: 1 },
  })
  const { body } = await app.call('GET', `${path}/${checked.id}/errors`, { as: admin })
  const lines = body.trim().split('\r\n')
  expect(lines.map((line: string) => line.split(',')[0])).toEqual(['Handle', 'kurta', 'kurta', 'kurta'])
  expect(lines[2]).toContain('This row has no error. It brings pictures to a row above')
  const again = await accepted(sheetForm(body.replace('abc', '2500')))
  expect(again.counts).toMatchObject({ create: 1, error: 0, skipped: 2, pictures: 3 })
})

test('a product export of Shopify is understood: variants are listings, rows of pictures belong to the first of their handle', async () => {
  const text = [
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Status',
    'kurta,Lawn kurta,<p>Soft &amp; light</p>,Brand,Kurtas,summer,TRUE,Size,S,Colour,Red,KU-S,350,5,2500.00,3000.00,https://cdn.shopify.com/a.jpg,1,active',
    'kurta,,,,,,,,M,,Red,KU-M,360,6,2500.00,,,,',
    'kurta,,,,,,,,,,,,,,,,https://cdn.shopify.com/b.jpg,2,',
    'cap,Cap,,Brand,Caps,,TRUE,Title,Default Title,,,CAP,100,-2,500.00,,,,active',
    'hat,Hat,,Brand,Caps,,TRUE,Title,Default Title,,,HAT,100,4,700.00,,,,draft',
  ].join('\n')
  const checked = await accepted(sheetForm(text, 'products_export.csv'))
  expect(checked).toMatchObject({
    source: 'shopify',
    status: 'checked',
    counts: { create: 3, error: 1, skipped: 1, pictures: 2 },
  })
  const rows = await rowsOf(checked.id)
  expect(rows[2].notes).toEqual(['Adds pictures to row 2'])
  expect(rows[3].errors).toMatchObject([
    { column_name: 'Variant Inventory Qty', message: '“-2” must not be below zero' },
  ])
  await confirmed(by, checked)
  await app.database.pool.query("update import_pictures set state = 'failed' where import_id = $1", [
    checked.id,
  ])
  await letImportsRun(app)
  expect(await products()).toEqual([
    {
      sku: 'HAT',
      product_name: 'Hat',
      price: 70000,
      sale: 0,
      stock: 4,
      weight: 0.1,
      category: 'Caps',
      description: '',
    },
    {
      sku: 'KU-M',
      product_name: 'Lawn kurta - M / Red',
      price: 250000,
      sale: 0,
      stock: 6,
      weight: 0.36,
      category: 'Kurtas',
      description: '<p>Soft &amp; light</p>',
    },
    {
      sku: 'KU-S',
      product_name: 'Lawn kurta - S / Red',
      price: 300000,
      sale: 250000,
      stock: 5,
      weight: 0.35,
      category: 'Kurtas',
      description: '<p>Soft &amp; light</p>',
    },
  ])
})

test('a product export of WooCommerce is understood: a variation has from its parent what it does not say', async () => {
  const text = [
    'ID,Type,SKU,Name,Published,"Visibility in catalog",Description,Stock,"Weight (kg)","Sale price","Regular price",Categories,Images,Parent',
    '10,variable,TEE,Tee,1,visible,<p>Cotton</p>,,,,,"Clothing, Sale",,',
    '11,"variation, virtual",TEE-S,Tee - S,1,visible,,9,0.2,900,1000,,,id:10',
    '12,variation,TEE-M,Tee - M,1,visible,,8,0.2,,1000,,,TEE',
    '13,simple,MUG,Mug,0,hidden,,3,0.4,,450,Kitchen > Mugs,,',
  ].join('\n')
  const checked = await accepted(sheetForm(text, 'wc-product-export.csv'))
  expect(checked).toMatchObject({ source: 'woocommerce', counts: { create: 3, skipped: 1, error: 0 } })
  await confirmed(by, checked)
  await letImportsRun(app)
  expect(await products()).toMatchObject([
    { sku: 'MUG', category: 'Kitchen > Mugs', price: 45000 },
    { sku: 'TEE-M', category: 'Clothing', description: '<p>Cotton</p>', sale: 0 },
    {
      sku: 'TEE-S',
      category: 'Clothing',
      description: '<p>Cotton</p>',
      price: 100000,
      sale: 90000,
      stock: 9,
    },
  ])
})

test('leading zeros that a spreadsheet dropped are found again, where only one listing can be meant', async () => {
  await pendingProduct(app, { sku: '00123', product_name: 'Bolt' }, vendor)
  const checked = await checkedSheet(
    by,
    sheetForm('SKU,Name,Retail price\r\n123,Bolt M8,20\r\n124,Nut,5\r\n'),
    query,
  )
  const [bolt, nut] = await rowsOf(checked.id)
  expect(bolt).toMatchObject({
    verdict: 'change',
    sku: '00123',
    notes: ['123 is read as 00123, because spreadsheets drop leading zeros'],
  })
  expect(nut).toMatchObject({ verdict: 'create', sku: '124' })
})

test('values come back as they are: signs, numbers of phones, Urdu, emoji, quotes and lines', async () => {
  const names = [
    '+92 300 1234567',
    '-5',
    "'=1+1",
    "''quoted",
    'لان کا سوٹ',
    'Tee 👕',
    'Say "hi", twice',
    '=1+1',
    '@home',
    '+sum',
  ]
  const { csvText } = await import('#kit/server/csv.ts')
  async function* batches() {
    yield names.map((name, n) => [`X-${n}`, name, '10'])
  }
  let text = ''
  for await (const piece of csvText(['SKU', 'Name', 'Retail price'], batches())) text += piece
  await importedSheet(by, sheetForm(text), query)
  expect((await products()).map(({ product_name }) => product_name)).toEqual(names)
})

const plainHead = ['SKU', 'Name', 'Retail price', 'Qty available in pcs'] as const
/** The error file of an import, as it is sent again. */
const errorFileOf = async ({ id }: { id: string }) =>
  (await app.call('GET', `${path}/${id}/errors`, { as: admin })).body as string

test('a row with more cells than columns keeps all of them in the error file, and stays an error until it is mended', async () => {
  const text = `${plainHead.join(',')}\nOVER-1,Shirt,1,500,20`
  const checked = await checkedSheet(by, sheetForm(text), query)
  expect((await rowsOf(checked.id))[0].cells).toEqual(['OVER-1', 'Shirt', '1', '500', '20'])
  const file = await errorFileOf(checked)
  expect(file.trim().split('\r\n')[1]).toMatch(/^OVER-1,Shirt,1,500,"?The row has more cells.*,20$/)
  expect((await checkedSheet(by, sheetForm(file), query)).counts).toMatchObject({ create: 0, error: 1 })
})

test('what a spreadsheet shows as an error is no value in any format, and an error file holds it so until it is mended', async () => {
  await importedSheet(by, sheetForm(sheetOf(plainHead, ['LOST-1', 'Kettle', 10, 1])), query)
  const broken =
    '<row><c t="inlineStr"><is><t>LOST-1</t></is></c><c><f>A1</f></c><c t="e"><v>#DIV/0!</v></c></row>'
  const bytes = await workbookOfSheets([{ rows: rowXml(plainHead.slice(0, 3)) + broken }])
  const checked = await checkedSheet(by, sheetForm(bytes, 'lost.xlsx'), query)
  expect(checked.counts).toMatchObject({ change: 0, error: 1 })
  const file = await errorFileOf(checked)
  expect(file.trim().split('\r\n')[1]).toMatch(/^LOST-1,#N\/A,#N\/A,.*formula.*shows an error here: #DIV\/0!/)
  // Sent back as it is, an empty cell would leave the listing as it was and say that all went well.
  expect((await checkedSheet(by, sheetForm(file), query)).counts).toMatchObject({ change: 0, error: 1 })
  const mended = file.replace('#N/A,#N/A', 'Electric kettle,12')
  expect((await checkedSheet(by, sheetForm(mended), query)).counts).toMatchObject({ change: 1, error: 0 })
  for (const shown of ['#REF!', '#name?', 'Err:502', '########', '#GETTING_DATA']) {
    const text = `${plainHead.join(',')}\nLOST-2,${shown},10,1`
    expect((await checkedSheet(by, sheetForm(text), query)).counts, shown).toMatchObject({
      create: 0,
      error: 1,
    })
  }
})

test('what is lost in the first row of a group is an error of the rows that would take it from there', async () => {
  const lines = [
    'Handle,Title,Body (HTML),Option1 Value,Variant SKU,Variant Price',
    'kurta,Lawn kurta,#N/A,Small,KU-S,2500',
    'kurta,,,Large,KU-L,2600',
    'kurta,,Its own text,Tall,KU-T,2600',
  ]
  const checked = await accepted(sheetForm(lines.join('\n')))
  expect(checked.counts).toMatchObject({ create: 1, error: 2 })
  expect((await rowsOf(checked.id))[1].errors[0].message).toBe(
    'Row 2: The spreadsheet shows an error here: #N/A',
  )
  const mended = (await errorFileOf(checked)).replace(',#N/A,', ',Cool lawn,')
  expect((await accepted(sheetForm(mended))).counts).toMatchObject({ create: 2, error: 0 })
})

test('a group of which the first row is no product holds its lost value as an error too', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const head = ['ID', 'Type', 'SKU', 'Name', 'Published', 'Parent', 'Regular price', 'Attribute 1 value(s)']
  const parent = ['7', 'variable', 'WOO-P'].map(cell).join('')
  const child = ['8', 'variation', 'WOO-C', '', '1', 'WOO-P', '900', 'Red'].map(cell).join('')
  const bytes = await workbookOfSheets([
    { rows: `${rowXml(head)}<row>${parent}<c><f>A1</f></c></row><row>${child}</row>` },
  ])
  const checked = await accepted(sheetForm(bytes, 'woo.xlsx'))
  expect(checked.counts).toMatchObject({ create: 0, error: 1 })
  const file = await errorFileOf(checked)
  expect(file.trim().split('\r\n')[1]).toMatch(/^7,variable,WOO-P,#N\/A,/)
  expect((await accepted(sheetForm(file))).counts).toMatchObject({ create: 0, error: 1 })
})

test('of two rows with one SKU the first counts, also with an error and also when the import is checked again', async () => {
  const rows = [
    ['TWIN-1', 'First', 'abc', 1],
    ['TWIN-1', 'Second', 10, 1],
    ['OTHER-1', 'Other', 10, 1],
  ]
  const checked = await checkedSheet(by, sheetForm(sheetOf(plainHead, ...rows)), query)
  const verdicts = async () =>
    (await rowsOf(checked.id)).map(({ errors }: { errors: { message: string }[] }) => errors[0]?.message)
  const as = [expect.stringContaining('“abc”'), 'Row 2 has the same SKU for the same vendor', undefined]
  expect(await verdicts()).toEqual(as)
  await confirmed(by, checked)
  await letImportsRun(app)
  expect((await app.call('POST', `${path}/${checked.id}/retry`, { as: admin })).status).toBe(200)
  await letImportsRun(app)
  expect(await verdicts()).toEqual(as)
})

test('rows of pictures say so where the column of pictures is left out, and are no errors', async () => {
  const text = [
    'Handle,Title,Option1 Value,Variant SKU,Variant Price,Image Src',
    'kurta,Lawn kurta,Default Title,KU-L,2500,https://cdn.shopify.com/a.jpg',
    'kurta,,,,,https://cdn.shopify.com/b.jpg',
  ].join('\n')
  const waiting = await checkedSheet(by, sheetForm(text), query)
  await app.call('PUT', `${path}/${waiting.id}/mapping`, {
    as: admin,
    body: {
      fields: waiting.columns.map(({ field }: { field: string }) => (field === 'images' ? null : field)),
      vendor_id: vendor,
    },
    headers: { 'if-match': `"v${waiting.version}"` },
  })
  await letImportsRun(app)
  const { results } = (await app.call('GET', `${path}/${waiting.id}`, { as: admin })).body
  expect(results.counts).toMatchObject({ create: 1, skipped: 1, error: 0 })
  expect((await rowsOf(waiting.id))[1].notes).toEqual(['Only brings pictures, whose column is left out'])
})

test('the pictures of a row beyond the twelfth are told as left out', async () => {
  const pictures = Array.from({ length: 15 }, (_, at) => `https://cdn.shopify.com/p${at}.jpg`).join('|')
  const text = `SKU,Name,Retail price,Pictures\nMANY-1,Shirt,10,${pictures}`
  const checked = await checkedSheet(by, sheetForm(text), query)
  expect(checked.counts).toMatchObject({ create: 1, pictures: 12 })
  expect((await rowsOf(checked.id))[0].notes).toContain(
    'A product has at most 12 pictures. The last 3 of this row are left out',
  )
})
