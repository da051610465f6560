import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { rowXml, workbookOf, workbookOfSheets } from '#testing/workbook.ts'
import { readTable } from './table-reader.ts'

const isHead = (names: readonly string[]) => names.includes('tracking no')
const read = (file: string | Buffer) => readTable(Buffer.from(file), isHead)
const head = ['Tracking_No', 'COD', 'Date']

describe('a table', () => {
  test('reads alike from CSV and XLSX, with the digits that were typed', async () => {
    const table = {
      head: ['tracking no', 'cod', 'date'],
      rows: [
        ['25000000000017', '1200', '2026-11-12'],
        ['00352', '1199.5', '-'],
      ],
    }
    expect(await read('Tracking_No,COD,Date\n25000000000017,1200,2026-11-12\n00352,1199.5,-\n')).toEqual(
      table,
    )
    const workbook = await workbookOf([
      head,
      [25_000_000_000_017, 1200, new Date('2026-11-12T00:00:00+05:00')],
      ['00352', 1199.5, '-'],
    ])
    expect(await read(workbook)).toEqual(table)
  })

  test('has the amounts of formulas as a sheet shows them, halves rounded up', async () => {
    const rows = [29.975, -1.005, 1.005, 0.001, 1199.9999999999998, 24.375].map((amount) => ['A', amount])
    const table = await read(await workbookOf([['Tracking no', 'COD'], ...rows]))
    expect(table?.rows.map(([, amount]) => Number(amount))).toEqual([29.98, -1.01, 1.01, 0, 1200, 24.38])
  })

  test('says of a number that a spreadsheet has rounded that its digits are lost', async () => {
    const table = await read(await workbookOf([head, [3.5202e17, 1, '']]))
    expect(table?.rows).toEqual([['3.52E+17', '1']])
  })

  test('is the first sheet shown that has a head, below its titles', async () => {
    const own = `${rowXml(['Leopards'])}<row/>${rowXml(head)}${rowXml(['LE-2', 200])}`
    const file = await workbookOfSheets([
      { rows: rowXml(head) + rowXml(['LE-1', 100]), isHidden: true },
      { rows: rowXml(['Summary']) + rowXml(['Total', 200]) },
      { rows: own },
      { rows: rowXml(head) + rowXml(['LE-3', 300]) },
    ])
    expect((await read(file))?.rows).toEqual([['LE-2', '200']])
    // A head that far down is none.
    const titles = Array.from({ length: 21 }, (_, at) => rowXml([`Title ${at}`])).join('')
    expect(await read(await workbookOfSheets([{ rows: titles + own }]))).toBeNull()
  })

  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['that is cut off', async () => (await workbookOf([head, ['A', 1, '']])).subarray(0, 400), /damaged/],
    [
      'whose sheet is cut off',
      () => workbookOfSheets([{ rows: `${rowXml(head)}<row><c><v>` }]),
      /The workbook is damaged/,
    ],
    ['that is a ZIP of something else', zipOfText, /neither a CSV file nor a workbook/],
    [
      'with more rows than a statement has',
      () => workbookOfSheets([{ rows: rowXml(head) + rowXml(['A', 1]).repeat(12_001) }]),
      /more than 12,000 rows/,
    ],
    [
      'that unpacks to far more',
      () => workbookOfSheets([{ rows: '<row/>'.repeat(6_000_000) }]),
      /larger than 32 MB/,
    ],
  ])('%s is refused in words', async (_, write, words) => {
    await expect(read(await write())).rejects.toMatchObject({
      message: expect.stringMatching(words),
      details: { errors: [expect.objectContaining({ path: 'file' })] },
    })
  })
})

async function zipOfText(): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from('Tracking_No,COD\nA,1\n'), 'statement.csv')
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}
