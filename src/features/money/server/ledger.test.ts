import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDailyTotals, foldDailyTotals } from '#app/server/day-totals.ts'
import { parseRupees } from '#kit/contract/money.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  listedProduct,
  payableVendor,
  pendingOrder,
  refundAccount,
  requestedWithdrawal,
} from '#testing/factories.ts'
import { planOf, recorded, rowsRead } from '#testing/plans.ts'
import { fileOf, row, settlementDesk } from '#testing/settlement-desk.ts'
import { ledger, ownAccounts } from '../ledger-contract.ts'
import { listAccount, readWholeAccount } from './ledger-queries.ts'

let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
})
afterAll(() => app.close())

const get = async (path: string) => (await app.call('GET', path, { as: admin })).body
const sumOf = async (account: string, days = '') =>
  (await get(`/api/admin/ledger/sum?account=${account}${days}`)).results
const today = () =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Karachi' }).format(Date.now())
const balances = async () => (await get('/api/admin/ledger/balances')).results

describe('an account of the marketplace', () => {
  test('shows each line with what moved it; their sum, their number and the balance agree', async () => {
    const { id, order_number } = await pendingOrder({ app, admin }, [], { payment_method: 'card' })
    for (const account of ownAccounts) {
      const list = await get(`/api/admin/ledger?account=${account}&limit=100`)
      const sum = await sumOf(account)
      const total = (side: 'debit' | 'credit') =>
        list.results.reduce(
          (paisa: bigint, line: { debit: string; credit: string }) => paisa + parseRupees(line[side] || '0'),
          0n,
        )
      expect([account, list.total, list.total_is_exact]).toEqual([account, sum.lines, true])
      expect([total('debit'), total('credit')]).toEqual([parseRupees(sum.debit), parseRupees(sum.credit)])
      const balance = (await balances()).accounts.find((own: { account: string }) => own.account === account)
      expect([account, parseRupees(balance.balance)]).toEqual([account, total('debit') - total('credit')])
    }
    const [line] = (await get('/api/admin/ledger?account=commission')).results
    expect(line).toMatchObject({ kind: 'sale', order_id: id, order_number, debit: '' })
  })

  test('adds up to zero with all others, whether a vendor or a customer is owed the money', async () => {
    const { id } = await payableVendor({ app, admin }, '5000')
    const before = await balances()
    await requestedWithdrawal(app, id, '1200')
    const after = await balances()
    const of = ({ accounts }: typeof after, name: string) =>
      parseRupees(accounts.find((own: { account: string }) => own.account === name).balance)
    expect(of(after, 'paying_out') - of(before, 'paying_out')).toBe(-120000n)
    expect(parseRupees(after.owners) - parseRupees(before.owners)).toBe(120000n)
    const { rows } = await app.database.pool.query(
      `select coalesce(sum(l.amount), 0)::text as amount from ledger_lines l
       join ledger_accounts a on a.id = l.account_id where a.owner_id <> '00000000-0000-0000-0000-000000000000'`,
    )
    expect(parseRupees(after.owners)).toBe(BigInt(rows[0].amount))
    const [line] = (await get('/api/admin/ledger?account=paying_out')).results
    expect(line).toMatchObject({ kind: 'withdrawal', order_id: null, credit: '1200', withdrawn_by: 'vendor' })
    expect(line.source_id).toEqual(expect.any(String))
  })

  test('comes in days of Karachi to what the dashboard shows as earned', async () => {
    await pendingOrder({ app, admin })
    const figures = (await get('/api/admin/dashboard/figures')).results
    const card = figures.cards.find((own: { kind: string }) => own.kind === 'commission').now
    const days = `&from=${figures.from}&to=${figures.to}`
    const sum = await sumOf('commission', days)
    expect([sum.lines, parseRupees(sum.credit) - parseRupees(sum.debit)]).toEqual([
      card.n,
      parseRupees(card.amount),
    ])
    expect((await get(`/api/admin/ledger?account=commission${days}`)).total).toBe(card.n)
    expect(await sumOf('commission', '&from=2020-01-01&to=2020-12-31')).toEqual({
      lines: 0,
      debit: '0',
      credit: '0',
    })
  })

  test('is taken out whole by who may export, and that is recorded', async () => {
    const answer = await app.call('GET', '/api/admin/ledger/export?account=commission', { as: admin })
    const rows = answer.body.trim().split('\n').slice(1)
    expect(rows).toHaveLength((await sumOf('commission')).lines)
    const { rows: written } = await app.database.pool.query(
      "select after from audit_log where action = 'export' and subject_type = 'ledger' order by id desc limit 1",
    )
    expect(written[0].after).toEqual({ account: 'commission' })
    const reader = await app.person(['Ledger: view'])
    expect((await app.call('GET', '/api/admin/ledger?account=bank', { as: reader })).status).toBe(200)
    const denied = await app.call('GET', '/api/admin/ledger/export?account=bank', { as: reader })
    expect(denied.status).toBe(403)
  })

  test('of the bank names the reference and the bank day of each movement, as does the statement of a vendor', async () => {
    const desk = settlementDesk(() => ({ app, admin }))
    const other = await app.person()
    const must = async (path: string, body: unknown, as = admin) => {
      const answer = await app.call('POST', path, { as, body })
      expect([path, answer.status]).toEqual([path, 200])
      return answer.body.results
    }
    const product = await listedProduct({ app, admin }, { product_price: '1000' })
    const order = await pendingOrder({ app, admin }, [{ product }], {
      ...{ payment_method: 'bank_transfer', paid_reference: 'FT-PAYMENT' },
    })
    const at = `/api/admin/orders/${order.id}`
    const line = (await get(at)).results.parts[0].lines[0]
    const lines = [{ line_id: line.id, amount: '100' }]
    const { refunds } = await must(`${at}/refunds`, { lines, reason: 'Torn', account: refundAccount() })
    await must(`${at}/refunds/${refunds[0].id}/send`, { reference: 'FT-REFUND' }, other)
    const vendor = await payableVendor({ app, admin }, '5000')
    const withdrawal = await requestedWithdrawal(app, vendor.id, '1200')
    const payout = `/api/admin/vendor-withdrawals/${withdrawal.id}`
    await must(`${payout}/approve`, undefined)
    await must(`${payout}/pay`, { bank_reference: 'FT-PAYOUT' })
    const parcels = [await desk.parcel('1200'), await desk.parcel('900')]
    const statement = fileOf(...parcels.map((parcel, n) => row(parcel, n === 0 ? 1200 : 900, 100)))
    await desk.settle(statement, { reference: 'FT-COURIER', paid_on: '2026-01-14' })

    const shown = (await get('/api/admin/ledger?account=bank&limit=100')).results
    const of = (reference: string) =>
      shown
        .filter((one: { reference: string | null }) => one.reference === reference)
        .map(({ kind, bank_day, debit, credit }: Record<string, string>) => [
          kind,
          bank_day,
          debit || `-${credit}`,
        ])
    expect(of('FT-PAYMENT')).toEqual([['payment', null, '1000']])
    expect(of('FT-REFUND')).toEqual([['refund', null, '-100']])
    expect(of('FT-PAYOUT')).toEqual([['payout', null, '-1200']])
    expect(of('FT-COURIER').toSorted()).toEqual([
      ['settlement', '2026-01-14', '1100'],
      ['settlement', '2026-01-14', '800'],
    ])
    const { body } = await app.call('GET', '/api/admin/ledger/export?account=bank', { as: admin })
    const [head = '', ...rows] = String(body).trim().split('\r\n')
    expect(head.endsWith(',id,reference,bank_day')).toBe(true)
    const ends = (end: string) => rows.filter((one) => one.endsWith(end)).length
    expect(['FT-PAYMENT,', 'FT-REFUND,', 'FT-PAYOUT,', 'FT-COURIER,2026-01-14'].map(ends)).toEqual([
      1, 1, 1, 2,
    ])
    // A sale has no reference of the payment for it.
    const [sale] = (await get('/api/admin/ledger?account=commission')).results
    expect([sale.reference, sale.bank_day]).toEqual([null, null])

    const money = `/api/admin/vendor-money/${vendor.id}/statement`
    const [taken] = (await get(money)).results
    expect(taken).toMatchObject({ kind: 'withdrawal', amount: '-1200', reference: 'FT-PAYOUT' })
    const file = await app.call('GET', `${money}/export`, { as: admin })
    expect(String(file.body).trim().split('\r\n').at(-1)).toMatch(/,FT-PAYOUT$/)
  })

  test('is summed and counted from totals of days, which hold whatever was written before and after they are folded', async () => {
    const days = `&from=${today()}&to=${today()}`
    const seen = async () => {
      const sums = []
      for (const account of ownAccounts) sums.push([account, await sumOf(account, days)])
      return sums
    }
    const before = await seen()
    const log = { error: (given: unknown) => faults.push(given) } as never
    const faults: unknown[] = []
    const context = jobContext('test', { db: app.database.db, services: app.services })
    if ('run' in foldDailyTotals) await foldDailyTotals.run(context, log)
    expect(await seen()).toEqual(before)
    if ('run' in checkDailyTotals) await checkDailyTotals.run(context, log)
    expect(faults).toEqual([])
    const { rows } = await app.database.pool.query(
      `select count(*)::int as n, coalesce(sum(l.amount) filter (where l.amount > 0), 0)::text as debit from ledger_lines l
       join ledger_accounts a on a.id = l.account_id where a.kind = 'customer_due'`,
    )
    const all = await sumOf('customer_due')
    expect([all.lines, parseRupees(all.debit)]).toEqual([rows[0].n, BigInt(rows[0].debit)])
  })

  test('that there is not, or whose days are none, is refused', async () => {
    for (const query of ['account=vendor_held', 'account=bank&from=2026-02-30', 'limit=5'])
      expect([query, (await app.call('GET', `/api/admin/ledger?${query}`, { as: admin })).status]).toEqual([
        query,
        422,
      ])
  })
})

