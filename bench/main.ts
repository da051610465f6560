// npm run bench: a marketplace of the reference size on a PostgreSQL of its own, and what a signed-in person waits
// for on it, beside a bare handler that sends the same SQL. Prints the table of docs/performance.md.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import pg from 'pg'
import { migrations } from '#app/server/health.ts'
import { migrate, openServer } from '#kit/server/database.ts'
import { migrateJobs } from '#kit/server/jobs.ts'
import { freePort, startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, signInOperator, startMunshi } from '#testing/process.ts'
import { fill } from './fill.ts'
import { type Call, type Recorded, record } from './record.ts'

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '1000000' },
    vendors: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    verbose: { type: 'boolean', default: false },
    out: { type: 'string', default: 'bench/results.md' },
  },
})
const size = { products: Number(options.products), vendors: Number(options.vendors) }
const rounds = Number(options.rounds)
const say = (line: string) => process.stderr.write(`${line}\n`)

interface Line extends Call {
  title: string
  /** What docs/performance.md promises. */
  goal: string
  /** Ids to decide on, one for each call. */
  ids?: string[]
}

interface Figures {
  perSecond: number
  p50: number
  p99: number
}

const directory = mkdtempSync(join(tmpdir(), 'munshi-bench-'))
const postgres = await startPostgres({
  fsync: 'on',
  shared_buffers: '1GB',
  maintenance_work_mem: '1GB',
  max_wal_size: '8GB',
})
const lines: string[] = []
try {
  await prepareDatabase()
  await measure()
  writeFileSync(options.out, `${lines.join('\n')}\n`)
  process.stdout.write(`${lines.join('\n')}\n`)
} finally {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}

async function prepareDatabase(): Promise<void> {
  const begun = Date.now()
  const database = openServer(postgres.url, 2)
  await migrate(database.db, migrations)
  await migrateJobs(database.db)
  await database.close()
  await fill(postgres.url, size, say)
  say(`filled in ${Math.round((Date.now() - begun) / 1000)} s`)
}

async function measure(): Promise<void> {
  const keys = `index:${randomBytes(32).toString('base64')},k1:${randomBytes(32).toString('base64')}`
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: directory,
    FIELD_KEYS: keys,
    OUTBOX_HOLD_SECONDS: '3600',
  }
  await (await startMunshi(settings)).stop()
  const begun = performance.now()
  const munshi = await startMunshi(settings)
  const coldStart = performance.now() - begun
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const memory = residentMegabytes(munshi.pid)
  const token = await signInOperator(munshi)
  const calls = await callsOf()
  const recorded = await record(postgres.url, keys, token, calls)
  const file = join(directory, 'recorded.json')
  writeFileSync(file, JSON.stringify({ databaseUrl: postgres.url, recorded }))
  const bare = await startBare(file)
  try {
    await compare(munshi, bare, calls, recorded, token)
  } finally {
    bare.stop()
    await munshi.stop()
  }
  lines.push(
    `- Start of the process to ready, existing database: ${Math.round(coldStart)} ms (goal: below 1,500 ms)`,
    `- Memory of the idle server: ${memory} MB resident (goal: below 200 MB)`,
  )
}

async function compare(
  munshi: MunshiProcess,
  bare: { url: string },
  calls: readonly Line[],
  recorded: Record<string, Recorded>,
  token: string,
): Promise<void> {
  lines.push(
    `Taken on ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, PostgreSQL ${await version()};`,
    `${size.products.toLocaleString('en')} products, ${size.vendors.toLocaleString('en')} vendors, 10 connections, medians of ${rounds} interleaved rounds of ${options.seconds} s.`,
    '',
    '| What | queries | one at a time: p50, p99, ms | requests/s | p99, ms | bare: requests/s | bare: p99, ms | ratio | goal |',
    '|---|--:|--:|--:|--:|--:|--:|--:|---|',
  )
  for (const call of calls) {
    if (options.verbose)
      say(`${call.name}:\n${recorded[call.name]?.statements.map(({ text }) => `  ${text}`).join('\n')}`)
    const ours: Figures[] = []
    const theirs: Figures[] = []
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await load(munshi.url + call.path, call, token))
      theirs.push(await load(`${bare.url}/${call.name}`, { ...call, method: 'GET', body: undefined }, null))
    }
    const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN))
    const statements = recorded[call.name]?.statements ?? []
    const queries = statements.filter(({ text }) => !/^(begin|commit|start transaction)/i.test(text)).length
    const alone = await load(munshi.url + call.path, call, token, 1)
    const cells = [
      call.title,
      queries,
      `${alone.p50.toFixed(1)}, ${alone.p99.toFixed(1)}`,
      Math.round(median(ours, 'perSecond')),
      median(ours, 'p99').toFixed(1),
      Math.round(median(theirs, 'perSecond')),
      median(theirs, 'p99').toFixed(1),
      medianOf(ratios).toFixed(2),
      call.goal,
    ]
    lines.push(`| ${cells.join(' | ')} |`)
    say(lines.at(-1) ?? '')
  }
  const counters = await statementTime(recorded.counts?.statements.at(-1))
  lines.push(
    '',
    `- Counters of a list, the statement alone: ${counters.toFixed(2)} ms (goal: below 0.5 ms)`,
    `- Memory of the server after the load: ${residentMegabytes(munshi.pid)} MB resident`,
  )
}

