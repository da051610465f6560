import { unguarded } from '#kit/contract/csv.ts'
import type { TextEncoding } from '#kit/contract/encodings.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type FoundEncoding, findEncoding, refuseOtherThan } from './text-encoding.ts'

/** A cell as it was written. A cell that is not text carries its kind and a text representation. */
export type SheetCell = string | { is: 'formula' | 'error' | 'date'; text: string }

/** A row that is not empty, with the number that a spreadsheet shows beside it. */
export interface SheetRow {
  number: number
  cells: SheetCell[]
}

export interface SheetLimits {
  /** Rows below the header. */
  rows: number
  columns: number
  cellCharacters: number
  /** Bytes of one sheet of a workbook when it is unpacked. 600 MB unless it is given. */
  unpackedBytes?: number
  /**
   * Numbers in the cells of a workbook are rounded to so many decimals: a formula leaves more than the sheet shows and
   * than it writes as CSV. They are not rounded unless it is given.
   */
  decimals?: number
}

/** The encoding and the delimiter of a file. */
export interface CsvForm {
  encoding: TextEncoding
  parting: string
}

type Opened = () => Promise<AsyncIterable<Uint8Array>>

const partings = [',', ';', '\t', '|']
const sampleCharacters = 256 * 1024
/** Rows per batch, small enough to keep each piece of work short. */
export const rowsOfABatch = 400

/**
 * Detects the form of a CSV file. The encoding comes from the byte order mark or from the bytes, unless a person has
 * `chosen` an encoding. The delimiter is the candidate that makes the first rows look most like a table (`score`: how
 * much a row looks like a header). Refuses (invalid) content that is not text, text whose bytes mix two encodings, and
 * text that does not match the chosen encoding.
 */
export async function csvForm(
  open: Opened,
  score: (cells: readonly SheetCell[]) => number,
  chosen: TextEncoding | null = null,
): Promise<CsvForm & { found: FoundEncoding | null }> {
  if (chosen) await refuseOtherThan(open, chosen)
  const found = chosen ? null : await findEncoding(open)
  const encoding = chosen ?? found?.encoding ?? 'utf-8'
  const sample = await sampleOf(open, encoding)
  let best = { parting: ',', points: -1 }
  for (const parting of partings) {
    const rows = topRows(sample, parting)
    const points = Math.max(0, ...rows.map((cells) => score(cells) * 1000 + cells.length))
    if (points > best.points) best = { parting, points }
  }
  const said = /^sep=(.)\r?\n/.exec(sample)?.[1]
  return { encoding, parting: said ?? best.parting, found }
}

/**
 * Reads the non-empty rows of a CSV file in batches. Accepts any line ending, quotes as in RFC 4180, and the `="…"` and
 * leading quote before a number that spreadsheets leave. Only one batch is held in memory. Refuses (invalid) a row that
 * exceeds the limits, for example because its quote is never closed.
 */
export async function* csvRows(
  open: Opened,
  { encoding, parting }: CsvForm,
  limits: SheetLimits,
): AsyncGenerator<SheetRow[]> {
  const decoder = new TextDecoder(encoding)
  const longest = longestRow(limits)
  let text = ''
  let number = 0
  let batch: SheetRow[] = []
  const read = function* (isLast: boolean): Generator<SheetRow[]> {
    let at = 0
    while (at < text.length) {
      const row = rowAt(text, at, parting, isLast, number + 1)
      if (!row) break
      at = row.next
      number += 1
      if (number === 1 && /^sep=.$/.test(text.slice(0, at).trim())) continue
      if (row.cells.length > limits.columns) throw tooManyColumns(limits.columns)
      if (row.cells.every((cell) => cell === '')) continue
      refuseLongCells(row.cells, number, limits.cellCharacters)
      batch.push({ number, cells: row.cells })
      if (batch.length < rowsOfABatch) continue
      yield batch
      batch = []
    }
    text = text.slice(at)
    if (text.length > longest) throw tooLong(text, parting, number + 1)
  }
  for await (const bytes of await open()) {
    text += decoder.decode(bytes, { stream: true })
    if (text.includes('\u0000')) throw notText()
    yield* read(false)
  }
  text += decoder.decode()
  yield* read(true)
  if (batch.length > 0) yield batch
}

