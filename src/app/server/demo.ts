import { demoPassword } from '#database/demo/people.ts'
import type { Database } from '#kit/server/database.ts'
import { verifyPassword } from '#kit/server/passwords.ts'
import '#features/access/server/tables.ts'
import '#features/vendors/server/tables.ts'
import type { Installation } from './service.ts'

/** Who of the demo can sign in with the password that everybody can read, the administrator first. */
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

/** Whether this database is still without vendors: only then is the demo for it. */
export async function isWithoutVendors(db: Database): Promise<boolean> {
  return !(await db.selectFrom('vendors').select('id').limit(1).executeTakeFirst())
}

/** Fills a database that has no vendors with the demo marketplace. Answers false where there were some. */
export async function loadDemoMarketplace(
  { database, services }: Installation,
  say: (line: string) => void,
): Promise<boolean> {
  if (!(await isWithoutVendors(database.db))) return false
  // Loaded only where it is needed: the drawings and texts are nothing that a running shop carries.
  const { loadDemo } = await import('#database/demo/load.ts')
  say('Loading the demo marketplace')
  const loaded = await loadDemo({
    pool: database.pool,
    keys: services.keys,
    files: services.files,
    now: services.clock.now(),
  })
  say(
    `The demo marketplace has ${loaded.vendors} vendors and ${loaded.products} products, and ${loaded.customers} customers`,
  )
  return true
}
