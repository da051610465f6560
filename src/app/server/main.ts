import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DirectoryLocked } from '#kit/server/directory-lock.ts'
import { openEmbedded } from '#kit/server/embedded-database.ts'
import { type Config, ConfigError, readConfig } from './config.ts'

/** A start that takes half as long on two cores: the engine opens in its thread while this one loads everything else. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const ahead = openAhead(config)
  const { run } = await import('./run.ts')
  await run(config, ahead)
}

/** Only a directory that is filled: making one is not begun before the rest of the configuration was looked at. */
function openAhead({ DATABASE_URL, DATA_DIR }: Config): ReturnType<typeof openEmbedded> | null {
  const directory = join(DATA_DIR, 'database')
  if (DATABASE_URL !== undefined || !existsSync(join(directory, 'pgdata', 'PG_VERSION'))) return null
  const opening = openEmbedded({ directory })
  // Told by whoever waits for it, which is not yet anybody.
  opening.catch(() => {})
  return opening
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
