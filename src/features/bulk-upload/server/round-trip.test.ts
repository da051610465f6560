import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdTree } from '#features/categories/server/commands.ts'
import { fieldNames as fields, productFields } from '#features/products/fields-contract.ts'
import { createListings, hashOf } from '#features/products/server/batch-commands.ts'
import { blankListing } from '#features/products/server/rules.ts'
import { cleanDescription } from '#kit/server/clean-html.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { changeBody } from '#testing/entry-samples.ts'
import { listedProduct, pendingProduct, pendingVendor } from '#testing/factories.ts'
import { checkedSheet, importedSheet, sheetForm, sheetOf } from '#testing/import-samples.ts'
import type { ImportRow } from '../contract.ts'

const count = Number(process.env.MUNSHI_ROUND_TRIP ?? 150)

let app: TestApp
let admin: TestPerson
let vendor: string
let other: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  vendor = (await pendingVendor(app)).id
  other = (await pendingVendor(app)).id
  const category = await addedCategory({ app, admin }, { name: 'Where staff put it' })
  const listings = fc.sample(product, count).map((one, index) => {
    const payload = {
      ...blankListing,
      ...one,
      sku: `${one.sku.slice(0, 70)}${index}`,
      images: [],
      // Some stand where staff have put them, whatever they are called.
      ...(index % 3 === 0 ? { category_id: category.id } : {}),
    }
    return {
      id: uuidv7(),
      vendorId: vendor,
      externalId: null,
      payload,
      bodyHash: hashOf(payload),
      reason: '',
    }
  })
  await app.transact(async (ctx) => {
    await holdTree(ctx)
    for (let from = 0; from < listings.length; from += 500)
      expect((await createListings(ctx, listings.slice(from, from + 500))).size).toBe(
        Math.min(500, listings.length - from),
      )
  })
})
afterAll(() => app.close())

/**
 * Texts as people type them and spreadsheets ruin them: Urdu, emoji, numbers with a plus, amounts below zero, formulas.
 * None has the sign of a lost letter, which is refused.
 */
const written = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\uFFFD')),
  fc.constantFrom(
    'کرتا شلوار، نیلا',
    'نیم\u200cگرم کپڑا',
    'چائے 🍵 پیالی',
    '+92 300 1234567',
    '+923001234567',
    '-5.00',
    '=1+1',
    '=HYPERLINK("https://a.example","x")',
    '@SUM(A1)',
    "'quoted",
    "'=1+1",
    "''+92",
    '="0042"',
    '0042',
    '3.5E+3',
    '1,250',
    'a;b\tc|d',
    'two "quotes"',
    '_x0041_',
    'TRUE',
    '2026-11-22',
  ),
)
/** No SKU that begins as the examples of the template do, or as numbers do that a spreadsheet has rounded: those are refused. */
const asSchema = (field: 'sku' | 'product_name') =>
  written
    .filter(
      (text) =>
        productFields[field].schema.safeParse(text).success && !/^EXAMPLE-|^\d[\d.]*E/i.test(text.trim()),
    )
    .map((text) => productFields[field].schema.parse(text))

const paisa = fc.integer({ min: 1, max: 99_999_999_99 })
const rupees = (n: number) => (n % 100 === 0 ? String(n / 100) : (n / 100).toFixed(2).replace(/0$/, ''))
const measure = (most: number, decimals: number) =>
  fc.integer({ min: 0, max: most * 10 ** decimals }).map((n) => n / 10 ** decimals)

const product = fc
  .record({
    sku: asSchema('sku'),
    product_name: asSchema('product_name'),
    price: paisa,
    sale: fc.double({ min: 0, max: 1, noNaN: true }),
    product_stock: fc.integer({ min: 0, max: 10_000_000 }),
    package_weight: measure(100_000, 3),
    product_length: measure(10_000, 2),
    product_width: measure(10_000, 2),
    product_height: measure(10_000, 2),
    product_description: fc
      .array(written, { maxLength: 4 })
      .map((lines) =>
        cleanDescription(lines.map((line) => `<p>${line.replaceAll('<', '&lt;')}</p>`).join('\n')),
      ),
    product_video_url: fc.constantFrom('', 'https://video.example/watch?v=1&t=2'),
    category: asSchema('product_name').map((text) => text.slice(0, 100)),
  })
  .map(({ price, sale, ...rest }) => ({
    ...rest,
    product_price: rupees(price),
    discounted_price: rupees(Math.floor(price * sale)),
  }))

