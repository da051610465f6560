import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { v4 as randomId } from 'uuid'
import type { FieldKeys } from './field-keys.ts'

/**
 * Where uploaded files are kept, outside the folders that the web server serves. A key is a content hash or a random
 * id.
 */
export interface FileStore {
  /** Writes atomically: a full disk leaves no partial file under the key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Writes several related files: all of them, or none of the new ones. */
  putAll(entries: Readonly<Record<string, Uint8Array>>): Promise<void>
  /** Replaces the bytes of an existing file atomically. */
  replace(key: string, bytes: Uint8Array): Promise<void>
  /** Writes a stream atomically without holding it in memory. Returns the number of bytes. */
  take(key: string, arriving: AsyncIterable<Uint8Array>): Promise<number>
  /**
   * A stream of the bytes, or null if the file does not exist. A range selects the bytes from `from` up to, but not
   * including, `to`. `bytes` is the size of the whole file.
   */
  read(key: string, range?: { from: number; to: number }): Promise<{ bytes: number; stream: Readable } | null>
  /** Deletes the files in a folder that were written before this time, such as the remains of interrupted uploads. */
  sweep(folder: string, before: Date): Promise<void>
  /**
   * Writes a small file and deletes it again. Throws the error that a write would meet, such as a full or missing disk.
   */
  probe(): Promise<void>
  /** Deletes the file of a key that is not shared. A missing file is not an error. */
  remove(key: string): Promise<void>
}

/** The disk counts as writable if this much fits: a thumbnail and the rows of a decision. */
const probeBytes = 64 * 1024

/**
 * The same store with all files under these prefixes sealed, so that documents that people submit about themselves are
 * never stored in plain form.
 */
export function sealedUnder(
  prefixes: readonly string[],
  store: FileStore,
  keys: Pick<FieldKeys, 'sealBytes' | 'openBytes'>,
): FileStore {
  const isSealed = (key: string) => prefixes.some((prefix) => key.startsWith(prefix))
  return {
    put: (key, bytes) => store.put(key, isSealed(key) ? keys.sealBytes(bytes) : bytes),
    putAll: (entries) =>
      store.putAll(
        Object.fromEntries(
          Object.entries(entries).map(([key, bytes]) => [key, isSealed(key) ? keys.sealBytes(bytes) : bytes]),
        ),
      ),
    replace: (key, bytes) => store.replace(key, isSealed(key) ? keys.sealBytes(bytes) : bytes),
    remove: store.remove,
    sweep: store.sweep,
    probe: store.probe,
    async take(key, arriving) {
      if (!isSealed(key)) return store.take(key, arriving)
      const bytes = await buffer(arriving)
      await store.put(key, keys.sealBytes(bytes))
      return bytes.length
    },
    async read(key, range) {
      if (!isSealed(key)) return store.read(key, range)
      const found = await store.read(key)
      if (!found) return found
      const bytes = keys.openBytes(await buffer(found.stream))
      return {
        bytes: bytes.length,
        stream: Readable.from([range ? bytes.subarray(range.from, range.to) : bytes]),
      }
    },
  }
}

/** Writes the names in a folder to the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Keeps files in a folder of this machine. Instances on several machines need a shared volume. */
export function filesOnDisk(directory: string): FileStore {
  /**
   * Writes drafts first and renames them once all are on the disk, so that a named file is complete and its companions
   * exist. The names are on the disk too before this ends: what a record of the database names must not be lost with the power.
   */
  const written = async <T>(
    keys: readonly string[],
    write: (draft: string, key: string) => Promise<T>,
  ): Promise<T[]> => {
    const files = keys.map((key) => ({ key, draft: join(directory, `${key}.${randomId()}.part`) }))
    const folders = new Set<string>()
    try {
      const results: T[] = []
      for (const { key, draft } of files) {
        const made = await mkdir(dirname(draft), { recursive: true })
        if (made) folders.add(dirname(made))
        folders.add(dirname(draft))
        results.push(await write(draft, key))
      }
      for (const { key, draft } of files) await rename(draft, join(directory, key))
      for (const folder of folders) await syncFolder(folder)
      return results
    } catch (error) {
      for (const { draft } of files) await rm(draft, { force: true })
      throw error
    }
  }
  const write = async (entries: Readonly<Record<string, Uint8Array>>) => {
    await written(Object.keys(entries), (draft, key) =>
      writeFile(draft, entries[key] ?? new Uint8Array(), { flush: true }),
    )
  }
  const putAll = async (entries: Readonly<Record<string, Uint8Array>>) => {
    const absent: Record<string, Uint8Array> = {}
    for (const [key, bytes] of Object.entries(entries)) {
      // The key identifies the content, so an existing file is the same file.
      if (!(await stat(join(directory, key)).catch(() => null))) absent[key] = bytes
    }
    await write(absent)
  }
  return {
    putAll,
    put: (key, bytes) => putAll({ [key]: bytes }),
    replace: (key, bytes) => write({ [key]: bytes }),
    async take(key, arriving) {
      const [bytes = 0] = await written([key], async (draft) => {
        await pipeline(arriving, createWriteStream(draft, { flush: true }))
        return (await stat(draft)).size
      })
      return bytes
    },
    async probe() {
      const path = join(directory, `${randomId()}.part`)
      await mkdir(directory, { recursive: true })
      try {
        await writeFile(path, Buffer.alloc(probeBytes), { flush: true })
      } finally {
        await rm(path, { force: true })
      }
    },
    async read(key, range) {
      const path = join(directory, key)
      const facts = await stat(path).catch(() => null)
      if (!facts?.isFile()) return null
      const stream =
        range && range.to <= range.from
          ? Readable.from([])
          : createReadStream(path, range ? { start: range.from, end: range.to - 1 } : {})
      return { bytes: facts.size, stream }
    },
    remove: (key) => rm(join(directory, key), { force: true }),
    async sweep(folder, before) {
      const names = await readdir(join(directory, folder)).catch(() => [])
      for (const name of names) {
        const path = join(directory, folder, name)
        const facts = await stat(path).catch(() => null)
        if (facts?.isFile() && facts.mtime < before) await rm(path, { force: true })
      }
    },
  }
}
