import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process works on the directory; the message is the clear line that the start ends with. */
export class DirectoryLocked extends Error {}

/**
 * Takes the directory for this process. The lock is SQLite's own on a file in it, which the system frees when the
 * process dies, however it dies. Throws DirectoryLocked when another process has it.
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
