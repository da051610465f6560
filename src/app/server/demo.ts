import { sql } from 'kysely'
import { demoPassword } from '#database/demo/people.ts'
import { allPermissions } from '#features/access/contract.ts'
import { transact } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { verifyPassword } from '#kit/server/passwords.ts'
import '#features/access/server/tables.ts'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import type { Installation } from './service.ts'

/** The addresses of demo people who can sign in with the public demo password, the administrator first. */
export async function demoSignIns(db: Database): Promise<string[]> {
  const people = await db
    .selectFrom('people')
    .select(['email', 'password_hash'])
    .where('email', 'like', '%@munshi.example')
    .where('disabled_at', 'is', null)
    .orderBy('email')
    .limit(20)
    .execute()
  const fitting: string[] = []
  for (const { email, password_hash } of people) {
    if (await verifyPassword(password_hash, demoPassword)) fitting.push(email)
  }
  return fitting
}

/** True if this database has no vendors yet; only then may the demo be loaded. */
export async function isWithoutVendors(db: Database): Promise<boolean> {
  return !(await db.selectFrom('vendors').select('id').limit(1).executeTakeFirst())
}

/** Fills a database that has no vendors with the demo marketplace. Returns false if there were vendors. */
export async function loadDemoMarketplace(
  { database, services }: Installation,
  say: (line: string) => void,
): Promise<boolean> {
  if (!(await isWithoutVendors(database.db))) return false
  // Loaded on demand, so that a running shop does not hold the demo's drawings and texts in memory.
  const { loadDemo } = await import('#database/demo/load.ts')
  say('Loading the demo marketplace')
  const loaded = await loadDemo({
    pool: database.patientPool,
    keys: services.keys,
    files: services.files,
    now: services.clock.now(),
  })
  await importStock({ database, services })
  await releaseWindow({ database, services })
  say(
    `The demo marketplace has ${loaded.vendors} vendors and ${loaded.products} products, and ${loaded.customers} customers`,
  )
  return true
}

/**
 * Does at once what a server's jobs would do in its first minutes on the demo: checks every listing, adds up what is counted
 * and seals the audit log. Without it, each copy of the database would begin with that work.
 */
export async function settleDemoMarketplace(
  { database: { db }, services }: Pick<Installation, 'database' | 'services'>,
  say: (line: string) => void,
): Promise<void> {
  say('Checking the listings')
  const log = createLogger('silent')
  for (const job of await jobsThatSettle()) {
    while ((await job.run(jobContext(job.name, { db, services }), log)) === 'again');
  }
}

/** In an order in which none makes work for one before it. */
async function jobsThatSettle() {
  const { checkListings } = await import('#features/products/checks/server/jobs.ts')
  const { foldPostViews } = await import('#features/blogs/server/jobs.ts')
  const { foldPromotions } = await import('#features/promotions/server/jobs.ts')
  const { foldLedger } = await import('#features/money/server/jobs.ts')
  const { foldCounts } = await import('#kit/server/counts.ts')
  const { foldDailyTotals } = await import('./day-totals.ts')
  const { sealAuditLog } = await import('#features/audit/server/jobs.ts')
  return [checkListings, foldPostViews, foldPromotions, foldLedger, foldCounts, foldDailyTotals, sealAuditLog]
}

/** Releases the shop window, in the name of the administrator. */
async function releaseWindow({
  database: { db },
  services,
}: Pick<Installation, 'database' | 'services'>): Promise<void> {
  const { releaseDemoWindow } = await import('./demo-window.ts')
  const actor = await demoActor(db)
  if (actor) await releaseDemoWindow(jobContext('demo', { db, services }), actor)
}

/** The person in whose name the demo does what only people do; null if the demo was loaded without people. */
async function demoActor(db: Database) {
  const someone = await db
    .selectFrom('people')
    .select(['id', 'username'])
    .where('email', '=', 'ayesha@munshi.example')
    .executeTakeFirst()
  if (!someone) return null
  return {
    ...{ kind: 'person' as const, id: someone.id, name: someone.username, permissions: allPermissions },
    ...{ sessionId: '', verifiedAt: null, provenBy: 'password' as const, viewingAs: null },
  }
}

/** Imports a stock sheet through the normal import, so that the import history has an entry to look at. */
async function importStock({
  database,
  services,
}: Pick<Installation, 'database' | 'services'>): Promise<void> {
  const { workOnImports } = await import('#features/bulk-upload/server/jobs.ts')
  const { confirmImport } = await import('#features/bulk-upload/server/commands.ts')
  const { uploadSheet } = await import('#features/bulk-upload/reading/server/upload-commands.ts')
  const { readImport } = await import('#features/bulk-upload/server/queries.ts')
  const { db } = database
  const { rows: listed } = await sql<{
    sku: string
    product_name: string
    product_stock: number
    vendor_id: string
  }>`
    select sku, product_name, product_stock, vendor_id from products
    where status = 'approved' and revision_waiting_since is null and vendor_id = (
      select p.vendor_id from products p join vendors v on v.id = p.vendor_id
      where p.status = 'approved' and v.status = 'approved'
      group by p.vendor_id order by count(*) desc, p.vendor_id limit 1)
    order by sku limit 60`.execute(db)
  const vendor = listed[0]?.vendor_id
  const actor = await demoActor(db)
  if (!vendor || !actor) return
  const counted = listed.map(({ sku, product_name, product_stock }, n) => [
    sku,
    `"${product_name.replaceAll('"', '""')}"`,
    n === 1 ? 'about 20' : product_stock + (n % 3),
  ])
  const text = [['SKU', 'Name', 'Qty Available in pcs'], ...counted]
    .map((cells) => cells.join(','))
    .join('\r\n')
  const key = 'uploads/demo-stock-taking'
  const bytes = Buffer.from(`${text}\r\n`)
  await services.files.replace(key, bytes)
  const system = jobContext('imports', { db, services })
  const as = { ...system, actor }
  const file = { key, name: 'stock-taking.csv', bytes: bytes.length }
  const { id } = await uploadSheet(
    { ...as, transact: (work) => transact(as, work) },
    { vendor_id: vendor, file },
  )
  const job = workOnImports(database.engine)
  const log = createLogger('silent')
  await job.run(system, log)
  const { status } = await readImport(system, { id })
  if (status !== 'checked') return
  await transact(as, (ctx) => confirmImport(ctx, { id }))
  await job.run(system, log)
}
