import { posix } from 'node:path'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { Archive, ArchiveEntry } from './archive.ts'
import {
  refuseLongCells,
  refuseLongRow,
  rowsOfABatch,
  type SheetCell,
  type SheetLimits,
  type SheetRow,
  tooManyColumns,
  unreadable,
} from './csv-reader.ts'

const megabyte = 1024 * 1024
const longestPiece = 2 * megabyte
/** The row limit of a worksheet. */
const lastRow = 1_048_576
/** Limits on unpacked sizes. The sheet is streamed; the shared texts are held in memory. */
const most = { sheet: 600 * megabyte, texts: 48 * megabyte, part: 8 * megabyte } as const

/** True for a ZIP that contains a workbook. */
export function isWorkbook({ entries }: Archive): boolean {
  return entries.has('[Content_Types].xml') && entries.has('xl/workbook.xml')
}

/** A workbook whose parts are located. Rows are read on demand. */
export interface Workbook {
  /** The names of the visible sheets in order, at least one. */
  sheets: string[]
  rows(sheet: string): AsyncGenerator<SheetRow[]>
}

/** Opens a workbook. Refuses (invalid) a damaged workbook and a workbook without visible sheets. */
export async function openWorkbook(archive: Archive, limits: SheetLimits): Promise<Workbook> {
  const outlined = await outline(archive)
  let book: Promise<Book> | undefined
  return {
    sheets: [...outlined.sheets.keys()],
    rows: (sheet) =>
      xlsxRows(archive, limits, outlined, sheet, () => (book ??= bookOf(archive, outlined, limits))),
  }
}

/**
 * The non-empty rows of a sheet in batches. Numbers are text with the digits that were typed, a formula is its last
 * value, and dates are marked as dates. A document type is refused (invalid) in every part, so that no entity is ever
 * resolved, and so is a part that unpacks to more than any sheet.
 */
async function* xlsxRows(
  archive: Archive,
  limits: SheetLimits,
  { sheets }: Outline,
  name: string,
  book: () => Promise<Book>,
): AsyncGenerator<SheetRow[]> {
  const sheet = sheets.get(name)
  if (!sheet) {
    const words = [...sheets.keys()].map((one) => `“${one}”`).join(', ')
    throw unreadable(`There is no sheet “${name}” in this workbook. Choose one of: ${words}`)
  }
  const reader = new SheetReader(limits, await book())
  for await (const _ of parsed(archive, sheet, limits.unpackedBytes ?? most.sheet, reader)) {
    while (reader.ready.length >= rowsOfABatch) yield reader.ready.splice(0, rowsOfABatch)
  }
  if (reader.ready.length > 0) yield reader.ready
}

/** No part of a workbook nests its elements deeper. */
const deepest = 32

interface Handler {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** Feeds an XML part to a handler piece by piece and yields to other tasks between pieces. */
async function* parsed(
  archive: Archive,
  entry: ArchiveEntry,
  maxBytes: number,
  handler: Handler,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ fragment: false })
  let refusal: Error | null = null
  const plain = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', () => {
    refusal ??= unreadable(`The workbook is damaged: ${entry.name} cannot be read`)
  })
  // The parser buffers a text or an element with its attributes until it is complete.
  let held = 0
  // It also keeps every element that is open: a spreadsheet nests a handful.
  let depth = 0
  parser.on('opentag', (tag) => {
    held = 0
    depth += 1
    if (depth > deepest)
      refusal ??= unreadable(`The workbook is damaged: ${entry.name} has elements without an end`)
    handler.open?.(plain(tag.name), (tag as SaxesTagPlain).attributes)
  })
  parser.on('text', (text) => {
    held = 0
    handler.text?.(text)
  })
  parser.on('closetag', ({ name }) => {
    held = 0
    depth -= 1
    handler.close?.(plain(name))
  })
  const decoder = new TextDecoder()
  const stream = await archive.stream(entry, maxBytes)
  let tail = ''
  for await (const piece of stream) {
    const text = decoder.decode(piece as Buffer, { stream: true })
    refuseStrange(tail + text, entry.name)
    tail = text.slice(-8)
    held += text.length
    parser.write(text)
    if (refusal) throw refusal
    if (held > longestPiece)
      throw unreadable(`The workbook is damaged: ${entry.name} has a cell without an end`)
    yield
  }
  parser.close()
  if (refusal) throw refusal
}

/**
 * Refuses document types, comments and instructions, which no spreadsheet writes into its sheets and whose length is
 * unbounded.
 */
