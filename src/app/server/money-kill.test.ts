import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventKinds } from '#features/webhooks/events-contract.ts'
import { openEmbeddedEngine, openServer } from '#kit/server/database.ts'
import {
  customerBody,
  orderBody,
  productBody,
  refundAccount,
  sellerBody,
  someIban,
} from '#testing/factories.ts'
import { ledgerFaults, type ReadRows } from '#testing/ledger-faults.ts'
import { type RunningPostgres, startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, operator, type ProcessAnswer, startMunshi } from '#testing/process.ts'

/**
 * The whole run has 100 rounds on each engine; what a change runs each time is a sample of it on PostgreSQL, since each
 * start of the embedded engine takes seconds.
 */
const full = process.env.MUNSHI_MONEY_KILL_ROUNDS
const rounds = Number(full ?? 3)
const isRun = full !== undefined || inject('engine') === 'server'
const orderWriters = 6
/** A call amid which the server is to die takes about so long beside all the others: it dies before, amid and after it. */
const callMs = inject('engine') === 'server' ? 150 : 800
const second = { email: 'second@munshi.example', password: 'second of the tests' }

const directory = mkdtempSync(join(tmpdir(), 'munshi-money-kill-'))
const settings: Record<string, string> = { DATA_DIR: directory }
let postgres: RunningPostgres | null = null
let receiver: Server
/** How often each event arrived, by its id. */
const arrived = new Map<string, number>()
let product: Parameters<typeof orderBody>[1][number]['product']
let customer: string

/** The people who write at a server: two, since one grants a refund and another sends it. */
interface Desk {
  munshi: MunshiProcess
  tokens: [string, string]
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  settings.WEBHOOK_PRIVATE_HOSTS = `127.0.0.1:${port}`
  if (inject('engine') === 'server') {
    // As in production: what is acknowledged is on the disk.
    postgres = await startPostgres({ fsync: 'on' })
    settings.DATABASE_URL = postgres.url
  }
  // While nothing runs: the embedded engine belongs to one process.
  for (const { email, password } of [operator, second]) {
    const cli = new URL('./cli.ts', import.meta.url).pathname
    execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', cli, 'admin:create', '--email', email],
      {
        env: { PATH: process.env.PATH, DEMO: 'false', ADMIN_PASSWORD: password, ...settings },
      },
    )
  }
  const munshi = await startMunshi(settings)
  await furnish(await signIn(munshi), `http://127.0.0.1:${port}/hooks`)
  expect(await munshi.stop()).toBe(0)
  await readDatabase((read) => read('update commission_settings set hold_days = 0'))
}, 600_000)
afterAll(async () => {
  await postgres?.stop()
  await new Promise((resolve) => receiver.close(resolve))
  rmSync(directory, { recursive: true, force: true })
})

async function signIn(munshi: MunshiProcess): Promise<Desk> {
  const [one = '', two = ''] = await Promise.all(
    [operator, second].map(async ({ email, password }) => {
      const { status, body } = await munshi.call('POST', '/api/login', undefined, { email, password })
      expect(status).toBe(200)
      return body.results.token as string
    }),
  )
  return { munshi, tokens: [one, two] }
}

/** A vendor with a product, a customer with much in the wallet, and somebody who listens to everything. */
async function furnish({ munshi, tokens }: Desk, hook: string): Promise<void> {
  const make = async (path: string, body?: unknown, token: string = tokens[0]) => {
    const answer = await munshi.call('POST', `/api/${path}`, token, body)
    expect([path, answer.status < 300, answer.body.message]).toEqual([path, true, undefined])
    return answer.body.results
  }
  await make('admin/webhooks', { url: hook, kinds: eventKinds })
  const vendorId = (await make('intake/sellers', sellerBody(), operator.key)).id
  await make(`admin/sellers/${vendorId}/approve`)
  const body = productBody(vendorId, { product_stock: 10_000_000, product_price: '1000' })
  product = { id: (await make('intake/products', body, operator.key)).id, vendorId, body }
  await make(`admin/products/${product.id}/approve`)
  customer = (await make('intake/customers', customerBody(), operator.key)).id
  await make(`admin/customers/${customer}/approve`)
  const ordered = orderBody(customer, [{ product, quantity: 9_000 }], {
    payment_method: 'card',
    paid_reference: 'c',
  })
  const { id } = await make('intake/orders', ordered, operator.key)
  const order = (await munshi.call('GET', `/api/admin/orders/${id}`, tokens[0])).body.results
  const lines = [{ line_id: order.parts[0].lines[0].id, amount: '9000000' }]
  const granted = await make(`admin/orders/${id}/refunds`, { lines, method: 'wallet', reason: 'Setting up' })
  await make(`admin/orders/${id}/refunds/${granted.refunds[0].id}/send`, {}, tokens[1])
}

