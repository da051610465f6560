import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** The key with which the journeys hand in what the storefront would. */
export const key = 'mk_journeys_0123456789abcdef'

/** A running Munshi whose database and files are in `directory`; a new one is filled with the demo marketplace. */
export interface RunningServer {
  url: string
  /** Puts its clock ahead of the machine's by so many milliseconds; by 0 it is right again. */
  moveClock(ahead: number): Promise<void>
  end(): Promise<void>
}

export type Engine = 'embedded' | 'server'

/** The database of the demo marketplace on the PostgreSQL of the journeys. */
export const demoDatabase = 'munshi_demo'

/** A copy of the demo marketplace on this engine, and a server on it. Ending the server throws the copy away. */
export async function startCopy(
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<RunningServer & { directory: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'munshi-journey-'))
  cpSync(join(process.env.MUNSHI_JOURNEYS_TEMPLATE ?? '', engine), directory, { recursive: true })
  const copy = engine === 'server' ? await copyDatabase(process.env.MUNSHI_JOURNEYS_POSTGRES ?? '') : null
  const server = await startServer(directory, { ...settings, ...(copy ? { DATABASE_URL: copy.url } : {}) })
  const end = async () => {
    await server.end()
    await copy?.drop()
    rmSync(directory, { recursive: true, force: true })
  }
  return { ...server, directory, end }
}

async function copyDatabase(maintenance: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `journey_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const admin = new pg.Client({ connectionString: maintenance })
    await admin.connect()
    await admin.query(statement)
    await admin.end()
  }
  await run(`create database ${name} template ${demoDatabase}`)
  const url = new URL(maintenance)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

/** Starts one as it was built, and waits until it answers: at most five minutes, on a busy machine that fills the demo. */
export async function startServer(
  directory: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      './e2e/moved-clock.ts',
      join('dist', 'server', 'main.js'),
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: directory,
        INTAKE_API_KEY: key,
        OUTBOX_HOLD_SECONDS: '20',
        // No balancer has to look elsewhere before one of these ends.
        DRAIN_SECONDS: '0',
        SUPPORT_EMAIL: 'help@munshi.example',
        EXAMPLE_SHOP: 'true',
        // Nobody is notified of how much is waiting in the demo while journeys count notifications.
        NOTIFY_WAITING: '1000000',
        NOTIFY_WAITING_HOURS: '8760',
        LOG_LEVEL: 'warn',
        ...settings,
      },
    },
  )
  await untilReady(url, server).catch((error: unknown) => {
    server.kill('SIGKILL')
    throw error
  })
  const end = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  const moveClock = async (ahead: number) => {
    const answered = new Promise((resolve) => server.once('message', resolve))
    server.send(ahead)
    await answered
  }
  return { url, moveClock, end }
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 3000; tries += 1) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server was not ready in time')
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
