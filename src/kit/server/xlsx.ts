import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell } from '#kit/contract/csv.ts'

/** The maximum rows of a sheet below its header. Readers stop at this number. */
export const mostXlsxRows = 1_048_575

/** The maximum text length of a cell. Spreadsheets report a file with a longer text as damaged. */
const longestText = 32_767

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The bytes of an XLSX file (ECMA-376, Office Open XML) with one sheet and a frozen header. Text is stored as text, so
 * text that begins with = is never run as a formula and is read back unchanged. Times are in Asia/Karachi. The first
 * rows are read before the first byte is made. The caller must ensure that there are at most `mostXlsxRows`.
 */
export async function* xlsxBytes(
  sheet: string,
  head: readonly string[],
  batches: AsyncIterable<Cell[][]>,
  /**
   * Formats every cell as text, including cells that are typed later, so that a spreadsheet keeps leading zeros and
   * calculates nothing.
   */
  isForTyping = false,
): AsyncGenerator<Buffer> {
  const text = sheetText(head, batches, isForTyping)
  const first = await text.next()
  async function* rows() {
    for (let next = first; !next.done; next = await text.next()) yield next.value
  }
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const source = Readable.from(rows())
  // An error while rows are read must end the output, because a truncated file must not pass for a complete one.
  source.on('error', (error) => out.destroy(error))
  zip.on('error', (error: Error) => out.destroy(error))
  zip.addReadStream(source, 'xl/worksheets/sheet1.xml')
  for (const [path, content] of Object.entries(frame(sheet))) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  try {
    for await (const piece of out) yield piece as Buffer
  } finally {
    source.destroy()
    await text.return(undefined)
  }
}

async function* sheetText(
  head: readonly string[],
  batches: AsyncIterable<Cell[][]>,
  isForTyping: boolean,
): AsyncGenerator<string> {
  const style = isForTyping ? ' s="2"' : ''
  const columns = isForTyping
    ? `<cols><col min="1" max="${Math.max(1, head.length)}" width="18" style="2" customWidth="1"/></cols>`
    : ''
  const pane =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
  let before = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${columns}<sheetData>${rowOf(head, 1, style)}`
  let number = 2
  for await (const batch of batches) {
    yield before + batch.map((cells, index) => rowOf(cells, number + index, style)).join('')
    number += batch.length
    before = ''
  }
  yield `${before}</sheetData></worksheet>`
}

function rowOf(cells: readonly Cell[], number: number, style: string): string {
  return `<row r="${number}">${cells.map((cell, index) => cellOf(cell, columnName(index) + number, style)).join('')}</row>`
}

function cellOf(cell: Cell, at: string, style: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (cell instanceof Date) return `<c r="${at}" s="1"><v>${serialOf(cell)}</v></c>`
  if (typeof cell === 'object') return `<c r="${at}"><v>${cell.decimal}</v></c>`
  // If a truncated text were imported again, it would replace the full text. An empty cell changes nothing.
  if (cell.length > longestText) return ''
  const text = escaped(cell)
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** The name of the column with this index: A, B … Z, AA. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** Days since the last day of 1899, with the time of day as the fraction. Pakistan is five hours ahead all year. */
function serialOf(time: Date): number {
  const karachi = time.getTime() + 5 * 60 * 60 * 1000
  return karachi / 86_400_000 + 25_569
}

/**
 * Escapes text for XML. Characters that XML cannot hold are encoded as the format requires (22.9.2.19), and so is text
 * that looks like this encoding.
 */
function escaped(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (sign) => {
      const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      return `_x${code}_`
    })
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts around the sheet: the list of parts, the workbook, and three cell styles: general, time, text. */
function frame(sheet: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
}
