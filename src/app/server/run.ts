import { demoPassword } from '#database/demo/people.ts'
import { hasAdministrator } from '#features/access/server/queries.ts'
import type { EmbeddedDatabase } from '#kit/server/embedded-database.ts'
import { createLogger } from '#kit/server/log.ts'
import { type Config, ConfigError, isLoopback } from './config.ts'
import { demoSignIns, isWithoutVendors, loadDemoMarketplace } from './demo.ts'
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
  const installation = await openInstallation(config, ahead)
  const [app] = await Promise.all([buildApp(installation, config, log), prepare(installation, config)])
  const demoEmail = await throughLosses(() => checkWhoSignsIn(installation, config))
  const service = await startService(installation, app, log)
  await app.listen({ port: config.PORT, host: config.HOST })
  const metrics =
    config.METRICS_PORT === undefined ? null : await serveMetrics(config.METRICS_PORT, config.METRICS_HOST)
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
    // What has not drained in nine seconds will not: the promise is to be gone within ten.
    setTimeout(() => process.exit(1), 9_000).unref()
    metrics?.close()
    void service.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Loads the demo where it is wanted, and answers the address that signs in to it, if there is one. Throws a ConfigError
 * where nobody could sign in, or everybody who knows the demo's password.
 */
async function checkWhoSignsIn(installation: Installation, config: Config): Promise<string | undefined> {
  const { db } = installation.database
  // Said before it is loaded: whoever forgot DEMO=false does not want its people in their data either.
  if (config.wantsDemo && !isLoopback(config.HOST) && (await isWithoutVendors(db))) {
    throw new ConfigError(
      'The demo password is known to everybody: HOST must stay a loopback address with it. Set DEMO=false to start without the demo',
    )
  }
  if (config.wantsDemo) await loadDemoMarketplace(installation, say)
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
