import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import type { Cell } from '#kit/contract/csv.ts'
import { xlsxBytes } from '#kit/server/xlsx.ts'

/** A workbook with one sheet of these rows, the first of them the head. */
export async function workbookOf([head = [], ...rows]: readonly (readonly Cell[])[]): Promise<Buffer> {
  async function* batches(): AsyncGenerator<Cell[][]> {
    yield rows.map((cells) => [...cells])
  }
  const pieces: Buffer[] = []
  for await (const piece of xlsxBytes('Statement', head.map(String), batches())) pieces.push(piece)
  return Buffer.concat(pieces)
}

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with these sheets, each the XML of its rows; a sheet may be hidden. */
export async function workbookOfSheets(
  sheets: readonly { rows: string; isHidden?: boolean }[],
): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name)
  const each = (write: (id: number, isHidden: boolean) => string) =>
    sheets.map(({ isHidden = false }, at) => write(at + 1, isHidden)).join('')
  add('[Content_Types].xml', '<Types/>')
  const listed = each(
    (id, isHidden) => `<sheet name="Sheet ${id}"${isHidden ? ' state="hidden"' : ''} r:id="rId${id}"/>`,
  )
  add('xl/workbook.xml', `<workbook xmlns:r="${relation}"><sheets>${listed}</sheets></workbook>`)
  const related = each(
    (id) => `<Relationship Id="rId${id}" Type="${relation}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  )
  add('xl/_rels/workbook.xml.rels', `<Relationships>${related}</Relationships>`)
  for (const [at, { rows }] of sheets.entries()) {
    add(`xl/worksheets/sheet${at + 1}.xml`, `<worksheet><sheetData>${rows}</sheetData></worksheet>`)
  }
  zip.end()
  return buffer(zip.outputStream as unknown as Readable)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The XML of a row: texts as texts, numbers as numbers. */
export function rowXml(cells: readonly (string | number)[], attributes = ''): string {
  const xml = cells.map((cell) =>
    typeof cell === 'number'
      ? `<c><v>${cell}</v></c>`
      : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
  )
  return `<row${attributes}>${xml.join('')}</row>`
}
