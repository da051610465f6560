import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate, openEmbeddedEngine, openServer, pendingMigrations } from '#kit/server/database.ts'
import { type Config, ConfigError, requireDatabase } from './config.ts'
import { migrations } from './health.ts'
import { type Stopped, stopWaiting } from './restored.ts'
import { checkKeys, openInstallation, readKeys, refuseOtherEncodings } from './service.ts'

const run = promisify(execFile)

interface Manifest {
  engine: 'embedded' | 'server'
  sha256: string
  /** The hash of each file beside the database, by its path in the folder. Older backups have no hashes. */
  files?: Record<string, string>
}

/** The parts of a backup other than the database. */
const heads = 'audit-heads'
const besides = ['files', 'outbox', 'field-keys', heads]

const archiveOf = { embedded: 'database.tar.gz', server: 'database.dump' } as const

/**
 * Copies database, files and keys into a new folder that only its owner can read, because the folder holds the keys
 * together with the data they open. Throws a ConfigError when there is no database, the folder exists or pg_dump is missing, DirectoryLocked
 * while a server runs on the embedded database.
 */
export async function backup(config: Config, to: string): Promise<string> {
  requireDatabase(config)
  await mkdir(to, { mode: 0o700 }).catch(() => {
    throw new ConfigError(`${to} exists already or cannot be made: name a new folder`)
  })
  try {
    return await writeBackup(config, to)
  } catch (error) {
    // A partial backup is useless, and its folder would block the next attempt.
    await rm(to, { recursive: true, force: true })
    throw error
  }
}

async function writeBackup(config: Config, to: string): Promise<string> {
  const engine = config.DATABASE_URL ? 'server' : 'embedded'
  const archive = join(to, archiveOf[engine])
  const copy = (name: string) => copyWhole(join(config.DATA_DIR, name), join(to, name))
  // A head is noted after its seal is stored, so every head that is copied before the dump is of a seal in it. One noted during
  // the dump would tell, where the backup is restored, that seals are missing.
  await copy(heads)
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
  for (const name of besides) if (name !== heads) await copy(name)
  const manifest: Manifest = { engine, sha256: await sha256Of(archive), files: await hashesOf(to) }
  await writeFile(join(to, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return `The backup is in ${to}`
}

/**
 * Restores a backup, brings its tables up to date, and stops what waits in it to be sent. Throws a ConfigError when the archive is
 * not as the backup wrote it, when it belongs to the other engine, when there is existing data to overwrite, or when the keys are
 * not those of the backup.
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
  await checkFiles(from, manifest)
  await refuseWithoutKeys(config, from)
  await refuseTaken(config)
  if (config.DATABASE_URL) {
    const { url, environment } = withoutPassword(config.DATABASE_URL)
    const how = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${url}`]
    await tool('pg_restore', [...how, archive], environment)
  } else {
    await mkdir(config.DATA_DIR, { recursive: true })
    const database = await openEmbeddedEngine(join(config.DATA_DIR, 'database'), await readFile(archive))
    await database.close()
  }
  for (const name of besides) {
    await cp(join(from, name), join(config.DATA_DIR, name), { recursive: true }).catch(ignoreMissing)
  }
  return settle(config)
}

/** The audit rows of a restore are signed with the keys; without them a new key file would be made. */
async function refuseWithoutKeys(config: Config, from: string): Promise<void> {
  if (config.FIELD_KEYS) readKeys(config)
  else if (!(await stat(join(from, 'field-keys')).catch(ignoreMissing)))
    throw new ConfigError('This backup has no key file. Set FIELD_KEYS to the keys of its installation')
}

/** Makes the restored database one that can be started: its tables are up to date, and nothing from before the copy leaves by itself. */
async function settle(config: Config): Promise<string> {
  const installation = await openInstallation(config)
  try {
    const { database, services } = installation
    const newer = await pendingMigrations(database.db, migrations)
    await migrate(database.patientDb, migrations)
    await checkKeys(database, services.keys)
    const stopped = wordsOf(await stopWaiting(installation))
    return [
      'The backup is restored',
      ...(newer > 0 ? [`Its tables were brought up to date by ${newer} of the migrations`] : []),
      ...(stopped ? [`Stopped, because it may have been sent since: ${stopped}`] : []),
    ].join('. ')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `The database was restored, but what waits in it to be sent was not stopped. Do not start it: restore into an empty place again. ${why}`,
      { cause: error },
    )
  } finally {
    await installation.close()
  }
}

function wordsOf({ mails, mailings, deliveries }: Stopped): string {
  const all = [
    ['mail', mails],
    ['group e-mail', mailings],
    ['webhook', deliveries],
  ] as const
  return all
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(', ')
}

/** Refuses a database or a folder that already has content, which cannot belong to this backup. */
async function refuseTaken(config: Config): Promise<void> {
  const database = join(config.DATA_DIR, 'database')
  const present = await readdir(join(database, 'pgdata')).catch(() => [])
  if (!config.DATABASE_URL && present.length > 0)
    throw new ConfigError(`${database} holds a database already: restore into an empty DATA_DIR`)
  for (const name of besides) {
    const path = join(config.DATA_DIR, name)
    const entries = await readdir(path).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOTDIR' ? [name] : [],
    )
    if (entries.length > 0)
      throw new ConfigError(`${config.DATA_DIR} has ${name} already: restore into an empty DATA_DIR`)
  }
  if (config.DATABASE_URL) await refuseTakenServer(config.DATABASE_URL)
}

