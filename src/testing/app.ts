import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { inject } from 'vitest'
import { finders } from '#app/server/finders.ts'
import { foreignSections } from '#app/server/foreign-sections.ts'
import { createApp } from '#app/server/http.ts'
import { viewedLists } from '#app/server/lists.ts'
import { mailHandlers } from '#app/server/mail-handlers.ts'
import { holdNoted, notedRecords } from '#app/server/noted-records.ts'
import { openWithVendor } from '#app/server/open-with-vendor.ts'
import { pictures } from '#app/server/pictures.ts'
import { blogName, shopPages } from '#app/server/shop-pages.ts'
import { shownRecords } from '#app/server/shown-records.ts'
import { reidentifyBy } from '#app/server/stream-readers.ts'
import { heard } from '#app/server/told.ts'
import { allPermissions } from '#features/access/contract.ts'
import { ensureAdministratorRole } from '#features/access/server/commands.ts'
import { readMailBrand } from '#features/branding/server/queries.ts'
import { openSession } from '#features/identity/session/server/commands.ts'
import { scopes as allScopes } from '#features/intake/contract.ts'
import { createKey } from '#features/intake/server/commands.ts'
import { hasIntakeKey } from '#features/intake/server/queries.ts'
import { readLetterTexts } from '#features/letters/server/queries.ts'
import { readMailsTo, readMailsToCustomer } from '#features/mailings/server/sent-queries.ts'
import { bankOfEntry } from '#features/orders/server/entry-queries.ts'
import { chainHeadsInFile } from '#kit/server/chain-heads.ts'
import type { Clock } from '#kit/server/clock.ts'
import { type Context, type Services, transact } from '#kit/server/context.ts'
import { type OpenDatabase, openEmbeddedEngine, openServer } from '#kit/server/database.ts'
import { parseFieldKeys } from '#kit/server/field-keys.ts'
import { filesOnDisk, sealedUnder } from '#kit/server/files.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { createLogger } from '#kit/server/log.ts'
import { guardedOutgoing } from '#kit/server/outgoing.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import { PublicCache } from '#kit/server/public-cache.ts'
import type { RateLimit } from '#kit/server/rate-limit.ts'
import { StreamHub } from '#kit/server/stream.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  body: any
}

export interface TestPerson {
  id: string
  email: string
  token: string
}