function refuseStrange(text: string, name: string): void {
  if (/<!DOCTYPE/i.test(text))
    throw unreadable('The workbook declares a document type, which spreadsheets never do, and was not read')
  if (/<!|<\?(?!xml|$|x$|xm$)/.test(text.replace(/<!?[DOCTYPE]*$/, '')))
    throw unreadable(`The workbook is damaged: ${name} holds what no spreadsheet writes`)
}

async function whole(archive: Archive, entry: ArchiveEntry, maxBytes: number, handler: Handler) {
  for await (const _ of parsed(archive, entry, maxBytes, handler));
}

async function bookOf(
  archive: Archive,
  { parts, isFrom1904 }: Outline,
  { unpackedBytes = most.texts }: SheetLimits,
): Promise<Book> {
  const texts = await sharedTexts(archive, parts.get('sharedStrings'), Math.min(unpackedBytes, most.texts))
  return { texts, isDate: await dateStyles(archive, parts.get('styles')), isFrom1904 }
}

interface Outline {
  /** The visible sheets by name, in order. */
  sheets: Map<string, ArchiveEntry>
  parts: Map<string, ArchiveEntry>
  isFrom1904: boolean
}

/** Finds the parts of the visible sheets, and the parts with their texts and styles. */
async function outline(archive: Archive): Promise<Outline> {
  const workbook = archive.entries.get('xl/workbook.xml')
  const relations = archive.entries.get('xl/_rels/workbook.xml.rels')
  if (!workbook || !relations) throw unreadable('The workbook is damaged: it names no sheets')
  const named: { name: string; id: string }[] = []
  let isFrom1904 = false
  await whole(archive, workbook, most.part, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1]
      if (id) named.push({ name: attributes.name ?? '', id })
    },
  })
  const parts = new Map<string, ArchiveEntry>()
  const byId = new Map<string, ArchiveEntry>()
  await whole(archive, relations, most.part, {
    open(name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return
      const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target)
      const entry = archive.entries.get(path)
      if (!entry) return
      parts.set(type.slice(type.lastIndexOf('/') + 1), entry)
      if (id !== undefined) byId.set(id, entry)
    },
  })
  const sheets = new Map<string, ArchiveEntry>()
  for (const [at, { name, id }] of named.entries()) {
    const entry = byId.get(id)
    if (entry) sheets.set(name.trim() || `Sheet ${at + 1}`, entry)
  }
  if (sheets.size === 0) throw unreadable('The workbook has no sheet that is shown')
  return { sheets, parts, isFrom1904 }
}

async function sharedTexts(
  archive: Archive,
  entry: ArchiveEntry | undefined,
  maxBytes: number,
): Promise<string[]> {
  const texts: string[] = []
  if (!entry) return texts
  let [text, isInText, spoken] = ['', false, 0]
  await whole(archive, entry, maxBytes, {
    open(name) {
      if (name === 'si') text = ''
      // Phonetic text repeats the reading of the characters below it, so it is skipped.
      if (name === 'rPh') spoken += 1
      if (name === 't') isInText = spoken === 0
    },
    text(piece) {
      if (isInText) text += piece
    },
    close(name) {
      if (name === 't') isInText = false
      if (name === 'rPh') spoken -= 1
      if (name === 'si') texts.push(unescaped(text))
    },
  })
  return texts
}

const builtInDates = new Set([
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47],
  ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58],
])

/** Determines which styles show a number as a date. */
async function dateStyles(
  archive: Archive,
  entry: ArchiveEntry | undefined,
): Promise<(style: number) => boolean> {
  const own = new Set<number>()
  const styles: boolean[] = []
  let isInCells = false
  if (entry) {
    await whole(archive, entry, most.part, {
      open(name, attributes) {
        if (name === 'cellXfs') isInCells = true
        if (name === 'numFmt' && isDateFormat(attributes.formatCode ?? ''))
          own.add(Number(attributes.numFmtId))
        if (name !== 'xf' || !isInCells) return
        const format = Number(attributes.numFmtId)
        styles.push(builtInDates.has(format) || own.has(format))
      },
      close(name) {
        if (name === 'cellXfs') isInCells = false
      },
    })
  }
  return (style) => styles[style] ?? false
}

function isDateFormat(code: string): boolean {
  const bare = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
  return /[dyhs]|m/i.test(bare) && !/general/i.test(bare)
}

interface Book {
  texts: string[]
  isDate: (style: number) => boolean
  isFrom1904: boolean
}

/** Builds rows from the elements of a sheet. */
class SheetReader implements Handler {
  readonly ready: SheetRow[] = []
  readonly #limits: SheetLimits
  readonly #book: Book
  #row = 0
  #column = -1
  #cells: SheetCell[] = []
  #type = 'n'
  #style = 0
  #value = ''
  #formula = ''
  #hasFormula = false
  #hasValue = false
  #into: 'value' | 'formula' | null = null
  #spoken = 0