describe('the commission of the orders of some days', () => {
  /** Gives each of these orders so many sales with ten rupees of commission, a second after each other. */
  const sell = (orders: string, at: string, count: number) =>
    app.database.pool.query(
      `with sold as (
         insert into ledger_transactions (id, at, kind, order_id, words)
         select gen_random_uuid(), $2::timestamptz + n * interval '1 second', 'sale', o.id, 'Sale'
         from orders o cross join generate_series(1, $3::int) n where o.order_number like $1 returning id, at)
       insert into ledger_lines (id, transaction_id, account_id, amount, at)
       select gen_random_uuid(), sold.id, a.id, case a.kind when 'commission' then -1000 else 1000 end, sold.at
       from sold cross join ledger_accounts a where a.kind in ('commission', 'customer_due')`,
      [orders, at, count],
    )
  const copy = async (id: string, name: string, count: number) => {
    const { rows } = await app.database.pool.query(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'external_id', 'order_number')`,
    )
    await app.database.pool.query(
      `insert into orders (id, external_id, order_number, ${rows[0].names})
       select gen_random_uuid(), $2::text || n, $2::text || n, ${rows[0].names} from orders, generate_series(1, $3::int) n where id = $1`,
      [id, name, count],
    )
  }
  const analyze = () => app.database.pool.query('analyze orders, ledger_transactions, ledger_lines')

  /** The first page and the whole list, and how many lines of the ledger any statement reads and throws away at most. */
  async function read(days: string) {
    const { db, sent } = recorded(app.database)
    const ctx = jobContext('test', { db, services: app.services })
    const asked = Object.fromEntries(new URLSearchParams(`account=commission&by=order&${days}`))
    const page = await listAccount(ctx, ledger.list.query.parse(asked))
    const all = []
    for await (const batch of await readWholeAccount(ctx, ledger.export.query.parse(asked)))
      all.push(...batch)
    const removed = []
    for (const statement of sent)
      removed.push(rowsRead(await planOf(app.database, statement), 'ledger_lines').removed)
    const { lines } = await sumOf('commission', `&by=order&${days}`)
    expect([page.total, page.total_is_exact, new Set(all.map(({ id }) => id)).size, all.length]).toEqual([
      lines,
      true,
      lines,
      lines,
    ])
    return { page, all, mostRemoved: Math.max(...removed) }
  }

  test('is read without what was posted before them, on the first page and at the end of the file', async () => {
    await pendingOrder({ app, admin }, [], { order_number: 'Old-0', placed_at: '2019-03-04T08:00:00Z' })
    await sell('Old-%', '2019-03-10T08:00:00Z', 3000)
    const busy = { order_number: 'Busy-0', placed_at: '2020-05-10T08:00:00Z' }
    await copy((await pendingOrder({ app, admin }, [], busy)).id, 'Busy-', 1100)
    await sell('Busy-%', '2020-05-10T09:00:00Z', 1)
    await analyze()
    const { all, mostRemoved } = await read('from=2020-05-10')
    expect(all.length).toBeGreaterThan(1101)
    expect(all.at(-1)?.at).toBe('2020-05-10T09:00:01.000Z')
    expect(mostRemoved).toBeLessThan(20)
  })

  test('is read without what was posted after them, and with what was posted late', async () => {
    await sell('Old-%', '2020-08-01T08:00:00Z', 3000)
    await sell('Busy-7', '2020-09-01T08:00:00Z', 1)
    await analyze()
    const { page, all, mostRemoved } = await read('from=2020-05-10&to=2020-05-10')
    // The sale that was really submitted is posted today, the one behind it months after its order.
    expect([page.rows.length, page.rows[1]?.at]).toEqual([25, '2020-09-01T08:00:01.000Z'])
    expect(page.rows[0]).toMatchObject({ order_number: 'Busy-0' })
    expect(all.slice(0, 25)).toEqual(page.rows)
    expect(all).toHaveLength(1103)
    expect(mostRemoved).toBeLessThan(20)
  })

  test('is found by the orders where these are few, whenever it was posted', async () => {
    await pendingOrder({ app, admin }, [], { order_number: 'One-0', placed_at: '2018-06-01T08:00:00Z' })
    await analyze()
    const { all, mostRemoved } = await read('from=2018-06-01&to=2018-06-01')
    expect(all).toMatchObject([{ order_number: 'One-0' }])
    expect(mostRemoved).toBeLessThan(20)
    expect((await read('to=2018-06-01')).all).toHaveLength(1)
  })
})
