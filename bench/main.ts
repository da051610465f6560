// npm run bench: a marketplace of the reference size on a PostgreSQL of its own, and what a signed-in person waits
// for on it, beside a bare handler that sends the same SQL. Prints the table of docs/performance.md.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withClient } from '#testing/client.ts'
import { freePort } from '#testing/postgres.ts'
import { buildServer, type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'
import { callsOf, type Line } from './calls.ts'
import { writeIndexes } from './indexes.ts'
import { exportWhole, type Figures, load, loadAlone, loadBare, median, medianOf, writesOf } from './load.ts'
import { type Marketplace, onMarketplace } from './marketplace.ts'
import { findScans } from './plans.ts'
import { type Recorded, record } from './record.ts'

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '1000000' },
    vendors: { type: 'string', default: '100000' },
    customers: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    database: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    out: { type: 'string', default: 'bench/results.md' },
  },
})
const size = {
  products: Number(options.products),
  vendors: Number(options.vendors),
  customers: Number(options.customers),
  orders: Number(options.orders),
}
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
/** The calls to be measured; all of them if none is named. */
const wanted = options.only?.split(',')
const say = (line: string) => process.stderr.write(`${line}\n`)

const lines: string[] = []
await onMarketplace(size, options.database, say, async (marketplace) => {
  await measure(marketplace)
  writeFileSync(options.out, `${lines.join('\n')}\n`)
  process.stdout.write(`${lines.join('\n')}\n`)
})

async function measure(marketplace: Marketplace): Promise<void> {
  const { settings } = marketplace
  const server = buildServer()
  await (await startMunshi(settings, server)).stop()
  const starts: number[] = []
  for (let start = 0; start < 10; start += 1) {
    const begun = performance.now()
    const started = await startMunshi(settings, server)
    starts.push(performance.now() - begun)
    await started.stop()
  }
  const coldStart = medianOf(starts)
  const munshi = await startMunshi(settings, server)
  let memory = Number.NaN
  try {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    memory = residentMegabytes(munshi.pid)
    await measureCalls(marketplace, munshi)
    lines.push(`- Memory of the server after the load: ${residentMegabytes(munshi.pid)} MB resident`)
  } finally {
    await munshi.stop()
  }
  if (!wanted) await writeIndexes(marketplace.databaseUrl, options.out.replace(/\.md$/, '-indexes.md'))
  lines.push(
    `- Start of the process to ready, existing database: ${Math.round(coldStart)} ms in the middle of ten (goal: below 1,200 ms)`,
    `- Memory of the idle server: ${memory} MB resident (goal: below 180 MB)`,
  )
}

async function measureCalls(
  { databaseUrl, directory, fieldKeys }: Marketplace,
  munshi: MunshiProcess,
): Promise<void> {
  const token = await signInOperator(munshi)
  const tokenOf = ({ by }: Line) => ({ person: token, intake: operator.key, nobody: null })[by]
  const isWanted = (name: string) => !wanted || wanted.includes(name)
  const calls = await callsOf(databaseUrl, writesOf(rounds), isWanted)
  const recorded = await record(databaseUrl, fieldKeys, calls, tokenOf)
  const file = join(directory, 'recorded.json')
  // The driver sends a bigint as its digits too.
  const digits = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  writeFileSync(file, JSON.stringify({ databaseUrl, recorded }, digits))
  const bare = await startBare(file)
  try {
    await head(databaseUrl)
    const exported = await exportOrders(munshi, token)
    await compare(munshi, bare.url, calls, recorded, tokenOf)
    lines.push('', ...exported)
  } finally {
    bare.stop()
  }
  const scans = await findScans(databaseUrl, recorded)
  lines.push(
    `- Statements of these calls that read a whole large table, or sort more than 10,000 rows: ${scans.length === 0 ? 'none' : scans.join('; ')}`,
  )
  const counters = recorded.counts?.statements.at(-1)
  if (counters)
    lines.push(
      `- Counters of a list, the statement alone: ${(await statementTime(databaseUrl, counters)).toFixed(2)} ms (goal: below 0.5 ms)`,
    )
}

