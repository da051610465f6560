import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { releaseShares } from '#features/orders/server/jobs.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { type Answer, renewProofs, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import {
  customerBody,
  listedProduct,
  type MadeProduct,
  orderBody,
  payableCustomer,
  payableVendor,
  pendingCustomer,
  pendingOrder,
  refundAccount,
  requestedWithdrawal,
  someIban,
} from '#testing/factories.ts'
import { ledgerFaults } from '#testing/ledger-faults.ts'

/** The whole run has 100 of each; what a change runs each time is a sample of it. */
const rounds = Number(process.env.MUNSHI_MONEY_RACES ?? 2)

let app: TestApp
let urls: string[]
let people: TestPerson[]
let key: string
let product: MadeProduct
let customer: string
const nameOf = ({ id }: TestPerson) => `Person ${id.slice(-6)}`

beforeAll(async () => {
  app = await startTestApp({}, { connections: 20 })
  urls = [app.url, await app.secondInstance()]
  key = await app.intakeKey()
  people = [await app.person()]
  product = await listedProduct(by(), { product_stock: 1_000_000, product_price: '1000' })
  customer = (await pendingCustomer(app)).id
  // What has arrived is free at once: the release job has something to do in every round.
  await app.database.pool.query('update commission_settings set hold_days = 0')
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await ledgerFaults(async (query) => (await app.database.pool.query(query)).rows)).toEqual([])
})

const by = () => ({ app, admin: people[0] as TestPerson })
const reason = { reason: 'So it was' }
let numbers = 0
const unique = (of: string) => `${of}-${process.pid}-${++numbers}`

/** One call of a person, through one of the two instances. */
type Call = (url: string, person: TestPerson) => Promise<Answer>
const staff =
  (path: string, body?: unknown, headers: Record<string, string> = {}): Call =>
  (url, as) =>
    app.call('POST', `/api/admin/${path}`, { as, body, headers, url })
const intake =
  (path: string, body: unknown): Call =>
  (url) =>
    app.call('POST', `/api/intake/${path}`, { as: key, body, url })

/** What became of a call, and of whom. */
interface Outcome extends Answer {
  by: string
}

/** All of these at once, each by a person of their own, in turn through both instances, in another order each round. */
async function race(round: number, calls: readonly Call[]): Promise<Outcome[]> {
  while (people.length < calls.length) people.push(await app.person())
  const places = calls.map((_, at) => (at + round) % calls.length)
  const outcomes = await Promise.all(
    places.map(async (place, turn) => {
      const person = people[place] as TestPerson
      const url = urls[turn % urls.length] as string
      return [place, { ...(await calls[place]?.(url, person)), by: nameOf(person) } as Outcome] as const
    }),
  )
  for (const [, { status, body }] of outcomes) {
    expect([200, 201, 409, 412, 422], `${status} ${JSON.stringify(body)}`).toContain(status)
  }
  return outcomes.sort(([a], [b]) => a - b).map(([, outcome]) => outcome)
}

/** One of them was done, and each of the others was told so in words that name whose it was. */
function expectOne(outcomes: readonly Outcome[], allowed: readonly number[] = [409]): Outcome {
  const told = outcomes.map(({ status, body, by: who }) => `${who}: ${status} ${body.message ?? ''}`)
  const done = outcomes.filter(({ status }) => status === 200)
  expect(done, told.join('\n')).toHaveLength(1)
  const [winner] = done as [Outcome]
  for (const other of outcomes) {
    if (other === winner) continue
    expect(allowed, told.join('\n')).toContain(other.status)
    expect(other.body.message).toContain(winner.by)
  }
  return winner
}

const each = async (work: (round: number) => Promise<void>) => {
  for (let round = 0; round < rounds; round += 1) {
    // A hundred rounds of every race take longer than a proof is good for.
    await renewProofs(app)
    await work(round)
  }
}
const orderOf = async (id: string) =>
  (await app.call('GET', `/api/admin/orders/${id}`, { as: people[0] as TestPerson })).body.results
