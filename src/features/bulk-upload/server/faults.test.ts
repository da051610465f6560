import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import yazl from 'yazl'
import { actorOf } from '#features/access/server/queries.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, pendingProduct, pendingVendor } from '#testing/factories.ts'
import {
  checkedSheet,
  confirmed,
  letImportsRun,
  sheetForm,
  sheetOf,
  uploadedSheet,
} from '#testing/import-samples.ts'
import { rowXml, workbookOfSheets } from '#testing/workbook.ts'
import { imports } from '../contract.ts'
import { writeOn } from '../writing/server/commands.ts'
import { revertOn } from '../writing/server/reverting-commands.ts'
import { forgetImports, workOnImports } from './jobs.ts'
import { takeUp } from './step-commands.ts'

const path = '/api/admin/imports'
const head = ['SKU', 'Name', 'Retail price'] as const

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
let query: string
let vendor: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  by = { app, admin }
})
beforeEach(async () => {
  vendor = (await pendingVendor(app)).id
  query = `?vendor_id=${vendor}`
})
afterAll(() => app.close())

async function read(id: string) {
  return (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
}

async function rowsOf(id: string) {
  return (await app.call('GET', `${path}/${id}/rows?limit=100`, { as: admin })).body.results
}

async function productOf(sku: string) {
  const { rows } = await app.database.pool.query(
    'select * from products where vendor_id = $1 and sku = $2 limit 1',
    [vendor, sku],
  )
  return rows[0]
}

/** Four are sold: orders move the stock, and no version of the listing. */
async function soldFour(id: string): Promise<void> {
  await app.database.pool.query('update products set product_stock = product_stock - 4 where id = $1', [id])
}

/** An upload of another system: its columns are taken as they were guessed. */
async function mapped(text: string) {
  const { id } = await uploadedSheet(by, sheetForm(text), query)
  await letImportsRun(app)
  const { columns, version } = await read(id)
  const answer = await app.call('PUT', `${path}/${id}/mapping`, {
    as: admin,
    body: { fields: columns.map(({ field }: { field: string | null }) => field), vendor_id: vendor },
    headers: { 'if-match': `"v${version}"` },
  })
  expect(answer.status).toBe(200)
  await letImportsRun(app)
  return read(id)
}

async function written(checked: { id: string; version: number }) {
  expect((await confirmed(by, checked)).status).toBe(200)
  await letImportsRun(app)
  return read(checked.id)
}

/** The database, whose transactions fail where `fails` says so of their number. */
function failing(fails: (n: number) => Error | null) {
  let begun = 0
  return new Proxy(app.database.db, {
    get(target, key) {
      if (key === 'transaction') {
        return () => ({
          execute: (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
            begun += 1
            const error = fails(begun)
            return error ? Promise.reject(error) : target.transaction().execute(work)
          },
        })
      }
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const lostConnection = new Error('Connection terminated unexpectedly')
const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })

test.each([
  ['a lost connection', lostConnection],
  ['a deadlock', deadlock],
])('%s while a sheet is read loses none of its rows', async (_what, fault) => {
  const count = 1500
  const rows = Array.from({ length: count }, (_, n) => [`LOST-${n}`, `Lamp ${n}`, 10])
  const { id } = await uploadedSheet(by, sheetForm(sheetOf(head, ...rows)), query)
  const job = workOnImports(app.database.engine)
  const ctx = jobContext('imports', {
    db: failing((n) => (n === 3 ? fault : null)),
    services: app.services,
  })
  await expect(job.run(ctx, createLogger('silent'))).rejects.toThrow(fault.message)
  await job.run(ctx, createLogger('silent'))
  await letImportsRun(app)
  const checked = await read(id)
  expect([checked.status, checked.counts.rows, checked.counts.create]).toEqual(['checked', count, count])
})

test('units sold between the dry run and the import are not restored', async () => {
  const { id } = await listedProduct(by, { sku: 'ST-1', product_price: '1000', product_stock: 10 }, vendor)
  const sheet = sheetOf(['SKU', 'Retail price', 'Qty available in pcs'], ['ST-1', 1050, 10])
  const checked = await checkedSheet(by, sheetForm(sheet), query)
  const [row] = await rowsOf(checked.id)
  expect(row.changes.map(({ field }: { field: string }) => field)).toEqual(['product_price'])
  await soldFour(id)
  expect(await written(checked)).toMatchObject({ status: 'done', counts: { changed: 1 } })
  const product = await productOf('ST-1')
  expect([product.product_stock, String(product.product_price)]).toEqual([6, '105000'])
})

test('units sold between the dry run and the import are taken off the stock that the sheet gives', async () => {
  const [{ id }, { id: soldOut }] = [
    await listedProduct(by, { sku: 'ST-2', product_price: '1000', product_stock: 10 }, vendor),
    await listedProduct(by, { sku: 'ST-3', product_price: '1000', product_stock: 4 }, vendor),
  ]
  const columns = ['SKU', 'Retail price', 'Qty available in pcs']
  const sheet = sheetOf(columns, ['ST-2', 1000, 12], ['ST-3', 1000, 3])
  const checked = await checkedSheet(by, sheetForm(sheet), query)
  const [row] = await rowsOf(checked.id)
  expect(row.changes).toEqual([{ field: 'product_stock', before: '10', after: '12' }])
  for (const one of [id, soldOut]) await soldFour(one)
  expect(await written(checked)).toMatchObject({ status: 'done', counts: { changed: 2 } })
  expect([(await productOf('ST-2')).product_stock, (await productOf('ST-3')).product_stock]).toEqual([8, 0])
  // A revert starts from what the import wrote: what was sold stays sold.
  await app.call('POST', `/api/admin/imports/${checked.id}/revert`, { as: admin })
  await letImportsRun(app)
  expect((await productOf('ST-2')).product_stock).toBe(6)
})

test.each(['constructor', '__proto__', 'toString'])('a group may be called %s', async (name) => {
  const one = await mapped(
    sheetOf(
      ['Handle', 'Title', 'Option1 Value', 'Variant SKU', 'Variant Price'],
      [name, 'Toy', 'Red', `${name}-1`, 100],
      [name, '', 'Blue', `${name}-2`, 100],
      ['kite', 'Kite', 'Green', `${name}-3`, 100],
    ),
  )
  expect([one.status, one.message]).toEqual(['checked', ''])
  const names = (await rowsOf(one.id)).map(({ product_name }: { product_name: string }) => product_name)
  expect(names).toEqual(['Toy - Red', 'Toy - Blue', 'Kite - Green'])
})

test('two rows for one listing, one without leading zeros, are reported, and the other rows are imported', async () => {
  await pendingProduct(app, { sku: '00123', product_name: 'Old' }, vendor)
  const rows = [
    ['00123', 'A', 10],
    ['123', 'B', 20],
    ['Z-1', 'C', 5],
  ]
  const checked = await checkedSheet(by, sheetForm(sheetOf(head, ...rows)), query)
  expect(checked.counts).toMatchObject({ change: 1, create: 1, error: 1 })
  const [, twin] = await rowsOf(checked.id)
  expect(twin.errors).toEqual([
    { column: 0, column_name: 'SKU', message: 'Row 2 has the same SKU for the same vendor' },
  ])
  expect(await written(checked)).toMatchObject({ status: 'done', counts: { changed: 1, created: 1 } })
  expect((await productOf('00123')).product_name).toBe('A')
})

test('the unit behind a number counts, and one that is no unit of its column is refused', async () => {
  const columns = [...head, 'Weight in kg', 'Length in cm', 'Qty available in pcs'] as const
  const rows = [
    ['U-1', 'In grams', 10, '500 g', '12 mm', '3 pcs'],
    ['U-2', 'In kilograms', 10, '0.5kg', '2 m', '4'],
    ['U-3', 'In others', 10, '5 cm', '5 kg', '6 cm'],
    ['U-4', 'In pounds', 10, '2 lbs', '10 in', '5'],
  ]
  const checked = await checkedSheet(by, sheetForm(sheetOf(columns, ...rows)), query)
  expect(checked.counts).toMatchObject({ create: 3, error: 1 })
  const [, , wrong] = await rowsOf(checked.id)
  expect(wrong.errors.map(({ message }: { message: string }) => message)).toEqual([
    '“5 cm” has a unit that this column does not take. Write the number in kg',
    '“5 kg” has a unit that this column does not take. Write the number in cm',
    '“6 cm” has a unit that this column does not take. Write the number in pcs',
  ])
  await written(checked)
  const [first, second] = [await productOf('U-1'), await productOf('U-2')]
  expect([Number(first.package_weight), Number(first.product_length), first.product_stock]).toEqual([
    0.5, 1.2, 3,
  ])
  expect([Number(second.package_weight), Number(second.product_length)]).toEqual([0.5, 200])
  const inPounds = await productOf('U-4')
  expect([Number(inPounds.package_weight), Number(inPounds.product_length)]).toEqual([0.907, 25.4])
})

const row = rowXml
const workbook = (rows: string) => workbookOfSheets([{ rows: row(head) + rows }])

test('half a character in a workbook is an error of its row, and does not stop the others', async () => {
  const checked = await checkedSheet(
    by,
    sheetForm(await workbook(row(['HALF-1', 'x_xD800_y', '10']) + row(['HALF-2', 'xy', '10'])), 'half.xlsx'),
    query,
  )
  expect(checked).toMatchObject({ status: 'checked', counts: { create: 1, error: 1 } })
  expect((await rowsOf(checked.id))[0].errors[0].message).toMatch(/^“x\uFFFDy” has lost letters/)
})

test('a row with an impossible number is reported', async () => {
  const bytes = await workbook(row(['FAR-1', 'x', '10'], ' r="3000000000"'))
  const answer = await app.call('POST', path + query, { as: admin, body: sheetForm(bytes, 'far.xlsx') })
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'The workbook is damaged: no sheet has a row 3,000,000,000',
  ])
})

test.each([
  ['a text with the sign that ends an element', row(['>'.repeat(9 * 1024 * 1024)])],
  ['an attribute', `<row><c t="${'>'.repeat(9 * 1024 * 1024)}"/></row>`],
])('%s that does not end is refused before it is read whole', async (_what, rows) => {
  const answer = await app.call('POST', path + query, {
    as: admin,
    body: sheetForm(await workbook(rows), 'bomb.xlsx'),
  })
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'The workbook is damaged: xl/worksheets/sheet1.xml has a cell without an end',
  ])
})

