/**
 * A value of one cell; a date is written as the time in Asia/Karachi, nothing as an empty cell. A decimal is an exact number
 * in digits, with which a spreadsheet may calculate.
 */
export type Cell = string | number | boolean | Date | { decimal: string } | null

/** Without it spreadsheets take the bytes for another alphabet. */
const byteOrderMark = '\uFEFF'
const plainNumber = /^[+-]\d[\d ,]*(\.\d+)?$/

const karachiTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Asia/Karachi',
})

/**
 * The text of a CSV file (RFC 4180, UTF-8 with its mark, lines end in CR LF), a piece for each batch: the first one holds
 * the head. Cells that a spreadsheet would run as formulas are made text.
 */
export async function* csvText(
  head: readonly string[],
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  let before = byteOrderMark + lineOf(head)
  for await (const batch of batches) {
    yield before + batch.map(lineOf).join('')
    before = ''
  }
  if (before) yield before
}

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  const text = withoutFormula(plainText(cell))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function plainText(cell: NonNullable<Cell>): string {
  if (cell instanceof Date) return karachiTime.format(cell)
  return typeof cell === 'object' ? cell.decimal : String(cell)
}

/**
 * A quote before what would be run; phone numbers with their + and amounts below zero stay what they are. Text that begins
 * with a quote of its own gets another where `unguarded` would take the first for a guard.
 */
function withoutFormula(text: string): string {
  const bare = text.replace(/^'+/, '')
  const needsGuard = isRun(bare) || (bare !== text && isNumberLike(bare))
  return needsGuard ? `'${text}` : text
}

/** The text of a cell as it was before `csvText` wrote it, or before a spreadsheet put a quote before a number. */
export function unguarded(text: string): string {
  if (!text.startsWith("'")) return text
  const bare = text.replace(/^'+/, '')
  return isRun(bare) || isNumberLike(bare) ? text.slice(1) : text
}

function isRun(text: string): boolean {
  return /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && !plainNumber.test(text))
}

function isNumberLike(text: string): boolean {
  return /^[+-]?\d/.test(text)
}
