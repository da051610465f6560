// npm run bench:growth: what the calls of a sitting cost one at a time on marketplaces of several sizes, each on a PostgreSQL of
// its own. Writes bench/growth.md and the chart docs/growth.svg.
import { statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { withClient } from '#testing/client.ts'
import { buildServer, operator, signInOperator, startMunshi } from '#testing/process.ts'
import { callsOf } from './calls.ts'
import { chartOf, type Series } from './growth-chart.ts'
import { loadAlone, medianOf, writesOf } from './load.ts'
import { onMarketplace } from './marketplace.ts'

const { values: options } = parseArgs({
  options: {
    millions: { type: 'string', default: '0.1,1,10' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    /** A database that holds the largest size already, as `npm run bench -- --database` takes one. */
    database: { type: 'string' },
  },
})
const millions = options.millions.split(',').map(Number)
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)]
const say = (line: string) => process.stderr.write(`${line}\n`)

/** A million products and orders with their lines and their ledger, in the database and in its log while it is filled. */
const gigabytesPerMillion = 22

const wanted = [
  'newest',
  'deep',
  'search',
  'rare',
  'product',
  'orders',
  'orders-deep',
  'orders-number',
  'orders-names',
  'order',
  'figures',
  'work',
  'price',
  'approve-products',
]

const server = buildServer()
const series: Series[] = wanted.map((name) => ({ name, title: name, points: [] }))
const sizes: string[] = []
for (const size of millions) await measure(size)
const lines = [
  `One at a time, ${rounds} rounds of ${seconds} s, medians: p50 and p99 in ms.`,
  '',
  `| Call | ${sizes.join(' | ')} |`,
  `|---|${sizes.map(() => '--:|').join('')}`,
  ...series.map(
    ({ title, points }) =>
      `| ${title} | ${points.map(({ p50, p99 }) => `${p50.toFixed(1)}, ${p99.toFixed(1)}`).join(' | ')} |`,
  ),
]
writeFileSync('bench/growth.md', `${lines.join('\n')}\n`)
writeFileSync('docs/growth.svg', chartOf(series))
process.stdout.write(`${lines.join('\n')}\n`)

async function measure(million: number): Promise<void> {
  const { bavail, bsize } = statfsSync(tmpdir())
  const free = (bavail * bsize) / 1e9
  if (free < million * gigabytesPerMillion)
    throw new Error(
      `${million} million need ${Math.ceil(million * gigabytesPerMillion)} GB in ${tmpdir()}; ${Math.floor(free)} GB are free`,
    )
  const count = million * 1_000_000
  const size = { products: count, orders: count, customers: count, vendors: count / 10 }
  const kept = million === Math.max(...millions) ? options.database : undefined
  await onMarketplace(size, kept, say, async ({ databaseUrl, settings }) => {
    const munshi = await startMunshi(settings, server)
    try {
      const token = await signInOperator(munshi)
      const calls = await callsOf(databaseUrl, writesOf(rounds), (name) => wanted.includes(name))
      sizes.push(`${million} million, ${await bytesOf(databaseUrl)}`)
      for (const call of calls) {
        const key = call.by === 'person' ? token : operator.key
        // The first run fills the caches of the database, as any hour of work does.
        await loadAlone(munshi.url, call, key, 1)
        const figures = []
        for (let round = 0; round < rounds; round += 1)
          figures.push(await loadAlone(munshi.url, call, key, seconds))
        const [p50, p99] = [medianOf(figures.map((one) => one.p50)), medianOf(figures.map((one) => one.p99))]
        const one = series.find(({ name }) => name === call.name)
        if (one) Object.assign(one, { title: call.title, points: [...one.points, { million, p50, p99 }] })
        say(`${million} million, ${call.title}: ${p50.toFixed(1)}, ${p99.toFixed(1)}`)
      }
    } finally {
      await munshi.stop()
    }
  })
}

async function bytesOf(connectionString: string): Promise<string> {
  const size = 'select pg_size_pretty(pg_database_size(current_database())) as size'
  const { rows } = await withClient(connectionString, (client) => client.query(size))
  return rows[0].size
}
