import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobContext } from '#kit/server/jobs.ts'
import { type Answer, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  listedProduct,
  type MadeProduct,
  orderBody,
  pendingCustomer,
  refundAccount,
  someIban,
} from '#testing/factories.ts'
import { ledgerFaults } from '#testing/ledger-faults.ts'
import { haveStood, minutesFromNow, runningPromotion } from '#testing/promotion-samples.ts'
import type { OrderDetail } from '../contract.ts'
import { paymentMethods } from '../moves-contract.ts'
import { releaseShares } from './jobs.ts'

/** The whole run has 500; what a change runs each time is a sample of it. */
const histories = Number(process.env.MUNSHI_HISTORIES ?? 6)
const seed = Number(process.env.MUNSHI_SEED ?? 20261121)

let app: TestApp
let people: [TestPerson, TestPerson]
let products: MadeProduct[]
let customer: string
/** A campaign on the products of the first vendor, and what it makes of their price. */
let campaign: { id: string; price: number }
let key: string
/** What was done, and how often it was not allowed: a history in which nothing happens proves nothing. */
const tally: Record<string, number> = {}

beforeAll(async () => {
  app = await startTestApp()
  people = [await app.person(), await app.person()]
  key = await app.intakeKey()
  const by = { app, admin: people[0] }
  const first = await listedProduct(by, { product_stock: 1_000_000 })
  products = [
    first,
    await listedProduct(by, { product_stock: 1_000_000, category: 'Shoes' }),
    await listedProduct(by, { product_stock: 3 }),
    await listedProduct(by, { product_stock: 1_000_000, category: 'Shoes' }, first.vendorId),
  ]
  // A campaign holds against the prices of the time before it.
  for (const product of products) await haveStood(by, product)
  const terms = { discount_bp: 1_777, ends_at: minutesFromNow(by, 3_000 * 24 * 60) }
  const { id } = await runningPromotion(by, terms, { product: first, share: 4_000 })
  const told = await app.call('GET', `/api/storefront/prices?product_ids=${first.id}`)
  campaign = { id, price: paisa(told.body.results[0].campaign.price) }
  customer = (await pendingCustomer(app)).id
  await send(`customers/${customer}/approve`)
  // Money must add up at any price: one that differs from the listing is accepted here, and marked.
  const checks = {
    ...{ price: 'mark', not_sold: 'refuse', short: 'mark', unknown: 'mark' },
    ...{ shipping: 'mark', not_delivered: 'mark', shipping_unnamed: 'mark' },
  }
  const [as, headers] = [people[0], { 'if-match': '*' }]
  const saved = await app.call('PUT', '/api/admin/order-checks', { as, body: checks, headers })
  expect(saved.status).toBe(200)
})
afterAll(() => app.close())

const read = async (query: string) => (await app.database.pool.query(query)).rows
const paisa = (text: string) => Math.round(Number(text) * 100)
const rupeesOf = (amount: number) => (amount / 100).toFixed(2)
const reason = { reason: 'So it was' }
let numbers = 0
const unique = (of: string) => `${of}-${process.pid}-${++numbers}`

/** One call of staff. Whatever is asked, it is done or refused in words, never a fault and never a lack of rights. */
async function send(path: string, body?: unknown, by: 0 | 1 = 0, method = 'POST'): Promise<Answer> {
  return heard(path, await app.call(method, `/api/admin/${path}`, { as: people[by], body }))
}

function heard(path: string, answer: Answer): Answer {
  const name = path.replaceAll(/[0-9a-f-]{36}/g, ':id').replace(/\?.*/, '')
  expect([name, answer.status, [200, 201, 409, 422].includes(answer.status)]).toEqual([
    name,
    answer.status,
    true,
  ])
  if (answer.status >= 400) expect(answer.body.message).toMatch(/^[\p{Lu}“\d].{10,}$/u)
  const outcome = `${name} ${answer.status < 300 ? 'done' : 'refused'}`
  tally[outcome] = (tally[outcome] ?? 0) + 1
  return answer
}