async function zipOf(sheet: string): Promise<Buffer> {
  const colour = { r: Math.floor(Math.random() * 256), g: Math.floor(Math.random() * 256), b: 9 }
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
    .png()
    .toBuffer()
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from(sheet), 'products.csv')
  zip.addBuffer(picture, 'red.png')
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

async function picturesOf(sku: string): Promise<number> {
  const { rows } = await app.database.pool.query('select media from product_images where product_id = $1', [
    (await productOf(sku)).id,
  ])
  return rows.length
}

/** An import whose rows are written and whose picture waits, stopped there by a person. */
async function stoppedBeforePictures() {
  const bytes = await zipOf(sheetOf([...head, 'Pictures'], ['PX-1', 'One', '5', 'red.png']))
  const checked = await checkedSheet(by, sheetForm(bytes, 'products.zip'), query)
  expect((await confirmed(by, checked)).status).toBe(200)
  const ctx = jobContext('imports', { db: app.database.db, services: app.services })
  const held = await takeUp(ctx, '11111111-1111-4111-8111-111111111111', null)
  if (!held) throw new Error('nobody works on it')
  const actor = await actorOf(ctx.db, held.record.confirmed_by ?? '', imports.confirm)
  expect(await writeOn({ ...ctx, actor }, held, 100)).toBe(true)
  expect((await app.call('POST', `${path}/${checked.id}/cancel`, { as: admin })).status).toBe(200)
  return read(checked.id)
}

