import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import { Refusal } from '#kit/contract/refusal.ts'
import { DatabaseClient, DatabasePool } from './database-client.ts'
import { JoiningDialect } from './database-driver.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded-database.ts'
import type { EngineMemory } from './embedded-worker.ts'
import { isForgotten, type StatementMode, StatementNames } from './statement-names.ts'

/** All tables by name. Features add their tables by declaration merging, beside the columns they declare. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the features' tables.ts
export interface Tables {}
export type Database = Kysely<Tables>

export interface OpenDatabase {
  engine: 'embedded' | 'server'
  /** For requests: a few seconds for each statement and for the wait for a connection. */
  pool: pg.Pool
  db: Database
  /** For background jobs, which may take a minute per statement and wait longer for a connection. */
  jobDb: Database
  /** No timeouts, for work that no request depends on: migrations and nightly jobs over every row. */
  patientPool: pg.Pool
  patientDb: Database
  /** For health checks alone, which must answer even when every other connection is busy or hangs. */
  healthDb: Database
  /** The address for a connection beside the pools; null on the embedded engine. */
  listenUrl: string | null
  /** Creates an archive of the whole embedded database; null on a server, where pg_dump does this. */
  dump: (() => Promise<Uint8Array>) | null
  /** Resolves when the embedded engine has ended unexpectedly; null on a server, which comes back. */
  lost: Promise<Error> | null
  /** Measures the memory of this process that the embedded engine uses; null on a server. */
  measure: (() => Promise<EngineMemory>) | null
  close(): Promise<void>
}