/** Reads the database itself, on the embedded engine while no server has it. */
async function readDatabase<T>(work: (read: ReadRows) => Promise<T>): Promise<T> {
  const database = settings.DATABASE_URL
    ? openServer(settings.DATABASE_URL, 1)
    : await openEmbeddedEngine(join(directory, 'database'))
  try {
    return await work(async (query) => (await database.pool.query(query)).rows)
  } finally {
    await database.close()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about
type Results = any

/** What this process was told of a record: kept here, where no crash of the server reaches it. */
interface Fact {
  path: string
  /** As the last answer had it. */
  known: Results
  /** The call that was never answered. */
  unanswered: string | null
}
interface Told {
  facts: Fact[]
  /** Bodies of the intake that were sent and not answered. */
  bodies: [path: string, body: unknown][]
  acknowledged: number
  /** Answers of the bank that were undone. */
  undone: number
  /** The call amid which the server is to die, where it is not the clock that says so. */
  aim: 'answer' | 'undo' | null
  kill: () => void
}

/** Of a record what any of the calls here changes. */
function standing(record: Results): string {
  const { order_status, payment_status, paid_total, refunded_total, reversed_total, parts, refunds, status } =
    record
  return JSON.stringify([
    ...[
      order_status,
      payment_status,
      paid_total,
      refunded_total,
      reversed_total,
      status,
      record.bank_reference,
    ],
    parts?.map((part: Results) => [part.vendor_status, part.tracking_number]),
    refunds?.map((refund: Results) => refund.status),
    record.sums,
    record.lines?.map((line: Results) => [line.withdrawal_id, line.excluded_why]),
  ])
}

const reason = { reason: 'So it was' }
let numbers = 0
const unique = (of: string) => `${of}-${process.pid}-${++numbers}`
type Step = [verb: string, body?: unknown]
const ship = (): Step => ['ship', { courier: 'TCS', tracking_number: unique('K') }]
/** What becomes of an order, one after the other; a refund of 300 is granted by one and sent by the other. */
const ways: (() => Step[])[] = [
  () => [['process'], ['pack'], ship(), ['deliver'], ['complete']],
  () => [
    ['process'],
    ['pack'],
    ship(),
    ['deliver'],
    ['refund'],
    ['send'],
    ['refund'],
    ['send'],
    ['complete'],
  ],
  () => [['process'], ['mark-paid', { reference: 'IBFT' }], ['decline', reason], ['account'], ['send']],
  () => [['process'], ['pack'], ['unpack'], ['pack'], ship(), ['return', reason], ['decline', reason]],
  () => [['process'], ['put-back'], ['mark-paid', { reference: 'IBFT' }], ['refund'], ['send'], ['process']],
]

/** One call whose answer is remembered; throws when none comes, and the server is gone. */
async function ask(
  told: Told,
  fact: Fact,
  call: () => Promise<ProcessAnswer>,
  name: string,
): Promise<ProcessAnswer> {
  fact.unanswered = name
  if (name === told.aim) setTimeout(told.kill, Math.random() * callMs)
  const answer = await call()
  if (answer.status >= 500) throw new Error(`${name} answered ${answer.status} ${answer.body.message}`)
  fact.unanswered = null
  if (answer.status < 300) {
    fact.known = answer.body.results
    told.acknowledged += 1
  }
  return answer
}

async function handIn({ munshi }: Desk, told: Told, path: string, body: unknown): Promise<Results> {
  const sent: [string, unknown] = [path, body]
  told.bodies.push(sent)
  const { status, body: answer } = await munshi.call('POST', `/api/intake/${path}`, operator.key, body)
  if (status !== 201)
    throw new Error(`the intake answered ${status} ${answer.message}, after ${munshi.output().slice(-1500)}`)
  told.bodies.splice(told.bodies.indexOf(sent), 1)
  told.acknowledged += 1
  return answer.results
}

async function read(munshi: MunshiProcess, path: string, token: string): Promise<Results> {
  const { status, body } = await munshi.call('GET', path, token)
  if (status !== 200) throw new Error(`the read answered ${status}`)
  return body.results
}

/** Hands orders in and moves them until the server is gone. */
async function trade(desk: Desk, told: Told, writer: number): Promise<void> {
  const { munshi, tokens } = desk
  for (let n = writer; ; n += 1) {
    const { id } = await handIn(
      desk,
      told,
      'orders',
      orderBody(customer, [{ product }, { product }], {
        shipping_total: '199',
        ...(n % 5 === 1 ? { payment_method: 'card', paid_reference: 'c' } : {}),
      }),
    )
    const path = `/api/admin/orders/${id}`
    const fact: Fact = { path, known: null, unanswered: null }
    told.facts.push(fact)
    fact.known = await read(munshi, path, tokens[0])
    for (const [verb, body] of ways[n % ways.length]?.() ?? []) {
      const [part] = fact.known.parts
      const granted = fact.known.refunds.find((refund: Results) => refund.status === 'granted')
      const refund = { lines: [{ line_id: part.lines[0].id, amount: '300' }], method: 'wallet', ...reason }
      const isOfPart = /^(pack|unpack|ship|deliver|return)$/.test(verb)
      const [at, sent, token] =
        verb === 'refund'
          ? [`${path}/refunds`, refund, tokens[0]]
          : verb === 'send'
            ? [`${path}/refunds/${granted?.id}/send`, { reference: 'IBFT' }, tokens[1]]
            : verb === 'account'
              ? [`${path}/refunds/${granted?.id}/account`, refundAccount(), tokens[0]]
              : [isOfPart ? `${path}/parts/${part.id}/${verb}` : `${path}/${verb}`, body, tokens[0]]
      const answer = await ask(told, fact, () => munshi.call('POST', at, token, sent), verb)
      if (answer.status !== 200) throw new Error(`${verb} answered ${answer.status} ${answer.body.message}`)
    }
  }
}

/** Asks for withdrawals from the wallet and has them decided, until the server is gone. */
async function withdraw(desk: Desk, told: Told): Promise<void> {
  for (let n = 0; ; n += 1) {
    const account = { account_title: 'Sana Malik', ibn_number: someIban() }
    const body = { external_id: unique('wish'), customer_id: customer, amount: `${10 + (n % 7)}`, account }
    const made = await handIn(desk, told, 'withdrawals', body)
    const path = `/api/admin/customer-withdrawals/${made.id}`
    const fact: Fact = { path, known: made, unanswered: null }
    told.facts.push(fact)
    const [verb, sent] = n % 4 === 3 ? ['decline', reason] : ['approve', undefined]
    await ask(
      told,
      fact,
      () => desk.munshi.call('POST', `${path}/${verb}`, desk.tokens[n % 2], sent),
      verb as string,
    )
  }
}

/**
 * Closes runs of what is approved, makes their bank files and books what the bank answered; every other answer was the
 * wrong file, is undone and booked again. Until the server is gone.
 */
async function payOut({ munshi, tokens }: Desk, told: Told, closed: Map<string, string>): Promise<void> {
  const base = '/api/admin/customer-payouts'
  for (let n = 0; ; n += 1) {
    const runs = await read(munshi, `${base}?limit=5`, tokens[0])
    // What a round before this one has left: a run that is open, or closed and not answered.
    const left = runs.find((run: Results) => run.status === 'open' || run.waiting > 0)
    const { id } = left ?? (await munshi.call('POST', base, tokens[0])).body.results
    const path = `${base}/${id}`
    const fact: Fact = {
      path,
      known: await read(munshi, path, tokens[0]),
      unanswered: null,
    }
    told.facts = [...told.facts.filter((older) => older.path !== path), fact]
    if (fact.known.status === 'open') {
      await ask(told, fact, () => munshi.call('POST', `${path}/collect`, tokens[0]), 'collect')
      const { status } = await ask(told, fact, () => munshi.call('POST', `${path}/close`, tokens[1]), 'close')
      // Nothing is approved any more.
      if (status === 409) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        continue
      }
    }
    closed.set(id, linesOf(fact.known))
    const sent = fact.known.lines.filter((line: Results) => line.excluded_why === '')
    const rows = sent.map(
      (line: Results, at: number) =>
        `${line.reference},${at % 3 === 2 ? 'failed' : 'paid'},FT-${line.reference}`,
    )
    const form = () => {
      const body = new FormData()
      body.append('file', new Blob([['reference,status,bank reference', ...rows].join('\n')]), 'answer.csv')
      return body
    }
    const headers = { authorization: `Bearer ${tokens[0]}` }
    const file = await fetch(`${munshi.url}${path}/file`, { method: 'POST', headers })
    const text = await file.text()
    expect([file.status, sent.every((line: Results) => text.includes(line.reference))]).toEqual([200, true])
    const book = async () => {
      const looked = await upload(`${munshi.url}${path}/answer/check`, tokens[0], form())
      if (looked.status >= 500) throw new Error(`check answered ${looked.status}`)
      const url = `${munshi.url}${path}/answer?seen=${looked.body.results.seen}`
      await ask(told, fact, () => upload(url, tokens[0], form()), 'answer')
      expect(fact.known.waiting).toBe(0)
    }
    await book()
    if (n % 2 === 1) continue
    // A round before this one may have left a run of which a reply was undone already.
    const { number } = fact.known.imports[0]
    await ask(
      told,
      fact,
      () => munshi.call('POST', `${path}/answer/undo`, tokens[1], { ...reason, number }),
      'undo',
    )
    expect(fact.known.waiting).toBe(fact.known.count)
    told.undone += 1
    await book()
  }
}

async function upload(url: string, token: string, body: FormData): Promise<ProcessAnswer> {
  const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  return { status: answer.status, body: await answer.json() }
}

const linesOf = (run: Results) =>
  JSON.stringify(
    run.lines
      .map((line: Results) => [line.withdrawal_id, line.amount, line.excluded_why, line.ibn_number])
      .sort(),
  )

/** What is wrong with a record after a crash: an answer that is lost, or a call of which only a part is there. */
async function faultOf({ munshi, tokens }: Desk, { path, known, unanswered }: Fact): Promise<string | null> {
  const { status, body } = await munshi.call('GET', path, tokens[0])
  if (status !== 200) return `${path}: acknowledged, and answers ${status}`
  const now = body.results
  if (known === null || standing(now) === standing(known)) return null
  if (unanswered === null) {
    // A withdrawal goes on in a run; a run stays as it was closed, whatever becomes of its payments.
    const isLater =
      path.includes('customer-withdrawals') &&
      known.status === 'approved' &&
      /^(paid|declined)$/.test(now.status)
    return isLater ? null : `${path}: acknowledged as ${standing(known)}, is ${standing(now)}`
  }
  // Of an answer of the bank all rows are booked, or none.
  if (/^(answer|undo)$/.test(unanswered) && now.waiting !== 0 && now.waiting !== now.count) {
    return `${path}: ${unanswered} is half there: ${now.waiting} of ${now.count} wait`
  }
  if (!now.history || !known.history) return null
  // What was never answered is there with its audit row, or not at all.
  const grown = now.history.length - known.history.length
  return grown === 1 ? null : `${path}: ${unanswered} is there with ${grown} rows of history`
}

/** Each of these audit rows and each order that was paid has told its event once, and each event goes to its endpoint once. */
const outboxFaults = `
  select kind as fault, subject, sum(n)::int as differs from (
    select m.kind, a.subject_id::text as subject, 1 as n from audit_log a join (values
      ('submit', 'order.pending'), ('put back', 'order.pending'),
      ('process', 'order.processing'), ('complete', 'order.completed'),
      ('decline', 'order.declined'), ('pack', 'order_part.packed'), ('ship', 'order_part.shipped'),
      ('correct', 'order_part.corrected'),
      ('deliver', 'order_part.delivered'), ('return', 'order_part.returned'), ('send refund', 'refund.sent'),
      ('approve withdrawal', 'withdrawal.approved'), ('pay withdrawal', 'withdrawal.paid'),
      ('decline withdrawal', 'withdrawal.declined'), ('return withdrawal', 'withdrawal.declined'),
      ('undo pay withdrawal', 'withdrawal.approved'), ('undo return withdrawal', 'withdrawal.approved')
    ) m (action, kind) on m.action = a.action and a.subject_type in ('order', 'withdrawal')
    union all
    select 'order.paid', id::text, 1 from orders where payment_status not in ('unpaid', 'cod_due')
    union all
    select kind, coalesce(body::json -> 'data' ->> 'order_id', body::json -> 'data' ->> 'withdrawal_id'), -1
    from webhook_events where kind ~ '^(order|order_part|refund|withdrawal)[.]'
  ) told group by 1, 2 having sum(n) <> 0
  union all
  select 'deliveries of an event', event_id::text, count(*)::int from webhook_events e
  left join webhook_deliveries d on d.event_id = e.id group by 2, e.id having count(d.id) <> 1`

/** What the database itself has to say after a crash. */
function databaseFaults(closed: ReadonlyMap<string, string>): Promise<string[]> {
  return readDatabase(async (read) => {
    const faults = await ledgerFaults(read)
    for (const row of await read(outboxFaults)) faults.push(JSON.stringify(row))
    // A listener hears an event as often as it was claimed for them, and at least once where it counts as sent.
    for (const { id, attempts, status } of await read(
      'select event_id as id, attempts, status from webhook_deliveries',
    )) {
      const heard = arrived.get(String(id)) ?? 0
      if (heard > Number(attempts) || (status === 'sent' && heard === 0)) {
        faults.push(`event ${id} was claimed ${attempts} times, heard ${heard} times and is ${status}`)
      }
    }
    const runs = await read("select id from payout_runs where status = 'closed'")
    const ids = new Set(runs.map(({ id }) => id))
    for (const id of closed.keys()) if (!ids.has(id)) faults.push(`the closed run ${id} is gone or open`)
    return faults
  })
}

test.runIf(isRun)(
  `${rounds} times kill -9 amid moves, refunds, withdrawals, payout runs and answers that are undone pay nothing twice and lose nothing`,
  async () => {
    const faults: string[] = []
    const closed = new Map<string, string>()
    const sum = { acknowledged: 0, unanswered: 0, records: 0, runs: 0, amid: 0, undone: 0 }
    const nothing = { facts: [], bodies: [], acknowledged: 0, undone: 0, aim: null, kill: () => {} }
    let told: Told = nothing
    for (let round = 0; round <= rounds; round += 1) {
      const desk = await signIn(await startMunshi(settings))
      for (const fact of told.facts) {
        const fault = await faultOf(desk, fact)
        if (fault) faults.push(fault)
      }
      for (const [path, body] of told.bodies) {
        const again = await desk.munshi.call('POST', `/api/intake/${path}`, operator.key, body)
        if (again.status > 201)
          faults.push(`what was not answered cannot be submitted again: ${again.status}`)
      }
      for (const [id, lines] of [...closed].slice(-3)) {
        const run = await desk.munshi.call('GET', `/api/admin/customer-payouts/${id}`, desk.tokens[0])
        if (linesOf(run.body.results) !== lines) faults.push(`the closed run ${id} has changed`)
      }
      if (round === rounds) {
        expect(await desk.munshi.stop()).toBe(0)
        break
      }
      const kill = () => void desk.munshi.signal('SIGKILL')
      const aim = ([null, 'answer', 'undo'] as const)[round % 3] ?? null
      told = { facts: [], bodies: [], acknowledged: 0, undone: 0, aim, kill }
      const now = told
      const writers = [
        ...Array.from({ length: orderWriters }, (_, n) => trade(desk, now, n)),
        withdraw(desk, now),
        payOut(desk, now, closed),
      ]
      const causes: string[] = []
      const ended = Promise.all(
        writers.map((writer) => writer.catch((error) => void causes.push(String(error)))),
      )
      // Each round ends somewhere else: by the clock, or amid the booking or the undoing of an answer.
      const clock = setTimeout(kill, aim ? 10_000 : 200 + Math.random() * 2_300)
      await ended
      clearTimeout(clock)
      expect(await desk.munshi.ended).toBe('SIGKILL')
      // A writer stops because the server is gone, and for no other reason.
      expect(causes.filter((cause) => !/fetch failed|terminated|other side closed/.test(cause))).toEqual([])
      // The database of a server goes the same way now and then.
      if (round % 5 === 4) await postgres?.killAndRestart()
      faults.push(...(await databaseFaults(closed)))
      sum.acknowledged += told.acknowledged
      sum.unanswered += told.bodies.length + told.facts.filter(({ unanswered }) => unanswered).length
      sum.records += told.facts.length
      sum.undone += told.undone
      sum.amid += told.facts.filter(({ unanswered }) => /^(answer|undo)$/.test(unanswered ?? '')).length
      sum.runs = closed.size
    }
    expect(faults).toEqual([])
    expect(sum.acknowledged).toBeGreaterThan(rounds)
    // Where there are enough of them, some died amid an answer of the bank, and some after one was undone.
    if (rounds >= 20) expect(Math.min(sum.amid, sum.undone)).toBeGreaterThan(0)
    process.stdout.write(
      `${rounds} rounds: ${JSON.stringify(sum)}, ${arrived.size} events heard: ${faults.length} faults\n`,
    )
  },
  3_000_000,
)
