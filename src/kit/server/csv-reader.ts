import type { TextEncoding } from '#kit/contract/encodings.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { unguarded } from './csv.ts'
import { type FoundEncoding, findEncoding, refuseOtherThan } from './text-encoding.ts'

/** A cell as it was written; what is no text says what it is, with the text that stands for it. */
export type SheetCell = string | { is: 'formula' | 'error' | 'date'; text: string }

/** A row that holds something, by the number that a spreadsheet shows beside it. */
export interface SheetRow {
  number: number
  cells: SheetCell[]
}

export interface SheetLimits {
  /** Rows below the head. */
  rows: number
  columns: number
  cellCharacters: number
}

/** How the text of a file is to be read. */
export interface CsvForm {
  encoding: TextEncoding
  parting: string
}

type Opened = () => Promise<AsyncIterable<Uint8Array>>

const partings = [',', ';', '\t', '|']
const sampleCharacters = 256 * 1024
/** So many rows at a time: what one piece of work takes stays short. */
export const rowsOfABatch = 400

/**
 * How a CSV file is written: its alphabet by its mark or by its bytes, unless a person has `chosen` it, and what parts its
 * cells, by which of them makes the rows at the top look most like a table (`score`: how much a row looks like a head).
 * Refuses (invalid) what is no text, text whose bytes belong to two alphabets, and text that is not of the chosen one.
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
 * The rows of a CSV file in batches, without those that are empty: whatever ends its lines, with quotes as RFC 4180 has them,
 * with the `="…"` and the quote before a number that spreadsheets leave. Nothing but a batch is held. Refuses (invalid) a
 * row that is longer than the limits, as one whose quote is never closed.
 */
export async function* csvRows(
  open: Opened,
  { encoding, parting }: CsvForm,
  limits: SheetLimits,
): AsyncGenerator<SheetRow[]> {
  const decoder = new TextDecoder(encoding)
  const longest = limits.columns * 200 + limits.cellCharacters
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

export function tooManyColumns(most: number): Refusal {
  return unreadable(`The sheet has more than ${most} columns: leave out those that are not needed`)
}

export function refuseLongCells(cells: readonly SheetCell[], row: number, most: number): void {
  const long = cells.findIndex((cell) => textOfCell(cell).length > most)
  if (long >= 0) {
    throw unreadable(`Row ${row}, column ${long + 1}: more than ${most.toLocaleString('en')} characters`)
  }
}

export function textOfCell(cell: SheetCell | undefined): string {
  return typeof cell === 'string' ? cell : (cell?.text ?? '')
}

/** The refusal of a file that cannot be read, for whoever sent it. */
export function unreadable(message: string): Refusal {
  return new Refusal('invalid', message, { errors: [{ path: 'file', code: 'unreadable', message }] })
}

function neverEnds(row: number): Refusal {
  return unreadable(`Row ${row} does not end: a quote is opened there and never closed`)
}

/** A row that goes on and on: its quote was never closed, or the file has no lines. */
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
  /** Where the next one begins. */
  next: number
}

/** The row that begins here, `number` from the top; null where its end has not arrived yet. */
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

/** The cell that begins here and where it ends; null where that has not arrived yet. */
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
  // What follows a closed quote belongs to the cell all the same: whoever wrote it forgot to double one.
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

/** What the text of a cell means: one of the ways in which a spreadsheet keeps text from being reckoned is undone, once. */
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
    // A quote that is open at the end of the sample: the rows before it tell enough.
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
