import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { Refusal } from '#kit/contract/refusal.ts'
import { unreadable } from './csv-reader.ts'
import type { FileStore } from './files.ts'

/** A file within a ZIP: nothing of it is unpacked before it is asked for. */
export interface ArchiveEntry {
  name: string
  /** Unpacked. */
  bytes: number
  /** Of its bytes, as the ZIP says. */
  crc: number
}

export interface Archive {
  entries: ReadonlyMap<string, ArchiveEntry>
  /** Its bytes as they are unpacked. Refuses (invalid) one that says it has more than `maxBytes`, or turns out to have. */
  stream(entry: ArchiveEntry, maxBytes: number): Promise<Readable>
  bytes(entry: ArchiveEntry, maxBytes: number): Promise<Buffer>
}

const mostEntries = 20_000

/**
 * The list of what a ZIP of the store holds, by its directory alone. Names that lead out of it, encrypted files and ways of
 * packing that are not known are refused (invalid); nothing is ever written under a name from it.
 */
export async function openArchive(files: FileStore, key: string): Promise<Archive> {
  const found = await files.read(key, { from: 0, to: 0 })
  found?.stream.resume()
  const size = found?.bytes ?? 0
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false }
    yauzl.fromRandomAccessReader(new StoredFile(files, key), size, options, (error, opened) =>
      opened ? resolve(opened) : reject(error ?? new Error('no archive')),
    )
  }).catch(refuseBroken)
  if (zip.entryCount > mostEntries) throw unreadable(`The ZIP holds more than ${mostEntries} files`)
  const raw = await entriesOf(zip).catch(refuseBroken)
  const entries = new Map<string, ArchiveEntry>()
  for (const [name, entry] of raw) {
    entries.set(name, { name, bytes: entry.uncompressedSize, crc: entry.crc32 })
  }
  const stream = async ({ name }: ArchiveEntry, maxBytes: number): Promise<Readable> => {
    const entry = raw.get(name)
    if (!entry) throw unreadable(`The ZIP holds no file ${name}`)
    if (entry.uncompressedSize > maxBytes) throw tooLarge(name, maxBytes)
    if (entry.generalPurposeBitFlag & 1) throw unreadable(`${name} is encrypted`)
    const opened = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, reading) =>
        reading ? resolve(reading) : reject(error ?? new Error('no stream')),
      )
    }).catch(refuseBroken)
    const checked = new PassThrough()
    // What is said before is not believed: yauzl breaks off where more comes than the directory says.
    opened.on('error', () => checked.destroy(unreadable(`${name} cannot be unpacked`)))
    // Who reads only the top of it leaves the rest, and its file, open otherwise.
    checked.on('close', () => opened.destroy())
    return opened.pipe(checked)
  }
  return { entries, stream, bytes: async (entry, maxBytes) => buffer(await stream(entry, maxBytes)) }
}

/** True for bytes that begin as a ZIP does. */
export function isArchive(top: Uint8Array): boolean {
  return top[0] === 0x50 && top[1] === 0x4b && (top[2] === 3 || top[2] === 5)
}

function tooLarge(name: string, maxBytes: number): Refusal {
  return unreadable(`${name} is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB when it is unpacked`)
}

function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>()
    zip.on('entry', (entry: yauzl.Entry) => {
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}

function refuseBroken(error: unknown): never {
  if (error instanceof Refusal) throw error
  throw unreadable('The file is damaged: it begins as a ZIP or XLSX and cannot be read as one')
}

/** A file of the store, read where the ZIP asks for it. */
class StoredFile extends yauzl.RandomAccessReader {
  readonly #files: FileStore
  readonly #key: string
  constructor(files: FileStore, key: string) {
    super()
    this.#files = files
    this.#key = key
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const out = new PassThrough()
    this.#files.read(this.#key, { from: start, to: end }).then(
      (found) => {
        if (!found) out.destroy(new Error('the file is gone'))
        else {
          out.on('close', () => found.stream.destroy())
          found.stream.on('error', (error) => out.destroy(error)).pipe(out)
        }
      },
      (error: Error) => out.destroy(error),
    )
    return out
  }
}
