import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { addedCategory } from '#testing/category-samples.ts'
import { listedProduct, payableVendor, pendingOrder, requestedWithdrawal } from '#testing/factories.ts'
import { post } from './commands.ts'
import { checkLedger, foldLedger } from './jobs.ts'
import { readBalances } from './queries.ts'
import { transfer } from './rules.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const get = (path: string) => app.call('GET', path, { as: admin })
const save = (path: string, body: unknown, version: string | number = '*') =>
  app.call('PUT', path, {
    as: admin,
    body,
    headers: { 'if-match': version === '*' ? '*' : `"v${version}"` },
  })
const log = createLogger('silent')
const run = (job: typeof foldLedger) =>
  job.run(jobContext(job.name, { db: app.database.db, services: app.services }), log)
const draft = { rules: [] as unknown[], default_rate_bp: 1000, hold_days: 7 }

describe('balances', () => {
  test('are the same before and after deltas are folded, also by two at once', async () => {
    const { id } = await payableVendor({ app, admin }, '1234.56')
    await requestedWithdrawal(app, id, '34.56')
    const before = (await readBalances(app.database.db, [id])).get(id)
    expect(before?.available).toBe(120000n)
    await Promise.all([run(foldLedger), run(foldLedger)])
    await run(foldLedger)
    const { rows } = await app.database.pool.query('select count(*)::int as n from ledger_deltas')
    expect(rows[0].n).toBe(0)
    expect((await readBalances(app.database.db, [id])).get(id)).toEqual(before)
  })

  test('that differ from their lines are found at night, and recorded', async () => {
    const { id } = await payableVendor({ app, admin }, '100')
    const differences = async () => {
      const { rows } = await app.database.pool.query(
        "select after from audit_log where action = 'ledger differs' order by at desc",
      )
      return rows
    }
    await run(checkLedger)
    expect(await differences()).toEqual([])
    const change = (amount: number) =>
      app.database.pool.query(
        `insert into ledger_deltas (account_id, amount)
         select id, $1 from ledger_accounts where owner_id = $2 and kind = 'vendor_available'`,
        [amount, id],
      )
    await change(1)
    await run(checkLedger)
    const found = await differences()
    expect(found).toHaveLength(1)
    expect(found[0].after).toEqual({ [`vendor_available ${id}`]: '-10000' })
    await change(-1)
  })

  test('of an account that does not exist are found at night as well', async () => {
    const nobody = '00000000-0000-4000-8000-000000000001'
    await app.database.pool.query('insert into ledger_deltas (account_id, amount) values ($1, 5)', [nobody])
    await run(checkLedger)
    const { rows } = await app.database.pool.query(
      "select before, after from audit_log where action = 'ledger differs' order by at desc limit 1",
    )
    expect(rows).toEqual([
      { before: { [`no account ${nobody}`]: '5' }, after: { [`no account ${nobody}`]: '0' } },
    ])
    await app.database.pool.query('delete from ledger_deltas where account_id = $1', [nobody])
  })
})

