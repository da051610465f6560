import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDailyTotals, foldDailyTotals } from '#app/server/day-totals.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  listedProduct,
  type MadeProduct,
  payableVendor,
  pendingOrder,
  pendingProduct,
  requestedWithdrawal,
} from '#testing/factories.ts'
import type { Figures } from '../contract.ts'

let app: TestApp
let admin: TestPerson
let product: MadeProduct

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  product = await listedProduct({ app, admin }, { product_price: '1000', product_stock: 1000 })
})
afterAll(() => app.close())

const ordered = (placed_at: string, given = {}) =>
  pendingOrder({ app, admin }, [{ product, quantity: 2 }], { placed_at, ...given })
const figures = async (query: string, as: TestPerson = admin): Promise<Figures> => {
  const { status, body } = await app.call('GET', `/api/admin/dashboard/figures?${query}`, { as })
  expect([query, status]).toEqual([query, 200])
  return body.results
}
const card = ({ cards }: Figures, kind: string) => cards.find((one) => one.kind === kind)
const listed = async (query: string) =>
  (await app.call('GET', `/api/admin/orders?limit=1&${query}`, { as: admin })).body.total
const sumOf = async (query: string) =>
  (await app.call('GET', `/api/admin/orders/sum?${query}`, { as: admin })).body.results.amount
const context = () => jobContext('test', { db: app.database.db, services: app.services })
const log = { error: (given: unknown) => faults.push(given) }
const faults: unknown[] = []

