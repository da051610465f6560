import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { encodedAs, urduNames } from '#testing/encodings.ts'
import { pendingVendor } from '#testing/factories.ts'
import { confirmed, letImportsRun, sheetForm, sheetOf, uploadedSheet } from '#testing/import-samples.ts'
import { stateOf } from '#testing/state.ts'

let app: TestApp
let admin: TestPerson
let by: { app: TestApp; admin: TestPerson }
let vendor: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person()
  by = { app, admin }
})
beforeEach(async () => {
  vendor = (await pendingVendor(app)).id
  kept = await uploads()
})
afterAll(() => app.close())

const path = '/api/admin/imports'
const head = ['SKU', 'Name', 'Retail price']
const read = async (id: string) => (await app.call('GET', `${path}/${id}`, { as: admin })).body.results
const rowsOf = async (id: string) =>
  (await app.call('GET', `${path}/${id}/rows?limit=100`, { as: admin })).body.results
const uploads = () => readdir(join(app.directory, 'files', 'uploads')).catch(() => [])
let kept: string[]
const sheet = (names: readonly string[]) => sheetOf(head, ...names.map((name, n) => [`A-${n}`, name, 10]))

async function waiting(bytes: Uint8Array | string, name?: string) {
  const { id } = await uploadedSheet(by, sheetForm(bytes, name), `?vendor_id=${vendor}`)
  await letImportsRun(app)
  return read(id)
}

const ifMatch = ({ version }: { version: number }) => ({ 'if-match': `"v${version}"` })

function mapped(record: { id: string; version: number; columns: { field: string | null }[] }) {
  const fields = record.columns.map(({ field }) => field)
  return app.call('PUT', `${path}/${record.id}/mapping`, {
    as: admin,
    body: { fields, vendor_id: vendor },
    headers: ifMatch(record),
  })
}

async function reread(record: { id: string; version: number }, body: Record<string, string>) {
  const answer = await app.call('PUT', `${path}/${record.id}/reading`, {
    as: admin,
    body,
    headers: ifMatch(record),
  })
  await letImportsRun(app)
  return answer
}

async function namesOnceImported(record: Parameters<typeof mapped>[0]): Promise<string[]> {
  expect((await mapped(record)).status).toBe(200)
  await letImportsRun(app)
  expect((await confirmed(by, await read(record.id))).status).toBe(200)
  await letImportsRun(app)
  const { rows } = await app.database.pool.query(
    'select product_name from products where vendor_id = $1 order by length(sku), sku',
    [vendor],
  )
  return rows.map(({ product_name }) => product_name)
}

describe('the letters of a sheet', () => {
  test('of 200 Urdu names in Windows-1256 are guessed, shown before anything is mapped, and imported as they are', async () => {
    const record = await waiting(encodedAs(sheet(urduNames), 'windows-1256'))
    expect(record).toMatchObject({ status: 'mapping', counts: { rows: 200 } })
    expect(record.reading).toMatchObject({ encoding: 'windows-1256', how: 'guessed', may_change: true })
    const [{ encoding, sample }] = record.reading.choices
    expect([encoding, urduNames]).toEqual(['windows-1256', expect.arrayContaining([sample.split(',')[1]])])
    expect(record.columns[1].samples[0]).toBe(urduNames[0])
    expect(await namesOnceImported(record)).toEqual(urduNames)
    expect(await uploads()).toEqual(kept)
  })

  test.each([
    ['windows-1252', 'Café – 5€'],
    ['iso-8859-6', 'قميص قطن'],
    ['macintosh', 'Größe für Füße'],
  ])('of %s are read right', async (encoding, name) => {
    const record = await waiting(encodedAs(sheet([name]), encoding))
    expect(record.reading).toMatchObject({ encoding, how: 'guessed' })
    expect(await namesOnceImported(record)).toEqual([name])
  })

  test('that are UTF-8 need nobody to look', async () => {
    const record = await waiting(sheet(['لان کا سوٹ']))
    expect(record).toMatchObject({ status: 'checked', reading: { encoding: 'utf-8', how: 'certain' } })
    expect(await uploads()).toEqual(kept)
  })

  test('that nobody can tell are not imported before a person has said what they are', async () => {
    const record = await waiting(encodedAs(sheet(['Чайник']), 'windows-1251'))
    expect(record).toMatchObject({ status: 'mapping', reading: { how: 'unsure' } })
    expect(record.missing).toEqual(['Choose the encoding in which the names are spelled correctly'])
    const before = await stateOf(app)
    const refused = await mapped(record)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Choose the encoding in which the names are spelled correctly',
    ])
    expect(await stateOf(app)).toBe(before)
    expect((await reread(record, { encoding: 'windows-1251' })).status).toBe(200)
    const chosen = await read(record.id)
    expect(chosen).toMatchObject({
      status: 'mapping',
      missing: [],
      reading: { encoding: 'windows-1251', how: 'chosen' },
      counts: { rows: 1 },
    })
    expect(chosen.columns[1].samples).toEqual(['Чайник'])
    expect(await namesOnceImported(chosen)).toEqual(['Чайник'])
  })

  test('can be read in another encoding also after the dry run, and what it said goes', async () => {
    const record = await waiting(encodedAs(sheet(['Größe', 'Käse']), 'windows-1252'))
    await mapped(record)
    await letImportsRun(app)
    const checked = await read(record.id)
    expect(checked).toMatchObject({ status: 'checked', counts: { create: 2 } })
    expect((await reread(checked, { encoding: 'windows-1254' })).status).toBe(200)
    const again = await read(record.id)
    expect(again).toMatchObject({ status: 'mapping', counts: { rows: 2, create: 0 } })
    expect(await namesOnceImported(again)).toEqual(['Größe', 'Käse'])
  })

  test.each([
    ['an encoding that the file is not in', { encoding: 'utf-8' }, 422, /^Line 2 cannot be read as UTF-8/],
    ['an encoding that is none', { encoding: 'klingon' }, 422, /./],
    ['nothing', {}, 422, /Choose an encoding or a sheet/],
  ])('are not read again for %s', async (_, body, status, words) => {
    const record = await waiting(encodedAs(sheet(['Größe']), 'windows-1252'))
    const before = await stateOf(app)
    const answer = await reread(record, body as Record<string, string>)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(words)])
    expect(await stateOf(app)).toBe(before)
    expect(await read(record.id)).toMatchObject({ status: 'mapping', version: record.version })
  })

  test('are not read again once the import was cancelled or the file is gone', async () => {
    const record = await waiting(encodedAs(sheet(['Größe']), 'windows-1252'))
    await app.call('POST', `${path}/${record.id}/cancel`, { as: admin })
    expect(await uploads()).toEqual(kept)
    expect((await reread(record, { encoding: 'windows-1254' })).status).toBe(409)
    const certain = await waiting(sheet(['Kettle']))
    const gone = await reread(certain, { encoding: 'windows-1252' })
    expect([gone.status, gone.body.message]).toEqual([409, expect.stringContaining('Upload the file again')])
  })

  test('that were lost earlier are an error of their row, with what to do', async () => {
    const record = await waiting(sheet(['Gr\uFFFD\uFFFDe', 'Kett\u0081le', 'Cup']))
    expect(record).toMatchObject({ status: 'checked', counts: { error: 2, create: 1 } })
    const rows = await rowsOf(record.id)
    expect(rows.map(({ errors }: { errors: { message: string }[] }) => errors[0]?.message ?? '')).toEqual([
      '“Gr��e” has lost letters. Save the original sheet as CSV UTF-8 and upload the new file, or type the text again',
      '“Kett\u0081le” holds a character that cannot be shown (U+0081). Save the sheet as CSV UTF-8 and upload the new file, or type the text again',
      '',
    ])
  })
})

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const cell = (text: string | number) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const sheetXml = (rows: readonly (readonly (string | number)[])[]) =>
  `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`