const index = fc.nat(63)
const basisPoints = fc.integer({ min: 0, max: 10_000 })
/** An order: what of each product, at which price in paisa, with which discount (a share of the goods) and shipping. */
const sale = fc.record({
  kind: fc.constant('sale' as const),
  lines: fc.array(
    fc.record({
      product: fc.nat(3),
      quantity: fc.integer({ min: 1, max: 7 }),
      price: fc.nat(500_000),
      isPromoted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  discount: fc.integer({ min: 0, max: 100 }),
  shipping: fc.nat(50_000),
  method: fc.constantFrom(...paymentMethods, 'cod' as const, 'card' as const),
  isPaid: fc.boolean(),
})
/** What somebody tries next; much of it is not allowed where things stand, and must change nothing. */
const event = fc.oneof(
  { weight: 2, arbitrary: sale },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      of: index,
      verb: fc.constantFrom('process', 'process', 'complete', 'complete', 'mark-paid', 'put-back', 'decline'),
    }),
  },
  // What the shop front tells: of a payment how much came in, in percent of what is payable.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('told' as const),
      of: index,
      type: fc.constantFrom('paid' as const, 'paid' as const, 'confirmed' as const, 'cancelled' as const),
      came: fc.constantFrom(100, 100, 60, 130),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('part' as const),
      of: index,
      part: index,
      verb: fc.constantFrom(
        'onward',
        'onward',
        'onward',
        'onward',
        'pack',
        'ship',
        'deliver',
        'return',
        'close-return',
        'attempt',
        'unpack',
        'cancel',
        'correct',
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      of: index,
      line: index,
      share: fc.integer({ min: 1, max: 100 }),
      shipping: fc.integer({ min: 0, max: 100 }),
      method: fc.constantFrom('bank', 'wallet'),
      next: fc.constantFrom('send', 'send', 'cancel', 'wait'),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('commission' as const),
      standard: basisPoints,
      shoes: basisPoints,
      days: fc.constantFrom(0, 0, 0, 7),
      taxes: fc.tuple(basisPoints, basisPoints, basisPoints),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
  // How much of what the courier has of a part their statement brings, in percent.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      of: index,
      part: index,
      brings: fc.constantFrom(100, 100, 60, 110),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('accept' as const), of: index }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('withdraw' as const), of: index, permille: fc.nat(1_100) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      of: index,
      verb: fc.constantFrom('approve', 'approve', 'approve', 'decline', 'pay', 'return'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      verb: fc.constantFrom('open', 'collect', 'exclude', 'include', 'close', 'close', 'answer', 'answer'),
      of: fc.constantFrom('vendor' as const, 'customer' as const),
      answers: fc.array(fc.constantFrom('paid', 'paid', 'failed', 'pending', 'other amount', 'twice'), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** Withdrawals that were asked for, and runs: they outlive a history, as orders of one do not. */
const asked: { kind: 'vendor' | 'customer'; id: string }[] = []
const runs: Record<'vendor' | 'customer', string[]> = { vendor: [], customer: [] }

const bodies: Record<string, () => unknown> = {
  decline: () => reason,
  return: () => reason,
  'close-return': () => reason,
  attempt: () => reason,
  cancel: () => reason,
  correct: () => ({ courier: 'TCS', tracking_number: unique('C') }),
  'mark-paid': () => ({ reference: 'IBFT' }),
  ship: () => ({ courier: 'TCS', tracking_number: unique('H') }),
}

const onward: Record<string, string> = { to_pack: 'pack', packed: 'ship', shipped: 'deliver' }

async function happen(ids: string[], what: Event): Promise<void> {
  if (what.kind === 'sale') return sell(ids, what)
  if (what.kind === 'commission') return setRates(what)
  if (what.kind === 'release') return release()
  if (what.kind === 'withdraw') return withdraw(what)
  if (what.kind === 'decide') return decide(what)
  if (what.kind === 'run') return payOut(what)
  const id = ids[what.of % ids.length]
  if (!id) return
  if (what.kind === 'told') return tell(id, what)
  if (what.kind === 'refund') return refund(id, what)
  if (what.kind === 'settle') return settle(id, what)
  if (what.kind === 'accept') return acceptAll(id)
  const body = bodies[what.verb]?.()
  if (what.kind === 'order') return void (await send(`orders/${id}/${what.verb}`, body))
  const { parts } = await orderOf(id)
  const part = parts[what.part % parts.length]
  const verb = what.verb === 'onward' ? (onward[part?.vendor_status ?? ''] ?? 'attempt') : what.verb
  await send(`orders/${id}/parts/${part?.id}/${verb}`, body ?? bodies[verb]?.())
}

const orderOf = async (id: string): Promise<OrderDetail> =>
  (await send(`orders/${id}`, undefined, 0, 'GET')).body.results

async function tell(id: string, { type, came }: Extract<Event, { kind: 'told' }>): Promise<void> {
  const { payable } = await orderOf(id)
  const amount = rupeesOf(Math.max(0, Math.round((paisa(payable) * came) / 100)))
  const more = type === 'paid' ? { reference: unique('T'), amount } : type === 'cancelled' ? reason : {}
  const body = { type, ...more }
  heard(`told ${type}`, await app.call('POST', `/api/intake/orders/${id}/events`, { as: key, body }))
}

async function sell(ids: string[], given: Extract<Event, { kind: 'sale' }>): Promise<void> {
  const wanted = given.lines.map((line) => {
    const isPromoted = line.isPromoted && products[line.product]?.vendorId === products[0]?.vendorId
    return { ...line, isPromoted, price: isPromoted ? campaign.price : line.price }
  })
  const goods = wanted.reduce((sum, line) => sum + line.price * line.quantity, 0)
  const lines = wanted.map((line) => ({
    product: products[line.product] as MadeProduct,
    quantity: line.quantity,
    price: rupeesOf(line.price),
  }))
  const isPaid = given.isPaid && given.method !== 'cod'
  const body = orderBody(customer, lines, {
    discount_total: rupeesOf(Math.floor((goods * given.discount) / 100)),
    shipping_total: rupeesOf(given.shipping),
    payment_method: given.method,
    ...(isPaid ? { paid_reference: 'paid' } : {}),
  })
  const promoted = {
    ...body,
    lines: body.lines.map((line, at) => ({
      ...line,
      ...(wanted[at]?.isPromoted ? { promotion_id: campaign.id } : {}),
    })),
  }
  const answer = heard('sale', await app.call('POST', '/api/intake/orders', { as: key, body: promoted }))
  if (answer.status === 201) {
    ids.push(answer.body.results.id)
    const marked = answer.body.results.marks.filter(({ kind }: { kind: string }) => kind === 'price')
    const differs = wanted.flatMap((line, at) => (line.price === priceInForce(line.product) ? [] : [at + 1]))
    expect(marked.map(({ line }: { line: number }) => line)).toEqual(differs)
  }
  // Only a wallet may hold too little.
  else expect([answer.status, given.method]).toEqual([409, 'wallet'])
}

/** What a piece of a product costs: the campaign takes all that its vendor lists. */
function priceInForce(product: number): number {
  const { vendorId, body } = products[product] as MadeProduct
  return vendorId === products[0]?.vendorId ? campaign.price : paisa(body.product_price)
}

async function refund(id: string, what: Extract<Event, { kind: 'refund' }>): Promise<void> {
  const { parts } = await orderOf(id)
  const lines = parts.flatMap((part) => part.lines)
  const line = lines[what.line % lines.length]
  if (!line) return
  const left = paisa(line.line_total) - paisa(line.discount) - paisa(line.reversed)
  const shipping = parts.reduce(
    (sum, part) => sum + paisa(part.shipping_total) - paisa(part.shipping_reversed),
    0,
  )
  const amount = Math.ceil((left * what.share) / 100)
  await send(`orders/${id}/refunds`, {
    ...reason,
    lines: amount > 0 ? [{ line_id: line.id, amount: rupeesOf(amount), quantity: 1 }] : [],
    shipping: rupeesOf(Math.floor((shipping * what.shipping) / 100)),
    restock: what.restock && amount > 0,
    method: what.method,
    ...(what.method === 'bank' ? { account: refundAccount() } : {}),
  })
  const open = (await orderOf(id)).refunds.find(({ status }) => status === 'granted')
  if (!open || what.next === 'wait') return
  // What is owed came without an account.
  if (open.method === 'bank' && !open.account) {
    await send(`orders/${id}/refunds/${open.id}/account`, refundAccount())
  }
  const path = `orders/${id}/refunds/${open.id}/${what.next}`
  await send(path, what.next === 'send' ? { reference: 'IBFT' } : reason, 1)
}

/** A statement of one row, looked at and confirmed; what it says may well be refused. */
async function settle(id: string, what: Extract<Event, { kind: 'settle' }>): Promise<void> {
  const { parts } = await orderOf(id)
  const part = parts[what.part % parts.length]
  if (!part?.courier) return
  const file = () => {
    const form = new FormData()
    const cash = rupeesOf(Math.round((paisa(part.courier_cash) * what.brings) / 100))
    const row = `${part.tracking_number},${cash},1.50,0.25`
    form.append('file', new Blob([`tracking,cash,fee,wht\n${row}`]), 'file.csv')
    return form
  }
  const looked = await send('settlements/check?courier=TCS', file())
  if (looked.status !== 200) return
  const query = `courier=TCS&reference=${unique('S')}&paid_on=2026-01-15&seen=${looked.body.results.seen}`
  await send(`settlements?${query}`, file())
}

/** Accepts every difference of this order that is open. */
async function acceptAll(id: string): Promise<void> {
  const open = await read(`
    select r.id, r.settlement_id from settlement_rows r join order_parts p on p.id = r.part_id
    where p.order_id = '${id}' and r.difference = 'open'`)
  for (const row of open) await send(`settlements/${row.settlement_id}/rows/${row.id}/accept`, reason)
}

async function setRates(what: Extract<Event, { kind: 'commission' }>): Promise<void> {
  const put = async (path: string, body: unknown) => {
    const { version } = (await send(path, undefined, 0, 'GET')).body.results
    const headers = { 'if-match': `"v${version}"` }
    expect((await app.call('PUT', `/api/admin/${path}`, { as: people[0], body, headers })).status).toBe(200)
  }
  const rule = { vendor_id: null, category: 'Shoes', price_from: null, price_to: null }
  await put('commission', {
    default_rate_bp: what.standard,
    hold_days: what.days,
    rules: [{ name: 'Shoes', rate_bp: what.shoes, ...rule }],
  })
  const [cash, digital, sales] = what.taxes
  const rate = { valid_from: '2020-01-01', valid_to: null }
  await put('tax-rates', {
    rates: [
      { tax: 'income_tax', paid_by: 'cash', rate_bp: cash, ...rate },
      { tax: 'income_tax', paid_by: 'digital', rate_bp: digital, ...rate },
      { tax: 'sales_tax', paid_by: 'cash', rate_bp: sales, ...rate },
    ],
  })
}

async function release(): Promise<void> {
  const count = async () =>
    Number((await read("select count(*)::int as n from ledger_transactions where kind = 'release'"))[0].n)
  const before = await count()
  const parts = { db: app.database.db, services: app.services }
  await releaseShares.run(jobContext('test', parts), app.app.log as never)
  tally['shares released'] = (tally['shares released'] ?? 0) + (await count()) - before
}

async function withdraw({ of, permille }: { of: number; permille: number }): Promise<void> {
  const owners = [...new Set(products.map(({ vendorId }) => vendorId)), customer]
  const owner = owners[of % owners.length] ?? customer
  const kind = owner === customer ? 'customer' : 'vendor'
  const available = async () => {
    const rows = await read(`select -coalesce(sum(l.amount), 0)::int8 as n from ledger_lines l
      join ledger_accounts a on a.id = l.account_id
      where a.owner_id = '${owner}' and a.kind in ('vendor_available', 'customer_wallet')`)
    return Number(rows[0].n)
  }
  const before = await available()
  const amount = Math.max(1, Math.floor((before * permille) / 1_000))
  const account = { account_title: 'Sana Malik', ibn_number: someIban() }
  const body = {
    external_id: unique('wish'),
    amount: rupeesOf(amount),
    ...(kind === 'vendor' ? { seller_id: owner } : { customer_id: owner, account }),
  }
  const answer = heard(
    `${kind} withdrawal`,
    await app.call('POST', '/api/intake/withdrawals', { as: key, body }),
  )
  expect([before, amount, answer.status]).toEqual([before, amount, amount <= before ? 201 : 409])
  expect(before - (await available())).toBe(amount <= before ? amount : 0)
  if (answer.status === 201) asked.push({ kind, id: answer.body.results.id })
}

async function decide({ of, verb }: { of: number; verb: string }): Promise<void> {
  const wish = asked.at(-1 - (of % Math.max(1, asked.length)))
  if (!wish) return
  const body = verb === 'approve' ? undefined : verb === 'pay' ? { bank_reference: unique('FT') } : reason
  await send(`${wish.kind}-withdrawals/${wish.id}/${verb}`, body)
}

async function payOut({ of, verb, answers }: Extract<Event, { kind: 'run' }>): Promise<void> {
  const path = `${of}-payouts`
  if (verb === 'open') {
    const answer = await send(path)
    if (answer.status === 201) runs[of].push(answer.body.results.id)
    return
  }
  const id = runs[of].at(-1)
  if (!id) return
  const run = (await send(`${path}/${id}`, undefined, 0, 'GET')).body.results
  if (verb === 'exclude' || verb === 'include') {
    const line = run.lines[0]
    if (line)
      await send(`${path}/${id}/lines/${line.withdrawal_id}/${verb}`, verb === 'exclude' ? reason : undefined)
  } else if (verb === 'answer') {
    const rows = run.lines.flatMap((line: { reference: string; amount: string }, at: number) => {
      const said = answers[at % answers.length] ?? 'paid'
      const amount = said === 'other amount' ? '0.01' : line.amount
      const row = `${line.reference},${said === 'failed' || said === 'pending' ? said : 'paid'},${unique('FT')},${amount}`
      return said === 'twice' ? [row, row] : [row]
    })
    const form = () => {
      const body = new FormData()
      body.append(
        'file',
        new Blob([['reference,status,bank reference,amount', ...rows].join('\n')]),
        'answer.csv',
      )
      return body
    }
    await send(`${path}/${id}/file`)
    const looked = await send(`${path}/${id}/answer/check`, form(), 1)
    if (looked.status !== 200) return
    const booked = await send(`${path}/${id}/answer?seen=${looked.body.results.seen}`, form(), 1)
    // Now and then it was the wrong file.
    const { number = 1 } = booked.body.results?.imports?.[0] ?? {}
    if (answers.length % 3 === 0) await send(`${path}/${id}/answer/undo`, { ...reason, number }, 1)
  } else await send(`${path}/${id}/${verb}`, undefined, verb === 'close' ? 1 : 0)
}

/** Every closed run, to the letter: the row, its lines and what each sent. */
async function closedRuns(): Promise<Map<string, string>> {
  const rows = await read(`
    select r.id, r::text || string_agg(l::text || w.number || w.amount, ' ' order by w.number) as state
    from payout_runs r join payout_lines l on l.run_id = r.id join withdrawals w on w.id = l.withdrawal_id
    where r.status = 'closed' group by r.id`)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** What every viewer of an order sees: its parts come to it, and what is no longer charged has left nothing with anybody. */
async function hold(id: string): Promise<void> {
  const order = await orderOf(id)
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + paisa(amount), 0)
  for (const [part, whole] of [
    ['total', 'total_bill'],
    ['discount_total', 'discount_total'],
    ['shipping_total', 'shipping_total'],
  ] as const) {
    expect(sum(order.parts.map((one) => one[part]))).toBe(paisa(order[whole]))
  }
  if (order.reversed_total !== order.total_bill) return
  const rows = await read(`
    select a.kind, a.owner_id, sum(l.amount)::text as n from ledger_lines l
    join ledger_transactions t on t.id = l.transaction_id join ledger_accounts a on a.id = l.account_id
    where t.order_id = '${id}' and a.kind !~ '^(customer_due|bank|gateway|courier.*|customer_wallet)$'
    group by 1, 2 having sum(l.amount) <> 0`)
  expect(rows).toEqual([])
  tally['orders given back whole'] = (tally['orders given back whole'] ?? 0) + 1
}

test(`${histories} random histories of a marketplace leave a ledger that balances, splits to the paisa, exact mirrors and closed runs as they were`, async () => {
  let closed = new Map<string, string>()
  await fc.assert(
    fc.asyncProperty(
      sale,
      fc.array(event, { minLength: 8, maxLength: 48, size: 'max' }),
      async (first, events) => {
        // A proof of who somebody is lasts ten minutes, and the whole run does not end within them.
        people = [await app.person(), await app.person()]
        const ids: string[] = []
        await sell(ids, { ...first, method: first.method === 'wallet' ? 'cod' : first.method })
        if (ids[0]) await send(`orders/${ids[0]}/process`)
        for (const what of events) await happen(ids, what)
        for (const id of ids) await hold(id)
        expect(await ledgerFaults(read)).toEqual([])
        const now = await closedRuns()
        for (const [id, state] of closed) expect(now.get(id)).toBe(state)
        closed = now
      },
    ),
    { numRuns: histories, seed, endOnFailure: true },
  )
  const done = (name: string) => tally[`${name} done`] ?? 0
  if (histories >= 100) {
    for (const kind of ['vendor', 'customer']) {
      expect(done(`${kind} withdrawal`)).toBeGreaterThan(0)
      expect(done(`${kind}-payouts/:id/close`)).toBeGreaterThan(0)
      expect(done(`${kind}-payouts/:id/answer`)).toBeGreaterThan(0)
      expect(done(`${kind}-payouts/:id/answer/undo`)).toBeGreaterThan(0)
    }
    for (const verb of [
      'decline',
      'complete',
      'mark-paid',
      'refunds',
      'refunds/:id/send',
      'parts/:id/return',
    ]) {
      expect(done(`orders/:id/${verb}`)).toBeGreaterThan(0)
    }
  }
  process.stdout.write(`${histories} histories: ${JSON.stringify(tally)}, ${closed.size} closed runs\n`)
}, 3_600_000)