/** A table from another system: the normalised column names of its header, and the cells below. */
export interface Table {
  head: string[]
  rows: string[][]
}

/** Titles and addresses may precede the header. Beyond this many rows a row is not accepted as the header. */
export const rowsAboveHead = 20

/**
 * The table in the CSV file of a bank or a courier, in its original form or as saved by a spreadsheet: in UTF-8, UTF-16
 * or Latin-1, with any delimiter and with rows above the header. Empty rows are skipped. Null if no row is a header.
 * Refuses (invalid) a row whose quote is never closed.
 */
export function readCsvTable(file: Buffer, isHead: (names: readonly string[]) => boolean): Table | null {
  const text = textOf(file)
  const isHeadRow = (cells: readonly string[]) => isHead(cells.map(columnName))
  for (const parting of partings) {
    if (
      !filled(topRows(text, parting))
        .slice(0, rowsAboveHead + 1)
        .some(isHeadRow)
    )
      continue
    const rows = filled(allRows(text, parting))
    const at = rows.findIndex(isHeadRow)
    return { head: (rows[at] ?? []).map(columnName), rows: rows.slice(at + 1) }
  }
  return null
}

/** True for a number that a spreadsheet abbreviated because of its length (3.5E+12), so that its digits are lost. */
export function isRounded(text: string): boolean {
  return /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(text)
}

/** The name of a column without case, underscores, double spaces and dots. */
export function columnName(cell: string): string {
  return cell
    .toLowerCase()
    .replaceAll(/[_\s.]+/g, ' ')
    .trim()
}

/** The rows that are not empty, each cell as the text that a spreadsheet was given. */
export function filled(rows: readonly (readonly SheetCell[])[]): string[][] {
  return rows.map((cells) => cells.map(bare)).filter((cells) => cells.some((cell) => cell !== ''))
}