const make = async (path: string, body?: unknown, at = 0) => {
  const answer = await app.call('POST', `/api/admin/${path}`, { as: people[at] as TestPerson, body })
  expect([path, answer.status < 300, answer.body.message]).toEqual([path, true, undefined])
  return answer.body.results
}
/** An order that has come as far as this, of `quantity` pieces at a thousand rupees. */
async function order(
  as: 'pending' | 'processing' | 'packed' | 'shipped' | 'delivered',
  given = {},
  quantity = 1,
) {
  const { id } = await pendingOrder(by(), [{ product, quantity }], { customer_id: customer, ...given })
  const part = `orders/${id}/parts/${(await orderOf(id)).parts[0].id}`
  const steps = [
    ['processing', `orders/${id}/process`],
    ['packed', `${part}/pack`],
    ['shipped', `${part}/ship`, { courier: 'TCS', tracking_number: unique('R') }],
    ['delivered', `${part}/deliver`],
  ] as const
  const last = steps.findIndex(([name]) => name === as)
  for (const [, path, body] of steps.slice(0, last + 1)) await make(path, body)
  return { id, part, line: (await orderOf(id)).parts[0].lines[0].id as string }
}
const prepaid = { payment_method: 'card' as const, paid_reference: 'c' }

test.each<[string, Parameters<typeof order>[0], (made: { id: string; part: string }) => [Call, Call]]>([
  ['process', 'pending', ({ id }) => [staff(`orders/${id}/process`), staff(`orders/${id}/process`)]],
  [
    'decline',
    'pending',
    ({ id }) => [staff(`orders/${id}/decline`, reason), staff(`orders/${id}/decline`, reason)],
  ],
  [
    'decline and process, both on the version they read,',
    'pending',
    ({ id }) => [
      staff(`orders/${id}/decline`, reason, { 'if-match': '"v1"' }),
      staff(`orders/${id}/process`, undefined, { 'if-match': '"v1"' }),
    ],
  ],
  [
    'mark as paid',
    'pending',
    ({ id }) => [
      staff(`orders/${id}/mark-paid`, { reference: 'IBFT 1' }),
      staff(`orders/${id}/mark-paid`, { reference: 'IBFT 2' }),
    ],
  ],
  [
    'put back and pack',
    'processing',
    ({ id, part }) => [staff(`orders/${id}/put-back`), staff(`${part}/pack`)],
  ],
  [
    'unpack and ship',
    'packed',
    ({ part }) => [
      staff(`${part}/unpack`),
      staff(`${part}/ship`, { courier: 'TCS', tracking_number: unique('R') }),
    ],
  ],
  [
    'decline and ship',
    'packed',
    ({ id, part }) => [
      staff(`orders/${id}/decline`, reason),
      staff(`${part}/ship`, { courier: 'TCS', tracking_number: unique('R') }),
    ],
  ],
  ['deliver', 'shipped', ({ part }) => [staff(`${part}/deliver`), staff(`${part}/deliver`)]],
  ['complete', 'delivered', ({ id }) => [staff(`orders/${id}/complete`), staff(`orders/${id}/complete`)]],
])('of two who %s at once one does, and the other is told whose it was', async (_, from, calls) => {
  await each(async (round) => {
    const made = await order(from)
    expectOne(await race(round, calls(made)), [409, 412])
  })
})

test('what is moved one by one and in bulk at once is moved once, and each is told by whom', async () => {
  await each(async (round) => {
    const ids = await Promise.all([order('pending'), order('pending'), order('pending')])
    const all = ids.map(({ id }) => id)
    const [first, second, ...singles] = await race(round, [
      staff('orders/bulk/move', { move: 'process', ids: all }),
      staff('orders/bulk/move', { move: 'process', ids: [...all].reverse() }),
      ...all.map((id) => staff(`orders/${id}/process`)),
    ])
    for (const [at, id] of all.entries()) {
      const bulk = [first, second].map((answer) => ({
        ...answer,
        ...(answer?.body.results.find((row: { id: string }) => row.id === id) as {
          outcome: string
          message: string
        }),
      }))
      const outcomes = [
        ...bulk.map(({ outcome, message, by: who }) => ({ who, isDone: outcome === 'done', message })),
        { who: singles[at]?.by, isDone: singles[at]?.status === 200, message: singles[at]?.body.message },
      ]
      const done = outcomes.filter(({ isDone }) => isDone)
      expect(done).toHaveLength(1)
      for (const { isDone, message } of outcomes) if (!isDone) expect(message).toContain(done[0]?.who)
    }
  })
})

