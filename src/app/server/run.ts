import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { demoPassword } from '#database/demo/people.ts'
import { hasAdministrator } from '#features/access/server/queries.ts'
import type { EmbeddedDatabase } from '#kit/server/embedded-database.ts'
import { createLogger } from '#kit/server/log.ts'
import { type Config, ConfigError, isLoopback } from './config.ts'
import { demoSignIns, isWithoutVendors } from './demo.ts'
import { serveMetrics } from './metrics.ts'
import {
  buildApp,
  type Installation,
  openInstallation,
  prepare,
  startService,
  throughLosses,
} from './service.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Opens the installation, listens, and prints where and how to sign in. SIGTERM drains and exits with 0. `ahead` is the
 * embedded engine if it was opened already. Throws a ConfigError for problems that a person can fix.
 */
export async function run(config: Config, ahead: Promise<EmbeddedDatabase> | null): Promise<void> {
  const log = createLogger(config.LOG_LEVEL)
  // An unhandled rejection is a defect in one task and must not end the process for everyone else.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a fault that nobody waited for'))
  let installation = await openInstallation(config, ahead)
  let [app] = await Promise.all([
    buildApp(installation, config, log),
    prepare(installation, config, { isServer: true }),
  ])
  if (await throughLosses(() => wantsDemoNow(installation, config))) {
    await app.close()
    await installation.close()
    await loadDemoApart()
    installation = await openInstallation(config)
    app = await buildApp(installation, config, log)
  }
  const demoEmail = await throughLosses(() => checkWhoSignsIn(installation, config))
  void installation.database.lost?.then((error) => {
    // The process would answer 503 forever, so it exits: the supervisor restarts Munshi, and the engine recovers.
    log.fatal({ err: error }, 'the embedded database has ended by itself, and Munshi ends with it')
    process.exit(1)
  })
  // Before anything works or answers: a start that ends for want of a port has done nothing.
  const metrics =
    config.METRICS_PORT === undefined
      ? null
      : await serveMetrics(config.METRICS_PORT, config.METRICS_HOST, installation.database)
  const service = await startService(installation, app, config, log)
  await app.listen({ port: config.PORT, host: config.HOST })
  say(`Munshi is at ${config.publicUrl}`)
  say(
    demoEmail
      ? `Sign in as ${demoEmail} with the password ${demoPassword}`
      : 'Sign in with your administrator account',
  )
  say(
    config.OUTGOING
      ? `Mail goes to ${installation.mailer.description}`
      : 'Nothing is sent, published or approved by itself, because OUTGOING is false',
  )

  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    // Work that has not drained in seven seconds never will. With the two seconds before, the process ends within ten.
    setTimeout(() => process.exit(1), Math.max(9, config.drainSeconds + 7) * 1000).unref()
    metrics?.close()
    void service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the end failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Runs in a separate process that ends when the demo is loaded, because the memory for drawing and sealing, some 150
 * MB, would stay with the server forever.
 */
async function loadDemoApart(): Promise<void> {
  const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, cli, 'demo'], { stdio: 'inherit' })
  const end = () => {
    child.kill()
    process.exit(1)
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, end)
  const [code] = await once(child, 'exit')
  for (const signal of signals) process.off(signal, end)
  // The child process has already printed the reason.
  if (code !== 0) process.exit(1)
}

/**
 * True if the demo is wanted and the database is empty. Throws a ConfigError if the demo password would be usable from
 * other machines.
 */
async function wantsDemoNow({ database }: Installation, config: Config): Promise<boolean> {
  if (!config.wantsDemo || !(await isWithoutVendors(database.db))) return false
  // Checked before loading, because a person who forgot DEMO=false does not want demo people in their data either.
  if (isLoopback(config.HOST)) return true
  throw new ConfigError(
    'The demo password is known to everybody: HOST must stay a loopback address with it. Set DEMO=false to start without the demo',
  )
}

/**
 * Returns the address that signs in to the demo, if there is one. Throws a ConfigError if nobody could sign in, or if
 * everyone who knows the demo password could.
 */
async function checkWhoSignsIn({ database }: Installation, config: Config): Promise<string | undefined> {
  const { db } = database
  if (!(await hasAdministrator(db))) {
    throw new ConfigError(
      'Nobody can sign in yet. Set ADMIN_EMAIL and ADMIN_PASSWORD, or run npm run admin:create',
    )
  }
  const [demoEmail] = await demoSignIns(db)
  if (demoEmail && !isLoopback(config.HOST)) {
    throw new ConfigError(
      'The demo password is known to everybody: HOST must stay a loopback address with it',
    )
  }
  return demoEmail
}
