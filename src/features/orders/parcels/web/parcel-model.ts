import type { TrackingOutcome, TrackingRow } from '../contract.ts'

/** A parcel in the list of the screen, with what the server last said about it; null until it was checked. */
export interface Parcel extends TrackingRow {
  key: string
  outcome: TrackingOutcome | null
}

/** What was read from pasted text or a CSV file. */
interface Read {
  rows: TrackingRow[]
  /** Lines that hold no pair of an order number and a tracking number. */
  unread: number
}

/**
 * Reads lines of order number, tracking number and, optional, courier, separated by a tab, a semicolon or a comma. A
 * heading is recognised by having no digit.
 */
export function readParcels(text: string): Read {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const rows = lines.map(rowOf)
  const isHeading = lines.length > 0 && !/\d/.test(lines[0] ?? '')
  const found = rows.flatMap((row) => row ?? [])
  const data = isHeading && rows[0] ? found.slice(1) : found
  return { rows: data, unread: lines.length - data.length - (isHeading ? 1 : 0) }
}

function rowOf(line: string): TrackingRow | null {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ','
  const [order_number = '', tracking_number = '', courier = ''] = cellsOf(line, separator)
  return order_number && tracking_number ? { order_number, tracking_number, courier } : null
}

/** A cell may be quoted, and a quote inside it is doubled. Spreadsheets write ="123" to keep a number as text. */
function cellsOf(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += sign
  }
  return cells.map((cell) => cell.trim().replace(/^=/, '').slice(0, 60))
}

/** How many parcels are ready, not possible and shipped. */
export function standingOf(parcels: readonly Parcel[]): { ready: number; refused: number; done: number } {
  const count = (...outcomes: TrackingOutcome['outcome'][]) =>
    parcels.filter(({ outcome }) => outcome && outcomes.includes(outcome.outcome)).length
  return { ready: count('ready'), refused: count('refused'), done: count('done', 'unchanged') }
}