describe('the figures of a range of days', () => {
  test('equal the linked lists, on days in Karachi, before and after the totals are folded', async () => {
    // The last minute of the ninth and the first of the tenth of January, in Karachi.
    await ordered('2026-01-09T18:59:00Z', { city: 'Quetta' })
    await ordered('2026-01-09T19:01:00Z', { city: 'Multan' })
    const declined = await ordered('2026-01-10T08:00:00Z', { city: 'Multan' })
    const body = { reason: 'Fake' }
    await app.call('POST', `/api/admin/orders/${declined.id}/decline`, { as: admin, body })
    const range = 'from=2026-01-10&to=2026-01-10'
    for (const isFolded of [false, true]) {
      if (isFolded && 'run' in foldDailyTotals) await foldDailyTotals.run(context(), log as never)
      const shown = await figures(range)
      expect(card(shown, 'orders')).toMatchObject({ now: { n: 2 }, before: { n: 1 } })
      expect(card(shown, 'orders')?.now.n).toBe(await listed(range))
      expect(card(shown, 'declined')?.now.n).toBe(await listed(`${range}&status=declined`))
      expect(card(shown, 'sales')?.now).toEqual({ n: 1, amount: '2000' })
      expect(await sumOf(`${range}&without=declined`)).toBe('2000')
      expect(await sumOf(`${range}&city=Multan`)).toBe('4000')
      expect(shown.days).toEqual([
        {
          day: '2026-01-10',
          pending: 1,
          processing: 0,
          completed: 0,
          declined: 1,
          sales: '2000',
          sales_before: '2000',
          customers: 0,
        },
      ])
      expect(shown.cities).toEqual([{ key: 'Multan', n: 2, amount: '4000' }])
      expect(shown.products).toMatchObject([{ key: product.id, n: 2, amount: '2000' }])
    }
  })

  test('are compared with the same days a year ago, even if that year has no such day', async () => {
    const shown = await figures('from=2028-02-29&to=2028-02-29&compare=year')
    expect([shown.before_from, shown.before_to]).toEqual(['2027-02-28', '2027-02-28'])
    expect(await figures('from=2026-03-01&to=2026-03-10')).toMatchObject({
      before_from: '2026-02-19',
      before_to: '2026-02-28',
    })
    for (const wrong of [
      'from=2026-03-01',
      'from=2026-03-02&to=2026-03-01',
      'from=2020-01-01&to=2026-01-01',
    ]) {
      const { status } = await app.call('GET', `/api/admin/dashboard/figures?${wrong}`, { as: admin })
      expect([wrong, status]).toEqual([wrong, 422])
    }
  })

  test('are exact in the linked lists beyond the limit of a thousand that a filter counts to', async () => {
    const { id } = await ordered('2026-01-20T08:00:00Z', {
      city: 'Swat',
      device_os: 'iOS',
      payment_method: 'raast',
    })
    const { rows } = await app.database.pool.query(
      "select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns where table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'external_id', 'order_number')",
    )
    await app.database.pool.query(
      `insert into orders (id, external_id, order_number, ${rows[0].names})
       select gen_random_uuid(), 'many-' || n, 'N-' || n, ${rows[0].names} from orders, generate_series(1, 1100) n where id = $1`,
      [id],
    )
    const days = 'from=2026-01-20&to=2026-01-20'
    const shown = await figures(days)
    expect(card(shown, 'orders')?.now.n).toBe(1101)
    for (const more of ['', '&status=pending', '&city=Swat', '&device_os=iOS', '&payment_method=raast'])
      expect([more, await listed(days + more)]).toEqual([more, 1101])
    expect(await listed(`${days}&without=declined&city=Swat`)).toBe(1000)
    expect(await listed(`${days}&status=declined`)).toBe(0)
    expect(await listed(`${days}&city=Multan`)).toBe(0)
    expect([await sumOf(days), await sumOf(`${days}&city=Swat`)]).toEqual(['2202000', '2202000'])
    // What no totals are kept of is not summed one by one.
    expect([await sumOf(`${days}&q=swat`), await sumOf(`${days}&status=pending&city=Swat`)]).toEqual([
      null,
      null,
    ])
  })

  test('name the eight largest cities of all days together, equal ones in alphabetical order', async () => {
    await app.database.pool.query(
      `insert into daily_totals (kind, day, key, n, amount)
       select 'cities', date '2021-03-01' + day, 'City ' || chr(64 + city), case city when 9 then 5 when 3 then 1 else 2 end, 100
       from generate_series(0, 1) day, generate_series(1, 10) city`,
    )
    const shown = await figures('from=2021-03-01&to=2021-03-02')
    expect(shown.cities.map(({ key, n }) => `${key.at(-1)} ${n}`)).toEqual([
      'I 10',
      'A 4',
      'B 4',
      'D 4',
      'E 4',
      'F 4',
      'G 4',
      'H 4',
    ])
    await app.database.pool.query("delete from daily_totals where day between '2021-03-01' and '2021-03-02'")
  })

  test('show earnings only to people who may open the ledger', async () => {
    const kindsFor = async (...permissions: string[]) => {
      const shown = await figures('', await app.person(['Dashboard: view', ...permissions]))
      return shown.cards.map(({ kind }) => kind)
    }
    expect(await kindsFor('Vendors: view')).toEqual([])
    expect(await kindsFor('Ledger: view')).toEqual(['commission'])
  })

  test('date earnings by order date, as sales are, even if the order arrives years later or is declined', async () => {
    const years = ['from=2017-01-01&to=2017-12-31', 'from=2018-01-01&to=2018-12-31'] as const
    await ordered('2017-05-02T08:00:00Z')
    await ordered('2017-12-31T18:59:00Z')
    const declined = await ordered('2018-01-01T08:00:00Z')
    await ordered('2018-03-01T08:00:00Z')
    await app.call('POST', `/api/admin/orders/${declined.id}/decline`, {
      as: admin,
      body: { reason: 'Fake' },
    })
    const ledger = async (path: string, range: string) =>
      (await app.call('GET', `/api/admin/ledger${path}?account=commission&by=order&${range}`, { as: admin }))
        .body
    for (const isFolded of [false, true]) {
      if (isFolded && 'run' in foldDailyTotals) await foldDailyTotals.run(context(), log as never)
      const [first, second] = [await figures(years[0]), await figures(years[1])]
      // A tenth of two sales of 2,000; and of the one that was not declined, of which nothing is left, and of the other.
      expect([card(first, 'sales')?.now.amount, card(first, 'commission')?.now]).toEqual([
        '4000',
        { n: 2, amount: '400' },
      ])
      expect([card(second, 'sales')?.now.amount, card(second, 'commission')?.now]).toEqual([
        '2000',
        { n: 3, amount: '200' },
      ])
      for (const [at, shown] of [first, second].entries()) {
        const { n = 0, amount = '0' } = card(shown, 'commission')?.now ?? {}
        const { lines, debit, credit } = (await ledger('/sum', years[at] ?? '')).results
        expect([lines, Number(credit) - Number(debit)]).toEqual([n, Number(amount)])
        const listed = await ledger('', years[at] ?? '')
        expect([listed.total, listed.results.length]).toEqual([n, n])
      }
    }
    const bank = await app.call('GET', '/api/admin/ledger?account=bank&by=order', { as: admin })
    expect([bank.status, bank.body.errors[0].path]).toEqual([422, 'by'])
    const before = faults.length
    if ('run' in checkDailyTotals) await checkDailyTotals.run(context(), log as never)
    expect(faults.slice(before)).toEqual([])
    await app.database.pool.query("update daily_totals set n = n + 5 where kind = 'commission by order'")
    if ('run' in checkDailyTotals) await checkDailyTotals.run(context(), log as never)
    expect(faults).toHaveLength(before + 1)
    faults.length = before
    expect(card(await figures(years[0]), 'commission')?.now).toEqual({ n: 2, amount: '400' })
  })

  test('date earnings from before the totals by order existed in the same way', async () => {
    const range = 'from=2017-01-01&to=2018-12-31'
    const before = card(await figures(range), 'commission')?.now
    expect(before).toEqual({ n: 5, amount: '600' })
    for (const table of ['daily_totals', 'daily_deltas'])
      await app.database.pool.query(`delete from ${table} where kind = 'commission by order'`)
    expect(card(await figures(range), 'commission')?.now).toEqual({ n: 0, amount: '0' })
    const migration = readFileSync('database/migrations/0044_orders_against_listings.sql', 'utf8')
    await app.database.pool.query(migration.slice(migration.lastIndexOf('insert into daily_totals')))
    expect(card(await figures(range), 'commission')?.now).toEqual(before)
    const known = faults.length
    if ('run' in checkDailyTotals) await checkDailyTotals.run(context(), log as never)
    expect(faults.slice(known)).toEqual([])
  })

  test('leave out what the user may not open', async () => {
    const plain = await app.person(['Dashboard: view', 'Customer: view'])
    const shown = await figures('from=2026-01-10&to=2026-01-10', plain)
    expect(shown.cards.map(({ kind }) => kind)).toEqual(['customers'])
    expect([shown.cities, shown.products, shown.days[0]?.sales]).toEqual([[], [], '0'])
    const { body } = await app.call('GET', '/api/admin/dashboard/latest', { as: plain })
    expect([body.results.orders, body.results.products]).toEqual([[], []])
    expect(body.results.customers.length).toBeGreaterThan(0)
  })

  test('equal the rows behind them, which a nightly check proves and corrects', async () => {
    const { id } = await ordered('2026-02-01T08:00:00Z')
    await app.call('POST', `/api/admin/orders/${id}/process`, { as: admin })
    if ('run' in checkDailyTotals) await checkDailyTotals.run(context(), log as never)
    expect(faults).toEqual([])
    await app.database.pool.query("update daily_totals set n = n + 5 where kind = 'orders'")
    if ('run' in checkDailyTotals) await checkDailyTotals.run(context(), log as never)
    expect(faults).toHaveLength(1)
    expect(card(await figures('from=2026-01-10&to=2026-01-10'), 'orders')?.now.n).toBe(2)
  })
})

