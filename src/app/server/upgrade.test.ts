import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate, type OpenDatabase, openEmbeddedEngine, openServer } from '#kit/server/database.ts'
import { migrations } from './health.ts'

/** The last migration of the release before bank files had versions. */
const before = '0041'

let database: OpenDatabase
const old = mkdtempSync(join(tmpdir(), 'munshi-old-'))

beforeAll(async () => {
  for (const name of readdirSync(migrations).filter((one) => one < before))
    cpSync(new URL(name, migrations), join(old, name))
  database = await openEmpty()
  await migrate(database.db, pathToFileURL(`${old}/`))
  await fill()
  await migrate(database.db, migrations)
})
afterAll(async () => {
  await database?.close()
  rmSync(old, { recursive: true, force: true })
})

async function openEmpty(): Promise<OpenDatabase> {
  if (inject('engine') === 'embedded') return openEmbeddedEngine(null)
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `old_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template template0`)
  await admin.end()
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return openServer(url.href, 2)
}

type Values = Record<string, unknown>
const ask = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
const empty: Readonly<Record<string, unknown>> = {
  ...{ text: '', integer: 0, bigint: 0, boolean: false, bytea: Buffer.alloc(1), jsonb: '{}', numeric: 0 },
  ...{
    uuid: randomUUID(),
    'timestamp with time zone': '2026-01-01T00:00:00Z',
    date: '2026-01-01',
    ARRAY: [],
  },
}

