import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { type Answer, startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { pendingVendor } from '#testing/factories.ts'
import { checkedSheet, letImportsRun, sheetForm, sheetOf, uploadedSheet } from '#testing/import-samples.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
let query: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  by = { app, admin }
})
beforeEach(async () => {
  query = `?vendor_id=${(await pendingVendor(app)).id}`
})
afterAll(() => app.close())

const path = '/api/admin/imports'
const head = ['SKU', 'Name', 'Retail price']
const send = (body: FormData) => app.call('POST', path + query, { as: admin, body })
const rowsOf = async (id: string) =>
  (await app.call('GET', `${path}/${id}/rows?limit=100`, { as: admin })).body.results
const namesIn = async (bytes: Uint8Array | string, name?: string) => {
  const checked = await checkedSheet(by, sheetForm(bytes, name), query)
  return (await rowsOf(checked.id)).map(({ product_name }: { product_name: string }) => product_name)
}
const uploads = () => readdir(join(app.directory, 'files', 'uploads')).catch(() => [])

/** The file is refused with these words, and nothing is left of it: no row, no import, no file. */
async function expectRefused(status: number, words: RegExp, call: () => Promise<Answer>) {
  const before = { state: await stateOf(app), files: await uploads() }
  const answer = await call()
  expect({ status: answer.status, message: answer.body.message }).toEqual({
    status,
    message: expect.stringMatching(words),
  })
  expect({ state: await stateOf(app), files: await uploads() }).toEqual(before)
}

/** The file was taken by its top, and what is wrong further down ends it: no row of it stays. */
async function expectFailed(words: RegExp, form: FormData) {
  const { id } = await uploadedSheet(by, form, query)
  await letImportsRun(app)
  const failed = (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
  expect(failed).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(words),
    counts: { rows: 0 },
  })
  const { rows } = await app.database.pool.query('select from import_rows where import_id = $1', [id])
  expect(rows).toEqual([])
  expect(await uploads()).toEqual([])
}

/** How far the memory of the process rises while something is done, in megabytes. */
async function riseDuring(work: () => Promise<void>): Promise<number> {
  const rss = () => process.memoryUsage.rss() / 1024 / 1024
  const before = rss()
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, rss())
  }, 5)
  await work()
  clearInterval(looking)
  return Math.max(most, rss()) - before
}

