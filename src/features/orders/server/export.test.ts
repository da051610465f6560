import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedProduct, type MadeProduct, pendingOrder } from '#testing/factories.ts'
import { readAllOrders } from './export-queries.ts'

let app: TestApp
let admin: TestPerson
let product: MadeProduct

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  product = await listedProduct({ app, admin }, { product_price: '10', product_stock: 1000 })
})
afterAll(() => app.close())

const ordered = (placed_at: string, quantity = 1) =>
  pendingOrder({ app, admin }, [{ product, quantity }], { placed_at })
const move = async (id: string, move: string, body?: object) => {
  const { status } = await app.call('POST', `/api/admin/orders/${id}/${move}`, { as: admin, body })
  expect(status).toBe(200)
}

describe('the export of all orders', () => {
  test('has the order of the list, across all statuses', async () => {
    const bills = new Map<string, number>()
    for (const [quantity, status] of [
      [3, 'pending'],
      [4, 'declined'],
      [1, 'processing'],
      [2, 'pending'],
    ] as const) {
      const { id, order_number } = await ordered('2026-04-01T08:00:00Z', quantity)
      bills.set(order_number, quantity)
      if (status === 'processing') await move(id, 'process')
      if (status === 'declined') await move(id, 'decline', { reason: 'Fake' })
    }
    for (const [sort, expected] of [
      ['total_bill', [1, 2, 3, 4]],
      ['-total_bill', [4, 3, 2, 1]],
    ] as const) {
      const path = `/api/admin/orders/export?from=2026-04-01&to=2026-04-01&sort=${sort}`
      const { body } = await app.call('GET', path, { as: admin })
      const rows = String(body).trim().split('\r\n').slice(1)
      const numbers = rows.map((row) => [...bills.keys()].find((number) => row.includes(number)) ?? '')
      expect([sort, numbers.map((number) => bills.get(number))]).toEqual([sort, expected])
    }
  })

  test('holds only the selected orders that the filters match, in the order of the list, and is recorded', async () => {
    const day = '2026-06-01'
    const [first, second, other] = [
      await ordered(`${day}T08:00:00Z`, 1),
      await ordered(`${day}T09:00:00Z`, 2),
      await ordered(`${day}T10:00:00Z`, 3),
    ]
    const nobody = '01a1fc80-d469-7475-b815-ea04c5a66a67'
    const numbersOf = async (query: string, as = admin) => {
      const path = `/api/admin/orders/export?fields=order_number&${query}`
      const { status, body } = await app.call('GET', path, { as })
      if (status !== 200) return status
      const lines = String(body).trim().split('\r\n').slice(1)
      return lines.map((line) => line.split(',')[0])
    }
    const ids = `ids=${first.id},${second.id.toUpperCase()},${first.id},${nobody}`
    expect(await numbersOf(ids)).toEqual([second.order_number, first.order_number])
    expect(await numbersOf(`${ids}&sort=placed_at`)).toEqual([first.order_number, second.order_number])
    const { rows } = await app.database.pool.query(
      "select after from audit_log where subject_type = 'orders' order by id desc limit 1",
    )
    expect(rows[0].after.ids).toBe([first.id, second.id, first.id, nobody].join(', '))
    // A selected order that the filters no longer match is left out.
    await move(second.id, 'process')
    expect(await numbersOf(`${ids}&status=pending`)).toEqual([first.order_number])
    expect(await numbersOf(`ids=${other.id}&from=2026-06-02`)).toEqual([])
    expect(await numbersOf('ids=')).toBe(422)
    expect(await numbersOf('ids=1')).toBe(422)
    const viewer = await app.person(['Orders: view'])
    expect(await numbersOf(ids, viewer)).toBe(403)
  })

  test('holds each order once, also those that are moved while it goes on', async () => {
    const taken = await ordered('2026-05-03T08:00:00Z')
    const putBack = await ordered('2026-05-03T07:00:00Z')
    await move(putBack.id, 'process')
    const { rows: names } = await app.database.pool.query(
      "select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns where table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'external_id', 'order_number', 'placed_at')",
    )
    await app.database.pool.query(
      `insert into orders (id, external_id, order_number, placed_at, ${names[0].names})
       select gen_random_uuid(), 'many-' || n, 'M-' || n, placed_at - make_interval(mins => 60 + n), ${names[0].names}
       from orders, generate_series(1, 600) n where id = $1`,
      [taken.id],
    )
    const context = jobContext('test', { db: app.database.db, services: app.services })
    const seen: string[] = []
    let isFirst = true
    const { batches } = readAllOrders(context, { from: '2026-05-01', to: '2026-05-03', sort: '-placed_at' })
    for await (const batch of batches) {
      seen.push(...batch.map(({ id }) => id))
      if (isFirst) {
        await move(taken.id, 'process')
        await app.database.pool.query("update orders set order_status = 'pending' where id = $1", [
          putBack.id,
        ])
      }
      isFirst = false
    }
    expect(seen.slice(0, 2)).toEqual([taken.id, putBack.id])
    expect([seen.length, new Set(seen).size]).toEqual([602, 602])
  })
})