test('the latest orders, customers and products are listed newest first', async () => {
  const { order_number } = await ordered(new Date().toISOString())
  const { body } = await app.call('GET', '/api/admin/dashboard/latest', { as: admin })
  expect(body.results.orders[0]).toMatchObject({ order_number, total_bill: '2000', order_status: 'pending' })
  expect(body.results.products[0].id).toBe(product.id)
})

describe('the best-selling products in a range of months', () => {
  const sold = async (placed_at: string, goods: { product: MadeProduct; quantity: number }[]) =>
    pendingOrder({ app, admin }, goods, { placed_at })
  const names = async (range: string) => (await figures(range)).products.map(({ key, n }) => [key, n])

  test('are summed from whole months and the days around them, before and after the totals are folded', async () => {
    const other = await listedProduct({ app, admin }, { product_price: '10', product_stock: 1000 })
    await sold('2025-03-31T18:59:00Z', [{ product: other, quantity: 7 }])
    await sold('2025-03-31T19:01:00Z', [{ product, quantity: 3 }])
    await sold('2025-05-15T08:00:00Z', [
      { product: other, quantity: 1 },
      { product, quantity: 4 },
    ])
    const gone = await sold('2025-05-16T08:00:00Z', [{ product: other, quantity: 50 }])
    const decline = { as: admin, body: { reason: 'Fake' } }
    await app.call('POST', `/api/admin/orders/${gone.id}/decline`, decline)
    await sold('2025-06-30T19:01:00Z', [{ product: other, quantity: 9 }])
    const expected = {
      // April to June, whole: neither the last minute before it nor the first after it.
      'from=2025-04-01&to=2025-06-30': [
        [product.id, 7],
        [other.id, 1],
      ],
      'from=2025-03-31&to=2025-07-01': [
        [other.id, 17],
        [product.id, 7],
      ],
      'from=2025-05-02&to=2025-05-30': [
        [product.id, 4],
        [other.id, 1],
      ],
      'from=2025-03-10&to=2025-05-15': [
        [other.id, 8],
        [product.id, 7],
      ],
    }
    for (const isFolded of [false, true]) {
      if (isFolded && 'run' in foldDailyTotals) await foldDailyTotals.run(context(), log as never)
      for (const [range, rows] of Object.entries(expected))
        expect([range, await names(range)]).toEqual([range, rows])
    }
    const before = faults.length
    if ('run' in checkDailyTotals) await checkDailyTotals.run(context(), log as never)
    expect(faults.slice(before)).toEqual([])
    await app.database.pool.query(
      "update daily_totals set n = n + 5 where kind like 'products%' and key = $1",
      [other.id],
    )
    if ('run' in checkDailyTotals) await checkDailyTotals.run(context(), log as never)
    if ('run' in foldDailyTotals) await foldDailyTotals.run(context(), log as never)
    expect(faults).toHaveLength(before + 1)
    for (const [range, rows] of Object.entries(expected))
      expect([range, await names(range)]).toEqual([range, rows])
  })

  test('are found even if hundreds of others sell more in single months', async () => {
    // Written to the totals as a fold leaves them: in each month 300 others are before the one that sells in every month.
    await app.database.pool.query(
      `insert into daily_totals (kind, day, key, n, amount)
       select kind, case kind when 'products' then month + 14 else month end, key, n, n * 100
       from (select month::date, key, n from generate_series(date '2024-01-01', date '2024-12-01', '1 month') month
         cross join lateral (
           select $1 as key, 5 as n union all
           select md5(month::text || other)::uuid::text, 6 from generate_series(1, 300) other
         ) sold) s
       cross join (values ('products'), ('products by month')) k (kind)`,
      [product.id],
    )
    // As PostgreSQL does by itself within a minute of so many rows. By the plan for the few before them it takes half a second.
    await app.database.pool.query('analyze daily_totals')
    const [first] = await names('from=2024-01-01&to=2024-12-31')
    expect(first).toEqual([product.id, 60])
    expect((await names('from=2024-01-10&to=2024-11-20'))[0]).toEqual([product.id, 55])
    await app.database.pool.query("delete from daily_totals where day between '2024-01-01' and '2024-12-31'")
  })
})

