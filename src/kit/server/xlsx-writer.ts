import { Readable } from 'node:stream'
import yazl from 'yazl'

/**
 * A workbook of one sheet, made as it is read: every cell is text, and every column is marked as text, so that a spreadsheet
 * keeps leading zeros and reckons nothing. `cells` are written as they are; nothing of them is a formula.
 */
export function xlsxFile(
  sheet: string,
  head: readonly string[],
  batches: AsyncIterable<readonly string[][]>,
): Readable {
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(partsOf(sheet))) zip.addBuffer(Buffer.from(text), name)
  const rows = Readable.from(sheetXml(head, batches))
  const out = Readable.from(zip.outputStream as unknown as AsyncIterable<Buffer>)
  rows.on('error', (error) => out.destroy(error))
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  zip.end()
  return out
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function partsOf(sheet: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    // The second style is the format "@": text.
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
}

async function* sheetXml(
  head: readonly string[],
  batches: AsyncIterable<readonly string[][]>,
): AsyncGenerator<string> {
  const columns = Math.max(1, head.length)
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="18" style="1" customWidth="1"/></cols><sheetData>${rowXml(head)}`
  for await (const batch of batches) yield batch.map(rowXml).join('')
  yield '</sheetData></worksheet>'
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.map((cell) => `<c s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`).join('')}</row>`
}

/** Text as XML takes it; signs that it cannot hold are left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}
