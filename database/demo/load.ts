import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { auditMac } from '#kit/server/audit.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import type { FileStore } from '#kit/server/files.ts'
import { makeBlog } from './blog.ts'
import { makeCategories } from './categories.ts'
import { makeDelivery } from './delivery.ts'
import { makeFaqs } from './faqs.ts'
import {
  customerRows,
  makeMarketplace,
  productPast,
  productRows,
  vendorFileRows,
  vendorRows,
} from './marketplace.ts'
import { mediaOrders, mediaRows } from './media.ts'
import { makeOrders, type OrderRows } from './orders.ts'
import { type DemoStaff, demoPassword, makeStaff } from './people.ts'
import { type MadePicture, makePictures } from './pictures.ts'
import { makePromotions } from './promotions.ts'
import { seededChance } from './random.ts'
import { settleRefunds } from './refunds.ts'
import { type Carried, makeSettlements } from './settlements.ts'
import type { Past, Person } from './story.ts'
import { makeSubscribers } from './subscribers.ts'
import { makeWithdrawals, type Payable } from './withdrawals.ts'

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
  customers: number
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
    const shopPictures = quietly(vendorPictures.then(() => makePictures(files, mediaOrders())))
    const password_hash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await insertStaff(client, staff, password_hash)
    onProgress(`${market.vendors.length} vendors`)
    const vendors = vendorRows(keys, now, market)
    await insertAll(client, 'vendors', vendors.rows)
    await insertAll(client, 'vendor_submissions', vendors.submissions)
    await insertPast(client, vendors.past, keys)
    const customers = customerRows(market)
    onProgress(`${customers.rows.length} customers`)
    await insertAll(client, 'customers', customers.rows)
    await insertPast(client, customers.past, keys)
    // What needs no picture is stored while the pictures are drawn.
    const { past, standings } = productPast(now, market)
    await insertPast(client, past, keys)
    onProgress('pictures')
    const categories = await insertCategories(client, now)
    const products = productRows(market, standings, await productPictures, categories)
    onProgress(`${products.rows.length} products`)
    await insertAll(client, 'products', products.rows)
    await insertAll(client, 'product_submissions', products.submissions)
    await insertAll(client, 'product_images', products.images)
    await pictureCategories(client)
    const promotions = makePromotions(seededChance(5), now, market.products, staff.customerDesk)
    await insertAll(client, 'promotions', promotions.promotions)
    await insertAll(client, 'promotion_sellers', promotions.promotion_sellers)
    await insertPast(client, { decisions: [], audit: promotions.audit, messages: [] }, keys)
    await picturePromotions(client)
    for (const [table, rows] of Object.entries(makeBlog(now, staff.customerDesk))) {
      await insertAll(client, table, rows)
    }
    const accounts = await ownAccounts(client)
    const { namedBy, ...delivery } = makeDelivery(now)
    const sold = makeOrders(
      seededChance(2),
      now,
      market.customers,
      market.products,
      staff.customerDesk,
      accounts,
      promotions.offerFor,
      namedBy,
    )
    // After the orders are made, so that what they name is known to be used.
    for (const [table, rows] of Object.entries(delivery)) await insertAll(client, table, rows)
    settleRefunds(seededChance(6), now, sold, staff.orderDesk, accounts, keys)
    const orders = await insertOrders(client, sold, keys)
    onProgress(`${orders} orders`)
    await insertWithdrawals(client, now, staff.customerDesk, keys)
    await insertSettlements(client, now, staff.customerDesk, keys)
    await insertAll(client, 'faqs', makeFaqs(now))
    for (const [table, rows] of Object.entries(makeSubscribers(now))) await insertAll(client, table, rows)
    await insertAll(client, 'vendor_files', vendorFileRows(market, await vendorPictures))
    await insertMedia(client, now, await shopPictures, staff.catalogueDesk, keys)
    await client.query('commit')
    return {
      people: staff.signIns,
      vendors: vendors.rows.length,
      products: products.rows.length,
      customers: customers.rows.length,
    }
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

/** The shop's tree, unless somebody has made one already: then the goods go where theirs has the same names. */
async function insertCategories(client: pg.PoolClient, now: Date): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; id: string }>('select name, id from categories')
  if (rows.length > 0) return new Map(rows.map(({ name, id }) => [name, id]))
  const made = makeCategories(now)
  await insertAll(client, 'categories', made.rows)
  return made.ids
}

