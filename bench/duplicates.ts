// npm run bench:duplicates: how long one listing is compared with 1,000,000 others (`--listings`), and how many of the copies
// that were planted among them are found. The names are those of the demo in many variants, so that keys are shared as in a
// market where many sell the same.
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { migrations } from '#app/server/health.ts'
import { demoNames } from '#database/demo/listing-cases.ts'
import { seededChance } from '#database/demo/random.ts'
import { type Likeness, likenessFor } from '#features/products/likeness/server/commands.ts'
import { comparing, readAlike } from '#features/products/likeness/server/queries.ts'
import { migrate, openServer } from '#kit/server/database.ts'
import { startPostgres } from '#testing/postgres.ts'

const { values: options } = parseArgs({ options: { listings: { type: 'string' } } })
const count = Number(options.listings ?? 1_000_000)
const probes = 200
const chance = seededChance(18)
const words =
  'Gul Ahmad Noor Sahil Mehran Khyber Ravi Indus Chenab Sutlej Bolan Hunza Swat Kalash Thar Makran'.split(' ')
const cuts = 'Classic,Festive,Daily,Heritage,Studio,Market,Village,Garden,Winter,Summer,Monsoon,Spring'.split(
  ',',
)
const names = demoNames()
const hash = () => Array.from({ length: 32 }, () => chance.int(0, 15).toString(16)).join('')

interface Made {
  product_id: string
  vendor_id: string
  product_name: string
  sku: string
  pictures: string[]
}

const vendors = Array.from({ length: Math.max(10, count / 50) }, () => uuidv7())
function made(n: number): Made {
  return {
    product_id: uuidv7(),
    vendor_id: chance.pick(vendors),
    product_name: `${chance.pick(words)} ${chance.pick(cuts)} ${chance.pick(names)} ${chance.int(1, 400)}`,
    sku: `SKU-${String(n).padStart(7, '0')}`,
    pictures: [hash(), hash()],
  }
}

/** A copy that one of the checks has to find, of another vendor. */
const copies: Readonly<Record<string, (one: Made) => Partial<Made>>> = {
  'its words in another order': ({ product_name }) => ({
    product_name: `NEW ${product_name.split(' ').toReversed().join(' ')} !!`,
  }),
  'its SKU in other signs': ({ sku }) => ({ sku: sku.toLowerCase().replace('-', ' / ') }),
  'its picture with three bits changed': ({ pictures }) => ({
    pictures: [changed(pictures[0] ?? hash(), 3)],
  }),
}

function changed(own: string, bits: number): string {
  let value = BigInt(`0x${own}`)
  for (let n = 0; n < bits; n += 1) value ^= 1n << BigInt(n * 41 + chance.int(0, 40))
  return value.toString(16).padStart(32, '0')
}

const postgres = await startPostgres({ fsync: 'on', maintenance_work_mem: '512MB' })
const database = openServer(postgres.url, 2)
// Filling and indexing take longer than a job may; the comparisons have the limits of jobs.
const { patientDb: db, jobDb } = database
try {
  await migrate(database.db, migrations)
  const since = performance.now()
  await sql`alter table product_likeness disable trigger all`.execute(db)
  await sql`drop index product_likeness_keys`.execute(db)
  const kept: Made[] = []
  for (let n = 0; n < count; n += 5000) {
    const rows = Array.from({ length: Math.min(5000, count - n) }, (_, index) => made(n + index))
    kept.push(...rows.slice(0, Math.ceil((probes * 5000) / count)))
    await put(rows.map(likenessFor))
  }
  await sql`create index product_likeness_keys on product_likeness using gin (keys)`.execute(db)
  await sql`vacuum analyze product_likeness`.execute(db)
  const { rows: sizes } = await sql<{ bytes: string }>`
    select pg_size_pretty(pg_relation_size('product_likeness_keys')) as bytes`.execute(db)
  console.log(
    `${count.toLocaleString('en')} listings in ${Math.round((performance.now() - since) / 1000)} s; index ${sizes[0]?.bytes}`,
  )
  console.log('| A copy with | Found | p50, ms | p95, ms | longest, ms |')
  console.log('|---|--:|--:|--:|--:|')
  for (const [what, copyOf] of Object.entries(copies)) {
    const times: number[] = []
    let found = 0
    for (const one of kept.slice(0, probes)) {
      const fresh = made(count + 1)
      const copy = likenessFor({
        ...{ ...fresh, product_name: `Nothing like it ${fresh.product_id}` },
        ...copyOf(one),
      })
      const start = performance.now()
      const alike = await comparing(jobDb, (own) => readAlike(own, copy))
      times.push(performance.now() - start)
      if (alike.some(({ product_id }) => product_id === one.product_id)) found += 1
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => (times[Math.ceil(share * times.length) - 1] ?? 0).toFixed(1)
    console.log(`| ${what} | ${found} of ${times.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`)
  }
} finally {
  await database.close()
  await postgres.stop()
}

async function put(rows: readonly Likeness[]): Promise<void> {
  await sql`
    insert into product_likeness (product_id, vendor_id, name, keys, pictures)
    select r.product_id, r.vendor_id, r.name, array(select jsonb_array_elements_text(r.keys)),
      array(select jsonb_array_elements_text(r.pictures))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (product_id uuid, vendor_id uuid, name text, keys jsonb, pictures jsonb)`.execute(db)
}