test('the latest orders, customers and products are listed newest first', async () => {
  const newest = await listedProduct({ app, admin })
  // One that waits is among what waits, and not in the list that this leads to.
  await pendingProduct(app)
  const { order_number } = await ordered(new Date().toISOString())
  const { body } = await app.call('GET', '/api/admin/dashboard/latest', { as: admin })
  expect(body.results.orders[0]).toMatchObject({ order_number, total_bill: '2000', order_status: 'pending' })
  expect(body.results.products[0].id).toBe(newest.id)
})

test('waiting withdrawals are shown to people who pay them, with the age of the oldest', async () => {
  const { id } = await payableVendor({ app, admin }, '5000')
  const heapsFor = async (...permissions: string[]) => {
    const as = await app.person(['Dashboard: view', ...permissions])
    return (await app.call('GET', '/api/admin/dashboard/work', { as })).body.results.waiting
  }
  expect(await heapsFor('Vendors: pay')).toEqual([
    { kind: 'vendor_withdrawals', count: 0, oldest_since: null, late: 0 },
  ])
  const first = await requestedWithdrawal(app, id, '1200')
  await requestedWithdrawal(app, id, '300')
  const { rows } = await app.database.pool.query('select requested_at from withdrawals where id = $1', [
    first.id,
  ])
  expect(await heapsFor('Vendors: pay')).toEqual([
    {
      kind: 'vendor_withdrawals',
      count: 2,
      oldest_since: rows[0].requested_at.toISOString(),
      late: 0,
    },
  ])
  expect(await heapsFor('Customer: pay')).toEqual([
    { kind: 'customer_withdrawals', count: 0, oldest_since: null, late: 0 },
  ])
  expect(await heapsFor('Vendors: view', 'Customer: view')).toEqual([
    expect.objectContaining({ kind: 'customers' }),
  ])
})

test('the numbers of the menu are those of the lists that the person may open', async () => {
  const countsFor = async (...permissions: string[]) => {
    const as = await app.person(permissions)
    return (await app.call('GET', '/api/admin/dashboard/counts', { as })).body.results
  }
  const before = await countsFor('Products: view', 'Vendor Verifications: view')
  await pendingProduct(app)
  const after = await countsFor('Products: view', 'Vendor Verifications: view')
  expect(Object.keys(after).sort()).toEqual(['products', 'vendors'])
  expect(after.products).toBe(before.products + 1)
  expect(await countsFor()).toEqual({})
})