/** The calls of one sitting, on records that exist. */
async function callsOf(): Promise<Line[]> {
  const products = '/api/admin/products'
  const sellers = '/api/admin/sellers'
  const deep = await deepCursor()
  const [product, vendor] = [await anyId('products', 'approved'), await anyId('vendors', 'approved')]
  const list = 'at least 0.60; p99 below 25'
  const get = (name: string, title: string, path: string, goal: string): Line => ({
    ...{ name, title, path, goal },
    method: 'GET',
    subject: null,
  })
  const decide = async (noun: 'products' | 'vendors', verb: 'approve' | 'reject'): Promise<Line> => {
    const ids = await waitingIds(noun, verb)
    const [subject = ''] = ids.splice(0, 1)
    const place = noun === 'products' ? products : sellers
    return {
      name: `${verb}-${noun}`,
      title: `${verb} a ${noun === 'products' ? 'product' : 'vendor'}`,
      method: 'POST',
      path: `${place}/${subject}/${verb}`,
      ...(verb === 'reject' ? { body: { reason: 'The pictures show another product' } } : {}),
      subject,
      ids,
      goal: 'p99 below 20',
    }
  }
  return [
    get('newest', 'approved products, newest, page 1', `${products}/get/approved?limit=25`, list),
    get(
      'filtered',
      'waiting products, in stock, by price',
      `${products}/get/pending?limit=25&stock=in&sort=product_price`,
      list,
    ),
    get('vendors', 'approved vendors by name, page 1', `${sellers}/get/approve?limit=25&sort=username`, list),
    get('waiting', 'waiting vendors, longest first', `${sellers}/get/pending?limit=25&list=pending`, list),
    get(
      'deep',
      'approved products, the last page of the list by cursor',
      `${products}/get/approved?limit=25&cursor=${deep}`,
      'within 1.2 × of page 1',
    ),
    get('counts', 'counts of the product lists', `${products}/counts`, 'the statement below 0.5 ms'),
    get(
      'search',
      'products, a frequent substring',
      `${products}/get/approved?limit=25&q=mbroider`,
      'p99 below 50',
    ),
    get('rare', 'products, a rare substring', `${products}/get/approved?limit=25&q=U-77777`, 'p99 below 50'),
    get(
      'phone',
      'vendors by a part of a phone number',
      `${sellers}/get/approve?limit=25&q=0312345`,
      'p99 below 50',
    ),
    get('product', 'one product', `${products}/${product}`, 'at most 3 queries; p99 below 10'),
    get('vendor', 'one vendor', `${sellers}/${vendor}`, 'at most 3 queries; p99 below 10'),
    await decide('vendors', 'approve'),
    await decide('vendors', 'reject'),
    await decide('products', 'approve'),
    await decide('products', 'reject'),
  ]
}

async function load(
  url: string,
  { method, body, subject, ids }: Omit<Line, 'title' | 'goal'>,
  token: string | null,
  connections = 10,
) {
  const headers: Record<string, string> = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const { pathname, search, origin } = new URL(url)
  const nextPath = () => {
    const id = ids?.shift()
    if (!id) throw new Error('not enough records wait for the decisions of this run')
    return token ? pathname.replace(subject ?? '', id) : `${pathname}?id=${id}`
  }
  const result = await autocannon({
    url: origin,
    connections,
    duration: Number(options.seconds),
    // The end of a run is seen at a sample: one a second would round a short one up to whole seconds.
    sampleInt: 100,
    ...(ids ? { amount: 30 * connections } : {}),
    requests: [
      {
        method,
        path: pathname + search,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
        ...(ids ? { setupRequest: (request) => ({ ...request, path: nextPath() }) } : {}),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers beside 200, ${result.errors} errors`)
  }
  const seconds = (result.finish.getTime() - result.start.getTime()) / 1000
  return {
    perSecond: result.requests.total / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

async function startBare(file: string): Promise<{ url: string; stop(): void }> {
  const port = await freePort()
  const path = new URL('./bare.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, file, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return { url, stop: () => child.kill() }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the bare handler does not answer')
}

/** The cursor of the place 40,000 pages of 25 down, or as far as the list goes. */
async function deepCursor(): Promise<string> {
  const [row] = await ask(
    `with place as (select greatest(0, least(999975, count(*) - 50)) as n from products where list = 'approved')
     select id, created_at, n from (select id, created_at, (select n from place) as n from products
     where list = 'approved' order by created_at desc, id desc offset (select n from place) limit 1) row`,
  )
  if (!row) throw new Error('the list is empty')
  const at = (row.created_at as Date).toISOString()
  const cursor = ['after', '-created_at', at, row.id, Number(row.n) + 1]
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

async function anyId(table: string, list: string): Promise<string> {
  const [row] = await ask(`select id from ${table} where list = '${list}' order by md5(id::text) limit 1`)
  return String(row?.id)
}

/** Approvals take from one end, rejections from the other. */
async function waitingIds(table: string, verb: string): Promise<string[]> {
  const direction = verb === 'approve' ? 'asc' : 'desc'
  // A waiting product of a vendor that waits itself is a case of its own.
  const own =
    table === 'products' ? "and vendor_id in (select id from vendors where status = 'approved')" : ''
  const rows = await ask(
    `select id from ${table} where list = 'pending' ${own} order by id ${direction} limit ${700 * rounds}`,
  )
  return rows.map(({ id }) => String(id))
}

async function ask(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

async function version(): Promise<string> {
  const [row] = await ask('show server_version')
  return String(row?.server_version).split(' ')[0] ?? ''
}

/** The median of 500 runs of one statement on one connection, in milliseconds. */
async function statementTime(statement: { text: string; values: unknown[] } | undefined): Promise<number> {
  if (!statement) throw new Error('the counters were not asked for')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const times: number[] = []
  for (let run = 0; run < 500; run += 1) {
    const begun = performance.now()
    await client.query(statement.text, statement.values)
    times.push(performance.now() - begun)
  }
  await client.end()
  return medianOf(times)
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

function median(figures: readonly Figures[], member: keyof Figures): number {
  return medianOf(figures.map((figure) => figure[member]))
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
