import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, pendingProduct, pendingVendor } from '#testing/factories.ts'
import {
  checkedSheet,
  confirmed,
  importedSheet,
  letImportsRun,
  sheetForm,
  sheetOf,
  uploadedSheet,
} from '#testing/import-samples.ts'
import { refusing } from '#testing/state.ts'
import type { ImportColumn, ImportRow } from '../contract.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
let vendor: string
let query: string

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

const path = '/api/admin/imports'
const head = ['SKU', 'Name', 'Retail price', 'Sale price', 'Qty available in pcs', 'Category']
const kettle = ['K-1', 'Kettle', '4500', '3999.50', '12', 'Kitchen']
const read = async (id: string) => (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
const rowsOf = async (id: string, filter = '') =>
  (await app.call('GET', `${path}/${id}/rows?limit=100${filter}`, { as: admin })).body.results
const product = async (id: string) =>
  (await app.call('GET', `/api/admin/products/${id}`, { as: admin })).body.results
const check = (text: string, given = query) => checkedSheet(by, sheetForm(text), given)
const bring = (text: string, given = query) => importedSheet(by, sheetForm(text), given)
const act = (id: string, verb: string, as = admin) => app.call('POST', `${path}/${id}/${verb}`, { as })
const productCount = async () =>
  (await app.database.pool.query('select count(*)::int as n from products')).rows[0].n

const expectRefused = refusing(() => app)

describe('a sheet of products', () => {
  test('is checked row by row and column by column, and nothing is imported before it is confirmed', async () => {
    await bring(sheetOf(head, kettle, ['P-1', 'Pan', '900', '0', '3', '']))
    const before = await productCount()
    const checked = await check(
      sheetOf(
        head,
        kettle,
        ['P-1', 'Pan', '950', '0', '3', ''],
        ['S-1', 'Spoon', '50', '60', '1.5', ''],
        ['N-1', 'Knife', '250', '', '', ''],
        ['', 'Fork', '3.52E+12', '', '', ''],
        ['EXAMPLE-001', 'Example', '1', '', '', ''],
      ),
    )
    expect(checked).toMatchObject({
      status: 'checked',
      source: 'munshi',
      mapping_from: 'template',
      counts: { rows: 6, create: 1, change: 1, unchanged: 1, error: 2, skipped: 1 },
    })
    expect(checked.columns.map(({ name, errors }: ImportColumn) => [name, errors])).toEqual([
      ['SKU', 1],
      ['Name', 0],
      ['Retail price', 1],
      ['Sale price', 1],
      ['Qty available in pcs', 1],
      ['Category', 0],
    ])
    const rows = await rowsOf(checked.id)
    expect(rows.map(({ number, verdict }: ImportRow) => [number, verdict])).toEqual([
      [2, 'unchanged'],
      [3, 'change'],
      [4, 'error'],
      [5, 'create'],
      [6, 'error'],
      [7, 'skipped'],
    ])
    expect(rows[1].changes).toEqual([{ field: 'product_price', before: '900', after: '950' }])
    expect(rows[2].errors).toEqual([
      {
        column: 3,
        column_name: 'Sale price',
        message: 'Sale price 60 is above the retail price 50. Lower it, or raise the retail price',
      },
      { column: 4, column_name: 'Qty available in pcs', message: '“1.5” must be a whole number' },
    ])
    expect(rows[4].errors.map(({ message }: Record<string, string>) => message)).toEqual([
      'SKU is needed on every row. Fill in the cell',
      expect.stringContaining('a spreadsheet rounded this number'),
    ])
    expect(await rowsOf(checked.id, '&column=2')).toHaveLength(1)
    expect(await rowsOf(checked.id, '&verdict=error')).toHaveLength(2)
    expect(await productCount()).toBe(before)
  })

  test('is imported once confirmed: its listings wait for a review, in their category, and are recorded', async () => {
    const main = await addedCategory(by, { name: `Kitchen ${vendor}` })
    const done = await bring(sheetOf(head, ['K-1', 'Kettle', 'Rs 4500', '۳۹۹۹', '12 pcs', main.name]))
    expect(done).toMatchObject({
      status: 'done',
      counts: { created: 1, changed: 0, failed: 0 },
      created_by_name: expect.any(String),
      confirmed_at: expect.any(String),
    })
    expect(done.history.map(({ action }: Record<string, string>) => action)).toEqual([
      'finish',
      'confirm',
      'check',
      'upload',
    ])
    const [row] = await rowsOf(done.id)
    expect(row).toMatchObject({ state: 'done', sku: 'K-1' })
    expect(await product(row.product_id)).toMatchObject({
      status: 'submitted',
      product_price: '4500',
      discounted_price: '3999',
      product_stock: 12,
      filed_under: { path: main.name },
      history: [{ action: 'submit', reason: 'Import of products.csv, row 2', actor_kind: 'person' }],
    })
  })

  test('brought a second time changes nothing', async () => {
    const { id } = await listedProduct(by, { product_name: 'Lawn', sku: 'L-1' }, vendor)
    const text = sheetOf(head, kettle, ['L-1', 'Lawn three pieces', '2000', '', '99', ''])
    expect((await bring(text)).counts).toMatchObject({ created: 1, changed: 1 })
    expect((await product(id)).revision.fields).toMatchObject([{ path: 'product_name' }])
    const before = await app.database.pool.query('select * from products order by id')
    const again = await check(text)
    expect(again.counts).toMatchObject({ create: 0, change: 0, unchanged: 2, error: 0 })
    await expectRefused(409, /Nothing to import/, () => confirmed(by, again))
    expect((await app.database.pool.query('select * from products order by id')).rows).toEqual(before.rows)
  })

  test('changes of an approved listing the stock and small steps of the price at once, and asks a review for the rest', async () => {
    const { id } = await listedProduct(by, { sku: 'L-1', product_price: '1000', product_stock: 5 }, vendor)
    const checked = await check(sheetOf(head, ['L-1', 'New name', '1050', '', '7', '']))
    const [row] = await rowsOf(checked.id)
    expect(row).toMatchObject({ verdict: 'change', notes: ['A review decides: Name'] })
    await confirmed(by, checked)
    await letImportsRun(app)
    expect(await product(id)).toMatchObject({
      status: 'approved',
      product_price: '1050',
      product_stock: 7,
      revision: { status: 'waiting', fields: [{ path: 'product_name', after: 'New name' }] },
    })
  })

  test('says nothing of a field whose cell is empty, and that field stays', async () => {
    const { id } = await pendingProduct(app, { sku: 'E-1', product_stock: 5, category: 'Toys' }, vendor)
    await bring(sheetOf(head, ['E-1', 'Renamed', '', '', '', '']))
    expect(await product(id)).toMatchObject({
      product_name: 'Renamed',
      product_stock: 5,
      category: 'Toys',
      product_price: '1999.50',
    })
  })

  test('names its vendors by shop, e-mail address or id in a column', async () => {
    const other = await pendingVendor(app)
    const text = sheetOf(
      ['SKU', 'Name', 'Retail price', 'Vendor'],
      ['V-1', 'One', 10, other.email.toUpperCase()],
      ['V-1', 'Two', 10, other.body.shop?.shop_name ?? ''],
      ['V-3', 'Three', 10, other.id],
      ['V-4', 'Four', 10, 'nobody@shops.example'],
      ['V-5', 'Five', 10, ''],
    )
    const checked = await check(text)
    const rows = await rowsOf(checked.id)
    expect(rows.map(({ verdict, errors }: ImportRow) => [verdict, errors[0]?.message ?? ''])).toEqual([
      ['create', ''],
      ['error', 'Row 2 has the same SKU for the same vendor'],
      ['create', ''],
      ['error', 'This vendor does not exist'],
      ['create', ''],
    ])
    expect((await check(text, '')).errors_elsewhere).toBe(0)
  })

  test('adds no product for a vendor for whom none is added singly, and changes those that the vendor has', async () => {
    const [stopped, stopping] = [await pendingVendor(app), await pendingVendor(app)]
    const { id } = await listedProduct(by, { sku: 'W-1', product_stock: 5 }, stopped.id)
    const disable = async (of: string) => {
      await app.call('POST', `/api/admin/sellers/${of}/approve`, { as: admin })
      const answer = await app.call('POST', `/api/admin/sellers/${of}/disable`, {
        as: admin,
        body: { reason: 'Fake goods' },
      })
      expect(answer.status).toBe(200)
    }
    await disable(stopped.id)
    const checked = await check(
      sheetOf(
        ['SKU', 'Name', 'Retail price', 'Qty available in pcs', 'Vendor'],
        ['W-1', '', '', 7, stopped.email],
        ['W-2', 'New', 10, 1, stopped.email],
        ['W-3', 'New', 10, 1, stopping.email],
      ),
    )
    const rows = await rowsOf(checked.id)
    expect(rows.map(({ verdict, errors }: ImportRow) => [verdict, errors[0]?.message ?? ''])).toEqual([
      ['change', ''],
      ['error', 'This vendor is disabled, so no products are added for it'],
      ['create', ''],
    ])
    // One who is disabled after the dry run gets no product either.
    await disable(stopping.id)
    expect((await confirmed(by, checked)).status).toBe(200)
    await letImportsRun(app)
    expect((await read(checked.id)).counts).toMatchObject({ changed: 1, created: 0, failed: 1 })
    expect((await rowsOf(checked.id))[2].errors).toMatchObject([
      { message: 'The vendor is disabled now. Check the row again' },
    ])
    expect((await product(id)).product_stock).toBe(7)
  })

  test('sets no state: such a column is left out and says so', async () => {
    const checked = await check(sheetOf([...head, 'Status', 'Published'], [...kettle, 'approved', 'true']))
    expect(checked.columns.slice(-2)).toMatchObject([
      { field: null, ignored_because: expect.stringContaining('A file cannot set a status') },
      { field: null, ignored_because: expect.stringContaining('A file cannot set a status') },
    ])
    const fields = checked.columns.map(({ field }: ImportColumn) => field)
    await expectRefused(422, /A file cannot set a status/, () =>
      app.call('PUT', `${path}/${checked.id}/mapping`, {
        as: admin,
        body: { fields: [...fields.slice(0, -1), 'product_description'], vendor_id: vendor },
        headers: { 'if-match': `"v${checked.version}"` },
      }),
    )
  })

  test('with columns of its own waits until they are assigned, and the next one like it does not', async () => {
    const text = sheetOf(['Artikel', 'Bezeichnung', 'Rupien'], ['A-1', 'Lampe', 700])
    const first = await check(text)
    expect(first).toMatchObject({
      status: 'mapping',
      missing: expect.arrayContaining(['Map a column to the SKU']),
    })
    expect(first.columns[1].samples).toEqual(['Lampe'])
    const body = { fields: ['sku', 'product_name', 'product_price'], vendor_id: vendor }
    const headers = { 'if-match': `"v${first.version}"` }
    const answer = await app.call('PUT', `${path}/${first.id}/mapping`, { as: admin, body, headers })
    expect(answer.body.results).toMatchObject({ status: 'checking', mapping_from: 'person' })
    await letImportsRun(app)
    expect(await read(first.id)).toMatchObject({ status: 'checked', counts: { create: 1 } })
    expect(await check(text)).toMatchObject({
      status: 'checked',
      mapping_from: 'remembered',
      counts: { create: 1 },
    })
    await expectRefused(412, /changed since you read it/, () =>
      app.call('PUT', `${path}/${first.id}/mapping`, { as: admin, body, headers }),
    )
    await expectRefused(422, /Another column is already mapped to SKU/, async () =>
      app.call('PUT', `${path}/${first.id}/mapping`, {
        as: admin,
        body: { fields: ['sku', 'sku', 'product_price'], vendor_id: vendor },
        headers: { 'if-match': '*' },
      }),
    )
  })

  test('is confirmed as it was looked at: a listing that was changed since is not overwritten', async () => {
    const { id } = await pendingProduct(app, { sku: 'C-1', product_name: 'Before' }, vendor)
    const checked = await check(sheetOf(head, ['C-1', 'From the sheet', '', '', '', ''], kettle))
    await app.call('POST', `/api/admin/products/${id}/approve`, { as: admin })
    await pendingProduct(app, { sku: 'K-1' }, vendor)
    await confirmed(by, checked)
    await letImportsRun(app)
    const done = await read(checked.id)
    expect(done.counts).toMatchObject({ created: 0, changed: 0, failed: 2 })
    expect((await rowsOf(checked.id)).map(({ errors }: ImportRow) => errors[0]?.message)).toEqual([
      'The listing was changed in the meantime. Check the row again',
      'A listing with this SKU was added in the meantime. Check the row again',
    ])
    expect(await product(id)).toMatchObject({ product_name: 'Before', status: 'approved' })
    expect((await act(checked.id, 'retry')).body.results.status).toBe('checking')
    await letImportsRun(app)
    const again = await read(checked.id)
    expect(again.counts).toMatchObject({ create: 0, change: 2, failed: 0 })
    await confirmed(by, again)
    await letImportsRun(app)
    expect((await read(checked.id)).counts).toMatchObject({ created: 0, changed: 2, failed: 0 })
  })

  test('stops when it is cancelled, and goes on when it is tried again', async () => {
    const checked = await check(sheetOf(head, kettle))
    expect((await act(checked.id, 'cancel')).body.results).toMatchObject({ status: 'cancelled' })
    await letImportsRun(app)
    expect((await read(checked.id)).counts.created).toBe(0)
    await expectRefused(409, /can no longer be cancelled/, () => act(checked.id, 'cancel'))
    await expectRefused(409, /this import wrote nothing/i, () => act(checked.id, 'revert'))
    await act(checked.id, 'retry')
    await letImportsRun(app)
    expect(await read(checked.id)).toMatchObject({ status: 'checked', counts: { create: 1 } })
    const reading = await uploadedSheet(by, sheetForm(sheetOf(head, kettle)), query)
    await act(reading.id, 'cancel')
    await expectRefused(409, /Upload the file again/, () => act(reading.id, 'retry'))
  })

  test('is written in the name of the person who confirmed it, as long as they have the permission', async () => {
    const clerk = await app.person(['Bulk Product Upload: view', 'Bulk Product Upload: act'])
    const checked = await checkedSheet({ app, admin: clerk }, sheetForm(sheetOf(head, kettle)), query)
    await confirmed({ app, admin: clerk }, checked)
    await app.database.pool.query(
      "update roles set permissions = '{}' where id = (select role_id from people where id = $1)",
      [clerk.id],
    )
    await letImportsRun(app)
    expect(await read(checked.id)).toMatchObject({
      status: 'cancelled',
      message: 'The person who started this no longer has the permission “Bulk Product Upload: Change”',
      counts: { created: 0 },
    })
  })

  test('is in the history of every product, with person and time', async () => {
    const name = `${vendor}.csv`
    await importedSheet(by, sheetForm(sheetOf(head, kettle), name), query)
    const reader = await app.person(['Bulk Product Upload: view'])
    const answer = await app.call('GET', `${path}?q=${vendor}&status=done&limit=5`, { as: reader })
    expect(answer.body.results).toMatchObject([
      { file_name: name, status: 'done', created_by_name: expect.any(String) },
    ])
    await expectRefused(403, /Bulk Product Upload: Change/, () =>
      act(answer.body.results[0].id, 'revert', reader),
    )
  })
})

describe('what a sheet changed', () => {
  test('is not undone when the vendor sends the earlier values again, waiting or live', async () => {
    for (const isLive of [false, true]) {
      const given = { product_name: 'As sent', product_stock: 10 }
      const { id, vendorId, body } = isLive
        ? await listedProduct(by, given)
        : await pendingProduct(app, given)
      const sheet = sheetOf(
        ['SKU', 'Name', 'Retail price', 'Qty available in pcs'],
        [body.sku, 'By the sheet', Number(body.product_price), 50],
      )
      expect((await bring(sheet, `?vendor_id=${vendorId}`)).counts).toMatchObject({ changed: 1 })
      const before = await product(id)
      expect(before.product_stock).toBe(50)
      const again = await app.call('POST', '/api/intake/products', { as: await app.intakeKey(), body })
      expect(again.status).toBe(200)
      expect(await product(id)).toEqual(before)
    }
  })
})

describe('the file of errors', () => {
  test('has the columns of the sheet and one called error, and its corrected rows follow the same import', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => [
      `R-${n}`,
      `Row ${n}`,
      n % 3 === 0 ? 'free' : '100',
      '',
      '',
      '',
    ])
    const done = await bring(sheetOf(head, ...rows))
    expect(done.counts).toMatchObject({ created: 13, error: 7 })
    const { body } = await app.call('GET', `${path}/${done.id}/errors`, { as: admin })
    const lines = body.trim().split('\r\n')
    expect(lines).toHaveLength(8)
    expect(lines[0]).toBe([...head, 'error'].join(','))
    expect(lines[1]).toBe(
      'R-0,Row 0,free,,,,"Retail price: “free” is not an amount. Write rupees with a point before the paisa, for example 1999.50"',
    )
    const corrected = body.replaceAll(',free,', ',120,')
    const next = await importedSheet(by, sheetForm(corrected, 'corrected.csv'), `?follows=${done.id}`)
    expect(next).toMatchObject({
      follows: done.id,
      counts: { rows: 7, created: 7, error: 0 },
      vendor: { id: vendor },
    })
    expect((await read(done.id)).followed_by).toEqual([{ id: next.id, file_name: 'corrected.csv' }])
  })

  test('of a sheet with two columns of one name keeps what each of them was', async () => {
    const two = [...head, 'Retail price']
    const done = await bring(sheetOf(two, [...kettle, '1'], ['P-1', 'Pan', 'free', '', '3', '', '2']))
    expect(done.counts).toMatchObject({ created: 1, error: 1 })
    const { body } = await app.call('GET', `${path}/${done.id}/errors`, { as: admin })
    const corrected = body.replace(',free,', ',120,')
    const next = await importedSheet(by, sheetForm(corrected), `?follows=${done.id}`)
    expect(next.counts).toMatchObject({ created: 1, error: 0 })
    const { rows } = await app.database.pool.query(
      "select id from products where sku = 'P-1' and vendor_id = $1",
      [vendor],
    )
    expect((await product(rows[0].id)).product_price).toBe('120')
  })
})

describe('the template', () => {
  test.each(['csv', 'xlsx'])(
    'as %s is recognised when it comes back, and its example is not imported',
    async (format) => {
      const answer = await fetch(`${app.url}${path}/template?format=${format}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="munshi-products.${format}"`,
      )
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const checked = await checkedSheet(by, sheetForm(bytes, `t.${format}`), query)
      expect(checked).toMatchObject({
        status: 'checked',
        source: 'munshi',
        file_kind: format,
        missing: [],
        counts: { rows: 1, skipped: 1, create: 0 },
      })
    },
  )
})