/** The text of a cell without the additions of a spreadsheet: `=`, a leading quote, non-breaking spaces. */
function bare(cell: SheetCell): string {
  return textOfCell(cell)
    .replaceAll(/[\u00A0\u200B-\u200F\uFEFF]/g, ' ')
    .trim()
    .replace(/^=\s*"?|"$/g, '')
    .replace(/^['’]/, '')
    .trim()
}

function textOf(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return file.subarray(2).toString('utf16le')
  const text = file.toString('utf8')
  // Banks and couriers write their files in no other encoding.
  return (text.includes('\uFFFD') ? file.toString('latin1') : text).replace(/^\uFEFF/, '')
}

function allRows(text: string, parting: string): SheetCell[][] {
  const rows: SheetCell[][] = []
  for (let at = 0; at < text.length; ) {
    const row = rowAt(text, at, parting, true, rows.length + 1)
    if (!row) break
    rows.push(row.cells)
    at = row.next
  }
  return rows
}

export function tooManyColumns(most: number): Refusal {
  return unreadable(`The sheet has more than ${most} columns: leave out those that are not needed`)
}

export function refuseLongCells(cells: readonly SheetCell[], row: number, most: number): void {
  const long = cells.findIndex((cell) => textOfCell(cell).length > most)
  if (long >= 0) {
    throw unreadable(`Row ${row}, column ${long + 1}: more than ${most.toLocaleString('en')} characters`)
  }
}

/** Refuses a row whose cells are long together: in a workbook many can stand for one shared text. */
export function refuseLongRow(cells: readonly SheetCell[], row: number, limits: SheetLimits): void {
  const characters = cells.reduce((sum, cell) => sum + textOfCell(cell).length, 0)
  if (characters <= longestRow(limits)) return
  throw unreadable(`Row ${row}: more than ${longestRow(limits).toLocaleString('en')} characters`)
}

function longestRow({ columns, cellCharacters }: SheetLimits): number {
  return columns * 200 + cellCharacters
}

export function textOfCell(cell: SheetCell | undefined): string {
  return typeof cell === 'string' ? cell : (cell?.text ?? '')
}

/** The refusal of an unreadable file, shown to the person who uploaded it. */
export function unreadable(message: string): Refusal {
  return new Refusal('invalid', message, { errors: [{ path: 'file', code: 'unreadable', message }] })
}

function neverEnds(row: number): Refusal {
  return unreadable(`Row ${row} does not end: a quote is opened there and never closed`)
}

/** The refusal of an oversized row: its quote was never closed, or the file has no line breaks. */
function tooLong(text: string, parting: string, row: number): Refusal {
  try {
    rowAt(text, 0, parting, true, row)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  const most = Math.round(text.length / 1000).toLocaleString('en')
  return unreadable(
    `Row ${row} has more than ${most},000 characters in one line, which is no row of products. Save the sheet again as CSV UTF-8, with one product a line`,
  )
}

function notText(): Refusal {
  return unreadable('This file is not text: save the sheet as CSV UTF-8 or as XLSX')
}

interface Row {
  cells: SheetCell[]
  /** Where the next row begins. */
  next: number
}

/** The row that begins here, `number` from the top; null if the end of the row has not arrived yet. */
function rowAt(text: string, from: number, parting: string, isLast: boolean, number: number): Row | null {
  const cells: SheetCell[] = []
  let at = from
  for (;;) {
    const cell = cellAt(text, at, parting, isLast, number)
    if (!cell) return null
    cells.push(cell.value)
    at = cell.end
    const sign = text[at]
    if (sign === parting) {
      at += 1
      continue
    }
    if (sign === '\r') {
      if (text[at + 1] === undefined && !isLast) return null
      return { cells, next: at + (text[at + 1] === '\n' ? 2 : 1) }
    }
    if (sign === '\n' || isLast) return { cells, next: at + 1 }
    return null
  }
}

/** The cell that begins here and its end; null if the end has not arrived yet. */
function cellAt(
  text: string,
  from: number,
  parting: string,
  isLast: boolean,
  number: number,
): { value: SheetCell; end: number } | null {
  const isFixed = text[from] === '=' && text[from + 1] === '"'
  if (text[from] !== '"' && !isFixed) {
    const end = endOfPlain(text, from, parting)
    if (end === text.length && !isLast) return null
    return { value: meaningOf(text.slice(from, end)), end }
  }
  const opened = isFixed ? from + 1 : from
  let inner = ''
  let at = opened + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) {
      if (!isLast) return null
      throw neverEnds(number)
    }
    inner += text.slice(at, quote)
    if (text[quote + 1] === undefined && !isLast) return null
    if (text[quote + 1] !== '"') {
      at = quote + 1
      break
    }
    inner += '"'
    at = quote + 2
  }
  // Text after a closed quote still belongs to the cell: the writer forgot to double a quote.
  const end = endOfPlain(text, at, parting)
  if (end === text.length && !isLast) return null
  const rest = text.slice(at, end)
  return { value: isFixed ? inner + rest : meaningOf(inner + rest), end }
}

function endOfPlain(text: string, from: number, parting: string): number {
  const part = parting.charCodeAt(0)
  let at = from
  for (; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === part || sign === 10 || sign === 13) break
  }
  return at
}

/** The meaning of a cell's text. Removes, once, the prefix with which a spreadsheet marks a value as text. */
function meaningOf(text: string): SheetCell {
  const sign = text[0]
  if (sign === "'") return unguarded(text)
  if (sign !== '=') return text
  const fixed = /^="((?:[^"]|"")*)"$/.exec(text)?.[1]
  if (fixed !== undefined) return fixed.replaceAll('""', '"')
  return text.length > 1 ? { is: 'formula', text } : text
}

function topRows(sample: string, parting: string): SheetCell[][] {
  const rows: SheetCell[][] = []
  try {
    for (let at = 0; at < sample.length && rows.length < 25; ) {
      const row = rowAt(sample, at, parting, true, rows.length + 1)
      if (!row) break
      rows.push(row.cells)
      at = row.next
    }
  } catch {
    // A quote is still open at the end of the sample. The rows before it are sufficient.
  }
  return rows
}

async function sampleOf(open: Opened, encoding: CsvForm['encoding']): Promise<string> {
  const decoder = new TextDecoder(encoding)
  let sample = ''
  for await (const bytes of await open()) {
    sample += decoder.decode(bytes, { stream: true })
    if (sample.length >= sampleCharacters) break
  }
  return sample
}