interface Parts {
  sheet?: string | Readable
  texts?: string | Readable
  styles?: string
  workbook?: string
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as somebody could write it. */
async function workbook({ sheet = '', texts, styles, workbook: book }: Parts): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const add = (name: string, text: string | Readable) =>
    typeof text === 'string' ? zip.addBuffer(Buffer.from(text), name) : zip.addReadStream(text, name)
  const related = [
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ...(texts ? [['rId2', 'sharedStrings', 'sharedStrings.xml']] : []),
    ...(styles ? [['rId3', 'styles', '/xl/styles.xml']] : []),
  ].map(([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`)
  add('[Content_Types].xml', '<Types/>')
  add(
    'xl/workbook.xml',
    book ??
      `<workbook xmlns:r="${relations}"><sheets><sheet name="hidden" state="hidden" r:id="rId9"/><sheet name="A" r:id="rId1"/></sheets></workbook>`,
  )
  add('xl/_rels/workbook.xml.rels', `<Relationships>${related.join('')}</Relationships>`)
  add('xl/worksheets/sheet1.xml', sheet)
  if (texts) add('xl/sharedStrings.xml', texts)
  if (styles) add('xl/styles.xml', styles)
  zip.end()
  return buffer(zip.outputStream as unknown as Readable)
}

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const rowXml = (...cells: string[]) => `<row>${cells.join('')}</row>`
const sheetXml = (...rows: string[]) =>
  `<worksheet><sheetData>${rowXml(...head.map(cell))}${rows.join('')}</sheetData></worksheet>`

describe('what a spreadsheet leaves is understood', () => {
  test.each([
    [
      'UTF-8 with its mark and semicolons',
      Buffer.from('\uFEFFSKU;Name;Retail price\r\nA;Größe, L;10\r\n'),
      'Größe, L',
    ],
    [
      'UTF-16 with tabs, as "Unicode text"',
      Buffer.from('\uFEFFSKU\tName\tRetail price\r\nA\tلان\t10\r\n', 'utf16le'),
      'لان',
    ],
    ['UTF-16 without its mark', Buffer.from('SKU,Name,Retail price\r\nA,Plain,10\r\n', 'utf16le'), 'Plain'],
    ['lines that end in CR alone', Buffer.from('SKU,Name,Retail price\rA,One,10\r'), 'One'],
    [
      'a line that says what parts the cells',
      Buffer.from('sep=|\r\nSKU|Name|Retail price\r\nA|One, two|10\r\n'),
      'One, two',
    ],
    ['titles above the head', Buffer.from('Price list,,\n,,\nSKU,Name,Retail price\nA,One,10\n'), 'One'],
    [
      'cells of several lines and doubled quotes',
      Buffer.from('SKU,Name,Retail price\nA,"Say ""hi""",10\n'),
      'Say "hi"',
    ],
    ['a quote that nobody doubled', Buffer.from('SKU,Name,Retail price\nA,12" pan,10\n'), '12" pan'],
    ['text marked by ="…"', Buffer.from('SKU,Name,Retail price\n="007",="00123",10\n'), '00123'],
    ['a quote before a number', Buffer.from("SKU,Name,Retail price\nA,'+923001234567,10\n"), '+923001234567'],
  ])('%s', async (_, bytes, name) => {
    expect(await namesIn(bytes)).toEqual([name])
  })

  test('numbers, dates, shared texts, formulas and errors of a workbook', async () => {
    const bytes = await workbook({
      texts:
        '<sst><si><t>Kettle</t></si><si><r><t>Two </t></r><r><t>runs</t></r><rPh><t>spoken</t></rPh></si></sst>',
      styles:
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\-mmm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      sheet: sheetXml(
        '<row r="5"><c r="A5"><v>1.2300000000000001</v></c><c r="B5" t="s"><v>0</v></c><c r="C5"><v>19.989999999999998</v></c></row>',
        '<row><c s="1"><v>45293</v></c><c t="s"><v>1</v></c><c><v>5</v></c></row>',
        '<row><c t="inlineStr"><is><t>F-1</t></is></c><c t="str"><f>A1&amp;"x"</f><v>From a formula</v></c><c><f>1+1</f></c></row>',
        '<row><c><v>3520212345671</v></c><c t="inlineStr"><is><t>=1+1</t></is></c><c t="e"><v>#N/A</v></c></row>',
        '<row><c><v>3.5202123456710001E+17</v></c><c t="inlineStr"><is><t>Long</t></is></c><c><v>5</v></c></row>',
      ),
    })
    const checked = await checkedSheet(by, sheetForm(bytes, 'a.xlsx'), query)
    const rows = await rowsOf(checked.id)
    expect(
      rows.map(
        (row: { number: number; sku: string; product_name: string; errors: { message: string }[] }) => [
          row.number,
          row.sku,
          row.product_name,
          row.errors[0]?.message ?? '',
        ],
      ),
    ).toEqual([
      [5, '1.23', 'Kettle', ''],
      [6, '', 'Two runs', expect.stringContaining('turned this value into a date')],
      [7, 'F-1', 'From a formula', 'This cell contains a formula. Replace the formula with its value'],
      [8, '3520212345671', '=1+1', 'The spreadsheet shows an error here: #N/A'],
      [9, '', 'Long', expect.stringContaining('a spreadsheet rounded this number')],
    ])
    expect(rows[0].cells).toEqual(['1.23', 'Kettle', '19.99'])
  })
})

describe('what is no sheet of products is refused in words, and leaves nothing', () => {
  test.each([
    ['nothing', '', 422, /one part named file/],
    ['empty lines', '\r\n\r\n', 422, /The file is empty/],
    ['a head alone', sheetOf(head), 422, /There are no rows below the column names/],
    [
      'a thousand columns',
      sheetOf(
        Array.from({ length: 1000 }, (_, n) => `C${n}`),
        ['a'],
      ),
      422,
      /more than 500 columns/,
    ],
    ['a quote that never closes', 'SKU,Name,Retail price\nA,"open,10\nB,C,20\n', 422, /never closed/],
    ['a head that is no name', '__proto__,SKU,Name\n1,2,3\n', 422, /A column cannot be named __proto__/],
    ['bytes', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 3]), 422, /This file is not text/],
    [
      'two alphabets',
      Buffer.concat([
        Buffer.from('SKU,Name,Retail price\nA,لان کا سوٹ,10\n'),
        Buffer.from([0xff, 0xc3, 0x28, 10]),
      ]),
      422,
      /damaged/,
    ],
    ['half a ZIP', Buffer.from('PK\x03\x04 and no more'), 422, /damaged/],
  ])('%s', async (_, bytes, status, words) => {
    await expectRefused(status as number, words as RegExp, () => send(sheetForm(bytes as string)))
  })

  test('a formula whose value is an empty text is an empty cell, and a row of such cells is none', async () => {
    const bytes = await workbook({
      sheet: sheetXml(
        '<row><c t="inlineStr"><is><t>E-1</t></is></c><c t="inlineStr"><is><t>Kettle</t></is></c><c><v>5</v></c><c t="str"><f>IF(A9="","",1)</f><v></v></c></row>',
        '<row><c t="str"><f>IF(A9="","",1)</f><v></v></c><c t="str"><f>IF(A9="","",1)</f><v/></c></row>',
        '<row><c t="inlineStr"><is><t>E-2</t></is></c><c t="inlineStr"><is><t>Pan</t></is></c><c t="str"><f>1+1</f></c></row>',
      ),
    })
    const checked = await checkedSheet(by, sheetForm(bytes, 'a.xlsx'), query)
    const rows = await rowsOf(checked.id)
    expect(
      rows.map((row: { sku: string; errors: { message: string }[] }) => [
        row.sku,
        row.errors[0]?.message ?? '',
      ]),
    ).toEqual([
      ['E-1', ''],
      ['E-2', 'This cell contains a formula. Replace the formula with its value'],
    ])
  })

  test('formulas are reported row by row', async () => {
    const checked = await checkedSheet(by, sheetForm('SKU,Name,Retail price\nA,One,=1+1\n'), query)
    expect((await rowsOf(checked.id))[0].errors).toMatchObject([
      {
        column_name: 'Retail price',
        message: 'This cell contains a formula. Replace the formula with its value',
      },
    ])
  })

  test('a workbook with entities of its own, wherever they stand', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    const evil = await workbook({ sheet: doctype + sheetXml(rowXml(cell('&e;'), cell('B'), cell('1'))) })
    await expectRefused(422, /document type/, () => send(sheetForm(evil, 'a.xlsx')))
    const book = await workbook({ workbook: `${doctype}<workbook/>`, sheet: sheetXml() })
    await expectRefused(422, /document type/, () => send(sheetForm(book, 'a.xlsx')))
    const undeclared = await workbook({ sheet: sheetXml(rowXml(cell('&nobody;'), cell('B'), cell('1'))) })
    await expectRefused(422, /damaged/, () => send(sheetForm(undeclared, 'a.xlsx')))
  })

  test('a ZIP bomb, whether it says how large it is or not, in flat memory', async () => {
    const zeros = (megabytes: number, before = '<sst>') =>
      Readable.from(
        (function* () {
          yield Buffer.from(before)
          for (let n = 0; n < megabytes; n += 1) yield Buffer.alloc(1024 * 1024, 'x')
        })(),
      )
    const honest = await workbook({ sheet: sheetXml(), texts: zeros(64) })
    expect(honest.length).toBeLessThan(2 * 1024 * 1024)
    const endless = await workbook({ sheet: zeros(64, '<worksheet><sheetData><row><c><v>') })
    const commented = await workbook({ sheet: zeros(8, '<worksheet><!-- <a>') })
    const liar = await workbook({ sheet: zeros(64) })
    // The directory says that a few bytes come out of it.
    const at = liar.lastIndexOf('xl/worksheets/sheet1.xml')
    liar.writeUInt32LE(1000, at - 46 + 24)
    const rise = await riseDuring(async () => {
      await expectRefused(422, /larger than 48 MB/, () => send(sheetForm(honest, 'a.xlsx')))
      await expectRefused(422, /cannot be unpacked|damaged/, () => send(sheetForm(liar, 'b.xlsx')))
      await expectRefused(422, /without an end/, () => send(sheetForm(endless, 'c.xlsx')))
      await expectRefused(422, /holds what no spreadsheet writes/, () => send(sheetForm(commented, 'd.xlsx')))
    })
    expect(rise).toBeLessThan(150)
  })

  test('a workbook of elements within elements, or of one text many times, in flat memory', async () => {
    const deep = (before: string, megabytes: number) =>
      Readable.from(
        (function* () {
          yield Buffer.from(before)
          for (let n = 0; n < megabytes; n += 1) yield Buffer.from('<a>'.repeat(349_525))
        })(),
      )
    const nested = await workbook({ sheet: deep('<worksheet><sheetData>', 24) })
    expect(nested.length).toBeLessThan(1024 * 1024)
    const nestedTexts = await workbook({ sheet: sheetXml(), texts: deep('<sst>', 24) })
    const shared = '<c t="s"><v>0</v></c>'.repeat(450)
    const repeated = await workbook({
      sheet: sheetXml(`<row r="1">${shared}</row>`),
      texts: Readable.from([Buffer.from(`<sst><si><t>${'x'.repeat(1_000)}</t></si></sst>`)]),
    })
    const rise = await riseDuring(async () => {
      await expectRefused(422, /elements without an end/, () => send(sheetForm(nested, 'a.xlsx')))
      await expectRefused(422, /elements without an end/, () => send(sheetForm(nestedTexts, 'b.xlsx')))
      await expectRefused(422, /Row 2: more than 200,000 characters/, () =>
        send(sheetForm(repeated, 'c.xlsx')),
      )
    })
    expect(rise).toBeLessThan(150)
  })

  test('a ZIP whose names lead out of it, and one without a sheet or with two', async () => {
    const zipOf = async (...names: string[]) => {
      const zip = new yazl.ZipFile()
      for (const name of names) zip.addBuffer(Buffer.from(sheetOf(head, ['A', 'B', 1])), name)
      zip.end()
      return buffer(zip.outputStream as unknown as Readable)
    }
    const leading = Buffer.from(
      (await zipOf('aa/evil.csv')).toString('latin1').replaceAll('aa/evil', '../evil'),
      'latin1',
    )
    await expectRefused(422, /damaged/, () => send(sheetForm(leading, 'a.zip')))
    await expectRefused(422, /This ZIP contains none/, async () =>
      send(sheetForm(await zipOf('a.png'), 'a.zip')),
    )
    await expectRefused(422, /This ZIP contains 2/, async () =>
      send(sheetForm(await zipOf('a.csv', 'b.csv'), 'a.zip')),
    )
  })

  test('a file of 200 MB, in flat memory, and a sheet of more than 50 MB', async () => {
    const sent = async (megabytes: number) => {
      const line = Buffer.from(`${'x'.repeat(1023)}\n`)
      const piece = Buffer.concat(Array.from({ length: 1024 }, () => line))
      const body = (async function* () {
        yield Buffer.from(
          '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nSKU,Name,Retail price\n',
        )
        for (let n = 0; n < megabytes; n += 1) yield piece
        yield Buffer.from('\r\n--b--\r\n')
      })()
      const response = await fetch(app.url + path + query, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        body: Readable.toWeb(Readable.from(body)) as ReadableStream,
        duplex: 'half',
      } as RequestInit)
      return { status: response.status, headers: response.headers, body: await response.json() }
    }
    const rise = await riseDuring(async () => {
      await expectRefused(413, /One file of at most 100 MB/, () => sent(200))
      await expectRefused(413, /A sheet has at most 50 MB/, () => sent(60))
    })
    expect(rise).toBeLessThan(150)
  })
})

describe('what is wrong further down ends the import, and none of its rows stays', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => [`S-${n}`, `Product ${n}`, 10])

  test('more than 50,000 rows', async () => {
    await expectFailed(/more than 50,000 rows/, sheetForm(sheetOf(head, ...many(50_001))))
  })

  test('a quote that is opened there and never closed', async () => {
    await expectFailed(
      /Row 902 does not end/,
      sheetForm(`${sheetOf(head, ...many(900))}X,"open,10\r\n${'more,1,2\r\n'.repeat(30_000)}`),
    )
  })

  test('a sheet of a workbook that is cut off', async () => {
    const rows = many(900).map((cells) => rowXml(...cells.map(String).map(cell)))
    const bytes = await workbook({ sheet: `${sheetXml(...rows).slice(0, -30)}<row><c><v>` })
    await expectFailed(/damaged/, sheetForm(bytes, 'a.xlsx'))
  })
})
