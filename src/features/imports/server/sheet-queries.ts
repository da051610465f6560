import { posix } from 'node:path'
import { v4 as randomId } from 'uuid'
import type { TextEncoding } from '#kit/contract/encodings.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Archive, type ArchiveEntry, isArchive, openArchive } from '#kit/server/archive.ts'
import {
  csvForm,
  csvRows,
  type SheetRow,
  textOfCell,
  tooManyColumns,
  unreadable,
} from '#kit/server/csv-reader.ts'
import type { FileStore } from '#kit/server/files.ts'
import type { FoundEncoding } from '#kit/server/text-encoding.ts'
import { uploadFolder } from '#kit/server/uploads.ts'
import { isWorkbook, openWorkbook, type Workbook } from '#kit/server/xlsx-reader.ts'
import { importLimits } from '../contract.ts'
import { likenessToHead } from '../source-contract.ts'

/** A sheet of products that lies in the store, and the pictures beside it where it came in a ZIP. */
export interface Sheet {
  kind: 'csv' | 'xlsx' | 'zip'
  /** Of a workbook, the names of its sheets that are shown; empty for other files. */
  sheets: readonly string[]
  /** In which encoding its letters are, where nobody has said it; null for a workbook. */
  found(): Promise<FoundEncoding | null>
  /** Its rows from the top, or those of a sheet by its name; it may be asked for more than once. */
  batches(sheet?: string): AsyncGenerator<SheetRow[]>
  pictures: Pictures | null
  close(): Promise<void>
}

export interface Pictures {
  /** The picture of this name, with or without the folders before it; null where there is none. */
  find(name: string): ArchiveEntry | null
  bytes(entry: ArchiveEntry, maxBytes: number): Promise<Buffer>
}

/**
 * Opens an upload by what its bytes are, whatever it is called, and reads its letters in the encoding that was chosen, if one
 * was. Refuses (invalid, too-large) what is no sheet of products.
 */
export async function openSheet(
  files: FileStore,
  key: string,
  encoding: TextEncoding | null = null,
): Promise<Sheet> {
  const found = await files.read(key, { from: 0, to: 4 })
  if (!found) throw unreadable('The file is not there any more: send it again')
  const top = await bytesOf(found.stream)
  if (!isArchive(top)) {
    refuseLarge(found.bytes)
    return {
      ...{ kind: 'csv', pictures: null, close: async () => {} },
      ...csvSheet(opener(files, key), encoding),
    }
  }
  const archive = await openArchive(files, key)
  if (!isWorkbook(archive)) return openZip(files, archive, encoding)
  refuseLarge(found.bytes)
  return {
    ...{ kind: 'xlsx', pictures: null, close: async () => {} },
    ...workbookSheet(await openWorkbook(archive, importLimits)),
  }
}

/** The pictures of an upload that is a ZIP; null where it is none, or nothing lies there any more. */
export async function openPictures(files: FileStore, key: string): Promise<Pictures | null> {
  const found = key ? await files.read(key, { from: 0, to: 4 }) : null
  if (!found || !isArchive(await bytesOf(found.stream))) return null
  const archive = await openArchive(files, key)
  return isWorkbook(archive) ? null : picturesOf(archive)
}

/** Where the table of a sheet begins: the row at the top that looks most like a head, or the first one. */
export function findHead(rows: readonly SheetRow[]): SheetRow | undefined {
  const likeness = ({ cells }: SheetRow) => likenessToHead(cells.map(textOfCell))
  const top = rows.slice(0, 20)
  const best = Math.max(0, ...top.map(likeness))
  return best >= 2 ? top.find((row) => likeness(row) === best) : top[0]
}

const hasNoMeaning = /^(__proto__|constructor|prototype)$/i
const longestName = 200