test('a delivery that courier and staff tell at once is collected once', async () => {
  await each(async (round) => {
    const { id, part } = await order('shipped')
    const told = intake(`orders/${id}/events`, { type: 'delivered' })
    await race(round, [told, staff(`${part}/deliver`), told, told])
    expect(await orderOf(id)).toMatchObject({ paid_total: '1000', due: '0', payment_status: 'paid' })
  })
})

test('of several who send or cancel a refund at once one does, and the others are told who', async () => {
  await each(async (round) => {
    const { id, line } = await order('delivered', prepaid)
    const granted = await make(`orders/${id}/refunds`, {
      account: refundAccount(),
      lines: [{ line_id: line, amount: '600' }],
      ...reason,
    })
    const path = `orders/${id}/refunds/${granted.refunds[0].id}`
    const nobody: Call = (url, as) => app.call('GET', `/api/admin/orders/${id}`, { as, url })
    // Who granted it is the first person, and sends nothing.
    const [, ...outcomes] = await race(round, [
      nobody,
      staff(`${path}/send`, { reference: 'r' }),
      staff(`${path}/cancel`, reason),
      staff(`${path}/send`, { reference: 'r' }),
    ])
    expectOne(outcomes)
  })
})

test('of two refunds of more than is left that are granted at once one is', async () => {
  await each(async (round) => {
    const { id, line } = await order('delivered', prepaid)
    const grant = staff(`orders/${id}/refunds`, {
      account: refundAccount(),
      lines: [{ line_id: line, amount: '600' }],
      ...reason,
    })
    const outcomes = await race(round, [grant, grant, grant])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await orderOf(id)).refunds).toHaveLength(1)
  })
})

test('a share is released once, whatever else happens to its order meanwhile', async () => {
  const release: Call = async () => {
    const parts = { db: app.database.db, services: app.services }
    await releaseShares.run(jobContext('test', parts), app.app.log as never)
    return { status: 200, headers: new Headers(), body: {} }
  }
  await each(async (round) => {
    const { id, part, line } = await order('delivered', prepaid)
    await race(round, [
      release,
      staff(`${part}/return`, reason),
      release,
      staff(`orders/${id}/refunds`, {
        account: refundAccount(),
        lines: [{ line_id: line, amount: '600' }],
        ...reason,
      }),
      staff(`orders/${id}/complete`),
    ])
    const { rows } = await app.database.pool.query(
      `select count(*)::int as n, bool_and(p.released_at is not null) as isset from ledger_transactions t
       join order_parts p on p.id = t.part_id where t.order_id = $1 and t.kind = 'release'`,
      [id],
    )
    expect([0, 1]).toContain(rows[0].n)
    if (rows[0].n === 1) expect(rows[0].isset).toBe(true)
  })
})

