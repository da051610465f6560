import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { DirectoryLocked, lockDirectory } from '#kit/server/directory-lock.ts'
import { freePort } from './postgres.ts'

/** Munshi as an operator starts it: a process of its own, with its own settings. */
export interface MunshiProcess {
  url: string
  pid: number
  /** What it wrote so far. */
  output(): string
  /** Resolves with the exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>
  call(
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ProcessAnswer>
  signal(name: NodeJS.Signals): void
  /** Asks it to end and answers with what it ended. */
  stop(): Promise<number | string>
}

export interface ProcessAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  body: any
}

export const operator = {
  email: 'operator@munshi.example',
  password: 'operator of the tests',
  key: 'mk_process_tests_0123456789',
}

let built: string | null = null

/**
 * Builds the server as `npm start` does, where its sources have changed since, and answers with its file. Files that run side
 * by side wait for each other.
 */
export function buildServer(): string {
  if (built) return built
  const root = new URL('../../', import.meta.url).pathname
  const lock = lockWhenFree(`${root}.cache/building`)
  try {
    execFileSync(process.execPath, ['start.mjs', 'build', 'server'], { cwd: root })
  } finally {
    lock.release()
  }
  built = `${root}dist/server/main.js`
  return built
}

/**
 * Fills an installation with the demo marketplace, its listings checked: a server that starts with DEMO checks them beside what
 * is tested or measured on it.
 */
export async function loadDemo(settings: Record<string, string>): Promise<void> {
  const cli = ['--disable-warning=ExperimentalWarning', 'src/app/server/cli.ts', 'demo']
  await promisify(execFile)(process.execPath, cli, {
    cwd: new URL('../../', import.meta.url).pathname,
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  })
}

/** The demo marketplace in this folder, its listings checked, and a server on it. */
export async function startDemo(
  directory: string,
  settings: Record<string, string> = {},
): Promise<MunshiProcess> {
  await loadDemo({
    DATA_DIR: directory,
    ADMIN_EMAIL: operator.email,
    ADMIN_PASSWORD: operator.password,
    INTAKE_API_KEY: operator.key,
  })
  return startMunshi({ DATA_DIR: directory, ...settings })
}

function lockWhenFree(directory: string): { release(): void } {
  for (;;) {
    try {
      return lockDirectory(directory)
    } catch (error) {
      if (!(error instanceof DirectoryLocked)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
}

/**
 * Starts it on a free port and waits so many seconds until it is ready; filling the demo takes longest. Throws with its output
 * when it ends before.
 */
export async function startMunshi(
  settings: Record<string, string>,
  server = buildServer(),
  seconds = 90,
): Promise<MunshiProcess> {
  const started = await launchMunshi(settings, server)
  let hasEnded = false
  void started.ended.then(() => {
    hasEnded = true
  })
  for (let tries = 0; tries < seconds * 20; tries += 1) {
    if (hasEnded) throw new Error(`Munshi ended before it was ready:\n${started.output()}`)
    const isReady = await fetch(`${started.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return started
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Munshi was not ready within ${seconds} seconds:\n${started.output()}`)
}

/** Those of `npm start`. */
const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
]

/** The environment of `npm start`. */
export const startSettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Starts it and waits for nothing: for starts that are meant to fail. */
export async function launchMunshi(
  settings: Record<string, string>,
  server = buildServer(),
): Promise<MunshiProcess> {
  const port = Number(settings.PORT) || (await freePort())
  const child = spawn(process.execPath, [...nodeFlags, server], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: new URL('../../.cache/compiled', import.meta.url).pathname,
      NODE_ENV: 'production',
      PORT: String(port),
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      // No balancer looks at it, and a test that stops it need not wait for one.
      DRAIN_SECONDS: '0',
      ADMIN_EMAIL: operator.email,
      ADMIN_PASSWORD: operator.password,
      INTAKE_API_KEY: operator.key,
      ...startSettings,
      // What is looked for here is what is lost under load, and one key makes all of it.
      RATE_LIMIT: '0',
      ...settings,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const url = `http://127.0.0.1:${port}`
  const ended = endOf(child)
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    call: (method, path, ...given) => call(url + path, method, ...given),
    signal: (name) => child.kill(name),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? '')))
}

async function call(
  url: string,
  method: string,
  token?: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ProcessAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

/** The session of the operator that the settings made. */
export async function signInOperator(munshi: MunshiProcess): Promise<string> {
  const answer = await munshi.call('POST', '/api/login', undefined, {
    email: operator.email,
    password: operator.password,
  })
  if (answer.status !== 200) throw new Error(`the operator cannot sign in: ${answer.status}`)
  return answer.body.results.token
}
