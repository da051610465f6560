import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { statementModes } from '#kit/server/statement-names.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const given = (value: unknown) => (value === '' ? undefined : value)
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(given, schema.optional())
const withDefault = <S extends z.ZodType>(schema: S, value: z.input<S>) =>
  z.preprocess(given, schema.default(value as never))

/** Every setting, its form and its default. `.env.example` says what each setting is for. */
const Environment = z.object({
  PORT: withDefault(z.coerce.number().int().min(0).max(65_535), 3000),
  // For this name Fastify listens on every loopback address: passkeys and cookies use localhost, curl 127.0.0.1.
  HOST: withDefault(z.string(), 'localhost'),
  DATA_DIR: withDefault(z.string(), 'data'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL: withDefault(z.coerce.number().int().min(2).max(200), 10),
  DATABASE_STATEMENTS: withDefault(z.enum(statementModes), 'auto'),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  SHOP_URL: optional(z.url({ protocol: /^https?$/ }).regex(/^[^?#]*$/, 'an address without ? and #')),
  ADMIN_EMAIL: optional(z.email()),
  // Checked where it is used, so that an installation that already has its administrator can start with its old
  // settings.
  ADMIN_PASSWORD: optional(z.string()),
  INTAKE_API_KEY: optional(
    z
      .string()
      .regex(
        /^(?!ms_)[\w.~+/=-]{16,200}$/,
        'at least 16 of A-Z a-z 0-9 . _ ~ + / = -, not beginning with ms_',
      ),
  ),
  DEMO: optional(flag),
  EXAMPLE_SHOP: optional(flag),
  FIELD_KEYS: optional(z.string()),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: withDefault(z.string().regex(/^[^\r\n]*@[^\r\n]+$/), 'Munshi <munshi@localhost>'),
  MAIL_CONNECTIONS: withDefault(z.coerce.number().int().min(1).max(50), 5),
  MAIL_PER_SECOND: withDefault(z.coerce.number().int().min(0).max(10_000), 20),
  MAIL_RETURN_PATH: optional(z.email()),
  SECOND_PERSON_FOR_MAIL_OVER: withDefault(z.coerce.number().int().min(0).max(10_000_000), 1_000),
  SUPPORT_EMAIL: optional(z.email()),
  OUTGOING: withDefault(flag, 'true'),
  OUTBOX_HOLD_SECONDS: withDefault(z.coerce.number().int().min(0).max(3_600), 30),
  NOTIFY_WAITING: withDefault(z.coerce.number().int().min(1).max(1_000_000), 25),
  NOTIFY_WAITING_HOURS: withDefault(z.coerce.number().int().min(1).max(8_760), 48),
  SECOND_PERSON_FOR_BANK_DATA: withDefault(flag, 'true'),
  SECOND_PERSON_FOR_PAYOUTS: withDefault(flag, 'true'),
  SECOND_PERSON_FOR_REFUNDS: withDefault(flag, 'true'),
  ALLOWED_ORIGINS: withDefault(z.string(), '').transform((text) =>
    text
      .split(',')
      .map((o) => o.trim())
      .filter(Boolean),
  ),
  WEBHOOK_PRIVATE_HOSTS: withDefault(
    z
      .string()
      .regex(
        /^\s*(?:(?:[a-z\d.-]+|\[[\da-f:.]+\]):\d{1,5}\s*(?:,\s*|$))*$/,
        'host:port, separated by commas',
      ),
    '',
  ).transform((text) =>
    text
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  ),
  IMPORT_IMAGE_HOSTS: withDefault(
    z
      .string()
      .regex(
        /^\s*(?:(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d{1,5})?\s*(?:,\s*|$))*$/,
        'names of hosts, such as cdn.shopify.com or *.example.com, separated by commas',
      ),
    '',
  ).transform((text) =>
    text
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  ),
  DRAIN_SECONDS: optional(z.coerce.number().int().min(0).max(60)),
  TRUSTED_PROXY_HOPS: withDefault(z.coerce.number().int().min(0).max(10), 0),
  RATE_LIMIT: withDefault(z.coerce.number().int().min(0).max(100_000), 100),
  RATE_LIMIT_BURST: withDefault(z.coerce.number().int().min(1).max(1_000_000), 1000),
  METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
  METRICS_PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  LOG_LEVEL: withDefault(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  NODE_ENV: withDefault(z.enum(['production', 'development', 'test']), 'production'),
})

export interface Config extends z.output<typeof Environment> {
  /** How long the server keeps answering after it reports not ready, in seconds. */
  drainSeconds: number
  /** The base URL of links, and the address that the browser shows. */
  publicUrl: string
  /** Where shoppers find the shop, without a slash at the end: SHOP_URL, or the example shop. Null without both. */
  shopUrl: string | null
  /** Whether to load the demo marketplace: on an embedded database, unless it was declined. */
  wantsDemo: boolean
  /** Whether shoppers get the example shop under /shop: on an embedded database, unless it is said. */
  servesExampleShop: boolean
}

/** A setting that cannot be used. The start fails with this message. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws a ConfigError that names every wrong setting and its accepted form. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = Environment.safeParse(environment)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The configuration is not usable. ${lines.join('; ')}`)
  }
  const config = result.data
  if ((config.ADMIN_EMAIL === undefined) !== (config.ADMIN_PASSWORD === undefined)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or none')
  }
  if (config.DEMO === true && config.DATABASE_URL) {
    throw new ConfigError(
      'DEMO loads at the start on the embedded database only; on PostgreSQL run npm run demo',
    )
  }
  if (config.RATE_LIMIT > config.RATE_LIMIT_BURST) {
    throw new ConfigError('RATE_LIMIT_BURST must be at least RATE_LIMIT: it is what may come at once')
  }
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '')
  const servesExampleShop = config.EXAMPLE_SHOP ?? config.DATABASE_URL === undefined
  return {
    ...config,
    publicUrl,
    shopUrl: config.SHOP_URL?.replace(/\/+$/, '') ?? (servesExampleShop ? `${publicUrl}/shop` : null),
    // With several instances a load balancer has to notice first. With the embedded engine no other instance could take
    // over.
    drainSeconds: config.DRAIN_SECONDS ?? (config.DATABASE_URL ? 2 : 0),
    wantsDemo: config.DATABASE_URL === undefined && config.DEMO !== false,
    servesExampleShop,
  }
}

/** True where the embedded database of this installation was made already. */
export function hasEmbeddedDatabase({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): boolean {
  return existsSync(join(DATA_DIR, 'database', 'pgdata', 'PG_VERSION'))
}

/**
 * Refuses to look after an installation that is not there: with settings that were forgotten, a new and empty one would be made, and
 * all would seem to be well.
 */
export function requireDatabase(config: Config): void {
  if (config.DATABASE_URL !== undefined || hasEmbeddedDatabase(config)) return
  throw new ConfigError(
    `There is no database in ${config.DATA_DIR}. Give DATABASE_URL or DATA_DIR as the server has them`,
  )
}

/** True when only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