test('a customer is erased, or a refund of theirs is granted: nobody is owed money who cannot be reached', async () => {
  await each(async (round) => {
    const { id: owner } = await payableCustomer(by(), '0')
    const { id, line } = await order('delivered', { ...prepaid, customer_id: owner })
    await make(`orders/${id}/complete`)
    const outcomes = await race(round, [
      staff(`customers/${owner}/erase`),
      staff(`orders/${id}/refunds`, {
        account: refundAccount(),
        ...reason,
        lines: [{ line_id: line, amount: '10' }],
      }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
    const { rows } = await app.database.pool.query(
      `select 1 from refunds r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id
       where r.status = 'granted' and c.erased_at is not null`,
    )
    expect(rows).toEqual([])
  })
})

const withdrawal = (id: string, verb: string, body?: unknown) =>
  staff(`vendor-withdrawals/${id}/${verb}`, body)

test('requests that race for one balance, by staff and by the vendor, never take more than there is', async () => {
  await each(async (round) => {
    const { id } = await payableVendor(by(), '1000')
    const calls = Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0
        ? intake('withdrawals', { external_id: unique('wish'), seller_id: id, amount: '300' })
        : staff('vendor-withdrawals', { owner_id: id, amount: '300' }),
    )
    const outcomes = await race(round, calls)
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(outcomes.filter(({ status }) => status === 409)).toHaveLength(5)
  })
})

test('a wallet that pays an order and is withdrawn from at once is not spent twice', async () => {
  await each(async (round) => {
    const { id } = await payableCustomer(by(), '1000')
    const body = () => orderBody(id, [{ product }], { payment_method: 'wallet', paid_reference: 'w' })
    const account = { account_title: 'Sana Malik', ibn_number: someIban() }
    const outcomes = await race(round, [
      intake('orders', body()),
      intake('withdrawals', { external_id: unique('wish'), customer_id: id, amount: '700', account }),
      intake('orders', body()),
    ])
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

test.each<[string, boolean, (id: string) => Call[]]>([
  [
    'approve',
    false,
    (id) => [withdrawal(id, 'approve'), withdrawal(id, 'approve'), withdrawal(id, 'approve')],
  ],
  ['decline', false, (id) => [withdrawal(id, 'decline', reason), withdrawal(id, 'decline', reason)]],
  ['pay', true, (id) => [1, 2, 3].map((of) => withdrawal(id, 'pay', { bank_reference: `FT-${of}` }))],
])(
  'of several who %s one withdrawal at once one does, and the others are told who',
  async (_, isSent, calls) => {
    await each(async (round) => {
      const { id: owner } = await payableVendor(by(), '1000')
      const { id } = await requestedWithdrawal(app, owner, '400')
      if (isSent) {
        await make(`vendor-withdrawals/${id}/approve`)
        await make(`vendor-payouts/${(await make('vendor-payouts')).id}/close`)
      }
      expectOne(await race(round, calls(id)))
    })
  },
)

test('a withdrawal that is paid and returned by the bank at once is back with its owner, or was never paid', async () => {
  await each(async (round) => {
    const { id: owner } = await payableVendor(by(), '1000')
    const { id } = await requestedWithdrawal(app, owner, '400')
    await make(`vendor-withdrawals/${id}/approve`)
    await make(`vendor-payouts/${(await make('vendor-payouts')).id}/close`)
    const [paid, back] = await race(round, [
      withdrawal(id, 'pay', { bank_reference: 'FT-1' }),
      withdrawal(id, 'return', reason),
    ])
    // What was paid can come back; what came back is not paid any more.
    expect([back?.status, [200, 409].includes(paid?.status ?? 0)]).toEqual([200, true])
    const found = await app.call('GET', `/api/admin/vendor-money/${owner}`, { as: people[0] as TestPerson })
    expect(found.body.results).toMatchObject({ available: '1000', in_progress: '0', paid: '0' })
  })
})

/** Approved withdrawals of vendors of their own, and the run that has collected them. */
async function opened(many: number) {
  const wishes = []
  for (let n = 0; n < many; n += 1) {
    const { id } = await payableVendor(by(), '1000')
    const wish = await requestedWithdrawal(app, id, '400')
    await make(`vendor-withdrawals/${wish.id}/approve`)
    wishes.push({ ...wish, owner: id })
  }
  return { run: `vendor-payouts/${(await make('vendor-payouts')).id}`, wishes }
}

test('a run that two close at once is closed by one, with or without what is declined, kept out or paid meanwhile', async () => {
  await each(async (round) => {
    const { run, wishes } = await opened(4)
    const [one, two, three] = wishes.map(({ id }) => id)
    const closing = await race(round, [
      staff(`${run}/close`),
      staff(`${run}/close`),
      withdrawal(one ?? '', 'decline', reason),
      staff(`${run}/lines/${two}/exclude`, reason),
      withdrawal(three ?? '', 'pay', { bank_reference: 'by hand' }),
      staff(`${run}/collect`),
    ])
    expectOne(closing.slice(0, 2))
    const [, , decline, exclude] = closing as [Outcome, Outcome, Outcome, Outcome]
    const { lines } = (await app.call('GET', `/api/admin/${run}`, { as: people[0] as TestPerson })).body
      .results
    const lineOf = (id = '') => lines.find((line: { withdrawal_id: string }) => line.withdrawal_id === id)
    // Declined and sent to the bank is what may not be: it is excluded, or was cancelled before there was a file.
    const file = await app.call('POST', `/api/admin/${run}/file`, { as: people[0] as TestPerson })
    expect([decline.status, String(file.body).includes(wishes[0]?.number ?? '')]).toEqual([
      decline.status,
      decline.status !== 200,
    ])
    if (lineOf(one).excluded_why !== '') expect(decline.status).toBe(200)
    expect(lineOf(two).excluded_why).toBe(exclude.status === 200 ? reason.reason : '')
    // What was kept out waits for the next run: it is closed with one more, and does not stand in the next round's way.
    const { id } = await payableVendor(by(), '1000')
    await make(`vendor-withdrawals/${(await requestedWithdrawal(app, id, '10')).id}/approve`)
    await make(`vendor-payouts/${(await make('vendor-payouts')).id}/close`)
  })
})

test('answers of the bank that are booked at once settle each payment once, and the others are told to check again', async () => {
  await each(async (round) => {
    const { run, wishes } = await opened(4)
    await send(run, wishes)
    const [paid, back] = [fileOf(wishes, 'paid', 'FT'), fileOf(wishes, 'failed', '')]
    const [paidSeen, backSeen] = [await checked(run, paid), await checked(run, back)]
    const outcomes = await race(round, [
      staffFile(`${run}/answer?seen=${paidSeen}`, paid),
      staffFile(`${run}/answer?seen=${backSeen}`, back),
      staffFile(`${run}/answer?seen=${paidSeen}`, paid),
    ])
    // What was shown is done, or nothing of it: nobody books over what another has booked meanwhile.
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    const isPaid = outcomes[1]?.status !== 200
    for (const { id } of wishes) {
      const path = `/api/admin/vendor-withdrawals/${id}`
      const found = (await app.call('GET', path, { as: people[0] as TestPerson })).body.results
      expect([found.status, found.is_returned]).toEqual(isPaid ? ['paid', false] : ['declined', true])
    }
  })
})

test('an answer that is undone while it is booked, a payment moves or the money is requested leaves the sum of both', async () => {
  await each(async (round) => {
    const { run, wishes } = await opened(3)
    await send(run, wishes)
    const first = fileOf(wishes.slice(0, 2), 'failed', '')
    const booked = await make(`${run}/answer?seen=${await checked(run, first)}`, formOf(first))
    expect(booked.sums).toMatchObject({ returned: '800', waiting: '400' })
    const second = fileOf(wishes.slice(2), 'paid', 'FT')
    const seen = await checked(run, second)
    const [, two, three] = wishes as [Wish, Wish, Wish]
    const outcomes = await race(round, [
      staff(`${run}/answer/undo`, { ...reason, number: 1 }),
      staff(`${run}/answer/undo`, { ...reason, number: 1 }),
      staffFile(`${run}/answer?seen=${seen}`, second),
      withdrawal(three.id, 'return', reason),
      staff('vendor-withdrawals', { owner_id: two.owner, amount: '1000' }),
      staff(`${run}/file`),
    ])
    const after = (await app.call('GET', `/api/admin/${run}`, { as: people[0] as TestPerson })).body.results
    const undone = outcomes.slice(0, 2).filter(({ status }) => status === 200).length
    expect(after.imports.filter(({ undone_at }: { undone_at: string | null }) => undone_at).length).toBe(
      undone,
    )
    // Whose returned money was requested again while an undo of it was under way has it in one of the two, never in both.
    const [asked] = outcomes.slice(4)
    const money = (
      await app.call('GET', `/api/admin/vendor-money/${two.owner}`, { as: people[0] as TestPerson })
    ).body.results
    expect(Number(money.available)).toBeGreaterThanOrEqual(0)
    if (asked?.status === 201) expect(money.available).toBe('0')
  })
})

interface Wish {
  id: string
  number: string
  owner: string
}
/** The run is closed, and its bank file with all of these is made. */
async function send(run: string, wishes: readonly Wish[]): Promise<void> {
  await make(`${run}/close`)
  const file = await app.call('POST', `/api/admin/${run}/file`, { as: people[0] as TestPerson })
  for (const { number } of wishes) expect(file.body).toContain(number)
}
const fileOf = (wishes: readonly Wish[], status: string, references: string) =>
  [
    'reference,status,bank reference',
    ...wishes.map(({ number }, at) => `${number},${status},${references}-${at}`),
  ].join('\n')
function formOf(text: string): FormData {
  const body = new FormData()
  body.append('file', new Blob([text]), 'answer.csv')
  return body
}
/** An answer as it is shown before it is booked. */
const checked = async (run: string, text: string): Promise<string> =>
  (await make(`${run}/answer/check`, formOf(text))).seen

function staffFile(path: string, text: string): Call {
  return (url, as) => app.call('POST', `/api/admin/${path}`, { as, body: formOf(text), url })
}

test('a customer is erased, or orders; never both', async () => {
  const seen = { erased: 0, ordered: 0 }
  await each(async (round) => {
    const { id } = await pendingCustomer(app, customerBody())
    // On one connection what begins first always wins: in some rounds one of them comes a moment later.
    const lateAt = (turn: number, call: Call): Call =>
      round % 4 === turn ? (url, as) => pause(1 + (round % 20)).then(() => call(url, as)) : call
    const order = () => intake('orders', orderBody(id, [{ product }]))
    const orders = Array.from({ length: 3 }, () => lateAt(0, order()))
    const calls = [lateAt(1, staff(`customers/${id}/erase`)), ...orders]
    const [erased, ...ordered] = await race(round, calls)
    const done = ordered.filter(({ status }) => status === 201)
    if (erased?.status === 200) {
      expect(done).toHaveLength(0)
      for (const { status, body } of ordered)
        expect([status, body.message]).toEqual([422, 'This customer was erased'])
      seen.erased += 1
    } else {
      expect([erased?.status, done.length]).toEqual([409, 3])
      expect(erased?.body.message).toMatch(/pending or processing/)
      seen.ordered += 1
    }
  })
  if (rounds >= 20) expect(Math.min(seen.erased, seen.ordered)).toBeGreaterThan(0)
})

test('a decision on a customer that is undone while the next is made leaves one of the two', async () => {
  await each(async (round) => {
    const { id } = await pendingCustomer(app, customerBody())
    const { decision } = await make(`customers/${id}/approve`)
    const [undone, disabled] = await race(round, [
      staff(`customers/${id}/undo`, { decision_id: decision.id }),
      staff(`customers/${id}/disable`, reason),
    ])
    const { status } = (await app.call('GET', `/api/admin/customers/${id}`, { as: people[0] as TestPerson }))
      .body.results
    expect([200, 409]).toContain(undone?.status)
    expect(status).toBe(disabled?.status === 200 ? 'disabled' : 'pending')
  })
})

test('the same order submitted eight times at once is one order, and was sold once', async () => {
  await each(async (round) => {
    const body = orderBody(customer, [{ product, quantity: 2 }])
    const outcomes = await race(
      round,
      Array.from({ length: 8 }, () => intake('orders', body)),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201])
    expect(new Set(outcomes.map((outcome) => outcome.body.results.id)).size).toBe(1)
  })
})

test('two orders that are the first sale of the same vendors, in opposite order, are both taken', async () => {
  await each(async (round) => {
    const [one, two] = [await listedProduct(by()), await listedProduct(by())]
    const others = [await listedProduct(by(), {}, one.vendorId), await listedProduct(by(), {}, two.vendorId)]
    const [third, fourth] = others as [MadeProduct, MadeProduct]
    const outcomes = await race(round, [
      intake('orders', orderBody(customer, [{ product: one }, { product: two }])),
      intake('orders', orderBody(customer, [{ product: fourth }, { product: third }])),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([201, 201])
  })
})
