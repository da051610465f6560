// npm run bench:imports: how fast a sheet of products is read, checked and written, beside COPY of the same file into a bare
// table and beside one INSERT of the same rows into the products table; what it costs in memory, in the event loop, and for
// who asks for a list meanwhile. 50,000 rows on PostgreSQL, 5,000 on the embedded engine.

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { withClient } from '#testing/client.ts'
import { sellerBody } from '#testing/factories.ts'
import { freePort, type RunningPostgres, startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'

const { values: options } = parseArgs({
  options: { rows: { type: 'string' }, engine: { type: 'string' } },
})
const sizes = { PostgreSQL: 50_000, embedded: 5_000 } as const
type Engine = keyof typeof sizes
const path = '/api/admin/imports'
const head = [
  'SKU',
  'Name',
  'Retail price',
  'Sale price',
  'Qty available in pcs',
  'Category',
  'Description',
  'Weight in kg',
]

const staging =
  'create table staging (sku text, name text, price text, sale text, stock text, category text, description text, weight text)'

for (const engine of ['PostgreSQL', 'embedded'] as const) {
  if (!options.engine || options.engine === engine)
    await measure(engine, Number(options.rows ?? sizes[engine]))
}

async function measure(engine: Engine, rows: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'munshi-imports-'))
  chmodSync(directory, 0o755)
  const file = join(directory, 'products.csv')
  writeFileSync(file, sheet(rows))
  const postgres = engine === 'PostgreSQL' ? await startPostgres({ fsync: 'on' }) : null
  try {
    const yardstick = postgres ? await copyToServer(postgres, file) : await copyToEmbedded(file)
    await importIt(engine, rows, file, directory, postgres, yardstick)
  } finally {
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

function sheet(rows: number): string {
  const words = ['Lawn', 'Khaddar', 'Chiffon', 'Cotton', 'Silk', 'Karandi', 'Linen']
  const lines = Array.from({ length: rows }, (_, n) => {
    const name = `${words[n % 7]} suit ${n}, three pieces`
    const text = `<p>${`Printed ${words[(n + 3) % 7]} with an embroidered dupatta. `.repeat(4)}</p>`
    return `SKU-${n},"${name}",${1000 + (n % 9000)},${n % 3 === 0 ? 900 : 0},${n % 200},${words[n % 7]},"${text}",0.${1 + (n % 9)}`
  })
  return `${head.join(',')}\r\n${lines.join('\r\n')}\r\n`
}

/** The least of three, in seconds: of a COPY of the file into a bare table. */
function copyToServer(postgres: RunningPostgres, file: string): Promise<number> {
  return withClient(postgres.url, async (client) => {
    await client.query(staging)
    const seconds: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await client.query('truncate staging')
      seconds.push(
        await secondsOf(() => client.query(`copy staging from '${file}' with (format csv, header)`)),
      )
    }
    return Math.min(...seconds)
  })
}

async function copyToEmbedded(file: string): Promise<number> {
  const database = await PGlite.create()
  await database.exec(staging)
  const blob = new Blob([readFileSync(file)])
  const seconds: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await database.exec('truncate staging')
    seconds.push(
      await secondsOf(() =>
        database.query("copy staging from '/dev/blob' with (format csv, header)", [], { blob }),
      ),
    )
  }
  await database.close()
  return Math.min(...seconds)
}