test('pictures that waited when an import was stopped stand in its error file, and are fetched by going on with it', async () => {
  const stopped = await stoppedBeforePictures()
  expect(stopped).toMatchObject({ status: 'cancelled', pictures_left: 1, counts: { created: 1 } })
  const file = (await app.call('GET', `${path}/${stopped.id}/errors`, { as: admin })).body as string
  expect(file).toContain('red.png: The picture was not fetched')
  const retried = await app.call('POST', `${path}/${stopped.id}/retry`, { as: admin })
  expect([retried.status, retried.body.results.status]).toEqual([200, 'importing'])
  await letImportsRun(app)
  expect(await read(stopped.id)).toMatchObject({
    status: 'done',
    pictures_left: 0,
    counts: { created: 1, pictures: 1, pictures_done: 1, pictures_failed: 0 },
  })
  expect(await picturesOf('PX-1')).toBe(1)
  const again = await app.call('POST', `${path}/${stopped.id}/retry`, { as: admin })
  expect([again.status, again.body.message]).toEqual([409, 'Every row was imported'])
})

test('the pictures of a ZIP are kept for rows that are checked again, until no row is left', async () => {
  const keyOf = async (id: string) =>
    (await app.database.pool.query('select file_key from imports where id = $1', [id])).rows[0].file_key
  const bytes = await zipOf(
    sheetOf(
      [...head, 'Vendor', 'Pictures'],
      ['ZK-1', 'One', '5', vendor, ''],
      ['ZK-2', 'Two', '5', 'later@vendor.test', 'red.png'],
    ),
  )
  const first = await written(await checkedSheet(by, sheetForm(bytes, 'products.zip'), ''))
  expect(first).toMatchObject({ status: 'done', counts: { created: 1, error: 1, pictures: 0 } })
  await app.database.pool.query(`update vendors set email = 'later@vendor.test' where id = $1`, [vendor])
  expect((await app.call('POST', `${path}/${first.id}/retry`, { as: admin })).status).toBe(200)
  await letImportsRun(app)
  const second = await written(await read(first.id))
  expect(second).toMatchObject({
    status: 'done',
    counts: { created: 2, error: 0, pictures: 1, pictures_done: 1, pictures_failed: 0 },
  })
  expect([await picturesOf('ZK-2'), await keyOf(first.id)]).toEqual([1, ''])
})

