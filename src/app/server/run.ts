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
 * Opens everything, listens, and prints where and how to sign in; SIGTERM drains and ends with 0. `ahead` is the
 * embedded engine where it was opened already. Throws a ConfigError for what a person can mend.
 */
export async function run(config: Config, ahead: Promise<EmbeddedDatabase> | null): Promise<void> {
  const log = createLogger(config.LOG_LEVEL)
  // A promise that nobody waits for is a defect of one piece of work, and no reason to end that of everybody else.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a fault that nobody waited for'))
  let installation = await openInstallation(config, ahead)
  let [app] = await Promise.all([buildApp(installation, config, log), prepare(installation, config)])
  if (await throughLosses(() => wantsDemoNow(installation, config))) {
    await app.close()
    await installation.close()
    await loadDemoApart()
    installation = await openInstallation(config)
    app = await buildApp(installation, config, log)
  }
  const demoEmail = await throughLosses(() => checkWhoSignsIn(installation, config))
  void installation.database.lost?.then((error) => {
    // In this process it would answer 503 for good: whatever runs Munshi starts it again, and the engine recovers.
    log.fatal({ err: error }, 'the embedded database has ended by itself, and Munshi ends with it')
    process.exit(1)
  })
  const service = await startService(installation, app, config.drainSeconds, log)
  await app.listen({ port: config.PORT, host: config.HOST })
  const metrics =
    config.METRICS_PORT === undefined
      ? null
      : await serveMetrics(config.METRICS_PORT, config.METRICS_HOST, installation.database)
  say(`Munshi is at ${config.publicUrl}`)
  say(
    demoEmail
      ? `Sign in as ${demoEmail} with the password ${demoPassword}`
      : 'Sign in with your administrator account',
  )
  say(`Mail goes to ${installation.mailer.description}`)

  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    // What has not drained in seven seconds will not: with the two before them the promise is to be gone within ten.
    setTimeout(() => process.exit(1), Math.max(9, config.drainSeconds + 7) * 1000).unref()
    metrics?.close()
    void service.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * In a process of its own, which ends when the demo is loaded: what drawing and sealing it took, some 150 MB, would stay with
 * the server for good.
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
  // Its own line says why.
  if (code !== 0) process.exit(1)
}

/** True where the demo is wanted and there is nothing yet. Throws a ConfigError where its password would be reachable from elsewhere. */
async function wantsDemoNow({ database }: Installation, config: Config): Promise<boolean> {
  if (!config.wantsDemo || !(await isWithoutVendors(database.db))) return false
  // Said before it is loaded: whoever forgot DEMO=false does not want its people in their data either.
  if (isLoopback(config.HOST)) return true
  throw new ConfigError(
    'The demo password is known to everybody: HOST must stay a loopback address with it. Set DEMO=false to start without the demo',
  )
}

/**
 * Answers the address that signs in to the demo, if there is one. Throws a ConfigError where nobody could sign in, or
 * everybody who knows the demo's password.
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
