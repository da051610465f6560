import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { demoPassword } from '#database/demo/people.ts'
import { hasAdministrator } from '#features/access/server/queries.ts'
import { DirectoryLocked } from '#kit/server/directory-lock.ts'
import { createLogger } from '#kit/server/log.ts'
import { ConfigError, isLoopback, readConfig } from './config.ts'
import { demoSignIns, isWithoutVendors } from './demo.ts'
import { serveMetrics } from './metrics.ts'
import { openInstallation, prepare, startService } from './service.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Opens everything, listens, and prints where and how to sign in; SIGTERM drains and ends with 0. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLogger(config.LOG_LEVEL)
  let installation = await openInstallation(config)
  await prepare(installation, config)
  // Said before it is loaded: whoever forgot DEMO=false does not want its people in their data either.
  if (config.wantsDemo && (await isWithoutVendors(installation.database.db))) {
    if (!isLoopback(config.HOST)) {
      throw new ConfigError(
        'The demo password is known to everybody: HOST must stay a loopback address with it. Set DEMO=false to start without the demo',
      )
    }
    await installation.close()
    await loadDemoApart()
    installation = await openInstallation(config)
  }
  const { db } = installation.database
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
  const service = await startService(installation, config, log)
  await service.app.listen({ port: config.PORT, host: config.HOST })
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

/** What a person can mend is one line; anything else keeps its stack. */
function endWith(error: unknown): never {
  const isClear = error instanceof ConfigError || error instanceof DirectoryLocked
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const line =
    code === 'EADDRINUSE'
      ? 'The port is in use already. Set PORT to another one'
      : /^(ECONNREFUSED|ENOTFOUND|28|3D)/.test(code)
        ? 'PostgreSQL cannot be reached with this DATABASE_URL'
        : null
  const words = isClear
    ? error.message
    : (line ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)))
  process.stderr.write(`munshi: ${words}\n`)
  process.exit(1)
}

main().catch(endWith)