test('the error file of grouped rows has the row that they are named after, and can be corrected and sent again', async () => {
  const sent = await mapped(
    sheetOf(
      ['Handle', 'Title', 'Option1 Value', 'Variant SKU', 'Variant Price'],
      ['kite', 'Kite', 'Red', 'KR', 100],
      ['kite', '', 'Blue', 'KB', 'abc'],
    ),
  )
  await written(sent)
  const file = (await app.call('GET', `${path}/${sent.id}/errors`, { as: admin })).body as string
  expect(file.trim().split('\r\n')).toHaveLength(3)
  expect(file).toContain('This row has no error. The rows below take their name from it')
  const again = await checkedSheet(by, sheetForm(file.replace('abc', '120')), `?follows=${sent.id}`)
  expect(again.counts).toMatchObject({ create: 1, unchanged: 1, error: 0 })
  await written(again)
  expect((await productOf('KB')).product_name).toBe('Kite - Blue')
})

test('a category that is not in the tree is noted, and no row is left out', async () => {
  const rows = [
    ['CAT-1', 'Kite', 10, 'Nobody knows this', 1],
    ['CAT-2', 'Kite', 10, '', 0],
  ]
  const checked = await checkedSheet(
    by,
    sheetForm(sheetOf([...head, 'Category', 'Qty available in pcs'], ...rows)),
    query,
  )
  expect(checked.counts).toMatchObject({ create: 2, error: 0 })
  const notes = (await rowsOf(checked.id)).map((one: { notes: string[] }) => one.notes)
  expect(notes).toEqual([
    ['“Nobody knows this” is not in the category tree, so the listing has no category there'],
    [],
  ])
})

test('a revert that stopped half way counts each row once when its rows are imported again', async () => {
  const rows = ['HW-1', 'HW-2', 'HW-3'].map((sku) => [sku, 'Lamp', 10])
  const done = await written(await checkedSheet(by, sheetForm(sheetOf(head, ...rows)), query))
  const leaver = await app.person()
  expect((await app.call('POST', `${path}/${done.id}/revert`, { as: leaver })).status).toBe(200)
  const ctx = jobContext('imports', { db: app.database.db, services: app.services })
  const held = await takeUp(ctx, '22222222-2222-4222-8222-222222222222', null)
  if (!held) throw new Error('nobody works on it')
  const actor = await actorOf(ctx.db, leaver.id, imports.revert)
  expect(await revertOn({ ...ctx, actor }, held, 1)).toBe(true)
  await app.database.pool.query('update people set disabled_at = now() where id = $1', [leaver.id])
  app.clock.move(60_000)
  await letImportsRun(app)
  expect(await read(done.id)).toMatchObject({ status: 'done', counts: { created: 3, reverted: 1 } })
  expect((await app.call('POST', `${path}/${done.id}/retry`, { as: admin })).status).toBe(200)
  await letImportsRun(app)
  const checked = await read(done.id)
  expect(checked.counts).toMatchObject({ create: 3, created: 2, reverted: 0 })
  expect(await written(checked)).toMatchObject({ status: 'done', counts: { create: 3, created: 3 } })
  expect((await app.call('POST', `${path}/${done.id}/revert`, { as: admin })).status).toBe(200)
  await letImportsRun(app)
  expect(await read(done.id)).toMatchObject({ status: 'reverted', counts: { reverted: 3, kept: 0 } })
})

test('what an import has stored goes with it, and what listings leave goes with them', async () => {
  const left = async (text: string) => (await app.database.pool.query(text, [vendor])).rows[0].n
  const histories = ['product_prices', 'product_places', 'product_states'].map(
    (name) => `select 1 from ${name} h where not exists (select from products p where p.id = h.product_id)`,
  )
  const orphans = `select count(*)::int4 as n from (${histories.join(' union all ')}) o where $1 <> ''`
  const rows = ['GO-1', 'GO-2'].map((sku) => [sku, 'Lamp', 10])
  const done = await written(await checkedSheet(by, sheetForm(sheetOf(head, ...rows)), query))
  expect((await app.call('POST', `${path}/${done.id}/revert`, { as: admin })).status).toBe(200)
  await letImportsRun(app)
  expect([(await read(done.id)).status, await left(orphans)]).toEqual(['reverted', 0])

  const stored = `
    select count(*)::int4 as n from (
      select import_id from import_rows union all select import_id from import_items) r
    where import_id = '${done.id}' and $1 <> ''`
  expect(await left(stored)).toBe(4)
  app.clock.move(91 * 86_400_000)
  const ctx = jobContext('forget-imports', { db: app.database.db, services: app.services })
  await forgetImports.run(ctx, createLogger('silent'))
  expect(await left(stored)).toBe(0)
})
