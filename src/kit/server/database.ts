import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Refusal } from '#kit/contract/refusal.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded-database.ts'
import type { EngineMemory } from './embedded-worker.ts'

/** All tables by name. Features add theirs by declaration merging, beside the columns they declare. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the features' tables.ts
export interface Tables {}
export type Database = Kysely<Tables>

export interface OpenDatabase {
  engine: 'embedded' | 'server'
  pool: pg.Pool
  db: Database
  /** Without a limit of time, for what no request waits for: migrations, and what runs at night over every row. */
  patientDb: Database
  /** An archive of the whole embedded database; null on a server, where pg_dump does it. */
  dump: (() => Promise<Uint8Array>) | null
  /** What the embedded engine takes of the memory of this process; null on a server. */
  measure: (() => Promise<EngineMemory>) | null
  close(): Promise<void>
}

const { builtins } = pg.types
const typeParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  // No money is kept in numeric columns: weights and sizes fit a double exactly enough to be shown again.
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
])
const types = {
  getTypeParser: (oid: number, format?: string) =>
    typeParsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** Opens PostgreSQL at `url`; at most `max` connections. A lost connection is a refusal of a request, not an end. */
export function openServer(url: string, max = 10): OpenDatabase {
  const settings = {
    connectionString: url,
    types,
    keepAlive: true,
    application_name: 'munshi',
    // Answers of milliseconds are not worth compiling: it takes longer than the query. Said here and not in the address,
    // because a pooler in between may refuse settings that come with the connection.
    onConnect: async (client: pg.ClientBase) => {
      await client.query('set jit = off')
    },
  }
  const pool = new pg.Pool({
    ...settings,
    max,
    connectionTimeoutMillis: 1_800,
    idleTimeoutMillis: 60_000,
    // What hangs longer than this is a hung server: the caller gets a 503 and may come again.
    query_timeout: 60_000,
  })
  const patient = new pg.Pool({ ...settings, max: 2 })
  return opened('server', pool, patient, null)
}

/** Opens the embedded engine in `directory`, or in memory for null; `template` fills a new one. */
export async function openEmbeddedEngine(
  directory: string | null,
  template?: Uint8Array,
): Promise<OpenDatabase> {
  const embedded = await openEmbedded({ directory, ...(template ? { template } : {}) })
  if (directory !== null && !embedded.isDurable) {
    await embedded.close()
    throw new Error('the embedded engine cannot flush to this disk: a commit could be lost')
  }
  const pool = new pg.Pool({ stream: embedded.stream, max: 8, types, user: 'postgres', database: 'postgres' })
  return opened('embedded', pool, pool, embedded)
}

function opened(
  engine: OpenDatabase['engine'],
  pool: pg.Pool,
  patient: pg.Pool,
  embedded: EmbeddedDatabase | null,
): OpenDatabase {
  const pools = [...new Set([pool, patient])]
  // node-postgres ends the process on an idle client's error when nobody listens.
  for (const each of pools) each.on('error', () => {})
  const databaseOf = (of: pg.Pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: of }) })
  const db = databaseOf(pool)
  let closing: Promise<void> | null = null
  const close = async () => {
    await Promise.all(pools.map((each) => each.end()))
    await embedded?.close()
  }
  return {
    engine,
    pool,
    db,
    patientDb: patient === pool ? db : databaseOf(patient),
    dump: embedded ? () => embedded.dump() : null,
    measure: embedded ? () => embedded.measure() : null,
    close: () => (closing ??= close()),
  }
}

/**
 * Applies the numbered SQL files that the database has not seen, each in one transaction, one instance at a time.
 * Throws when a file that was applied before has changed since. Answers the names it applied.
 */
export async function migrate(db: Database, directory: URL): Promise<string[]> {
  await db.executeQuery(
    CompiledQuery.raw(
      `create table if not exists migrations (
        name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`,
    ),
  )
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const applied: string[] = []
  for (const name of names) {
    const text = await readFile(new URL(name, directory), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    if (await applyOnce(db, name, text, sha256)) applied.push(name)
  }
  return applied
}

/** How many of the numbered SQL files the database has not seen. */
export async function pendingMigrations(db: Database, directory: URL): Promise<number> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'))
  const { rows } = await db.executeQuery<{ name: string }>(CompiledQuery.raw('select name from migrations'))
  const seen = new Set(rows.map((row) => row.name))
  return names.filter((name) => !seen.has(name)).length
}

function applyOnce(db: Database, name: string, text: string, sha256: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx.executeQuery(CompiledQuery.raw('lock table migrations in exclusive mode'))
    const { rows } = await trx.executeQuery<{ sha256: string }>(
      CompiledQuery.raw('select sha256 from migrations where name = $1', [name]),
    )
    const seen = rows[0]
    if (seen) {
      if (seen.sha256 !== sha256)
        throw new Error(`the migration ${name} was changed after it had been applied`)
      return false
    }
    await trx.executeQuery(CompiledQuery.raw(text))
    await trx.executeQuery(
      CompiledQuery.raw('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]),
    )
    return true
  })
}

const lostConnection =
  /terminated|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|timeout exceeded|read timeout|Connection ended/i

/** True for what another transaction was in the way of, and what passes when it is done again. */
export function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === '40001' || code === '40P01' || code === '55P03'
}

/** True for what says that the database is away rather than that the statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|57P|53)/.test(code) || code === 'ECONNREFUSED' || code === 'ECONNRESET') return true
  return !(error instanceof Refusal) && code.length !== 5 && lostConnection.test(error.message)
}

/** True for a full disk, of the files or of the database: what was to be written has no room, and nothing of it was kept. */
export function isOutOfRoom(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** The encoding of the database, such as UTF8. */
export async function encodingOf({ pool }: OpenDatabase): Promise<string> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
  return rows[0]?.server_encoding ?? ''
}
