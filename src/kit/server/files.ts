import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v4 as randomId } from 'uuid'
import type { FieldKeys } from './field-keys.ts'

/** Where uploaded files live, outside of what the web server serves. A key names its bytes: content hash or random id. */
export interface FileStore {
  /** Writes whole or not at all: a full disk leaves nothing half written under the key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Puts these bytes in the place of those that are there, whole or not at all. */
  replace(key: string, bytes: Uint8Array): Promise<void>
  /** A stream of the bytes, or null where there is no such file. */
  read(key: string): Promise<{ bytes: number; stream: Readable } | null>
  /** Deletes the file of a key that nothing else shares; one that is not there is no fault. */
  remove(key: string): Promise<void>
}

/** The same store with everything under these prefixes sealed: what people hand in about themselves lies open nowhere. */
export function sealedUnder(
  prefixes: readonly string[],
  store: FileStore,
  keys: Pick<FieldKeys, 'sealBytes' | 'openBytes'>,
): FileStore {
  const isSealed = (key: string) => prefixes.some((prefix) => key.startsWith(prefix))
  return {
    put: (key, bytes) => store.put(key, isSealed(key) ? keys.sealBytes(bytes) : bytes),
    replace: (key, bytes) => store.replace(key, isSealed(key) ? keys.sealBytes(bytes) : bytes),
    remove: store.remove,
    async read(key) {
      const found = await store.read(key)
      if (!found || !isSealed(key)) return found
      const bytes = keys.openBytes(await buffer(found.stream))
      return { bytes: bytes.length, stream: Readable.from([bytes]) }
    },
  }
}

/** Keeps files in a folder of this machine; instances on several machines need it on a shared volume. */
export function filesOnDisk(directory: string): FileStore {
  const write = async (key: string, bytes: Uint8Array) => {
    const target = join(directory, key)
    const draft = `${target}.${randomId()}.part`
    await mkdir(dirname(target), { recursive: true })
    try {
      await writeFile(draft, bytes, { flush: true })
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
  return {
    async put(key, bytes) {
      // The key names the bytes: a file that is there already is the same file.
      if (await stat(join(directory, key)).catch(() => null)) return
      await write(key, bytes)
    },
    replace: write,
    async read(key) {
      const path = join(directory, key)
      const facts = await stat(path).catch(() => null)
      return facts?.isFile() ? { bytes: facts.size, stream: createReadStream(path) } : null
    },
    remove: (key) => rm(join(directory, key), { force: true }),
  }
}