/** The names of the columns. Refuses (invalid) a head that names nothing, too many, or what no column may be called. */
export function namesOf(head: SheetRow): string[] {
  const texts = head.cells.map((cell) => textOfCell(cell).trim())
  const width = texts.findLastIndex((text) => text !== '') + 1
  if (width > importLimits.columns) throw tooManyColumns(importLimits.columns)
  return texts.slice(0, width).map((text, index) => {
    if (hasNoMeaning.test(text)) throw unreadable(`No column may be called ${text}`)
    return text.slice(0, longestName).toWellFormed() || `Column ${index + 1}`
  })
}

function refuseLarge(bytes: number): void {
  if (bytes <= importLimits.sheetBytes) return
  const most = importLimits.sheetBytes / 1024 / 1024
  throw new Refusal('too-large', `A sheet has at most ${most} MB: part it, or leave out columns`)
}

function opener(files: FileStore, key: string) {
  return async () => {
    const found = await files.read(key)
    if (!found) throw unreadable('The file is not there any more: send it again')
    return found.stream
  }
}

type Read = Pick<Sheet, 'sheets' | 'found' | 'batches'>

function csvSheet(open: Parameters<typeof csvForm>[0], encoding: TextEncoding | null): Read {
  let form: ReturnType<typeof csvForm> | undefined
  const formOf = () => (form ??= csvForm(open, (cells) => likenessToHead(cells.map(textOfCell)), encoding))
  return {
    sheets: [],
    found: async () => (await formOf()).found,
    async *batches() {
      yield* csvRows(open, await formOf(), importLimits)
    },
  }
}

function workbookSheet({ sheets, rows }: Workbook): Read {
  return { sheets, found: async () => null, batches: (sheet = sheets[0] ?? '') => rows(sheet) }
}

/** A ZIP with one sheet in it. A workbook in it is laid beside it, because it is a ZIP itself and read here and there. */
async function openZip(files: FileStore, archive: Archive, encoding: TextEncoding | null): Promise<Sheet> {
  const sheets = [...archive.entries.values()].filter(
    ({ name }) => isShown(name) && /\.(csv|tsv|txt|xlsx)$/i.test(name),
  )
  const [sheet] = sheets
  if (!sheet || sheets.length > 1) {
    const words = sheets.length === 0 ? 'none' : String(sheets.length)
    throw unreadable(`A ZIP holds one sheet (CSV or XLSX) beside its pictures: this one holds ${words}`)
  }
  const pictures = picturesOf(archive)
  if (!/\.xlsx$/i.test(sheet.name)) {
    const open = () => archive.stream(sheet, importLimits.sheetBytes)
    return { ...{ kind: 'zip', pictures, close: async () => {} }, ...csvSheet(open, encoding) }
  }
  const key = `${uploadFolder}/${randomId()}`
  await files.take(key, await archive.stream(sheet, importLimits.sheetBytes))
  const close = () => files.remove(key)
  try {
    const book = await openWorkbook(await openArchive(files, key), importLimits)
    return { ...{ kind: 'zip', pictures, close }, ...workbookSheet(book) }
  } catch (error) {
    await close()
    throw error
  }
}

function picturesOf(archive: Archive): Pictures {
  const byName = new Map<string, ArchiveEntry>()
  for (const entry of archive.entries.values()) {
    if (!isShown(entry.name)) continue
    const path = entry.name.toLowerCase()
    byName.set(path, entry)
    if (!byName.has(posix.basename(path))) byName.set(posix.basename(path), entry)
  }
  return {
    find: (name) => {
      const path = name
        .replaceAll('\\', '/')
        .replace(/^(\.?\/)+/, '')
        .toLowerCase()
      return byName.get(path) ?? byName.get(posix.basename(path)) ?? null
    },
    bytes: (entry, maxBytes) => archive.bytes(entry, maxBytes),
  }
}

/** What systems lay into a ZIP for themselves is nobody's sheet. */
function isShown(name: string): boolean {
  return !/(^|\/)(__MACOSX|\.)/.test(name)
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}
