import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process uses the directory. The start fails with this message. */
export class DirectoryLocked extends Error {}

/**
 * Locks the directory for this process. The lock is a SQLite lock on a file in the directory, which the system releases
 * when the process dies for any reason. Throws DirectoryLocked when another process holds the lock.
 */
export function lockDirectory(directory: string): { release(): void } {
  mkdirSync(directory, { recursive: true })
  const lock = new DatabaseSync(join(directory, 'munshi.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new DirectoryLocked(
      `Another Munshi works on ${directory} already. Stop it, or set DATA_DIR to another folder`,
    )
  }
  return { release: () => lock.close() }
}
