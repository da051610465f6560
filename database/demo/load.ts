import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { auditMac } from '#kit/server/audit.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import type { FileStore } from '#kit/server/files.ts'
import { makeMarketplace, productPast, productRows, vendorFileRows, vendorRows } from './marketplace.ts'
import { type DemoStaff, demoPassword, makeStaff } from './people.ts'
import { makePictures } from './pictures.ts'
import { seededChance } from './random.ts'
import type { Past } from './story.ts'

export interface DemoOptions {
  pool: pg.Pool
  keys: FieldKeys
  files: FileStore
  now: Date
  onProgress?: (line: string) => void
}

export interface LoadedDemo {
  people: { email: string; password: string; role: string }[]
  vendors: number
  products: number
}

/**
 * Fills an empty database with the demo marketplace, in one transaction, and the file store with its pictures.
 * Throws an Error when there are vendors already. The pictures are drawn beside the first inserts.
 */
export async function loadDemo({
  pool,
  keys,
  files,
  now,
  onProgress = () => {},
}: DemoOptions): Promise<LoadedDemo> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await refuseFilled(client)
    const staff = makeStaff(seededChance(1), now)
    const market = makeMarketplace(now, staff)
    const productPictures = quietly(makePictures(files, market.orders.products))
    const vendorPictures = quietly(productPictures.then(() => makePictures(files, market.orders.vendors)))
    const password_hash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await insertStaff(client, staff, password_hash)
    onProgress(`${market.vendors.length} vendors`)
    const vendors = vendorRows(keys, now, market)
    await insertAll(client, 'vendors', vendors.rows)
    await insertAll(client, 'vendor_submissions', vendors.submissions)
    await insertPast(client, vendors.past, keys)
    // What needs no picture is stored while the pictures are drawn.
    const { past, standings } = productPast(now, market)
    await insertPast(client, past, keys)
    onProgress('pictures')
    const products = productRows(market, standings, await productPictures)
    onProgress(`${products.rows.length} products`)
    await insertAll(client, 'products', products.rows)
    await insertAll(client, 'product_submissions', products.submissions)
    await insertAll(client, 'product_images', products.images)
    await insertAll(client, 'vendor_files', vendorFileRows(market, await vendorPictures))
    await client.query('commit')
    return { people: staff.signIns, vendors: vendors.rows.length, products: products.rows.length }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Should an insert fail first, nobody waits for this any more: its own failure must not end the process. */
function quietly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}

async function refuseFilled(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>('select exists (select from vendors) as filled')
  if (rows[0]?.filled) throw new Error('The demo needs an empty database: this one has vendors')
}

/** An installation that has made its administrator already has that role: the demo's people join it. */
async function insertStaff(client: pg.PoolClient, staff: DemoStaff, password_hash: string): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>('select id, name from roles')
  const standing = new Map(rows.map(({ id, name }) => [name, id]))
  const renamed = new Map(staff.roles.map(({ id, name }) => [id, standing.get(String(name)) ?? id]))
  await insertAll(
    client,
    'roles',
    staff.roles.filter(({ name }) => !standing.has(String(name))),
  )
  await insertAll(
    client,
    'people',
    staff.people.map((person) => ({ ...person, role_id: renamed.get(person.role_id), password_hash })),
  )
}

async function insertPast(client: pg.PoolClient, past: Past, keys: FieldKeys): Promise<void> {
  await insertAll(client, 'decisions', past.decisions)
  const signed = past.audit.map((row) => ({ ...row, mac: `\\x${auditMac(keys, row).toString('hex')}` }))
  await insertAll(client, 'audit_log', signed)
  await insertAll(client, 'messages', past.messages)
}

/** One statement for a table: the rows travel as JSON and take their types from the table itself. */
async function insertAll(
  client: pg.PoolClient,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).join(', ')
  const text = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`
  await client.query(text, [JSON.stringify(rows)])
}
