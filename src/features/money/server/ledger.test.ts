import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDailyTotals, foldDailyTotals } from '#app/server/day-totals.ts'
import { parseRupees } from '#kit/contract/money.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { payableVendor, pendingOrder, requestedWithdrawal } from '#testing/factories.ts'
import { ownAccounts } from '../ledger-contract.ts'

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
      const stands = (await balances()).accounts.find((own: { account: string }) => own.account === account)
      expect([account, parseRupees(stands.balance)]).toEqual([account, total('debit') - total('credit')])
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

  test('is taken out whole by who may export, and that is written down', async () => {
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
