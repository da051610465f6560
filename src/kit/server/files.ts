import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { v4 as randomId } from 'uuid'

/** Where uploaded files live, outside of what the web server serves. Keys are made by content hash. */
export interface FileStore {
  /** Writes whole or not at all: a full disk leaves nothing half written under the key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** A stream of the bytes, or null where there is no such file. */
  read(key: string): Promise<{ bytes: number; stream: Readable } | null>
}

/** Keeps files in a folder of this machine; instances on several machines need it on a shared volume. */
export function filesOnDisk(directory: string): FileStore {
  return {
    async put(key, bytes) {
      const target = join(directory, key)
      // A content hash names the bytes: a file that is there already is the same file.
      if (await stat(target).catch(() => null)) return
      const draft = `${target}.${randomId()}.part`
      await mkdir(dirname(target), { recursive: true })
      try {
        await writeFile(draft, bytes, { flush: true })
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async read(key) {
      const path = join(directory, key)
      const facts = await stat(path).catch(() => null)
      return facts?.isFile() ? { bytes: facts.size, stream: createReadStream(path) } : null
    },
  }
}