async function exported(
  format: 'csv' | 'xlsx',
  columns: readonly string[],
  of = `vendor_id=${vendor}&list=pending`,
): Promise<Uint8Array> {
  const asked = `${of}&format=${format}&fields=${columns.join(',')}`
  const response = await fetch(`${app.url}/api/admin/products/export?${asked}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

const standing = async (of: string) =>
  (
    await app.database.pool.query(
      `select ${fields.join(', ')} from products where vendor_id = $1 order by sku collate "C"`,
      [of],
    )
  ).rows

test.each(['csv', 'xlsx'] as const)(
  'what was taken out as %s changes nothing where it is submitted again, and is the same for another vendor',
  async (format) => {
    const again = await checkedSheet(
      { app, admin },
      sheetForm(await exported(format, [...fields, 'vendor']), `all.${format}`),
    )
    const wrong = await app.call('GET', `/api/admin/imports/${again.id}/rows?verdict=error`, { as: admin })
    expect(wrong.body.results.map(({ cells, errors }: ImportRow) => ({ cells, errors }))).toEqual([])
    expect(again.counts).toMatchObject({ rows: count, unchanged: count, change: 0, create: 0, error: 0 })

    await app.database.pool.query(
      'delete from product_submissions where product_id in (select id from products where vendor_id = $1)',
      [other],
    )
    await app.database.pool.query('delete from products where vendor_id = $1', [other])
    const copied = await importedSheet(
      { app, admin },
      sheetForm(await exported(format, fields), `copy.${format}`),
      `?vendor_id=${other}`,
    )
    expect(copied).toMatchObject({ status: 'done', counts: { created: count, error: 0, failed: 0 } })
    expect(await standing(other)).toEqual(await standing(vendor))
  },
  120_000 + count * 100,
)

test('an edit that waits stays when live values are submitted again, and gives way to new ones', async () => {
  const by = { app, admin }
  const { id, vendorId, body } = await listedProduct(by, { sku: 'A-1', product_name: 'Lamp' })
  const asked = await app.call('POST', '/api/intake/products', {
    as: await app.intakeKey(),
    body: { ...body, sku: 'B-2', product_name: 'Lamp of brass', product_price: '5000' },
  })
  expect(asked.status).toBe(201)
  const read = async () => (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results
  const { revision } = await read()
  const pathsOf = ({ path }: { path: string }) => path
  expect(revision.fields.map(pathsOf)).toEqual(['sku', 'product_name', 'product_price'])
  const waits = { status: 'waiting', number: revision.number, fields: revision.fields }

  const of = `vendor_id=${vendorId}&list=approved`
  const again = await checkedSheet(by, sheetForm(await exported('csv', [...fields, 'vendor'], of)))
  expect(again.counts).toMatchObject({ rows: 1, unchanged: 1, change: 0, error: 0 })
  const rows = async (sheet: { id: string }): Promise<ImportRow[]> =>
    (await app.call('GET', `/api/admin/imports/${sheet.id}/rows`, { as: admin })).body.results
  expect((await rows(again)).map(({ notes }) => notes)).toEqual([
    [
      'A pending edit asks for another value: SKU, Name, Retail price. The row repeats the live value, so the edit stays',
    ],
  ])

  const head = ['SKU', 'Name', 'Retail price', 'Qty available in pcs']
  const bring = (cells: (string | number)[]) =>
    importedSheet(by, sheetForm(sheetOf(head, cells)), `?vendor_id=${vendorId}`)
  const stock = await bring(['A-1', '', '', 25])
  const changesOf = ({ changes }: ImportRow) => changes.map(({ field }) => field)
  expect((await rows(stock)).map(changesOf)).toEqual([['product_stock']])
  expect(await read()).toMatchObject({ sku: 'A-1', product_name: 'Lamp', product_stock: 25, revision: waits })

  await bring(['A-1', 'Lamp of copper', '1999.50', ''])
  const after = (await read()).revision.fields.map(({ after }: { after: string }) => after)
  expect(after).toEqual(['B-2', 'Lamp of copper', '5000'])
})

test('a listing under the longest path of the tree is changed by its SKU, and what was taken out of it changes nothing', async () => {
  const by = { app, admin }
  const long = (name: string) => name.padEnd(120, 'x')
  const main = await addedCategory(by, { name: long('Home') })
  const sub = await addedCategory(by, { name: long('Kitchen'), parent_id: main.id })
  const child = await addedCategory(by, { name: long('Kettles'), parent_id: sub.id })
  const { id, vendorId } = await pendingProduct(app, { sku: 'P-1' })
  const body = await changeBody(by, id, { category_id: child.id })
  const filed = await app.call('PUT', `/api/admin/products/${id}`, { as: admin, ...body })
  expect(filed.body.results.category).toHaveLength(366)
  const of = `vendor_id=${vendorId}&list=pending`
  const again = await checkedSheet(by, sheetForm(await exported('csv', [...fields, 'vendor'], of)))
  expect(again.counts).toMatchObject({ rows: 1, unchanged: 1, change: 0, error: 0 })

  // What no sheet may say is there all the same, and the row does not mention it.
  const link = 'http://earlier.example'
  await app.database.pool.query('update products set product_video_url = $1 where id = $2', [link, id])
  const stock = sheetOf(['SKU', 'Name', 'Retail price', 'Qty available in pcs'], ['P-1', '', '', 99])
  const changed = await importedSheet(by, sheetForm(stock), `?vendor_id=${vendorId}`)
  expect(changed.counts).toMatchObject({ rows: 1, changed: 1, error: 0 })
  const [row] = (await standing(vendorId)) as { product_stock: number; product_video_url: string }[]
  expect(row).toMatchObject({ product_stock: 99, product_video_url: link })
})