/** A row with what matters to a test; what else a row must have is empty. */
async function put<T extends Values>(table: string, values: T): Promise<T & { id: string }> {
  const columns = await ask(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1 and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`,
    [table],
  )
  const row: Values = { ...values }
  for (const { name, type } of columns) row[name] ??= name === 'id' ? randomUUID() : empty[type]
  const names = Object.keys(row)
  await ask(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
  return row as T & { id: string }
}

const made: Record<string, { id: string }> = {}

async function fill() {
  const vendor = await put('vendors', {
    username: 'Ali',
    status: 'disabled',
    status_since: '2026-02-01T00:00:00Z',
  })
  const customer = await put('customers', { username: 'Sana', status: 'approved' })
  const product = await put('products', {
    vendor_id: vendor.id,
    sku: 'A',
    status: 'approved',
    available: false,
    status_since: '2026-02-03T00:00:00Z',
  })
  const order = await put('orders', {
    ...{ external_id: 'x', order_number: 'M-1', customer_id: customer.id, placed_at: '2024-05-05T10:00:00Z' },
    ...{
      order_status: 'declined',
      payment_status: 'paid',
      payment_method: 'raast',
      vendor_status: 'to_pack',
    },
    ...{
      province: 'Punjab',
      items_total: 1000,
      total_bill: 1000,
      paid_total: 1000,
      total_qty: 1,
    },
  })
  const part = await put('order_parts', {
    ...{ order_id: order.id, vendor_id: vendor.id, number: 1, vendor_status: 'to_pack' },
    ...{ items_total: 1000, discount_total: 0, shipping_total: 0, total: 1000, vendor_share: 900 },
  })
  await put('refunds', {
    ...{ order_id: order.id, status: 'granted', amount: 1000, kind: 'owed', method: 'bank' },
    granted_at: '2026-03-01T00:00:00Z',
  })
  const sale = await put('ledger_transactions', {
    kind: 'sale',
    order_id: order.id,
    at: '2026-03-01T00:00:00Z',
  })
  const accounts = new Map(
    (await ask('select kind, id from ledger_accounts')).map(({ kind, id }) => [kind, id]),
  )
  const lines = [
    ['customer_due', 1000],
    ['shipping', -900],
    ['commission', -100],
  ] as const
  await ask(
    `insert into ledger_lines (id, transaction_id, account_id, amount, at)
     select gen_random_uuid(), $1, account, amount, '2026-03-01T00:00:00Z'
     from unnest($2::uuid[], $3::int8[]) as l (account, amount)`,
    [sale.id, lines.map(([kind]) => accounts.get(kind)), lines.map(([, amount]) => amount)],
  )
  const run = await put('payout_runs', { number: 'P-1', owner_type: 'vendor', status: 'open' })
  const withdrawal = (number: string, values: Values) =>
    put('withdrawals', {
      ...{ number, owner_type: 'vendor', owner_id: vendor.id, owner_name: 'Ali', amount: 50000 },
      ...values,
    })
  const paid = await withdrawal('W-10001', { status: 'paid', bank_reference: 'FT-1', run_id: run.id })
  const returned = await withdrawal('W-10002', {
    amount: 40000,
    status: 'declined',
    reason: 'Closed',
    run_id: run.id,
  })
  const open = await withdrawal('W-10003', { status: 'approved', run_id: run.id })
  const declined = await withdrawal('W-10004', { status: 'declined', reason: 'No' })
  for (const one of [paid, returned, open])
    await put('payout_lines', { run_id: run.id, withdrawal_id: one.id })
  await put('payout_lines', {
    run_id: run.id,
    withdrawal_id: declined.id,
    excluded_why: 'The withdrawal is declined now',
  })
  await ask("update payout_runs set status = 'closed' where id = $1", [run.id])
  await put('audit_log', {
    ...{ actor_kind: 'person', actor_name: 'Zara', action: 'take out bank file', at: '2026-03-02T00:00:00Z' },
    ...{ subject_type: 'payout_run', subject_id: run.id, subject_name: 'P-1' },
  })
  const import_id = randomUUID()
  const answer = (row_number: number, reference: string, values: Values) =>
    put('payout_answers', { run_id: run.id, import_id, by_name: 'Omar', row_number, reference, ...values })
  await answer(1, 'W-10001', { bank_status: 'paid', bank_reference: 'FT-1', outcome: 'paid' })
  await answer(2, 'W-10002', { bank_status: 'failed', outcome: 'returned' })
  await answer(3, 'W-10009', {
    bank_status: 'paid',
    outcome: 'differs',
    message: 'There is no withdrawal W-10009',
  })
  await answer(4, 'W-10003', { bank_status: 'on the moon', outcome: 'differs' })
  const settlement = await put('settlements', { number: 'S-1', courier: 'TCS', reference: 'R-1', rows: 1 })
  await put('settlement_rows', { settlement_id: settlement.id, part_id: part.id, outcome: 'matched' })
  Object.assign(made, { vendor, customer, product, order, run, paid, returned, open, declined })
  await fillReturns(customer.id, product.id)
}

const arrived = { vendor_status: 'returned', delivered_at: '2026-03-01T00:00:00Z' }
const back = '2026-03-05T00:00:00Z'
/** Parts that came back: what was refunded of their line of 10 rupees, and when. */
const returns = {
  'refund sent after it came back': { ...arrived, reversed: 400, closed_at: '2026-03-06T10:00:00Z' },
  'refund sent before it came back': { ...arrived, reversed: 400, closed_at: '2026-03-02T10:00:00Z' },
  'refund cancelled': { ...arrived, reversed: 400, closed_at: null },
  'nothing refunded': { ...arrived, reversed: 0 },
  'nothing left to refund': { ...arrived, reversed: 1000 },
  'never arrived': { vendor_status: 'returned', delivered_at: null, reversed: 1000 },
  'refunded and kept': {
    ...{ vendor_status: 'delivered', delivered_at: arrived.delivered_at, reversed: 400 },
    closed_at: '2026-03-06T10:00:00Z',
  },
} as const

async function fillReturns(customer_id: string, product_id: string) {
  const order = await put('orders', {
    ...{ external_id: 'y', order_number: 'M-2', customer_id, placed_at: '2026-02-20T10:00:00Z' },
    ...{ order_status: 'processing', payment_status: 'paid', payment_method: 'raast', province: 'Punjab' },
    ...{ vendor_status: 'delivered', items_total: 7000, total_bill: 7000, paid_total: 7000, total_qty: 7 },
  })
  for (const [at, [shop_name, given]] of Object.entries(returns).entries()) {
    const { reversed, vendor_status, delivered_at, ...refunded } = given
    const vendor = await put('vendors', {
      ...{ username: shop_name, email: `${at}@returns.example`, status: 'approved' },
      status_since: '2026-02-02T00:00:00Z',
    })
    const part = await put('order_parts', {
      ...{ order_id: order.id, vendor_id: vendor.id, number: at + 1, shop_name, vendor_status, delivered_at },
      ...{ returned_at: vendor_status === 'returned' ? back : null },
      ...{ items_total: 1000, discount_total: 0, shipping_total: 0, total: 1000, vendor_share: 1000 },
    })
    const line = await put('order_lines', {
      ...{ order_id: order.id, part_id: part.id, product_id, number: at + 1, quantity: 1, reversed },
      ...{ unit_price: 1000, line_total: 1000, vendor_share: 1000 },
    })
    if (!('closed_at' in refunded)) continue
    const { closed_at } = refunded
    const refund = await put('refunds', {
      ...{ order_id: order.id, status: closed_at ? 'sent' : 'cancelled', amount: 400, kind: 'lines' },
      ...{ method: 'bank', closed_at },
    })
    await put('refund_lines', {
      ...{ refund_id: refund.id, line_id: line.id, quantity: 0, amount: 400, vendor_share: 400 },
    })
  }
}

describe('a database that holds rows of the release before', () => {
  test('says which payments the bank returned, and has the file that was taken out as the first version', async () => {
    expect(await ask('select number from withdrawals where is_returned')).toEqual([{ number: 'W-10002' }])
    const held = await ask(`
      select f.version, f.made_by_name, w.number from payout_files f
      join payout_file_lines l on l.file_id = f.id join withdrawals w on w.id = l.withdrawal_id
      where f.run_id = '${made.run?.id}' order by w.number`)
    expect(held).toEqual(
      ['W-10001', 'W-10002', 'W-10003'].map((number) => ({ version: 1, made_by_name: 'Zara', number })),
    )
  })

  test('knows of each row of the bank the payment and what was moved, so that its answers come to what they did', async () => {
    const imports = await ask('select run_id, number, file_hash, by_name, undone_at from payout_imports')
    expect(imports).toEqual([
      { run_id: made.run?.id, number: 1, file_hash: null, by_name: 'Omar', undone_at: null },
    ])
    const rows = await ask(
      'select row_number, withdrawal_id, amount::text, settled_as from payout_answers order by row_number',
    )
    expect(rows).toEqual([
      { row_number: 1, withdrawal_id: made.paid?.id, amount: '50000', settled_as: '' },
      { row_number: 2, withdrawal_id: made.returned?.id, amount: '40000', settled_as: '' },
      { row_number: 3, withdrawal_id: null, amount: null, settled_as: '' },
      { row_number: 4, withdrawal_id: made.open?.id, amount: null, settled_as: '' },
    ])
  })

  test('counts what is owed, dates commission by its order, and knows listings since their last change', async () => {
    expect(
      await ask(
        "select key, sum(n)::int as n from count_deltas where key like 'refunds:%' group by key order by key",
      ),
    ).toEqual([
      { key: 'refunds:cancelled', n: 1 },
      { key: 'refunds:granted', n: 1 },
      { key: 'refunds:sent', n: 3 },
    ])
    expect(
      await ask(
        "select day::text, key, n::int, amount::text from daily_totals where kind = 'commission by order'",
      ),
    ).toEqual([{ day: '2024-05-05', key: 'commission credit', n: 1, amount: '100' }])
    expect(await ask('select product_id, state, since from product_states')).toEqual([
      { product_id: made.product?.id, state: 'deactivated', since: new Date('2026-02-03T00:00:00Z') },
    ])
    const vendors = await ask(
      'select v.username, s.state, s.since from vendor_states s join vendors v on v.id = s.vendor_id order by v.email',
    )
    expect(vendors).toEqual([
      { username: 'Ali', state: 'disabled', since: new Date('2026-02-01T00:00:00Z') },
      ...Object.keys(returns).map((username) => ({
        ...{ username, state: 'approved', since: new Date('2026-02-02T00:00:00Z') },
      })),
    ])
  })

  test('says since when it is decided what becomes of the money for a part that came back', async () => {
    const rows = await ask(
      'select p.shop_name, p.return_decided_at from order_parts p join orders o on o.id = p.order_id where o.external_id = $1',
      ['y'],
    )
    expect(Object.fromEntries(rows.map((row) => [row.shop_name, row.return_decided_at]))).toEqual({
      ...Object.fromEntries(Object.keys(returns).map((name) => [name, null])),
      'refund sent after it came back': new Date('2026-03-06T10:00:00Z'),
      'nothing left to refund': new Date(back),
    })
  })
})
