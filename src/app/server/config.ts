import { z } from 'zod'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const given = (value: unknown) => (value === '' ? undefined : value)
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(given, schema.optional())
const withDefault = <S extends z.ZodType>(schema: S, value: z.input<S>) =>
  z.preprocess(given, schema.default(value as never))

/** Every setting, its form, and what it is when it is not set. `.env.example` says what each is for. */
const Environment = z.object({
  PORT: withDefault(z.coerce.number().int().min(0).max(65_535), 3000),
  // Fastify listens on every loopback address for this name: passkeys and cookies know localhost, curl 127.0.0.1.
  HOST: withDefault(z.string(), 'localhost'),
  DATA_DIR: withDefault(z.string(), 'data'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL: withDefault(z.coerce.number().int().min(2).max(200), 10),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  ADMIN_EMAIL: optional(z.email()),
  // Judged where it is used: an installation that has its administrator starts with what it was started with before.
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
  FIELD_KEYS: optional(z.string()),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: withDefault(z.string().regex(/^[^\r\n]*@[^\r\n]+$/), 'Munshi <munshi@localhost>'),
  OUTBOX_HOLD_SECONDS: withDefault(z.coerce.number().int().min(0).max(3_600), 30),
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
  /** How long it answers on after it has said that it is not ready any more, in seconds. */
  drainSeconds: number
  /** Where links lead and what the browser's address bar shows. */
  publicUrl: string
  /** The demo marketplace belongs on an embedded database unless it was declined. */
  wantsDemo: boolean
}

/** A setting that cannot be used; the message is the clear line that the start ends with. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws a ConfigError that names every wrong setting and what it must be. */
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
  return {
    ...config,
    publicUrl: (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, ''),
    // Beside others on a server a balancer has to see it first; the embedded engine has nobody to take over.
    drainSeconds: config.DRAIN_SECONDS ?? (config.DATABASE_URL ? 2 : 0),
    wantsDemo: config.DATABASE_URL === undefined && config.DEMO !== false,
  }
}

/** True when only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
