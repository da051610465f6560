import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createAdministrator, widenAdministratorRole } from '#features/access/server/commands.ts'
import { hasAdministrator } from '#features/access/server/queries.ts'
import { readMailBrand } from '#features/branding/server/queries.ts'
import { settleConfiguredKey } from '#features/intake/server/commands.ts'
import { hasIntakeKey } from '#features/intake/server/queries.ts'
import { readLetterTexts } from '#features/letters/server/queries.ts'
import { readMailsTo, readMailsToCustomer } from '#features/mailings/server/sent-queries.ts'
import { bankOfEntry } from '#features/orders/server/entry-queries.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type BulkMailer, folderBulkMailer, smtpBulkMailer } from '#kit/server/bulk-mailer.ts'
import { chainHeadsInFile } from '#kit/server/chain-heads.ts'
import { systemClock } from '#kit/server/clock.ts'
import { type Services, transact } from '#kit/server/context.ts'
import {
  databaseOfEngine,
  encodingOf,
  isDatabaseAway,
  migrate,
  type OpenDatabase,
  openServer,
} from '#kit/server/database.ts'
import { type EmbeddedDatabase, openEmbedded } from '#kit/server/embedded-database.ts'
import { type FieldKeys, fieldKeysOfFile, parseFieldKeys } from '#kit/server/field-keys.ts'
import { filesOnDisk, sealedUnder } from '#kit/server/files.ts'
import { jobContext, migrateJobs, startJobs } from '#kit/server/jobs.ts'
import { folderMailer, type Mailer, smtpMailer } from '#kit/server/mailer.ts'
import { guardedOutgoing } from '#kit/server/outgoing.ts'
import { warmPasswords } from '#kit/server/passwords.ts'
import { PublicCache } from '#kit/server/public-cache.ts'
import { StreamHub } from '#kit/server/stream.ts'
import { type Config, ConfigError } from './config.ts'
import { finders } from './finders.ts'
import { foreignSections } from './foreign-sections.ts'
import { migrations, type Standing } from './health.ts'
import { createApp } from './http.ts'
import { allJobs, inwardJobs } from './jobs.ts'
import { viewedLists } from './lists.ts'
import { mailHandlers } from './mail-handlers.ts'
import { holdNoted, notedRecords } from './noted-records.ts'
import { openWithVendor } from './open-with-vendor.ts'
import { pictures } from './pictures.ts'
import { blogName, shopPages } from './shop-pages.ts'
import { shownRecords } from './shown-records.ts'
import { reidentifyBy } from './stream-readers.ts'
import { heard } from './told.ts'

/** The services behind the HTTP side, opened from the configuration. */
export interface Installation {
  database: OpenDatabase
  services: Services
  mailer: Mailer
  bulkMailer: BulkMailer
  /** Marked once when the process is about to end; `/readyz` and every answer report it. */
  standing: Standing
  close(): Promise<void>
}

/**
 * Opens database, keys, files and mail. `ahead` is the embedded engine if it was opened already. Throws a ConfigError
 * for a setting that cannot work.
 */