/** A running server on a database of its own, with a clock that the test moves. */
export interface TestApp {
  url: string
  database: OpenDatabase
  services: Services
  clock: Clock & { move(ms: number): void }
  app: FastifyInstance
  /** The folder of files, outbox and keys. */
  directory: string
  /** Another instance on the same database, as a second machine would be. */
  secondInstance(settings?: Partial<Services>): Promise<string>
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Somebody with these permissions (all, when none are named) and a session. */
  person(permissions?: readonly string[]): Promise<TestPerson>
  /** A key with these scopes; with all, when none are named. */
  intakeKey(scopes?: readonly string[]): Promise<string>
  transact<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Takes every session for one that has just proved who it is: a proof is good for ten minutes, and a long file for more. */
export async function renewProofs({ database, clock }: TestApp): Promise<void> {
  await database.pool.query('update sessions set verified_at = $1 where verified_at is not null', [
    clock.now(),
  ])
}

export interface CallOptions {
  as?: { token: string } | string
  body?: unknown
  headers?: Record<string, string>
  url?: string
}

export const testPassword = 'a long enough password'
let passwordHash: Promise<string> | null = null

export interface TestAppOptions {
  connections?: number
  log?: ReturnType<typeof createLogger>
  /** With one, a test says by `X-Forwarded-For` which address a call comes from. */
  trustedProxyHops?: number
  /** None by itself: thousands of calls come from one session of a test. */
  rateLimit?: RateLimit | null
  servesExampleShop?: boolean
}

/** Starts the real application over HTTP on the engine of this run. */
export async function startTestApp(
  settings: Partial<Services> = {},
  {
    connections = 10,
    log = createLogger(process.env.MUNSHI_TEST_LOG ?? 'silent'),
    trustedProxyHops = 0,
    rateLimit = null,
    servesExampleShop = true,
  }: TestAppOptions = {},
): Promise<TestApp> {
  const directory = mkdtempSync(join(tmpdir(), 'munshi-test-'))
  const database = await openTestDatabase(connections)
  let ahead = 0
  const clock = {
    now: () => new Date(Date.now() + ahead),
    move(ms: number) {
      ahead += ms
    },
  }
  const keys = parseFieldKeys(
    `index:${randomBytes(32).toString('base64')},k1:${randomBytes(32).toString('base64')}`,
  )
  const services: Services = {
    clock,
    keys,
    files: sealedUnder(['vendors/', 'people/', 'support/'], filesOnDisk(join(directory, 'files')), keys),
    heads: chainHeadsInFile(join(directory, 'audit-heads')),
    outgoing: guardedOutgoing([]),
    imageHosts: [],
    outboxHoldSeconds: 30,
    supportEmail: 'help@shop.example',
    mailHandlers,
    bankOfEntry,
    secondPersonForBankData: true,
    secondPersonForPayouts: true,
    secondPersonForRefunds: true,
    mailingSecondPersonOver: 1_000,
    mailingsPerSecond: 0,
    publicUrl: 'https://munshi.example',
    shopUrl: servesExampleShop ? 'https://munshi.example/shop' : null,
    viewedLists,
    notedRecords,
    holdNoted,
    finders,
    shownRecords,
    mailBrand: readMailBrand,
    letterTexts: readLetterTexts,
    // No job looks for changes in a test, so each reader does.
    publicCache: new PublicCache(0),
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
    reidentify: reidentifyBy(clock),
    tooMuchWaiting: { count: 25, hours: 48 },
    ...settings,
  }
  const instances: FastifyInstance[] = []
  const start = async (own?: Partial<Services>) => {
    const app = await createApp({
      database,
      services: own ? { ...services, ...own } : services,
      log,
      standing: { isDraining: false },
      allowedOrigins: ['https://shop.example'],
      trustedProxyHops,
      isBehindTls: false,
      rateLimit,
      servesExampleShop,
      validateAnswers: true,
    })
    instances.push(app)
    return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
  }
  const { app, url } = await start()
  const asSystem = jobContext('test', { db: database.db, services })
  const testApp: TestApp = {
    url,
    database,
    services,
    clock,
    app,
    directory,
    secondInstance: async (own) => (await start(own)).url,
    call: (method, path, options = {}) => call(options.url ?? url, method, path, options),
    person: (permissions) => makePerson(asSystem, permissions),
    intakeKey: async (scopes = allScopes) =>
      (await transact(asSystem, (ctx) => createKey(ctx, { name: 'test', scopes }))).key,
    transact: (work) => transact(asSystem, work),
    close: async () => {
      // As the service does: a connection is idle only after what it was asked, a stream among it, has ended.
      const closeIdle = setInterval(() => {
        for (const { server } of instances) server.closeIdleConnections()
      }, 50)
      await Promise.all(instances.map((instance) => instance.close()))
      clearInterval(closeIdle)
      await database.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return testApp
}

/** A database with all migrations and nothing in it, for this test file alone. */
async function openTestDatabase(connections: number): Promise<OpenDatabase> {
  if (inject('engine') === 'embedded') return openEmbeddedEngine(null, readFileSync(inject('templatePath')))
  return openServer(await createTestDatabase(), connections)
}

/** The address of a new database with all migrations on the PostgreSQL of this run. */
export async function createTestDatabase(): Promise<string> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template munshi_template`)
  await admin.end()
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function call(
  base: string,
  method: string,
  path: string,
  { as, body, headers = {} }: CallOptions,
): Promise<Answer> {
  const token = typeof as === 'string' ? as : as?.token
  const isForm = body instanceof FormData
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

async function makePerson(
  parts: Context,
  permissions: readonly string[] = allPermissions,
): Promise<TestPerson> {
  passwordHash ??= hashPassword(testPassword)
  const stored = await passwordHash
  const id = uuidv7()
  const email = `person-${id}@munshi.example`
  const token = `ms_${randomBytes(32).toString('base64url')}`
  const isFull = permissions === allPermissions
  await transact(parts, async (ctx) => {
    ctx.unchanged()
    const roleId = isFull ? await ensureAdministratorRole(ctx) : uuidv7()
    if (!isFull) {
      await ctx.db
        .insertInto('roles')
        .values({ id: roleId, name: `role ${roleId}`, permissions: [...permissions] })
        .execute()
    }
    await ctx.db
      .insertInto('people')
      .values({
        id,
        username: `Person ${id.slice(-6)}`,
        email,
        phone: '+923001234567',
        password_hash: stored,
        email_verified_at: ctx.now(),
        role_id: roleId,
      })
      .execute()
    await openSession(ctx, id, token)
  })
  return { id, email, token }
}