/** A workbook with these sheets in their order. */
async function workbook(sheets: Record<string, readonly (readonly (string | number)[])[]>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name)
  const names = Object.keys(sheets)
  add('[Content_Types].xml', '<Types/>')
  add(
    'xl/workbook.xml',
    `<workbook xmlns:r="${relations}"><sheets>${names.map((name, n) => `<sheet name="${name}" r:id="r${n}"/>`).join('')}</sheets></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${names.map((_, n) => `<Relationship Id="r${n}" Type="${relations}/worksheet" Target="worksheets/s${n}.xml"/>`).join('')}</Relationships>`,
  )
  for (const [n, name] of names.entries()) add(`xl/worksheets/s${n}.xml`, sheetXml(sheets[name] ?? []))
  zip.end()
  return buffer(zip.outputStream as unknown as Readable)
}

describe('a workbook of several sheets', () => {
  const cups = [head, ['C-1', 'Cup', 10]]
  const pots = [head, ['P-1', 'Pot', 10], ['P-2', 'Pan', 10]]

  test('is read where the products are, and names the others', async () => {
    const bytes = await workbook({ Cover: [['Price list of Swat Shawls']], Products: pots })
    const record = await waiting(bytes, 'a.xlsx')
    expect(record).toMatchObject({
      status: 'mapping',
      counts: { rows: 2 },
      reading: { encoding: null, sheet: 'Products', sheets: ['Cover', 'Products'], may_change: true },
    })
  })

  test('is read from the sheet that a person chooses', async () => {
    const record = await waiting(await workbook({ Cups: cups, Pots: pots }), 'a.xlsx')
    expect(record).toMatchObject({ status: 'mapping', reading: { sheet: 'Cups' }, counts: { rows: 1 } })
    const refused = await reread(record, { sheet: 'Plates' })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'There is no sheet “Plates” in this workbook. Choose one of: “Cups”, “Pots”',
    ])
    expect((await reread(record, { sheet: 'Pots' })).status).toBe(200)
    const chosen = await read(record.id)
    expect(chosen).toMatchObject({ reading: { sheet: 'Pots' }, counts: { rows: 2 } })
    expect(await namesOnceImported(chosen)).toEqual(['Pot', 'Pan'])
  })

  test('without rows in any of them is refused by their names', async () => {
    const bytes = await workbook({ Cover: [['Price list']], Products: [head] })
    const answer = await app.call('POST', path, { as: admin, body: sheetForm(bytes, 'a.xlsx') })
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'No sheet of the workbook has rows below its column names. Sheets: “Cover”, “Products”',
    ])
    expect(await uploads()).toEqual(kept)
  })

  test('with one sheet of products needs nobody to look', async () => {
    const record = await waiting(await workbook({ Products: pots, Notes: [] }), 'a.xlsx')
    expect(record.status).toBe('checked')
  })
})
