import { join } from 'node:path'
import { DirectoryLocked } from '#kit/server/directory-lock.ts'
import { openEmbedded } from '#kit/server/embedded-database.ts'
import { withSourcePlaces } from '#kit/server/source-places.ts'
import { type Config, ConfigError, hasEmbeddedDatabase, readConfig } from './config.ts'

/**
 * Opens the engine in its own thread while this thread loads everything else, which halves the start time on two cores.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const ahead = openAhead(config)
  const { run } = await import('./run.ts')
  await run(config, ahead)
}

/**
 * Only opens a directory that is already filled. A new one is not created before the rest of the configuration is
 * checked.
 */
function openAhead({ DATABASE_URL, DATA_DIR }: Config): ReturnType<typeof openEmbedded> | null {
  const directory = join(DATA_DIR, 'database')
  if (DATABASE_URL !== undefined || !hasEmbeddedDatabase({ DATA_DIR })) return null
  const opening = openEmbedded({ directory })
  // The error is reported by the code that awaits `opening` later; until then this handler keeps it from being
  // unhandled.
  opening.catch(() => {})
  return opening
}

/** An error that a person can fix is printed as one line; any other error keeps its stack. */
function endWith(error: unknown): never {
  const isClear = error instanceof ConfigError || error instanceof DirectoryLocked
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const line =
    code === 'EADDRINUSE'
      ? 'The port is already in use. Set PORT to another one'
      : /^(ECONNREFUSED|ENOTFOUND|28|3D)/.test(code)
        ? 'PostgreSQL cannot be reached with this DATABASE_URL'
        : null
  const words = isClear
    ? error.message
    : (line ?? (error instanceof Error ? withSourcePlaces(error.stack ?? error.message) : String(error)))
  process.stderr.write(`munshi: ${words}\n`)
  process.exit(1)
}

main().catch(endWith)