async function importIt(
  engine: Engine,
  rows: number,
  file: string,
  directory: string,
  postgres: RunningPostgres | null,
  copySeconds: number,
): Promise<void> {
  const metrics = await freePort()
  const munshi = await startMunshi({
    DATA_DIR: join(directory, 'data'),
    METRICS_PORT: String(metrics),
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  })
  const token = await signInOperator(munshi)
  const seller = await munshi.call('POST', '/api/intake/sellers', operator.key, sellerBody())
  const asker = askForLists(munshi, token)
  await pause(4_000)
  asker.take()
  await lagOf(metrics)
  await pause(6_000)
  const idle = { ms: asker.take(), lag: await lagOf(metrics), memory: memoryOf(munshi.pid) }
  let most = idle.memory
  const looking = setInterval(() => {
    most = Math.max(most, memoryOf(munshi.pid))
  }, 100)
  const begun = performance.now()
  const id = await upload(munshi, token, seller.body.results.id, file)
  const checked = await until(munshi, token, id, 'checked')
  const checkedAfter = (performance.now() - begun) / 1000
  const confirmedAt = performance.now()
  await fetch(`${munshi.url}${path}/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'if-match': `"v${checked.version}"` },
  })
  const done = await until(munshi, token, id, 'done')
  const writtenAfter = (performance.now() - confirmedAt) / 1000
  clearInterval(looking)
  const busy = { ms: asker.take(), lag: await lagOf(metrics) }
  // The list has other rows now: what it takes with them and without an import is what the busy one is held against.
  await pause(3_000)
  asker.take()
  await pause(6_000)
  const after = asker.take()
  asker.stop()
  const insertSeconds = postgres ? await insertAgain(postgres) : null
  await munshi.stop()
  if (done.counts.created !== rows) throw new Error(`${done.counts.created} of ${rows} were written`)
  const perSecond = (seconds: number) => `${Math.round(rows / seconds).toLocaleString('en')} rows/s`
  const ratio = (seconds: number) => (copySeconds / seconds).toFixed(3)
  say(`${engine}, ${rows.toLocaleString('en')} rows, ${(readFileSync(file).length / 1e6).toFixed(1)} MB`)
  say(`  COPY into a bare table       ${copySeconds.toFixed(2)} s, ${perSecond(copySeconds)}`)
  if (insertSeconds !== null)
    say(`  INSERT into products, at once ${insertSeconds.toFixed(2)} s, ${perSecond(insertSeconds)}`)
  say(
    `  sent, read and checked       ${checkedAfter.toFixed(1)} s, ${perSecond(checkedAfter)}, ${ratio(checkedAfter)} of COPY`,
  )
  say(
    `  written                      ${writtenAfter.toFixed(1)} s, ${perSecond(writtenAfter)}, ${ratio(writtenAfter)} of COPY`,
  )
  say(
    `  memory                       ${idle.memory.toFixed(0)} MB idle, ${most.toFixed(0)} MB at most, ${(most - idle.memory).toFixed(0)} above`,
  )
  say(
    `  a list meanwhile, p50, p99   ${inMs(idle.ms)} before, ${inMs(busy.ms)} busy, ${inMs(after)} with the rows after it`,
  )
  say(`  event loop, p99              ${idle.lag.toFixed(1)} ms idle, ${busy.lag.toFixed(1)} ms busy`)
}

/** The same rows once more into the same table with its indexes, and back. */
function insertAgain(postgres: RunningPostgres): Promise<number> {
  return withClient(postgres.url, async (client) => {
    await client.query('begin')
    const seconds = await secondsOf(() =>
      client.query(`
        insert into products (id, vendor_id, sku, product_name, product_price, discounted_price, product_stock,
          product_description, category, category_id, status)
        select gen_random_uuid(), vendor_id, 'again ' || sku, product_name, product_price, discounted_price,
          product_stock, product_description, category, category_id, status from products`),
    )
    await client.query('rollback')
    return seconds
  })
}

async function upload(munshi: MunshiProcess, token: string, vendor: string, file: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([readFileSync(file)]), 'products.csv')
  const response = await fetch(`${munshi.url}${path}?vendor_id=${vendor}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { results } = (await response.json()) as { results: { id: string } }
  return results.id
}

interface Followed {
  status: string
  version: number
  counts: { created: number }
}

async function until(munshi: MunshiProcess, token: string, id: string, status: string): Promise<Followed> {
  for (;;) {
    const { body } = await munshi.call('GET', `${path}/${id}`, token)
    if (body.results.status === status) return body.results
    if (/failed|cancelled/.test(body.results.status)) throw new Error(body.results.message)
    await pause(250)
  }
}

/** Somebody who looks at a list twenty times a second. */
function askForLists(munshi: MunshiProcess, token: string) {
  let [times, isOver]: [number[], boolean] = [[], false]
  void (async () => {
    while (!isOver) {
      const begun = performance.now()
      await munshi.call('GET', '/api/admin/products/get/pending?limit=25', token).catch(() => {})
      times.push(performance.now() - begun)
      await pause(50)
    }
  })()
  return {
    take() {
      const taken = times.sort((a, b) => a - b)
      times = []
      return taken
    },
    stop() {
      isOver = true
    },
  }
}

function inMs(sorted: readonly number[]): string {
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1)
  return `${at(0.5)} and ${at(0.99)} ms`
}

/** Of the event loop since it was asked last, in milliseconds. */
async function lagOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1]) * 1000
}

/** Resident, in megabytes. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