describe('the money of a vendor', () => {
  test('says what is held and why, what is under way, and each line with the balance after it', async () => {
    const product = await listedProduct({ app, admin }, { product_price: '1000' })
    const order = await pendingOrder({ app, admin }, [{ product, quantity: 2 }])
    const money = await get(`/api/admin/vendor-money/${product.vendorId}`)
    expect(money.status).toBe(200)
    expect(money.body.results).toMatchObject({ available: '0', held: '1800' })
    expect(money.body.results.held_parts).toMatchObject([
      { order_number: order.order_number, amount: '1800', free_on: null, why: 'Not delivered yet' },
    ])
    const { rows } = await app.database.pool.query(
      "update order_parts set vendor_status = 'delivered', delivered_at = now() where order_id = $1 returning id",
      [order.id],
    )
    expect(rows).toHaveLength(1)
    const later = await get(`/api/admin/vendor-money/${product.vendorId}`)
    expect(later.body.results.held_parts[0].free_on).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const statement = await get(`/api/admin/vendor-money/${product.vendorId}/statement`)
    expect(statement.body.results).toMatchObject([
      { order_number: order.order_number, standing: 'held', amount: '1800', balance: '1800' },
    ])
  })

  test('a statement runs on over its pages, in both directions, and as a file', async () => {
    const { id } = await payableVendor({ app, admin }, '1000')
    for (let n = 0; n < 5; n += 1) await requestedWithdrawal(app, id, '100')
    const path = `/api/admin/vendor-money/${id}/statement`
    const first = await get(`${path}?limit=2`)
    expect(first.body.results.map(({ balance }: { balance: string }) => balance)).toEqual(['500', '600'])
    const second = await get(`${path}?limit=2&cursor=${first.body.next_cursor}`)
    expect(second.body.results.map(({ balance }: { balance: string }) => balance)).toEqual(['700', '800'])
    const upwards = await get(`${path}?limit=3&sort=at`)
    expect(upwards.body.results.map(({ balance }: { balance: string }) => balance)).toEqual([
      '1000',
      '900',
      '800',
    ])
    const file = await get(`${path}/export`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    const lines = String(file.body).trim().split('\r\n')
    expect(lines).toHaveLength(7)
    expect(lines[1]).toMatch(/,sale,Sale,,available,1000,1000,,$/)
    expect(lines[6]).toMatch(/,available,-100,500,,$/)
    const none = await get(`${path}?to=2001-01-01`)
    expect(none.body.results).toEqual([])
  })

  test('a statement shows each release once, and its balance never dips', async () => {
    const product = await listedProduct({ app, admin }, { product_price: '1000' })
    const owner = product.vendorId
    const orders = []
    for (const quantity of [2, 1, 3]) {
      const { id, order_number } = await pendingOrder({ app, admin }, [{ product, quantity }])
      orders.push({ id, order_number, share: BigInt(quantity) * 90_000n })
    }
    for (const { id, order_number, share } of orders) {
      await app.transact(async (ctx) => {
        ctx.unchanged()
        await post(ctx, {
          kind: 'release',
          orderId: id,
          words: `Order ${order_number} is free to withdraw`,
          postings: transfer(
            share,
            { account: 'vendor_available', owner },
            { account: 'vendor_held', owner },
          ),
        })
      })
    }
    const path = `/api/admin/vendor-money/${owner}/statement`
    type Line = { kind: string; words: string; amount: string; balance: string; released: string }
    const { results } = (await get(`${path}?sort=at`)).body
    expect(
      results.map(({ kind, amount, balance, released }: Line) => [kind, amount, balance, released]),
    ).toEqual([
      ['sale', '1800', '1800', ''],
      ['sale', '900', '2700', ''],
      ['sale', '2700', '5400', ''],
      ['release', '0', '5400', '1800'],
      ['release', '0', '5400', '900'],
      ['release', '0', '5400', '2700'],
    ])
    expect(results[3].words).toBe(`Released: order ${orders[0]?.order_number}`)
    // Wherever a page begins, and in both directions.
    for (const sort of ['at', '-at']) {
      const seen: Line[] = []
      for (let cursor = ''; seen.length < 7; ) {
        const page = (await get(`${path}?limit=1&sort=${sort}${cursor}`)).body
        seen.push(...page.results)
        if (!page.next_cursor) break
        cursor = `&cursor=${page.next_cursor}`
      }
      expect(sort === 'at' ? seen : seen.toReversed()).toEqual(results)
    }
    const file = String((await get(`${path}/export`)).body)
      .trim()
      .split('\r\n')
    expect(file.slice(1).map((line) => line.split(',').slice(-4, -1))).toEqual(
      results.map(({ amount, balance, released }: Line) => [amount, balance, released]),
    )
    // Of one account alone a release is what came to it, or went.
    const amounts = async (standing: string) =>
      (await get(`${path}?sort=at&standing=${standing}`)).body.results.map(({ amount, balance }: Line) => [
        amount,
        balance,
      ])
    expect(await amounts('available')).toEqual([
      ['1800', '1800'],
      ['900', '2700'],
      ['2700', '5400'],
    ])
    expect((await amounts('held')).slice(3)).toEqual([
      ['-1800', '3600'],
      ['-900', '2700'],
      ['-2700', '0'],
    ])
  })

  test('is for who may pay alone', async () => {
    const { id } = await payableVendor({ app, admin }, '10')
    const reader = await app.person(['Vendors: view'])
    const answer = await app.call('GET', `/api/admin/vendor-money/${id}`, { as: reader })
    expect(answer.status).toBe(403)
    expect(answer.body.missing_permission).toBe('Vendors: pay')
  })
})

describe('commission rules', () => {
  test('are saved as a whole; of two who save at once one does', async () => {
    const { version } = (await get('/api/admin/commission')).body.results
    const body = { ...draft, rules: [{ name: 'Cheap things', price_to: '500', rate_bp: 500 }] }
    const answers = await Promise.all([
      save('/api/admin/commission', body, version),
      save('/api/admin/commission', draft, version),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    expect((await get('/api/admin/commission')).body.results.version).toBe(version + 1)
    const refused = await save('/api/admin/commission', {
      ...draft,
      rules: [{ name: 'Of nobody', vendor_id: crypto.randomUUID(), rate_bp: 1 }],
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0].path).toBe('rules.0.vendor_id')
  })

  test('hold for orders from then on, and what was placed keeps its own', async () => {
    await save('/api/admin/commission', draft)
    const product = await listedProduct({ app, admin }, { product_price: '1000' })
    const before = await pendingOrder({ app, admin }, [{ product }])
    await save('/api/admin/commission', {
      ...draft,
      rules: [{ name: 'For them', vendor_id: product.vendorId, rate_bp: 2500 }],
    })
    const after = await pendingOrder({ app, admin }, [{ product }])
    const commissionOf = async (id: string) =>
      (await get(`/api/admin/orders/${id}`)).body.results.parts[0].lines[0].commission
    expect([await commissionOf(before.id), await commissionOf(after.id)]).toEqual(['100', '250'])
    await save('/api/admin/commission', draft)
  })

  test('can be tried on last month’s orders, and nothing is stored', async () => {
    const product = await listedProduct({ app, admin }, { product_price: '1000' })
    const order = await pendingOrder({ app, admin }, [{ product, quantity: 3 }])
    await app.database.pool.query(
      "update orders set placed_at = date_trunc('month', now() at time zone 'Asia/Karachi') at time zone 'Asia/Karachi' - interval '3 days' where id = $1",
      [order.id],
    )
    const { version } = (await get('/api/admin/commission')).body.results
    const answer = await app.call('POST', '/api/admin/commission/try', {
      as: admin,
      body: { ...draft, default_rate_bp: 1500 },
    })
    expect(answer.body.results).toMatchObject({
      lines: 1,
      commission: '300',
      would_be: '450',
      difference: '150',
    })
    expect(answer.body.results.vendors).toMatchObject([{ vendor_id: product.vendorId, difference: '150' }])
    expect((await get('/api/admin/commission')).body.results.version).toBe(version)
  })

  test('are tried on the categories of the sales, wherever the products were moved since', async () => {
    const by = { app, admin }
    const [shawls, shoes] = [
      await addedCategory(by, { name: 'Tried Shawls' }),
      await addedCategory(by, { name: 'Tried Shoes' }),
    ]
    const product = await listedProduct(by, { product_price: '1000' })
    const place = ({ id }: { id: string }) =>
      app.database.pool.query('update products set category_id = $2 where id = $1', [product.id, id])
    const rules = {
      ...draft,
      rules: [
        { name: 'Shawls', category: 'Tried Shawls', rate_bp: 2500 },
        { name: 'Shoes', category: 'Tried Shoes', rate_bp: 500 },
      ],
    }
    await place(shawls)
    await save('/api/admin/commission', rules)
    const order = await pendingOrder(by, [{ product, quantity: 3 }])
    await app.database.pool.query(
      "update orders set placed_at = date_trunc('month', now() at time zone 'Asia/Karachi') at time zone 'Asia/Karachi' - interval '3 days' where id = $1",
      [order.id],
    )
    await place(shoes)
    const answer = await app.call('POST', '/api/admin/commission/try', { as: admin, body: rules })
    expect(answer.body.results).toMatchObject({ difference: '0', vendors: [] })
    const { vendors } = (
      await app.call('POST', '/api/admin/commission/try', { as: admin, body: { ...draft } })
    ).body.results
    expect(vendors).toMatchObject([{ vendor_id: product.vendorId, commission: '750', difference: '-450' }])
    await save('/api/admin/commission', draft)
  })
})

describe('tax rates', () => {
  const rate = {
    tax: 'income_tax',
    paid_by: 'cash',
    rate_bp: 200,
    valid_from: '2025-07-01',
    source: 'An Act',
  }

  test('hold by date for the orders of those days', async () => {
    const saved = await save('/api/admin/tax-rates', {
      rates: [
        { ...rate, valid_to: '2025-12-31' },
        { ...rate, rate_bp: 100, valid_from: '2026-01-01' },
      ],
    })
    expect(saved.status).toBe(200)
    const product = await listedProduct({ app, admin }, { product_price: '1000' })
    const order = await pendingOrder({ app, admin }, [{ product }])
    const { income_tax } = (await get(`/api/admin/orders/${order.id}`)).body.results.parts[0].lines[0]
    expect(income_tax).toBe('10')
    await save('/api/admin/tax-rates', { rates: [] })
  })

  test('two of one tax on one day are refused, as is a stale save', async () => {
    const { version } = (await get('/api/admin/tax-rates')).body.results
    const twice = await save('/api/admin/tax-rates', { rates: [rate, { ...rate, valid_from: '2026-01-01' }] })
    expect(twice.status).toBe(422)
    expect(twice.body.errors[0].path).toBe('rates.1.valid_from')
    expect((await save('/api/admin/tax-rates', { rates: [rate] }, version + 5)).status).toBe(412)
    expect((await get('/api/admin/tax-rates')).body.results).toEqual({ version, rates: [] })
  })
})