async function head(databaseUrl: string): Promise<void> {
  const [row] = await ask(
    databaseUrl,
    `select current_setting('server_version') as version,
    (select sum(n) from counts where key like 'orders:%') as orders, (select count(*) from order_lines) as lines,
    (select sum(n) from counts where key like 'customers:%') as customers, (select count(*) from ledger_lines) as ledger,
    (select count(*) from products) as products, (select count(*) from vendors) as vendors,
    (select count(*) from withdrawals) as withdrawals, pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  const count = (name: string) => Number(row?.[name]).toLocaleString('en')
  lines.push(
    `Taken on ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, PostgreSQL ${String(row?.version).split(' ')[0]};`,
    `${count('products')} products, ${count('vendors')} vendors, ${count('customers')} customers, ${count('orders')} orders with ${count('lines')} lines,`,
    `${count('ledger')} lines of the ledger, ${count('withdrawals')} withdrawals: ${row?.size}. 10 connections, medians of ${rounds} interleaved rounds of ${seconds} s.`,
    '',
    '| What | queries | one at a time: p50, p99, ms | requests/s | p99, ms | bare: requests/s | bare: p99, ms | ratio | goal |',
    '|---|--:|--:|--:|--:|--:|--:|--:|---|',
  )
}

async function compare(
  munshi: MunshiProcess,
  bareUrl: string,
  calls: readonly Line[],
  recorded: Record<string, Recorded>,
  tokenOf: (line: Line) => string | null,
): Promise<void> {
  for (const line of calls) {
    const held = line.isHeld ? recorded[line.name]?.answer?.etag : undefined
    const call: Line = held ? { ...line, held } : line
    if (options.verbose)
      say(`${call.name}:\n${recorded[call.name]?.statements.map(({ text }) => `  ${text}`).join('\n')}`)
    const ours: Figures[] = []
    const theirs: Figures[] = []
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await load(munshi.url, call, tokenOf(call), seconds))
      theirs.push(await loadBare(bareUrl, call, seconds))
    }
    const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN))
    const statements = recorded[call.name]?.statements ?? []
    // What a person is let in by comes first and belongs to no call.
    const lettingIn = call.by === 'nobody' ? 0 : 1
    const queries =
      statements.filter(({ text }) => !/^(begin|commit|start transaction)/i.test(text)).length - lettingIn
    const alone = await loadAlone(munshi.url, call, tokenOf(call), seconds)
    const cells = [
      call.title,
      queries,
      `${alone.p50.toFixed(1)}, ${alone.p99.toFixed(1)}`,
      Math.round(median(ours, 'perSecond')),
      median(ours, 'p99').toFixed(0),
      Math.round(median(theirs, 'perSecond')),
      median(theirs, 'p99').toFixed(0),
      medianOf(ratios).toFixed(2),
      call.goal,
    ]
    lines.push(`| ${cells.join(' | ')} |`)
    say(lines.at(-1) ?? '')
  }
}

/** Every order as CSV, twice: what the first one needs for good is not counted as growth. */
async function exportOrders(munshi: MunshiProcess, token: string): Promise<string[]> {
  if (wanted && !wanted.includes('export')) return []
  const idle = residentMegabytes(munshi.pid)
  const exports = []
  for (let time = 0; time < 2; time += 1)
    exports.push(
      await exportWhole(`${munshi.url}/api/admin/orders/export`, token, () => residentMegabytes(munshi.pid)),
    )
  const told = exports.map(
    ({ rows, megabytes, firstByte, seconds: took, most }) =>
      `${rows.toLocaleString('en')} rows, ${megabytes.toFixed(0)} MB in ${took.toFixed(1)} s, first byte after ${firstByte.toFixed(0)} ms, at most ${most} MB resident`,
  )
  say(told.join('\n'))
  return [
    `- Export of all orders, server idle before at ${idle} MB (goal: first byte below 100 ms, memory flat): ${told[0]}; once more: ${told[1]}`,
  ]
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

async function ask(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const { rows } = await withClient(connectionString, (client) => client.query(text))
  return rows
}

/** The median of 500 runs of one statement on one connection, in milliseconds. */
async function statementTime(
  connectionString: string,
  statement: { text: string; values: unknown[] },
): Promise<number> {
  const times: number[] = []
  await withClient(connectionString, async (client) => {
    for (let run = 0; run < 500; run += 1) {
      const begun = performance.now()
      await client.query(statement.text, statement.values)
      times.push(performance.now() - begun)
    }
  })
  return medianOf(times)
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