const { builtins } = pg.types
const typeParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  // Numeric columns hold no money, only weights and sizes, and a double is exact enough to display these.
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
])
const types = {
  getTypeParser: (oid: number, format?: string) =>
    typeParsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/**
 * Timeouts for each kind of work in milliseconds: for getting a connection, and for one statement. If the server hangs,
 * a request fails after six seconds at the latest, and a health check after two.
 */
const limits = {
  request: { connect: 1_400, statement: 4_500 },
  job: { connect: 10_000, statement: 60_000 },
  patient: { connect: 0, statement: 0 },
  health: { connect: 1_200, statement: 1_200 },
} as const

/**
 * Opens PostgreSQL at `url` with at most `max` connections. A lost connection refuses the request but does not end the
 * process.
 */
export function openServer(url: string, max = 10, mode: StatementMode = 'auto'): OpenDatabase {
  const statements = new StatementNames(mode)
  let isDirect = true
  const poolFor = (work: keyof typeof limits, most: number) => {
    const { connect, statement } = limits[work]
    return new DatabasePool({
      connectionString: url,
      types,
      Client: DatabaseClient,
      pipeline: true,
      max: most,
      keepAlive: true,
      // Lets clients without a timeout notice a vanished server within half a minute.
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'munshi',
      connectionTimeoutMillis: connect,
      idleTimeoutMillis: 60_000,
      statementMs: statement,
      statements,
      onConnect: async (client: pg.ClientBase) => {
        if (await setLimits(client, statement)) return
        statements.foundPooler()
        isDirect = false
      },
    } as pg.PoolConfig)
  }
  return opened('server', {
    pool: poolFor('request', max),
    jobPool: poolFor('job', 4),
    patientPool: poolFor('patient', 2),
    healthPool: poolFor('health', 1),
    joins: () => isDirect,
    embedded: null,
    listenUrl: url,
  })
}

/**
 * Sets these limits here and not in the connection string, because a pooler in between may refuse settings that come
 * with the connection. They are set only on a direct server: connections behind a pooler are shared, so settings would
 * leak to the next client. A pooler is recognised by the process ID in its greeting, which differs from that of the
 * backend. Our own timers still apply behind a pooler. False if there is a pooler.
 */
async function setLimits(client: pg.ClientBase, statementMs: number): Promise<boolean> {
  const settings = [
    // JIT compilation does not pay off for millisecond queries: compiling takes longer than the query.
    ['jit', 'off'],
    // The server times out first, so the connection stays usable and no abandoned statement keeps running.
    ['statement_timeout', String(Math.floor(statementMs * 0.9))],
  ]
  // A transaction whose client is cut off would hold its locks until the network reports the loss, which may take
  // hours.
  if (statementMs > 0)
    settings.push(['idle_in_transaction_session_timeout', String(Math.max(15_000, statementMs))])
  const { processID } = client as unknown as { processID: number | null }
  const names = settings.map(([name, value]) => `set_config('${name}', '${value}', false)`)
  const { rowCount } = await client.query(
    `select ${names.join(', ')} where pg_backend_pid() = ${processID ?? 0}`,
  )
  return rowCount === 1
}

/** Opens the embedded engine in `directory`, or in memory for null. `template` fills a new database. */
export function openEmbeddedEngine(directory: string | null, template?: Uint8Array): Promise<OpenDatabase> {
  return databaseOfEngine(openEmbedded({ directory, ...(template ? { template } : {}) }))
}

/**
 * The database behind an embedded engine that is being opened. Throws when writes to its directory cannot be flushed.
 */
export async function databaseOfEngine(opening: Promise<EmbeddedDatabase>): Promise<OpenDatabase> {
  const embedded = await opening
  if (embedded.isOnDisk && !embedded.isDurable) {
    await embedded.close()
    throw new Error('the embedded engine cannot flush to this disk: a commit could be lost')
  }
  const pool = new pg.Pool({
    stream: embedded.stream,
    Client: DatabaseClient,
    pipeline: true,
    max: 8,
    types,
    statements: new StatementNames('named'),
    user: 'postgres',
    database: 'postgres',
  } as pg.PoolConfig)
  return opened('embedded', {
    pool,
    jobPool: pool,
    patientPool: pool,
    healthPool: pool,
    joins: () => true,
    embedded,
    listenUrl: null,
  })
}

interface Opened {
  joins: () => boolean
  pool: pg.Pool
  jobPool: pg.Pool
  patientPool: pg.Pool
  healthPool: pg.Pool
  embedded: EmbeddedDatabase | null
  listenUrl: string | null
}

function opened(
  engine: OpenDatabase['engine'],
  { embedded, listenUrl, joins, ...given }: Opened,
): OpenDatabase {
  const pools = [...new Set(Object.values(given))]
  // Each client has its own listener for a lost connection, and the pool reports the same error again.
  for (const each of pools) each.on('error', () => {})
  const databases = new Map(
    pools.map((pool) => [pool, new Kysely<Tables>({ dialect: new JoiningDialect({ pool, joins }) })]),
  )
  const databaseOf = (pool: pg.Pool) => databases.get(pool) as Database
  let closing: Promise<void> | null = null
  const close = async () => {
    await Promise.all(pools.map((each) => each.end()))
    await embedded?.close()
  }
  return {
    engine,
    pool: given.pool,
    patientPool: given.patientPool,
    db: databaseOf(given.pool),
    jobDb: databaseOf(given.jobPool),
    patientDb: databaseOf(given.patientPool),
    healthDb: databaseOf(given.healthPool),
    listenUrl,
    lost: embedded?.lost ?? null,
    dump: embedded ? () => embedded.dump() : null,
    measure: embedded ? () => embedded.measure() : null,
    close: () => (closing ??= close()),
  }
}

/**
 * Applies the numbered SQL files that the database has not seen, each in one transaction, one instance at a time.
 * Throws when a previously applied file has changed. Returns the names of the applied files.
 */
export async function migrate(db: Database, directory: URL): Promise<string[]> {
  await db.executeQuery(
    CompiledQuery.raw(
      `create table if not exists migrations (
        name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`,
    ),
  )
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
  // At almost every start all files are applied, so one query checks them all, and only new files open a transaction.
  const seen = await appliedMigrations(db)
  const applied: string[] = []
  for (const { name, text, sha256 } of files) {
    const before = seen.get(name)
    if (before !== undefined) refuseChanged(name, before, sha256)
    else if (await applyOnce(db, name, text, sha256)) applied.push(name)
  }
  return applied
}

/** The hash of each numbered SQL file that was applied, by name. */
async function appliedMigrations(db: Database): Promise<Map<string, string>> {
  const { rows } = await db.executeQuery<{ name: string; sha256: string }>(
    CompiledQuery.raw('select name, sha256 from migrations'),
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function refuseChanged(name: string, before: string, sha256: string): void {
  if (before !== sha256) throw new Error(`the migration ${name} was changed after it had been applied`)
}

/** The number of SQL files that were not applied yet. */
export async function pendingMigrations(db: Database, directory: URL): Promise<number> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'))
  const seen = await appliedMigrations(db)
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
      refuseChanged(name, seen.sha256, sha256)
      return false
    }
    await trx.executeQuery(CompiledQuery.raw(text))
    await trx.executeQuery(
      CompiledQuery.raw('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]),
    )
    return true
  })
}

/** Error codes of the network and the driver for an unusable connection. */
const lostConnectionCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE'],
])
const lostConnection =
  /terminated|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|timeout exceeded|Connection ended|not queryable|after calling end/i

/** PostgreSQL error classes for a lost connection, a shutdown, no space left, and statements ended by a timeout. */
const awayStates = /^(08|57P|53|57014|25P03)/

/** True for a conflict with another transaction that a retry resolves. */
export function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === '40001' || code === '40P01' || code === '55P03' || isForgotten(error)
}

/** True if the error means that the database is unavailable rather than that the statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Refusal) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (awayStates.test(code) || lostConnectionCodes.has(code)) return true
  return !/^[0-9A-Z]{5}$/.test(code) && lostConnection.test(error.message)
}

/** True for a full disk, of the files or of the database. Nothing of the failed write was kept. */
export function isOutOfRoom(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** The encoding of the database, such as UTF8. */
export async function encodingOf({ pool }: OpenDatabase): Promise<string> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
  return rows[0]?.server_encoding ?? ''
}
