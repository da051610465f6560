/**
 * The value of one cell. A date is written as the time in Asia/Karachi, and null as an empty cell. A decimal is an
 * exact number in digits, which a spreadsheet may calculate with.
 */
export type Cell = string | number | boolean | Date | { decimal: string } | null

/** Without the byte order mark, spreadsheets assume a different encoding. */
const byteOrderMark = '\uFEFF'
const plainNumber = /^[+-]\d[\d ,]*(\.\d+)?$/

const karachiTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Asia/Karachi',
})

/** The text of a small CSV file, written as `csvText` writes a large one. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvHead(head) + rows.map(csvLine).join('')
}

/** What a CSV file begins with: the byte order mark and the headings. */
export function csvHead(head: readonly string[]): string {
  return byteOrderMark + csvLine(head)
}

/** One row of a CSV file (RFC 4180, CR LF). Cells that a spreadsheet would run as formulas are escaped as text. */
export function csvLine(cells: readonly Cell[]): string {
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
 * Adds a quote before text that a spreadsheet would run as a formula. Phone numbers with + and negative amounts are
 * unchanged. Text that already begins with a quote gets another quote if `unguarded` would mistake the first for a
 * guard.
 */
function withoutFormula(text: string): string {
  const bare = text.replace(/^'+/, '')
  const needsGuard = isRun(bare) || (bare !== text && isNumberLike(bare))
  return needsGuard ? `'${text}` : text
}

/** The original text of a cell, before `csvText` or a spreadsheet added a leading quote. */
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
