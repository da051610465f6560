import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { Refusal } from '#kit/contract/refusal.ts'
import { unreadable } from './csv-reader.ts'
import type { FileStore } from './files.ts'

/** A file within a ZIP. Nothing is unpacked until a caller asks for the content. */
export interface ArchiveEntry {
  name: string
  /** Unpacked size. */
  bytes: number
  /** Checksum of the unpacked bytes, as the ZIP declares. */
  crc: number
}

export interface Archive {
  entries: ReadonlyMap<string, ArchiveEntry>
  /** The unpacked bytes. Refuses (invalid) an entry that declares, or unpacks to, more than `maxBytes`. */
  stream(entry: ArchiveEntry, maxBytes: number): Promise<Readable>
  bytes(entry: ArchiveEntry, maxBytes: number): Promise<Buffer>
}

const mostEntries = 20_000

/**
 * Lists the entries of a stored ZIP from its directory alone. Names that lead outside the archive, encrypted files and
 * unknown compression methods are refused (invalid). No file is ever written under a name from the ZIP.
 */
export async function openArchive(files: FileStore, key: string): Promise<Archive> {
  const found = await files.read(key, { from: 0, to: 0 })
  found?.stream.resume()
  const size = found?.bytes ?? 0
  return archiveOf((opened) =>
    yauzl.fromRandomAccessReader(new StoredFile(files, key), size, options, opened),
  )
}

/** Lists the entries of a ZIP that is held in memory, as `openArchive` does. */
export function openArchiveOf(file: Buffer): Promise<Archive> {
  return archiveOf((opened) => yauzl.fromBuffer(file, options, opened))
}

const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false }

async function archiveOf(
  open: (opened: (error: Error | null, zip?: yauzl.ZipFile) => void) => void,
): Promise<Archive> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    open((error, opened) => (opened ? resolve(opened) : reject(error ?? new Error('no archive'))))
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
    // The declared size is not trusted: yauzl aborts when an entry unpacks to more than the directory says.
    opened.on('error', () => checked.destroy(unreadable(`${name} cannot be unpacked`)))
    // A reader that stops early would leave the entry and the underlying file open.
    checked.on('close', () => opened.destroy())
    return opened.pipe(checked)
  }
  return { entries, stream, bytes: async (entry, maxBytes) => buffer(await stream(entry, maxBytes)) }
}

/** True for bytes that start with a ZIP signature. */
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

/** Gives yauzl random access to a file in the store. */
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
