/** A table from another system: the column names in its header, and the cells below. */
export interface Table {
  head: string[]
  rows: string[][]
}

/** Titles and addresses may precede the header. Beyond this many lines a row is not accepted as the header. */
const linesAboveHead = 20

/**
 * The table in a CSV file, in its original form or as saved by a spreadsheet: with any byte order mark, UTF-16, commas,
 * semicolons, tabs or bars, lines above the header, `="W-10001"`, quotes before a number. Empty lines are skipped. Null
 * if no line is a header.
 */
export function readTable(file: Buffer, isHead: (names: readonly string[]) => boolean): Table | null {
  const text = textOf(file)
  const top = text.split('\n', linesAboveHead + 1).join('\n')
  for (const parting of [',', ';', '\t', '|']) {
    const found = filled(cellsOf(top, parting)).find((cells) => isHead(cells.map(nameOf)))
    if (!found) continue
    const lines = filled(cellsOf(text, parting))
    const at = lines.findIndex((cells) => isHead(cells.map(nameOf)))
    return { head: (lines[at] ?? []).map(nameOf), rows: lines.slice(at + 1) }
  }
  return null
}

/** True if a spreadsheet has rounded a long number, so that the original digits are lost. */
export function isRounded(text: string): boolean {
  return /^\d(\.\d+)?E\+?\d+$/i.test(text)
}

/** The normalised name of a column, without case, spaces and dots. */
function nameOf(cell: string): string {
  return cell
    .toLowerCase()
    .replaceAll(/[_\s.]+/g, ' ')
    .trim()
}

function filled(lines: readonly string[][]): string[][] {
  return lines.filter((cells) => cells.some((cell) => cell !== ''))
}

function textOf(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return file.subarray(2).toString('utf16le')
  const text = file.toString('utf8')
  // Not UTF-8, so the text is in the only other encoding that spreadsheets use here.
  return (text.includes('\uFFFD') ? file.toString('latin1') : text).replace(/^\uFEFF/, '')
}

function cellsOf(text: string, parting: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    line.push(clean(cell))
    cell = ''
  }
  const endLine = () => {
    endCell()
    lines.push(line)
    line = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '' || cell === '=')) isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === parting) endCell()
    else if (sign === '\n') endLine()
    else cell += sign
  }
  endLine()
  return lines
}

/** The cell without the additions of a spreadsheet: `="…"`, a leading quote, non-breaking spaces. */
function clean(cell: string): string {
  return cell
    .replaceAll(/[\u00A0\u200B-\u200F\uFEFF]/g, ' ')
    .trim()
    .replace(/^=\s*"?|"$/g, '')
    .replace(/^['’]/, '')
    .trim()
}
