import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface RunningPostgres {
  /** The address of its maintenance database. */
  url: string
  /** The address of another database of it. */
  urlOf(name: string): string
  stop(): Promise<void>
  /** Ends it without a word (SIGKILL) and starts it again on the same data. */
  killAndRestart(): Promise<void>
  /** Ends it in one of the ways in which a server ends; its data stay. */
  halt(how: Halt): Promise<void>
  /** Starts it again on the same data and the same port, and waits until it answers. */
  startAgain(): Promise<void>
  /** Stops the postmaster and all its backends where they are (SIGSTOP): it takes connections and answers nothing. */
  freeze(): void
  /** Lets everything that was stopped go on. */
  thaw(): void
}

/** `fast` and `immediate` as pg_ctl means them; `kill` is the SIGKILL of the postmaster. */
export type Halt = keyof typeof haltSignals
const haltSignals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

/**
 * Starts a real PostgreSQL on a free port with a directory of its own: the machine's own binaries, or those that the
 * package manager brings. Throws with a clear line where neither is to be had.
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<RunningPostgres> {
  const bin = requirePostgres()
  const owner = unprivilegedOwner()
  const directory = mkdtempSync(join(tmpdir(), 'munshi-pg-'))
  if (owner) chownSync(directory, owner.uid, owner.gid)
  const data = join(directory, 'data')
  const as = { ...(owner ?? {}), cwd: directory, env: { ...process.env, HOME: directory, LC_ALL: 'C.UTF-8' } }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'munshi', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const port = await freePort()
  const options = Object.entries({
    fsync: 'off',
    max_connections: '200',
    shared_buffers: '256MB',
    unix_socket_directories: '',
    listen_addresses: '127.0.0.1',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = () =>
    spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], { ...as, stdio: 'ignore' })
  const urlOf = (name: string) => `postgres://munshi@127.0.0.1:${port}/${name}`
  let server = start()
  await untilItAnswers(urlOf('postgres'), server)
  const halt = async (how: Halt) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(haltSignals[how])
    await ended
  }
  const startAgain = async () => {
    for (let tries = 0; ; tries += 1) {
      server = start()
      try {
        return await untilItAnswers(urlOf('postgres'), server)
      } catch (error) {
        // Its orphaned backends need a moment to see that it is gone, and hold the data until then.
        if (tries === 50) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  return {
    url: urlOf('postgres'),
    urlOf,
    stop: async () => {
      await halt('fast')
      rmSync(directory, { recursive: true, force: true })
    },
    killAndRestart: async () => {
      await halt('kill')
      await startAgain()
    },
    halt,
    startAgain,
    freeze: () => signalFamily(server, 'SIGSTOP'),
    thaw: () => signalFamily(server, 'SIGCONT'),
  }
}

/** The folder of its programs, which are installed where there are none. Two that start side by side must not both try. */
export function requirePostgres(): string {
  return findBinaries() ?? installBinaries()
}

/** The postmaster first: it would start what it misses. */
function signalFamily({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  process.kill(pid, signal)
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  for (const line of all.split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    if (parent !== pid || !child) continue
    try {
      process.kill(child, signal)
    } catch {
      // A backend that ended between the two lines needs no signal.
    }
  }
}

/** A port that nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function findBinaries(): string | null {
  const roots = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
  const versioned = roots
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root).map((name) => join(root, name, 'bin')))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const onPath = (process.env.PATH ?? '').split(':')
  return (
    [...versioned, ...onPath].find(
      (path) => existsSync(join(path, 'initdb')) && existsSync(join(path, 'postgres')),
    ) ?? null
  )
}

function installBinaries(): string {
  const isRoot = process.getuid?.() === 0
  const sudo = isRoot ? [] : ['sudo', '-n']
  const [command = 'apt-get', ...rest] = [...sudo, 'apt-get']
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync(command, [...rest, 'update', '-qq'], { stdio: 'ignore', env: environment })
  execFileSync(command, [...rest, 'install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
    stdio: 'ignore',
    env: environment,
  })
  const bin = findBinaries()
  if (!bin)
    throw new Error('PostgreSQL is not on this machine and could not be installed: install it and run again')
  return bin
}

/** initdb refuses root, so root lends the work to an account without rights. */
function unprivilegedOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  return { uid: Number(account?.[2] ?? 65_534), gid: Number(account?.[3] ?? 65_534) }
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('PostgreSQL did not answer within ten seconds')
}
