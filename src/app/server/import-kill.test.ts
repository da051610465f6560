import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { openEmbeddedEngine, openServer } from '#kit/server/database.ts'
import { productBody, sellerBody } from '#testing/factories.ts'
import { sheetForm, sheetOf } from '#testing/import-samples.ts'
import { type RunningPostgres, startPostgres } from '#testing/postgres.ts'
import { type MunshiProcess, operator, signInOperator, startMunshi } from '#testing/process.ts'

/** The whole run has 20 kills in one import; what a change runs each time is a sample of it. */
const kills = Number(process.env.MUNSHI_IMPORT_KILLS ?? 2)
const rowCount = 400 * kills
const seed = Number(process.env.MUNSHI_IMPORT_SEED ?? 20261122)
const path = '/api/admin/imports'

const opened: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const close of opened.reverse()) await close()
})

interface Place {
  settings: Record<string, string>
  /** Everything that an import leaves, by SKU: no id, no time. */
  digest(): Promise<string>
}

async function place(): Promise<Place> {
  const directory = mkdtempSync(join(tmpdir(), 'munshi-import-kill-'))
  opened.push(() => rmSync(directory, { recursive: true, force: true }))
  const settings: Record<string, string> = { DATA_DIR: directory, DEMO: 'false' }
  let postgres: RunningPostgres | null = null
  if (inject('engine') === 'server') {
    postgres = await startPostgres({ fsync: 'on' })
    const { stop, url } = postgres
    opened.push(async () => void (await stop()))
    settings.DATABASE_URL = url
  }
  return {
    settings,
    async digest() {
      const database = postgres
        ? openServer(postgres.url, 1)
        : await openEmbeddedEngine(join(directory, 'database'))
      const { rows } = await database.pool.query(`
        select json_build_object(
          'products', (select md5(string_agg(to_jsonb(p)::text, '|' order by sku)) from (
            select sku, product_name, product_price, discounted_price, product_stock, package_weight, product_description,
              category, status, version, submission_number, revision_waiting_since is not null as waits
            from products) p),
          'versions', (select md5(string_agg(to_jsonb(s)::text, '|' order by sku, number)) from (
            select p.sku, s.number, s.kind, s.status, s.payload
            from product_submissions s join products p on p.id = s.product_id) s),
          'audit', (select json_object_agg(action, n) from (
            select action, count(*) as n from audit_log where subject_type = 'product' group by action order by action) a),
          'audited', (select count(distinct (subject_id, action)) from audit_log where subject_type = 'product'),
          'counts', (select json_object_agg(key, n) from (
            select key, sum(n) as n from (select key, n from counts union all select key, n from count_deltas) c
            where key like 'products:%' group by key order by key) c),
          'import', (select to_jsonb(i) from (
            select status, row_count, create_count, change_count, unchanged_count, error_count, created_count,
              changed_count, failed_count from imports) i),
          'states', (select json_object_agg(state, n) from (
            select state, count(*) as n from import_items group by state order by state) s)) as digest`)
      await database.close()
      return JSON.stringify(rows[0].digest, null, 1)
    },
  }
}

/** A sheet that makes listings, changes some, leaves some as they are, and has rows that cannot be imported. */
function sheet(): string {
  const rows = Array.from({ length: rowCount }, (_, n) => {
    const price = n % 97 === 5 ? 'free' : 100 + (n % 900)
    return [`S-${n}`, `Product ${n}`, price, n % 50]
  })
  return sheetOf(['SKU', 'Name', 'Retail price', 'Qty available in pcs'], ...rows)
}

/** Hands in what the sheet will find, and the sheet. Answers the id of the import. */
async function begin(munshi: MunshiProcess): Promise<string> {
  const token = await signInOperator(munshi)
  const seller = await munshi.call(
    'POST',
    '/api/intake/sellers',
    operator.key,
    sellerBody({ external_id: 'kill' }),
  )
  const { id: vendor } = seller.body.results
  for (let n = 0; n < rowCount; n += 10) {
    const given = {
      sku: `S-${n}`,
      product_name: n % 20 === 0 ? `Product ${n}` : 'Another',
      external_id: `kill-${n}`,
    }
    await munshi.call('POST', '/api/intake/products', operator.key, productBody(vendor, given))
  }
  const response = await fetch(`${munshi.url}${path}?vendor_id=${vendor}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: sheetForm(sheet()),
  })
  const { results } = (await response.json()) as { results: { id: string } }
  return results.id
}

/** Looks at the import until it is done or `isEnough`, and confirms it when it has been checked. Answers whether it is done. */
async function follow(
  munshi: MunshiProcess,
  id: string,
  isEnough: (rows: number) => boolean,
): Promise<boolean> {
  const token = await signInOperator(munshi)
  for (;;) {
    const { body } = await munshi.call('GET', `${path}/${id}`, token)
    const { status, counts, version } = body.results
    if (status === 'done') return true
    if (status === 'checked') {
      await fetch(`${munshi.url}${path}/${id}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'if-match': `"v${version}"` },
      })
    }
    const { rows, create, change, unchanged, error, created, changed, failed } = counts
    if (isEnough(rows + create + change + unchanged + error + created + changed + failed)) return false
    // On the embedded engine each question holds up the work.
    await pause(30)
  }
}

test(`an import that is killed ${kills} times leaves what one leaves that is not`, async () => {
  const [calm, rough] = [await place(), await place()]
  const whole = await startMunshi(calm.settings)
  await follow(whole, await begin(whole), () => false)
  expect(await whole.stop()).toBe(0)

  let random = seed
  const next = () => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return random / 2_147_483_648
  }
  // Each row counts when it is read, when it is checked, and when it is written.
  const at = Array.from({ length: kills }, () => Math.floor(next() * rowCount * 2.8)).sort((a, b) => a - b)
  let munshi = await startMunshi(rough.settings)
  const id = await begin(munshi)
  const killedAt: number[] = []
  for (const target of at) {
    let rows = 0
    const isDone = await follow(munshi, id, (now) => {
      rows = now
      return now >= target
    })
    if (isDone) break
    munshi.signal('SIGKILL')
    expect(await munshi.ended).toBe('SIGKILL')
    killedAt.push(rows)
    munshi = await startMunshi(rough.settings)
  }
  await follow(munshi, id, () => false)
  expect(await munshi.stop()).toBe(0)
  expect(await rough.digest()).toBe(await calm.digest())
  process.stdout.write(
    `${killedAt.length} kills of an import of ${rowCount} rows, at ${killedAt.join(', ')} of ${rowCount * 3}\n`,
  )
}, 3_000_000)
