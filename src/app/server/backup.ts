import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openEmbeddedEngine } from '#kit/server/database.ts'
import { type Config, ConfigError } from './config.ts'

const run = promisify(execFile)

interface Manifest {
  engine: 'embedded' | 'server'
  sha256: string
}

const archiveOf = { embedded: 'database.tar.gz', server: 'database.dump' } as const

/**
 * Copies database, files and keys into a new folder, readable by the owner alone: it holds the keys with what they
 * open. Throws a ConfigError when the folder exists or pg_dump is missing, DirectoryLocked while a server runs on the
 * embedded database.
 */
export async function backup(config: Config, to: string): Promise<string> {
  await mkdir(to, { mode: 0o700 }).catch(() => {
    throw new ConfigError(`${to} exists already or cannot be made: name a new folder`)
  })
  try {
    return await writeBackup(config, to)
  } catch (error) {
    // A half backup is none, and its folder would stand in the way of the next try.
    await rm(to, { recursive: true, force: true })
    throw error
  }
}

async function writeBackup(config: Config, to: string): Promise<string> {
  const engine = config.DATABASE_URL ? 'server' : 'embedded'
  const archive = join(to, archiveOf[engine])
  if (config.DATABASE_URL) {
    const { url, environment } = withoutPassword(config.DATABASE_URL)
    await tool('pg_dump', ['--format=custom', '--no-owner', `--file=${archive}`, url], environment)
  } else {
    const database = await openEmbeddedEngine(join(config.DATA_DIR, 'database'))
    try {
      await writeFile(archive, (await database.dump?.()) ?? new Uint8Array(), { mode: 0o600 })
    } finally {
      await database.close()
    }
  }
  for (const name of ['files', 'outbox', 'field-keys', 'audit-heads']) {
    await cp(join(config.DATA_DIR, name), join(to, name), { recursive: true }).catch(ignoreMissing)
  }
  const manifest: Manifest = { engine, sha256: await sha256Of(archive) }
  await writeFile(join(to, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return `The backup is in ${to}`
}

/**
 * Brings a backup back. Throws a ConfigError when the archive is not what the backup wrote, when it is of the other
 * engine, or when there is something to overwrite.
 */
export async function restore(config: Config, from: string): Promise<string> {
  const manifest = await readManifest(from)
  const engine = config.DATABASE_URL ? 'server' : 'embedded'
  if (manifest.engine !== engine) {
    throw new ConfigError(
      `This backup is of the ${manifest.engine} engine: set or unset DATABASE_URL to match`,
    )
  }
  const archive = join(from, archiveOf[engine])
  if ((await sha256Of(archive)) !== manifest.sha256)
    throw new ConfigError('The archive is damaged: its checksum differs')
  if (config.DATABASE_URL) {
    const { url, environment } = withoutPassword(config.DATABASE_URL)
    const how = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${url}`]
    await tool('pg_restore', [...how, archive], environment)
  } else {
    const directory = join(config.DATA_DIR, 'database')
    const present = await readdir(join(directory, 'pgdata')).catch(() => [])
    if (present.length > 0)
      throw new ConfigError(`${directory} holds a database already: restore into an empty DATA_DIR`)
    await mkdir(config.DATA_DIR, { recursive: true })
    const database = await openEmbeddedEngine(directory, await readFile(archive))
    await database.close()
  }
  for (const name of ['files', 'outbox', 'field-keys', 'audit-heads']) {
    await cp(join(from, name), join(config.DATA_DIR, name), { recursive: true }).catch(ignoreMissing)
  }
  return 'The backup is restored'
}

async function readManifest(from: string): Promise<Manifest> {
  const text = await readFile(join(from, 'manifest.json'), 'utf8').catch(() => {
    throw new ConfigError(`${from} is not a folder that backup made`)
  })
  return JSON.parse(text) as Manifest
}

/** Everybody on the machine can read a command line; the password travels in the environment. */
function withoutPassword(databaseUrl: string): { url: string; environment: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl)
  const { password } = url
  url.password = ''
  return {
    url: url.href,
    environment: { ...process.env, ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}) },
  }
}

async function tool(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await run(name, args, { env })
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new ConfigError(isMissing ? `${name} is not installed on this machine` : `${name}: ${stderr}`)
  }
}

async function sha256Of(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