/** Each category shows something that is sold in it. */
async function pictureCategories(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update categories c set image = coalesce((
       select p.cover_image from categories d join products p on p.category_id = d.id
       where d.place >= c.place and d.place < c.place || '/' and p.cover_image <> '' and p.list = 'approved'
       order by p.id limit 1), '')
     where c.image = ''`,
  )
}

/** A campaign that somebody started is shown by the first picture of what it reduces. */
async function picturePromotions(client: pg.PoolClient): Promise<void> {
  await client.query(
    `update promotions c set image = coalesce((
       select p.cover_image from promotion_sellers s join products p on p.vendor_id = s.vendor_id
       where s.promotion_id = c.id and s.joined_at is not null and p.cover_image <> '' and p.list = 'approved'
       order by p.id limit 1), '')`,
  )
}

/** The library of pictures of the shop window. */
async function insertMedia(
  client: pg.PoolClient,
  now: Date,
  pictures: ReadonlyMap<string, MadePicture>,
  [someone]: readonly Person[],
  keys: FieldKeys,
): Promise<void> {
  if (!someone) return
  const { audit, ...tables } = mediaRows(seededChance(9), now, pictures, someone)
  await insertAll(client, 'media', tables.media)
  await insertAll(client, 'media_renditions', tables.media_renditions)
  await insertPast(client, { decisions: [], audit, messages: [] }, keys)
}

/** The marketplace's own accounts, which every database has. */
async function ownAccounts(client: pg.PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ kind: string; id: string }>('select kind, id from ledger_accounts')
  return new Map(rows.map(({ kind, id }) => [kind, id]))
}

/** The orders with their money, and what their customers and lines take from them. */
async function insertOrders(
  client: pg.PoolClient,
  { bought, audit, ...tables }: OrderRows,
  keys: FieldKeys,
): Promise<number> {
  for (const [table, rows] of Object.entries(tables)) await insertAll(client, table, rows)
  await insertPast(client, { decisions: [], audit, messages: [] }, keys)
  await client.query(
    `update customers c set orders_count = (b->>'count')::int, orders_total = (b->>'total')::int8,
      last_order_at = (b->>'last')::timestamptz
     from jsonb_array_elements($1::jsonb) b where c.id = (b->>'id')::uuid`,
    [
      JSON.stringify(
        [...bought].map(([id, { count, total, last }]) => ({ id, count, total: String(total), last })),
      ),
    ],
  )
  await client.query(
    `update customers c set refused_count = r.n from (
       select o.customer_id, count(*)::integer as n from order_parts p join orders o on o.id = p.order_id
       where p.vendor_status = 'returned' and p.shipped_at is not null and p.delivered_at is null
       group by o.customer_id) r where r.customer_id = c.id`,
  )
  await client.query(
    'update order_lines l set image = p.cover_image from products p where p.id = l.product_id',
  )
  await client.query('select number_invoices()')
  await client.query("select setval('order_numbers', $1)", [100_000 + tables.orders.length])
  return tables.orders.length
}

/** What vendors asked to be paid out of what their orders brought, and the latest of each with the vendor. */
async function insertWithdrawals(
  client: pg.PoolClient,
  now: Date,
  desk: readonly Person[],
  keys: FieldKeys,
): Promise<void> {
  const payable = await client.query<Payable>(
    `select v.id, coalesce(nullif(v.shop_name, ''), v.username) as name, (-sum(l.amount))::text as available
     from vendors v join ledger_accounts a on a.owner_id = v.id and a.kind = 'vendor_available'
     join ledger_lines l on l.account_id = a.id
     where v.status = 'approved' group by v.id order by v.created_at, v.id`,
  )
  const { audit, ...tables } = makeWithdrawals(
    seededChance(3),
    now,
    payable.rows,
    desk,
    await allAccounts(client),
  )
  for (const [table, rows] of Object.entries(tables)) await insertAll(client, table, rows)
  await insertPast(client, { decisions: [], audit, messages: [] }, keys)
  await client.query(
    `update vendors v set withdrawal_id = w.id, withdrawal_amount = w.amount, withdrawal_at = w.requested_at,
       withdrawal_status = w.status
     from withdrawals w where w.owner_id = v.id`,
  )
  await client.query("select setval('withdrawal_numbers', $1)", [10_000 + tables.withdrawals.length])
}

/** What couriers paid of the cash that they collected, and the parts that are settled with it. */
async function insertSettlements(
  client: pg.PoolClient,
  now: Date,
  desk: readonly Person[],
  keys: FieldKeys,
): Promise<void> {
  const { rows: carried } = await client.query<Carried>(
    `select p.id as part_id, p.order_id, o.order_number, p.courier, p.tracking_number,
       p.courier_cash::text as cash, p.delivered_at
     from order_parts p join orders o on o.id = p.order_id
     where p.courier_cash > 0 order by p.delivered_at, p.id`,
  )
  const accounts = await allAccounts(client)
  const { audit, ...tables } = makeSettlements(seededChance(4), now, carried, desk, accounts)
  for (const [table, rows] of Object.entries(tables)) await insertAll(client, table, rows)
  await insertPast(client, { decisions: [], audit, messages: [] }, keys)
  await client.query(
    `update order_parts p set settlement_id = s.id, settled_at = case when p.courier_cash = 0 then s.imported_at end
     from settlement_rows r join settlements s on s.id = r.settlement_id where r.part_id = p.id`,
  )
  await client.query("select setval('settlement_numbers', $1)", [10_000 + tables.settlements.length])
}

/** Every account of the ledger by its kind and owner. */
async function allAccounts(client: pg.PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; key: string }>(
    `select id, kind || ' ' || case when owner_id = '00000000-0000-0000-0000-000000000000' then ''
       else owner_id::text end as key from ledger_accounts`,
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** One statement for a table: the rows travel as JSON and take their types from the table itself. */
async function insertAll(
  client: pg.PoolClient,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ')
  const text = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`
  await client.query(text, [JSON.stringify(rows)])
}
