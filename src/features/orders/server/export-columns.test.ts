import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingOrder } from '#testing/factories.ts'
import { stateOf } from '#testing/state.ts'
import { exportColumns } from '../export-contract.ts'

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

describe('the columns of an export', () => {
  test('are those that were chosen, in their order, and the id behind them', async () => {
    for (const query of [
      '?columns=city,order_status,order_number',
      '?columns=city&columns=order_status&columns=order_number',
      '?columns=city,order_status&columns=order_number,city&status=pending',
    ]) {
      expect(await fileOf(query)).toEqual([
        ['city', 'order_status', 'order_number', 'id'],
        ['Lahore', 'pending', order.order_number, order.id],
      ])
    }
  })

  test('are all of them where none was chosen; a time says its zone', async () => {
    const [head, row] = await fileOf()
    const all = exportColumns.map((column) => (column === 'placed_at' ? 'placed_at (Asia/Karachi)' : column))
    expect(head).toEqual([...all, 'id'])
    expect(row?.at(-1)).toBe(order.id)
    expect(await fileOf('?columns=placed_at')).toEqual([
      ['placed_at (Asia/Karachi)', 'id'],
      [expect.stringContaining('2026-04-01'), order.id],
    ])
  })

  test('are written down with the export that they were chosen for', async () => {
    await fileOf('?city=Lahore&columns=email,phone')
    const { rows } = await app.database.pool.query(
      "select after from audit_log where subject_type = 'orders' order by id desc limit 1",
    )
    expect(rows[0].after).toMatchObject({ city: 'Lahore', columns: 'email, phone' })
  })

  test('that there are not are refused, and nothing is taken out', async () => {
    for (const columns of ['colour', 'order_number,colour', 'id', '', 'order_number,', 'details']) {
      const before = await stateOf(app)
      const { status, body } = await take(`?columns=${columns}`)
      expect({ columns, status, path: body.errors?.[0]?.path }).toEqual({
        columns,
        status: 422,
        path: expect.stringMatching(/^columns/),
      })
      expect(await stateOf(app)).toBe(before)
    }
  })

  test('stand in the document of the calls as the closed list that they are', async () => {
    const { body } = await app.call('GET', '/api/openapi.json')
    const { parameters } = body.paths['/api/admin/orders/export'].get
    expect(parameters.find(({ name }: { name: string }) => name === 'columns')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'array', items: { type: 'string', enum: [...exportColumns] } },
    })
  })
})
