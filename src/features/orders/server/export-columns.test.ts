import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTable } from '#kit/server/table-reader.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, pendingOrder, refundAccount } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'
import { exportedFieldNames } from '../export-contract.ts'

let app: TestApp
let admin: TestPerson
let order: { id: string; order_number: string }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  order = await pendingOrder({ app, admin }, [], { city: 'Lahore', placed_at: '2026-04-01T08:00:00Z' })
})
afterAll(() => app.close())

const take = (query = '') => app.call('GET', `/api/admin/orders/export${query}`, { as: admin })
async function fileOf(query = ''): Promise<string[][]> {
  const { status, body } = await take(query)
  expect(status).toBe(200)
  const lines = String(body).replace('\uFEFF', '').trim().split('\r\n')
  return lines.map((line) => line.split(',').map((cell) => cell.replace(/^"|"$/g, '')))
}

describe('the fields of an export', () => {
  test('are those that were chosen, in their order', async () => {
    for (const query of [
      '?fields=city,order_status,order_number,id',
      '?fields=city&fields=order_status&fields=order_number&fields=id',
      '?fields=city,order_status&fields=order_number,city&fields=id&status=pending',
    ]) {
      expect(await fileOf(query)).toEqual([
        ['city', 'order_status', 'order_number', 'id'],
        ['Lahore', 'pending', order.order_number, order.id],
      ])
    }
  })

  test('are all of them where none was chosen, the id last; a time says its zone', async () => {
    const [head, row] = await fileOf()
    expect(head).toEqual(
      exportedFieldNames.map((field) =>
        field === 'placed_at' || field === 'confirmed_at' ? `${field} (Asia/Karachi)` : field,
      ),
    )
    expect([head?.at(-1), row?.at(-1)]).toEqual(['id', order.id])
    expect(await fileOf('?fields=placed_at,id')).toEqual([
      ['placed_at (Asia/Karachi)', 'id'],
      [expect.stringContaining('2026-04-01'), order.id],
    ])
  })

  test('say of each order how it was paid, and what was paid, refunded and is no longer charged', async () => {
    const by = { app, admin }
    const product = await listedProduct(by, { product_price: '1000' })
    const given = { payment_method: 'bank_transfer' as const, paid_reference: '=FT-77', city: 'Quetta' }
    const paid = await pendingOrder(by, [{ product, quantity: 2 }], { ...given, shipping_total: '150' })
    const at = `/api/admin/orders/${paid.id}`
    const detail = async () => (await app.call('GET', at, { as: admin })).body.results
    const [line] = (await detail()).parts[0].lines
    const lines = [{ line_id: line.id, amount: '1000', quantity: 1 }]
    const body = { reason: 'Torn', lines, account: refundAccount() }
    const granted = await app.call('POST', `${at}/refunds`, { as: admin, body })
    expect(granted.status).toBe(200)
    const other = await app.person()
    const [refund] = granted.body.results.refunds
    const sent = await app.call('POST', `${at}/refunds/${refund.id}/send`, {
      as: other,
      body: { reference: 'FT-78' },
    })
    expect(sent.status).toBe(200)
    const { paid_total, refunded_total, reversed_total, due } = await detail()
    expect([paid_total, refunded_total]).toEqual(['2150', '1000'])
    const money =
      'order_number,city,payment_method,items_total,discount_total,shipping_total,total_bill,paid_total,refunded_total,reversed_total,due'
    expect(await fileOf(`?city=Quetta&fields=${money},payment_reference`)).toEqual([
      [...money.split(','), 'payment_reference'],
      [
        ...[paid.order_number, 'Quetta', 'bank_transfer', '2000', '0', '150', '2150'],
        ...[paid_total, refunded_total, reversed_total, due],
        // What a spreadsheet would run as a formula is a text.
        "'=FT-77",
      ],
    ])
  })

  test('say where an order goes, as it was corrected last, so that parcels can be booked from the file', async () => {
    const placed = {
      city: 'Multan',
      address: 'House 4',
      area: 'Cantt',
      landmark: 'Mosque',
      province: 'Punjab',
    }
    const { id, order_number } = await pendingOrder({ app, admin }, [], placed)
    const corrected = await app.call('PATCH', `/api/admin/orders/${id}/contact`, {
      as: admin,
      body: { address: 'House 5' },
      headers: { 'if-match': '*' },
    })
    expect([corrected.status, corrected.body.message]).toEqual([200, undefined])
    expect(
      await fileOf('?city=Multan&fields=order_number,address,area,landmark,province,confirmed_at'),
    ).toEqual([
      ['order_number', 'address', 'area', 'landmark', 'province', 'confirmed_at (Asia/Karachi)'],
      [order_number, 'House 5', 'Cantt', 'Mosque', 'Punjab', ''],
    ])
  })

  test('come as a sheet, too', async () => {
    const response = await fetch(`${app.url}/api/admin/orders/export?format=xlsx&fields=order_number`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect(response.headers.get('content-disposition')).toMatch(/orders-\d{4}-\d\d-\d\d\.xlsx/)
    const table = await readTable(Buffer.from(await response.arrayBuffer()), (names) => names.length === 1)
    expect(table?.rows).toContainEqual([order.order_number])
  })

  test('are recorded with the export that they were chosen for', async () => {
    await fileOf('?city=Lahore&fields=email,phone')
    const { rows } = await app.database.pool.query(
      "select after from audit_log where subject_type = 'orders' order by id desc limit 1",
    )
    expect(rows[0].after).toMatchObject({ city: 'Lahore', fields: 'email, phone', format: 'csv' })
  })

  test('that there are not are refused, and nothing is taken out', async () => {
    for (const fields of ['colour', 'order_number,colour', '', 'order_number,', 'details']) {
      const before = await stateOf(app)
      const { status, body } = await take(`?fields=${fields}`)
      expect({ fields, status, path: body.errors?.[0]?.path }).toEqual({
        fields,
        status: 422,
        path: expect.stringMatching(/^fields/),
      })
      expect(await stateOf(app)).toBe(before)
    }
  })

  test('are in the document of the calls as the closed list that they are', async () => {
    const { body } = await app.call('GET', '/api/openapi.json')
    const { parameters } = body.paths['/api/admin/orders/export'].get
    expect(parameters.find(({ name }: { name: string }) => name === 'fields')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'array', items: { type: 'string', enum: [...exportedFieldNames] } },
    })
  })
})
