import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingOrder } from '#testing/factories.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

async function find(q: string, more = '', as = admin) {
  const { status, body } = await app.call('GET', `/api/admin/find?q=${encodeURIComponent(q)}${more}`, { as })
  expect([q, status]).toEqual([q, 200])
  return body.results as {
    group: string
    rows: { kind: string; id: string; title: string }[]
    total: number
  }[]
}

describe('finding', () => {
  test('an order by its tracking number', async () => {
    const order = await pendingOrder({ app, admin })
    await app.database.pool.query(
      `update order_parts set tracking_number = 'TCS-77120-09' where order_id = $1`,
      [order.id],
    )
    const [group] = await find('tcs 7712009')
    expect(group).toMatchObject({ group: 'orders', total: 1, rows: [{ kind: 'order', id: order.id }] })
  })
})
