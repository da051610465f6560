// npm run bench:find: what each group of the palette costs, one at a time and as the palette asks: all groups side by side, and
// whether the time of an answer tells somebody of a record that they may not see. On a PostgreSQL of its own with a million
// orders, customers and products, or as many as are asked for. Writes bench/find.md; fails where time tells.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bisectLeft, bisectRight, median } from 'd3-array'
import type pg from 'pg'
import { withClient } from '#testing/client.ts'
import { buildServer, signInOperator, startMunshi } from '#testing/process.ts'
import { hiddenRecords } from './hidden-records.ts'
import { onMarketplace } from './marketplace.ts'

const { values: options } = parseArgs({
  options: {
    millions: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '4' },
    /** A marketplace that was filled before, as `npm run bench -- --database` takes one. */
    database: { type: 'string' },
  },
})
const million = Number(options.millions)
const seconds = Number(options.seconds)
/** Pairs of calls of which one finds a hidden record. With so many, chance stays within 2.5 of a hundred (three deviations). */
const turns = 2_500
const mostLonger = 0.025
const say = (line: string) => process.stderr.write(`${line}\n`)

/** The calls of the palette, in its order. */
const batches = [
  'orders',
  'transactions',
  'vendors',
  'customers',
  'products',
  'categories,campaigns,staff,posts,faqs,releases',
]

const count = million * 1_000_000
const size = { products: count, orders: count, customers: count, vendors: count }
const lines: string[] = []
/** What time told, and to whom. */
const told: string[] = []
await onMarketplace(size, options.database, say, async ({ databaseUrl, settings, fieldKeys }) => {
  const munshi = await startMunshi(settings, buildServer())
  try {
    const token = await signInOperator(munshi)
    const searches = await searchesIn(databaseUrl)
    const ask = (group: string, q: string) =>
      timed(`${munshi.url}/api/admin/find`, token, { q, groups: group })
    lines.push(
      `${million} million orders, customers, products and vendors; ${seconds} s a figure, p50 and p99 in ms. The last two columns`,
      'are the palette: the first group that answers, and all of them.',
      '',
      `| Search | ${batches.map((batch) => batch.split(',')[0]).join(' | ')} | first | all |`,
      `|---|${'--:|'.repeat(batches.length + 2)}`,
    )
    for (const [name, next] of searches) {
      const figures: string[] = []
      for (const batch of batches) {
        // The first run fills the caches of the database, as any hour of work does.
        await during(1, () => ask(batch, next()))
        figures.push(figureOf(await during(seconds, () => ask(batch, next()))))
      }
      const firsts: number[] = []
      const alls = await during(seconds, async () => {
        const q = next()
        const times = await Promise.all(batches.map((batch) => ask(batch, q)))
        firsts.push(Math.min(...times))
        return Math.max(...times)
      })
      const row = `| ${name} | ${figures.join(' | ')} | ${figureOf(firsts)} | ${figureOf(alls)} |`
      say(row)
      lines.push(row)
    }
    lines.push(
      '',
      'Asked by somebody who may not see the record, in turns: p50 in ms where there is such a record and where there is none, and in',
      'how many of a hundred pairs the one that is there took longer. 50 is chance.',
      '',
      '| Search | Role | there | not there | longer |',
      '|---|---|--:|--:|--:|',
    )
    for (const { name, permission, token: reader, group, there, notThere } of await hiddenRecords(
      databaseUrl,
      fieldKeys,
    )) {
      const askAs = (q: string) => timed(`${munshi.url}/api/admin/find`, reader, { q, groups: group })
      await during(1, () => askAs(notThere[0] ?? ''))
      const times = { there: [] as number[], notThere: [] as number[] }
      for (let turn = 0; turn < turns; turn += 1) {
        const at = turn % there.length
        // Neither of them is always the first.
        const first = turn % 2 === 0
        if (first) times.there.push(await askAs(there[at] ?? ''))
        times.notThere.push(await askAs(notThere[at] ?? ''))
        if (!first) times.there.push(await askAs(there[at] ?? ''))
      }
      const longer = longerOf(times.there, times.notThere)
      const medians = [times.there, times.notThere].map((some) => median(some)?.toFixed(2))
      const row = `| ${name} | ${permission} | ${medians.join(' | ')} | ${(longer * 100).toFixed(1)} |`
      say(row)
      lines.push(row)
      if (Math.abs(longer - 0.5) > mostLonger) told.push(row)
    }
  } finally {
    await munshi.stop()
  }
})
writeFileSync('bench/find.md', `${lines.join('\n')}\n`)
process.stdout.write(`${lines.join('\n')}\n`)
if (told.length > 0) throw new Error(`time tells of what may not be seen:\n${told.join('\n')}`)

/** What people type: numbers that one record has, and names that many have. Each answers the next one of its kind. */
async function searchesIn(connectionString: string): Promise<[string, () => string][]> {
  const kinds = await withClient(connectionString, typedIn)
  return kinds.flatMap(([name, texts]) => {
    let at = 0
    const next = () => {
      at += 1
      return texts[at % texts.length] ?? ''
    }
    return texts.length > 0 ? [[name, next] as [string, () => string]] : []
  })
}

async function typedIn(client: pg.Client): Promise<[string, string[]][]> {
  const column = async (query: string) =>
    (await client.query<{ text: string }>(`${query} limit 200`)).rows.map(({ text }) => text)
  const sampled = (table: string) => `${table} tablesample system_rows(200)`
  await client.query('create extension if not exists tsm_system_rows')
  return [
    ['order number', await column(`select order_number as text from ${sampled('orders')}`)],
    [
      'tracking number',
      await column(`select tracking_number as text from order_parts where tracking_number <> ''`),
    ],
    ['phone, 0300…', await column(`select '0' || right(phone, 10) as text from ${sampled('customers')}`)],
    ['email', await column(`select email as text from ${sampled('customers')}`)],
    ['SKU', await column(`select sku as text from ${sampled('products')}`)],
    ['withdrawal number', await column('select number as text from withdrawals')],
    ['full name', await column(`select username as text from ${sampled('customers')}`)],
    ['frequent name', ['Ayesha', 'Khan', 'Malik', 'Lahore']],
    ['two letters', ['ay', 'kh', 'la', 'st']],
    ['one typo', ['Ayehsa', 'Lahroe', 'embroiderd']],
    ['nothing', ['zzqqxx', 'qwxzv kkqj', '998877665544332211']],
  ]
}

async function timed(url: string, token: string, query: Record<string, string>): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${url}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${query.q}: ${answer.status}`)
  return performance.now() - begun
}

async function during(seconds: number, work: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) times.push(await work())
  return times
}

/** How often one of the first took longer than one of the second, over all pairs; equal ones count half. */
function longerOf(first: number[], second: number[]): number {
  const sorted = [...second].sort((a, b) => a - b)
  let sum = 0
  for (const time of first) sum += bisectLeft(sorted, time) + bisectRight(sorted, time)
  return sum / 2 / (first.length * second.length)
}

function figureOf(times: number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return `${at(0.5).toFixed(0)}, ${at(0.99).toFixed(0)}`
}
