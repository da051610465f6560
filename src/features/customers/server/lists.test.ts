import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { returnedWords } from '#features/withdrawals/contract.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { listedAt, pendingCustomer, pendingOrder } from '#testing/factories.ts'
import { moneySamples } from '#testing/money-samples.ts'
import { texts } from '../texts.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

interface Row {
  id: string
  orders_count: number
  orders_total: string
  last_order_at: string | null
  refused_count: number
}

const rowsBy = async (sort: string): Promise<Row[]> =>
  (await app.call('GET', `/api/admin/customers?limit=100&sort=${sort}`, { as: admin })).body.results
const order = async (path: string, body?: unknown) => {
  const answer = await app.call('POST', `/api/admin/orders/${path}`, { as: admin, body })
  expect(answer.status).toBe(200)
  return answer.body.results
}

let parcels = 0
async function send(orderId: string): Promise<string> {
  const { parts } = await order(`${orderId}/process`)
  const path = `${orderId}/parts/${parts[0].id}`
  await order(`${path}/pack`)
  parcels += 1
  await order(`${path}/ship`, { courier: 'TCS', tracking_number: `LIST-${process.pid}-${parcels}` })
  return path
}

describe('what a customer list shows of trade', () => {
  test('equals the orders: those of each customer, their money, the last one, and what was refused at the door', async () => {
    const product = await listedAt({ app, admin }, '1500')
    const people = [
      await pendingCustomer(app),
      await pendingCustomer(app),
      await pendingCustomer(app),
      await pendingCustomer(app),
    ]
    const [none, one, many, refusing] = people.map(({ id }) => id)
    const place = (customer_id: string | undefined, quantity: number) =>
      pendingOrder({ app, admin }, [{ product, quantity }], {
        payment_method: 'cod',
        ...(customer_id ? { customer_id } : {}),
      })
    await place(one, 1)
    for (const quantity of [1, 2, 3]) await place(many, quantity)
    await order(`${(await place(many, 4)).id}/decline`, { reason: 'Fake' })
    const came = await send((await place(refusing, 1)).id)
    await order(`${came}/return`, { reason: 'Refused at the door' })
    const kept = await send((await place(refusing, 2)).id)
    await order(`${kept}/deliver`)
    const unsent = await place(refusing, 1)
    await order(`${unsent.id}/decline`, { reason: 'No stock' })

    const { rows: told } = await app.database.pool.query<{
      id: string
      orders: number
      spent: string
      last: Date | null
      refused: number
    }>(`
      select c.id, count(o.id) filter (where o.order_status <> 'declined')::int4 as orders,
        coalesce(sum(o.total_bill) filter (where o.order_status <> 'declined'), 0)::text as spent,
        max(o.placed_at) filter (where o.order_status <> 'declined') as last,
        (select count(*)::int4 from order_parts p join orders mine on mine.id = p.order_id
          where mine.customer_id = c.id and p.vendor_status = 'returned' and p.shipped_at is not null
            and p.delivered_at is null) as refused
      from customers c left join orders o on o.customer_id = c.id group by c.id`)
    const rows = await rowsBy('-orders_total')
    expect(rows).toHaveLength(told.length)
    for (const { id, orders, spent, last, refused } of told) {
      const row = rows.find((one) => one.id === id)
      expect(row).toMatchObject({ orders_count: orders, refused_count: refused })
      expect(Math.round(Number(row?.orders_total) * 100)).toBe(Number(spent))
      expect(row?.last_order_at ?? null).toBe(last?.toISOString() ?? null)
    }
    const shown = (id: string | undefined) => rows.find((row) => row.id === id)
    expect(shown(none)).toMatchObject({
      orders_count: 0,
      orders_total: '0',
      last_order_at: null,
      refused_count: 0,
    })
    expect(shown(many)).toMatchObject({ orders_count: 3, orders_total: '9000', refused_count: 0 })
    expect(shown(refusing)).toMatchObject({ orders_count: 2, refused_count: 1 })
  })

  test('names the last order that was not declined, also when two are declined at once', async () => {
    const product = await listedAt({ app, admin }, '500')
    const { id } = await pendingCustomer(app)
    const placed: { id: string; placed_at: string }[] = []
    for (let n = 0; n < 4; n += 1) {
      app.clock.move(60_000)
      const { id: order_id } = await pendingOrder({ app, admin }, [{ product, quantity: 1 }], {
        payment_method: 'cod',
        customer_id: id,
      })
      const { body } = await app.call('GET', `/api/admin/orders/${order_id}`, { as: admin })
      placed.push(body.results)
    }
    const last = async () =>
      (await rowsBy('-last_order_at')).find((row) => row.id === id)?.last_order_at ?? null
    const decline = (at: number) => order(`${placed[at]?.id}/decline`, { reason: 'No stock' })
    expect(await last()).toBe(placed[3]?.placed_at)
    await Promise.all([decline(3), decline(2)])
    expect(await last()).toBe(placed[1]?.placed_at)
    await decline(0)
    expect(await last()).toBe(placed[1]?.placed_at)
    await decline(1)
    expect(await last()).toBeNull()
  })

  test('sorts the whole list in both directions, and no row is met twice on the way through the pages', async () => {
    const measures: Record<string, (row: Row) => number> = {
      orders_count: (row) => row.orders_count,
      orders_total: (row) => Number(row.orders_total),
      last_order_at: (row) => (row.last_order_at ? Date.parse(row.last_order_at) : 0),
      refused_count: (row) => row.refused_count,
    }
    for (const [sort, value] of Object.entries(measures)) {
      const up = await rowsBy(sort)
      const values = up.map(value)
      expect([sort, values]).toEqual([sort, values.toSorted((a, b) => a - b)])
      expect((await rowsBy(`-${sort}`)).map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed())
      const met: string[] = []
      let cursor = ''
      do {
        const query = `limit=2&sort=${sort}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
        const { body } = await app.call('GET', `/api/admin/customers?${query}`, { as: admin })
        met.push(...body.results.map(({ id }: Row) => id))
        cursor = body.next_cursor ?? ''
      } while (cursor)
      expect(met).toEqual(up.map(({ id }) => id))
    }
  })
})

test('the customers of a city are found however the shop front spells it, and a known one is no other by it', async () => {
  const made = [
    await pendingCustomer(app, { city: 'hyderabad' }),
    await pendingCustomer(app, { city: 'HYDERABAD City' }),
    await pendingCustomer(app, { city: 'Hyderabad' }),
  ]
  const { body } = await app.call('GET', '/api/admin/customers?limit=100&city=Hyderabad', { as: admin })
  expect(body.results.map(({ id }: Row) => id).sort()).toEqual(made.map(({ id }) => id).sort())
  const key = await app.intakeKey()
  const again = await app.call('POST', '/api/intake/customers', { as: key, body: made[0]?.body })
  expect(again.body.results.id).toBe(made[0]?.id)
  const read = await app.call('GET', `/api/admin/customers/${made[0]?.id}`, { as: admin })
  expect(read.body.results).toMatchObject({ city: 'Hyderabad', version: 1 })
})

test('what the bank returned is not shown as declined by staff: in the list, in the wallet, in the same words', async () => {
  const stage = { app, admin: await app.person(), key: await app.intakeKey() }
  const sample = await moneySamples['POST /api/admin/customer-withdrawals/:id/return']?.(stage)
  if (!sample) throw new Error('no withdrawal that the bank returns')
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { as: stage.admin, body })
  expect((await call('POST', sample.path, sample.body)).status).toBe(200)
  const { body } = await call('GET', sample.path.replace(/\/return$/, ''))
  const id: string = body.results.owner_id
  const returned = { status: 'declined', is_returned: true }
  const list = await call('GET', '/api/admin/customers?list=approved&limit=100&sort=-withdrawal_at')
  expect(list.body.results.find((row: Row) => row.id === id)).toMatchObject({ withdrawal: returned })
  const detail = (await call('GET', `/api/admin/customers/${id}`)).body.results
  expect(detail).toMatchObject({ withdrawal: returned, wallet: { withdrawals: [returned] } })
  expect(texts.returnedByBank).toBe(returnedWords)
})