export async function openInstallation(
  config: Config,
  ahead: Promise<EmbeddedDatabase> | null = null,
): Promise<Installation> {
  const keys = readKeys(config)
  const database = config.DATABASE_URL
    ? openServer(config.DATABASE_URL, config.DATABASE_POOL, config.DATABASE_STATEMENTS)
    : await databaseOfEngine(ahead ?? openEmbedded({ directory: join(config.DATA_DIR, 'database') }))
  const mailer = config.SMTP_URL
    ? smtpMailer(config.SMTP_URL, config.MAIL_FROM)
    : folderMailer(join(config.DATA_DIR, 'outbox'), config.MAIL_FROM)
  const bulkMailer = config.SMTP_URL
    ? smtpBulkMailer(config.SMTP_URL, config.MAIL_FROM, {
        connections: config.MAIL_CONNECTIONS,
        returnPath: config.MAIL_RETURN_PATH ?? null,
      })
    : folderBulkMailer(join(config.DATA_DIR, 'outbox'), config.MAIL_FROM)
  const services: Services = {
    clock: systemClock,
    keys,
    files: sealedUnder(
      ['vendors/', 'people/', 'support/'],
      filesOnDisk(join(config.DATA_DIR, 'files')),
      keys,
    ),
    heads: chainHeadsInFile(join(config.DATA_DIR, 'audit-heads')),
    outgoing: guardedOutgoing(config.WEBHOOK_PRIVATE_HOSTS, { namedIn: 'WEBHOOK_PRIVATE_HOSTS' }),
    imageHosts: config.IMPORT_IMAGE_HOSTS,
    outboxHoldSeconds: config.OUTBOX_HOLD_SECONDS,
    supportEmail: config.SUPPORT_EMAIL ?? null,
    mailHandlers,
    bankOfEntry,
    secondPersonForBankData: config.SECOND_PERSON_FOR_BANK_DATA,
    secondPersonForPayouts: config.SECOND_PERSON_FOR_PAYOUTS,
    secondPersonForRefunds: config.SECOND_PERSON_FOR_REFUNDS,
    mailingSecondPersonOver: config.SECOND_PERSON_FOR_MAIL_OVER,
    mailingsPerSecond: config.MAIL_PER_SECOND,
    publicUrl: config.publicUrl,
    shopUrl: config.shopUrl,
    viewedLists,
    notedRecords,
    holdNoted,
    finders,
    shownRecords,
    mailBrand: readMailBrand,
    letterTexts: readLetterTexts,
    publicCache: new PublicCache(),
    shopPages,
    blogName,
    foreignSections,
    pictures,
    mailsToAddress: readMailsTo,
    mailsToCustomer: readMailsToCustomer,
    openWithVendor,
    heard,
    hasIntakeKey,
    stream: new StreamHub(database),
    reidentify: reidentifyBy(systemClock),
    tooMuchWaiting: { count: config.NOTIFY_WAITING, hours: config.NOTIFY_WAITING_HOURS },
  }
  return {
    database,
    services,
    mailer,
    bulkMailer,
    standing: { isDraining: false },
    close: async () => {
      mailer.close()
      bulkMailer.close()
      await services.stream.close()
      await database.close()
    },
  }
}

/** How long a start waits for a database that was reachable and went away. */
const waitForReturnMs = 30_000

/**
 * Runs a startup step, and runs it again from the beginning if the database goes away in the middle. Throws at once if
 * no server listens at the database address, because that is a wrong setting.
 */
export async function throughLosses<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + waitForReturnMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      const isNobodyThere = isFirst && /^(ECONNREFUSED|ENOTFOUND|ENOENT|EAI_AGAIN)$/.test(code)
      if (isNobodyThere || !isDatabaseAway(error) || performance.now() > until) throw error
      await pause(250)
    }
  }
}

/** Refuses a database whose encoding cannot hold every name and character, before anything is written to it. */
export async function refuseOtherEncodings(database: OpenDatabase): Promise<void> {
  const encoding = await encodingOf(database)
  if (encoding === 'UTF8') return
  throw new ConfigError(
    `The database is in ${encoding}, and Munshi needs UTF8. Make one with create database NAME encoding 'UTF8' template template0`,
  )
}

/**
 * Migrates the tables and creates the records that every database must have: the built-in role and the configured people.
 * For a server also the configured intake key; a command leaves keys as they are, because its settings are not those that a
 * shop front relies on. Every step is idempotent.
 */
export function prepare(
  installation: Installation,
  config: Config,
  { isServer = false }: { isServer?: boolean } = {},
): Promise<void> {
  return throughLosses(async () => {
    await refuseOtherEncodings(installation.database)
    return oneAtATime(installation.database, async () => {
      await prepareAlone(installation, config)
      if (isServer) await prepareKey(installation, config)
    })
  })
}

/**
 * Instances that start together on one database wait for each other here. The embedded engine has only one instance.
 */
async function oneAtATime<T>({ engine, patientPool }: OpenDatabase, work: () => Promise<T>): Promise<T> {
  if (engine === 'embedded') return work()
  // The patient pool is used because the first instance may run a migration for a long time.
  const client = await patientPool.connect()
  try {
    // The lock belongs to a transaction: behind a pooler, a session lock would stay with a connection that outlives
    // this client.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    await client.query("select pg_advisory_xact_lock(hashtext('munshi start'))")
    const done = await work()
    // If the lock was lost on the way, the commit fails and the work is repeated, because another instance may have run
    // in parallel.
    await client.query('commit')
    return done
  } finally {
    // The connection is closed, not returned to the pool, so that the lock is released in any case.
    client.release(true)
  }
}

