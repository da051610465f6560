import { posix } from 'node:path'
import { v4 as randomId } from 'uuid'
import { importLimits } from '#features/bulk-upload/contract.ts'
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
import { likenessToHead } from '../source-contract.ts'

/** A product sheet in the file store, with the pictures beside the sheet if the upload is a ZIP. */
export interface Sheet {
  kind: 'csv' | 'xlsx' | 'zip'
  /** The names of a workbook's visible sheets. Empty for other files. */
  sheets: readonly string[]
  /** The detected encoding, if no encoding was chosen. Null for a workbook. */
  found(): Promise<FoundEncoding | null>
  /** The rows from the top, of the named sheet if a name is given. May be called more than once. */
  batches(sheet?: string): AsyncGenerator<SheetRow[]>
  pictures: Pictures | null
  close(): Promise<void>
}

export interface Pictures {
  /**
   * The pictures that a name may mean, with as many of the folders as the name has. Empty if the ZIP has no such picture,
   * several if the name does not say which.
   */
  find(name: string): ArchiveEntry[]
  bytes(entry: ArchiveEntry, maxBytes: number): Promise<Buffer>
}

/**
 * Opens an upload by its content, regardless of its file name, and decodes the text in the chosen encoding if there is
 * one. Refuses (invalid, too-large) a file that is not a product sheet.
 */
export async function openSheet(
  files: FileStore,
  key: string,
  encoding: TextEncoding | null = null,
): Promise<Sheet> {
  const found = await files.read(key, { from: 0, to: 4 })
  if (!found) throw unreadable('The file no longer exists. Upload the file again')
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

/** The pictures of a ZIP upload. Null if the upload is not a ZIP or the file no longer exists. */
export async function openPictures(files: FileStore, key: string): Promise<Pictures | null> {
  const found = key ? await files.read(key, { from: 0, to: 4 }) : null
  if (!found || !isArchive(await bytesOf(found.stream))) return null
  const archive = await openArchive(files, key)
  return isWorkbook(archive) ? null : picturesOf(archive)
}

/** Finds the row of column names: the row near the top that looks most like column names, or else the first row. */
export function findHead(rows: readonly SheetRow[]): SheetRow | undefined {
  const likeness = ({ cells }: SheetRow) => likenessToHead(cells.map(textOfCell))
  const top = rows.slice(0, 20)
  const best = Math.max(0, ...top.map(likeness))
  return best >= 2 ? top.find((row) => likeness(row) === best) : top[0]
}

const hasNoMeaning = /^(__proto__|constructor|prototype)$/i
const longestName = 200

/**
 * The column names. Refuses (invalid) a row that names no columns, too many columns, or a column with an invalid name.
 */
export function namesOf(head: SheetRow): string[] {
  const texts = head.cells.map((cell) => textOfCell(cell).trim())
  const width = texts.findLastIndex((text) => text !== '') + 1
  if (width > importLimits.columns) throw tooManyColumns(importLimits.columns)
  return texts.slice(0, width).map((text, index) => {
    if (hasNoMeaning.test(text)) throw unreadable(`A column cannot be named ${text}`)
    return text.slice(0, longestName).toWellFormed() || `Column ${index + 1}`
  })
}

function refuseLarge(bytes: number): void {
  if (bytes <= importLimits.sheetBytes) return
  const most = importLimits.sheetBytes / 1024 / 1024
  throw new Refusal('too-large', `A sheet has at most ${most} MB. Split the sheet, or remove columns`)
}

function opener(files: FileStore, key: string) {
  return async () => {
    const found = await files.read(key)
    if (!found) throw unreadable('The file no longer exists. Upload the file again')
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

/**
 * Opens a ZIP with one sheet. A workbook in the ZIP is copied to a separate file, because a workbook is itself a ZIP
 * that needs random access.
 */
async function openZip(files: FileStore, archive: Archive, encoding: TextEncoding | null): Promise<Sheet> {
  const sheets = [...archive.entries.values()].filter(
    ({ name }) => isShown(name) && /\.(csv|tsv|txt|xlsx)$/i.test(name),
  )
  const [sheet] = sheets
  if (!sheet || sheets.length > 1) {
    const words = sheets.length === 0 ? 'none' : String(sheets.length)
    throw unreadable(
      `A ZIP must contain one sheet (CSV or XLSX) and its pictures. This ZIP contains ${words}`,
    )
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
  const shown = [...archive.entries.values()].filter(({ name }) => isShown(name))
  const pictures = shown.map((entry) => ({ path: pathIn(entry.name), entry }))
  const byName = Map.groupBy(pictures, ({ path }) => posix.basename(path))
  return {
    find: (name) => {
      const path = pathIn(name)
      const alike = byName.get(posix.basename(path)) ?? []
      const whole = alike.filter((one) => one.path === path)
      const below = alike.filter((one) => one.path.endsWith(`/${path}`))
      // A sheet may name folders that are above what was zipped.
      const above = alike.length === 1 ? alike.filter((one) => path.endsWith(`/${one.path}`)) : []
      const meant = [whole, below, above].find((some) => some.length > 0) ?? []
      return meant.map(({ entry }) => entry)
    },
    bytes: (entry, maxBytes) => archive.bytes(entry, maxBytes),
  }
}

/** A path in the form in which paths are compared: macOS writes accented letters as two characters. */
function pathIn(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase()
}

/** Files that operating systems add to a ZIP are not sheets. */
function isShown(name: string): boolean {
  return !/(^|\/)(__MACOSX|\.)/.test(name)
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}