  constructor(limits: SheetLimits, book: Book) {
    this.#limits = limits
    this.#book = book
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      const said = Number(attributes.r)
      this.#row = Number.isSafeInteger(said) && said > this.#row ? said : this.#row + 1
      if (this.#row > lastRow)
        throw unreadable(`The workbook is damaged: no sheet has a row ${this.#row.toLocaleString('en')}`)
      this.#column = -1
      this.#cells = []
    } else if (name === 'c') {
      this.#column = columnOf(attributes.r) ?? this.#column + 1
      if (this.#column >= this.#limits.columns) throw tooManyColumns(this.#limits.columns)
      this.#type = attributes.t ?? 'n'
      this.#style = Number(attributes.s ?? 0)
      this.#value = ''
      this.#formula = ''
      this.#hasFormula = false
      this.#hasValue = false
    } else if (name === 'f') {
      this.#into = 'formula'
      this.#hasFormula = true
    } else if (name === 'rPh') this.#spoken += 1
    else if (name === 'v' || (name === 't' && this.#spoken === 0)) {
      this.#into = 'value'
      this.#hasValue = true
    }
  }

  text(text: string): void {
    if (this.#into === 'value') this.#value += text
    else if (this.#into === 'formula') this.#formula += text
    // A text may come in many runs.
    refuseLongCells([this.#value, this.#formula], this.#row, this.#limits.cellCharacters)
  }

  close(name: string): void {
    if (name === 'v' || name === 't' || name === 'f') this.#into = null
    else if (name === 'rPh') this.#spoken -= 1
    else if (name === 'c') {
      while (this.#cells.length < this.#column) this.#cells.push('')
      this.#cells[this.#column] = this.#cell()
    } else if (name === 'row' && this.#cells.some((cell) => cell !== '')) {
      refuseLongCells(this.#cells, this.#row, this.#limits.cellCharacters)
      refuseLongRow(this.#cells, this.#row, this.#limits)
      this.ready.push({ number: this.#row, cells: this.#cells })
    }
  }

  #cell(): SheetCell {
    const value = this.#value
    if (value.includes('\u0000')) throw unreadable(`Row ${this.#row} holds characters that are no text`)
    // A formula may have an empty text as its value; one that was never worked out has no value.
    const isEmptyText = this.#type === 'str' && this.#hasValue
    if (value === '' && this.#hasFormula && !isEmptyText) return { is: 'formula', text: `=${this.#formula}` }
    switch (this.#type) {
      case 's':
        return this.#book.texts[Number(value)] ?? ''
      case 'e':
        return { is: 'error', text: value }
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE'
      case 'd':
        return { is: 'date', text: value.slice(0, 10) }
      case 'n':
        return this.#number(value)
      default:
        return unescaped(value)
    }
  }

  #number(text: string): SheetCell {
    const number = Number(text)
    if (text === '' || !Number.isFinite(number)) return text
    if (this.#book.isDate(this.#style)) return { is: 'date', text: dayOf(number, this.#book.isFrom1904) }
    // A spreadsheet keeps fifteen digits, so the rest of a longer number is lost.
    if (Math.abs(number) >= 1e15) return number.toExponential(2).toUpperCase()
    return plainNumber(Number(number.toPrecision(15)), this.#limits.decimals)
  }
}

/** Decodes characters that XML cannot hold, which are written as their numbers (ECMA-376, 22.9.2.19). */
function unescaped(text: string): string {
  const signs = text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (written, code: string) =>
    code === '0000' ? written : String.fromCharCode(Number.parseInt(code, 16)),
  )
  // A lone surrogate cannot be stored as text.
  return signs.toWellFormed()
}

function plainNumber(number: number, decimals: number | undefined): string {
  const text = String(number)
  const fraction = text.split('.')[1] ?? ''
  if (!text.includes('e') && fraction.length <= (decimals ?? Number.POSITIVE_INFINITY)) return text
  // One step up lets a half round up that has no exact binary form, as spreadsheets do.
  return (number * (1 + Number.EPSILON)).toFixed(decimals ?? 12).replace(/\.?0+$/, '')
}

function dayOf(serial: number, isFrom1904: boolean): string {
  const day = serial + (isFrom1904 ? 1462 : 0)
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(day) * 86_400_000)
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().slice(0, 10)
}

/** The zero-based column; null if the cell has no reference. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference ?? '')?.[1]
  if (!letters) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