async function prepareAlone({ database, services }: Installation, config: Config): Promise<void> {
  await migrate(database.patientDb, migrations)
  await migrateJobs(database.patientDb)
  await checkKeys(database, services.keys)
  const parts = { ...jobContext('start', { db: database.db, services }) }
  await transact(parts, widenAdministratorRole)
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  if (email && password && !(await hasAdministrator(database.db))) {
    await transact(parts, (ctx) => createAdministrator(ctx, { email, password })).catch(
      naming('ADMIN_EMAIL and ADMIN_PASSWORD'),
    )
  }
}

async function prepareKey({ database, services }: Installation, config: Config): Promise<void> {
  const parts = jobContext('start', { db: database.db, services })
  await transact(parts, (ctx) => settleConfiguredKey(ctx, config.INTAKE_API_KEY)).catch(
    naming('INTAKE_API_KEY'),
  )
}

/** Says a refusal as the fault of these settings, in one line. */
function naming(settings: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Refusal ? new ConfigError(`${settings}: ${error.message}`) : error
  }
}

/** Builds the HTTP side, which needs no tables yet, while the tables are being migrated. */
export async function buildApp(
  { database, services, standing }: Installation,
  config: Config,
  log: Logger,
): Promise<FastifyInstance> {
  const app = await createApp({
    database,
    services,
    log,
    standing,
    allowedOrigins: config.ALLOWED_ORIGINS,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
    isBehindTls: config.publicUrl.startsWith('https:'),
    rateLimit:
      config.RATE_LIMIT > 0 ? { perSecond: config.RATE_LIMIT, burst: config.RATE_LIMIT_BURST } : null,
    servesExampleShop: config.servesExampleShop,
    validateAnswers: config.NODE_ENV === 'test',
  })
  await app.ready()
  return app
}

/**
 * The running service: HTTP and jobs. `close` reports not ready, keeps answering for `drainSeconds`, and then drains
 * both.
 */
export async function startService(
  installation: Installation,
  app: FastifyInstance,
  { drainSeconds, OUTGOING: isOutgoing }: Pick<Config, 'drainSeconds' | 'OUTGOING'>,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const { database, services, mailer, bulkMailer, standing } = installation
  await warmPasswords()
  // Without the database the first stream begins it.
  await services.stream.start().catch(() => {})
  const jobs = isOutgoing ? allJobs(mailer, bulkMailer, database.engine) : inwardJobs(database.engine)
  const stopJobs = startJobs(jobs, {
    db: database.jobDb,
    patientDb: database.patientDb,
    services,
    log,
  })
  return {
    close: async () => {
      standing.isDraining = true
      // Background work ends while requests are still answered, which it would otherwise keep waiting.
      const jobsEnded = stopJobs()
      await pause(drainSeconds * 1000)
      await services.stream.close()
      // A kept-alive connection becomes idle only after its pending answer. Without this timer, closing would wait for
      // it.
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), 50)
      await app.close()
      clearInterval(closeIdle)
      await jobsEnded
      await installation.close()
    },
  }
}

/** The keys of the settings, or of the key file, which is made where there is none. Throws a ConfigError for unusable keys. */
export function readKeys(config: Config): FieldKeys {
  try {
    return config.FIELD_KEYS
      ? parseFieldKeys(config.FIELD_KEYS)
      : fieldKeysOfFile(join(config.DATA_DIR, 'field-keys'))
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

/** Refuses a key set that lacks any key this database was sealed under, because those values could not be read. */
export async function checkKeys({ db }: OpenDatabase, keys: FieldKeys): Promise<void> {
  await sql`insert into installation (id, key_fingerprint, key_ids)
    values (1, ${keys.fingerprint}, ${[...keys.ids]}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{
    key_fingerprint: string
    key_ids: string[]
  }>`select key_fingerprint, key_ids from installation`.execute(db)
  const missing = rows[0]?.key_ids.filter((id) => !keys.ids.includes(id)) ?? []
  if (rows[0]?.key_fingerprint !== keys.fingerprint || missing.length > 0) {
    const which = missing.length > 0 ? ` (missing: ${missing.join(', ')})` : ''
    throw new ConfigError(
      `The field keys do not belong to this database${which}. Set FIELD_KEYS to the keys that it was created with`,
    )
  }
  // New values are sealed under the newest key, so every later start must have this key.
  await sql`update installation set key_ids = array(select distinct unnest(key_ids || ${keys.ids.slice(-1)}::text[]))`.execute(
    db,
  )
}
