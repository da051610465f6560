/** A table as somebody else's system wrote it: what its head calls the columns, and the cells below. */
export interface Table {
  head: string[]
  rows: string[][]
}

/** Titles and addresses may stand above the head; further down it is none. */
const linesAboveHead = 20

/**
 * The table of a CSV file, as it was or as a spreadsheet left it: any byte order mark, UTF-16, commas, semicolons, tabs or
 * bars, lines above the head, `="W-10001"`, quotes before a number. Empty lines are left out. Null when no line is a head.
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

/** True where a spreadsheet has rounded a long number: what it was cannot be told any more. */
export function isRounded(text: string): boolean {
  return /^\d(\.\d+)?E\+?\d+$/i.test(text)
}

/** What a column is called, whatever its case, spaces and dots. */
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
  // Not UTF-8: the one other alphabet that spreadsheets write here.
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

/** A cell without what a spreadsheet puts around it: `="…"`, a quote before it, spaces that do not break. */
function clean(cell: string): string {
  return cell
    .replaceAll(/[\u00A0\u200B-\u200F\uFEFF]/g, ' ')
    .trim()
    .replace(/^=\s*"?|"$/g, '')
    .replace(/^['’]/, '')
    .trim()
}