async function refuseTakenServer(url: string): Promise<void> {
  const database = openServer(url, 2)
  try {
    await refuseOtherEncodings(database)
    const { rows } = await database.pool.query<{ name: string; tables: number }>(
      `select current_database() as name, count(*)::int as tables from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^(pg_|information_schema$)'`,
    )
    const [found] = rows
    if (found && found.tables > 0)
      throw new ConfigError(`The database ${found.name} has tables already: restore into an empty one`)
  } finally {
    await database.close()
  }
}

/** Refuses a backup with a missing or changed file. */
async function checkFiles(from: string, { files = {} }: Manifest): Promise<void> {
  const found = await hashesOf(from)
  for (const [name, hash] of Object.entries(files)) {
    if (found[name] === undefined) throw new ConfigError(`${name} is missing from the backup`)
    if (found[name] !== hash) throw new ConfigError(`${name} in the backup is not as it was written`)
  }
}

async function hashesOf(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const name of besides) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    const files = facts?.isFile() ? [''] : facts ? await readdir(path, { recursive: true }) : []
    for (const file of files.sort()) {
      if ((await stat(join(path, file))).isFile()) {
        hashes[join(name, file).replaceAll('\\', '/')] = await sha256Of(join(path, file))
      }
    }
  }
  return hashes
}

async function readManifest(from: string): Promise<Manifest> {
  const text = await readFile(join(from, 'manifest.json'), 'utf8').catch(() => {
    throw new ConfigError(`${from} is not a folder that backup made`)
  })
  return JSON.parse(text) as Manifest
}

/** Every user of the machine can read a command line, so the password is passed in the environment. */
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

/**
 * Copies a file, or a folder with all that is in it, while others write there: what is gone by its turn is left out, and so are
 * drafts, which get their name when they are whole. What is not there is not copied.
 */
async function copyWhole(from: string, to: string): Promise<void> {
  const found = await stat(from).catch(ignoreMissing)
  if (!found) return
  if (!found.isDirectory()) return copyFile(from, to).catch(ignoreMissing)
  await mkdir(to, { recursive: true, mode: found.mode })
  for (const name of (await readdir(from).catch(ignoreMissing)) ?? []) {
    if (!name.endsWith('.part')) await copyWhole(join(from, name), join(to, name))
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
