import { v7 as uuidv7 } from 'uuid'
import type { ImportDetail, imports } from '#features/bulk-upload/contract.ts'
import { type ImportField, importFieldNames } from '#features/bulk-upload/fields-contract.ts'
import { checkAnew, lockFor, refuseUnknownVendor } from '#features/bulk-upload/server/commands.ts'
import { readImport, readingOf, type StoredReading } from '#features/bulk-upload/server/queries.ts'
import { headHash, shortened } from '#features/bulk-upload/server/rules.ts'
import { subjectOf } from '#features/bulk-upload/server/step-commands.ts'
import type { ImportRecord } from '#features/bulk-upload/server/tables.ts'
import type { TextEncoding } from '#kit/contract/encodings.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { type SheetRow, textOfCell } from '#kit/server/csv-reader.ts'
import type { KeptUpload } from '#kit/server/implement.ts'
import { likenessToHead, recognise } from '../source-contract.ts'
import { findHead, namesOf, openSheet, type Sheet } from './sheet-queries.ts'

/**
 * Stores a sheet whose column names can be read. Its mapping comes from the column names, from an earlier sheet with
 * the same columns, or from the import that the sheet corrects. The rows are read in the background. Refuses (invalid,
 * too-large) a file that is not a product sheet, and an import to correct that does not exist. Nothing of a refused
 * upload is kept.
 */
export async function uploadSheet(
  ctx: Context,
  input: Input<typeof imports.upload> & KeptUpload,
): Promise<ImportDetail> {
  const { files } = ctx.services
  let id: string
  try {
    const sheet = await lookAt(ctx, input.file.key)
    id = await ctx.transact((own) => keepImport(own, input, sheet))
  } catch (error) {
    await files.remove(input.file.key)
    throw error
  }
  return readImport(ctx, { id })
}

/**
 * Reads a file again in another encoding, or from another sheet of its workbook. Discards previous results and maps the
 * columns again. Refuses (not-found), (invalid) an encoding that cannot decode every line or a sheet that does not
 * exist, (conflict) if the file is gone or rows were imported, and (stale). A refused import stays as it is.
 */
export async function rereadSheet(
  ctx: Context,
  { id, encoding, sheet }: Input<typeof imports.reread>,
): Promise<ImportDetail> {
  const seen = await ctx.transact(async (own) => {
    own.unchanged()
    return heldFile(own, id)
  })
  const before = readingOf(seen)
  const isWorkbook = before.sheets.length > 0
  if (isWorkbook ? sheet === undefined : encoding === undefined) {
    const words = isWorkbook
      ? 'Choose a sheet of the workbook'
      : 'This file has one sheet. Choose an encoding instead'
    throw fieldRefusal(isWorkbook ? 'sheet' : 'encoding', words)
  }
  const looked = await lookAt(ctx, seen.file_key, { encoding, sheet })
  await ctx.transact(async (own) => {
    const record = await heldFile(own, id)
    // The sample line of each encoding stays the same. Only the chosen encoding changes.
    const reading = { ...looked.reading, choices: before.choices, how: encoding ? 'chosen' : 'certain' }
    const followed = record.follows ? await followedBy(own, record.follows) : null
    await checkAnew(own, record, 'reread')
    await own.db
      .updateTable('imports')
      .set({ ...(await meaningOf(own, looked, followed)), reading: JSON.stringify(reading) })
      .where('id', '=', id)
      .execute()
    await own.record({
      action: 'read again',
      subject: subjectOf(record),
      after: encoding ? { encoding } : { sheet },
    })
  })
  return readImport(ctx, { id })
}

/** Loads and locks an import whose file can be read again. Refuses (not-found, conflict, stale). */
async function heldFile(own: Context, id: string): Promise<ImportRecord> {
  const record = await lockFor(own, id, 'reread')
  if (record.file_key === '' || record.created_count + record.changed_count > 0) {
    const why =
      record.file_key === '' ? 'The file is no longer kept' : 'Rows of the file were already imported'
    throw new Refusal('conflict', `${why}. Upload the file again to read it differently`)
  }
  return record
}

interface Looked {
  kind: 'csv' | 'xlsx' | 'zip'
  head: string[]
  headRow: number
  samples: string[][]
  reading: StoredReading
}

interface Choice {
  encoding?: TextEncoding | undefined
  sheet?: string | undefined
}

/** Inspects the top of a sheet: its kind, its encoding, its column names and sample cells. */
async function lookAt(
  { services: { files } }: Context,
  key: string,
  { encoding, sheet: name }: Choice = {},
): Promise<Looked> {
  const sheet = await openSheet(files, key, encoding ?? null)
  try {
    const found = await sheet.found()
    const { chosen, others } = await findTable(sheet, name)
    const { how = 'certain', choices = [] } = found ?? {}
    return {
      kind: sheet.kind,
      head: namesOf(chosen.head),
      headRow: chosen.head.number,
      samples: samplesOf(chosen.rows, namesOf(chosen.head).length),
      reading: {
        ...{ how, choices, sheets: [...sheet.sheets], sheet: chosen.name },
        encoding: found?.encoding ?? encoding ?? null,
        must_show: how !== 'certain' || others || name !== undefined || encoding !== undefined,
      },
    }
  } finally {
    await sheet.close()
  }
}

interface Table {
  /** The name of the sheet in its workbook. Empty for other files. */
  name: string
  head: SheetRow
  rows: SheetRow[]
}

const mostSheets = 20

/**
 * Finds the sheet that looks most like a list of products, or the sheet that a person chose. `others`: another sheet
 * could be meant too. Refuses (invalid) a file with no rows below the column names.
 */
async function findTable(
  sheet: Sheet,
  named: string | undefined,
): Promise<{ chosen: Table; others: boolean }> {
  const names = named ? [named] : sheet.sheets.slice(0, mostSheets)
  const tables: Table[] = []
  let hasHead = false
  for (const name of names.length > 0 ? names : ['']) {
    const top: SheetRow[] = []
    for await (const batch of name ? sheet.batches(name) : sheet.batches()) {
      top.push(...batch)
      if (top.length > 20) break
    }
    const head = findHead(top)
    if (!head) continue
    hasHead = true
    const rows = top.filter(({ number }) => number > head.number)
    if (rows.length > 0) tables.push({ name, head, rows })
  }
  const likeness = ({ head }: Table) => likenessToHead(head.cells.map(textOfCell))
  const [first] = tables
  if (!first) throw withoutRows(sheet, hasHead)
  const chosen = tables.reduce((best, table) => (likeness(table) > likeness(best) ? table : best), first)
  const others = tables.some((table) => table !== chosen && likeness(table) >= 2)
  return { chosen, others: others || (sheet.sheets.length > 0 && chosen.name !== sheet.sheets[0]) }
}

function withoutRows({ sheets }: Sheet, hasHead: boolean): Refusal {
  if (sheets.length > 1) {
    const words = sheets.map((name) => `“${name}”`).join(', ')
    return fieldRefusal('file', `No sheet of the workbook has rows below its column names. Sheets: ${words}`)
  }
  return fieldRefusal('file', hasHead ? 'There are no rows below the column names' : 'The file is empty')
}

function samplesOf(rows: readonly SheetRow[], width: number): string[][] {
  return Array.from({ length: width }, (_, column) => {
    const texts = rows.map(({ cells }) => textOfCell(cells[column]).trim()).filter((text) => text !== '')
    return [...new Set(texts)].slice(0, 3).map((text) => shortened(text, 120))
  })
}

async function keepImport(
  own: Context,
  { vendor_id, follows, file }: Input<typeof imports.upload> & KeptUpload,
  looked: Looked,
): Promise<string> {
  const person = signedIn(own)
  const followed = follows ? await followedBy(own, follows) : null
  const meaning = await meaningOf(own, looked, followed)
  const vendorId = vendor_id ?? followed?.vendor_id ?? null
  if (vendorId) await refuseUnknownVendor(own, vendorId)
  const id = uuidv7()
  await own.db
    .insertInto('imports')
    .values({
      id,
      file_name: file.name,
      file_key: file.key,
      file_bytes: BigInt(file.bytes),
      file_kind: looked.kind,
      status: 'reading',
      follows: followed?.id ?? null,
      ...meaning,
      reading: JSON.stringify(looked.reading),
      // If no column names the vendor, the vendor of the last such sheet is only a suggestion that a person must
      // confirm.
      vendor_id: vendorId,
      created_by: person.id,
      created_by_name: person.name,
      created_at: own.now(),
    })
    .execute()
  await own.record({
    action: 'upload',
    subject: subjectOf({ id, file_name: file.name }),
    after: {
      bytes: file.bytes,
      source: meaning.source,
      columns: looked.head.length,
      ...(followed ? { follows: followed.file_name } : {}),
    },
  })
  return id
}

/** The mapping of a sheet's columns, and the position of its first row. */
async function meaningOf(own: Context, { head, headRow, samples }: Looked, followed: ImportRecord | null) {
  const hash = headHash(head)
  const { source, from, fields } = recognise(head)
  const before = await rememberedFor(own, head, hash, followed)
  return {
    source,
    head: JSON.stringify(head),
    samples: JSON.stringify(samples),
    mapping: JSON.stringify(before?.fields ?? fields),
    mapping_from: before ? 'remembered' : from,
    head_hash: hash,
    carried: JSON.stringify({ head_row: headRow }),
  }
}

/** The remembered mapping of a sheet with these columns, or the mapping of the import that the sheet corrects. */
async function rememberedFor(
  own: Context,
  head: readonly string[],
  hash: Buffer,
  followed: ImportRecord | null,
): Promise<{ fields: (ImportField | null)[] } | null> {
  const names = head.map((name) => name.toLowerCase())
  if (followed) {
    const old = numbered((followed.head as string[]).map((name) => name.toLowerCase()))
    const meaning = new Map(old.map((key, at) => [key, (followed.mapping as (ImportField | null)[])[at]]))
    const keys = numbered(names)
    if (names.every((name, at) => name === 'error' || meaning.has(keys[at] ?? '')))
      return {
        fields: names.map((name, at) => (name === 'error' ? null : (meaning.get(keys[at] ?? '') ?? null))),
      }
  }
  const known = await own.db
    .selectFrom('import_mappings')
    .select('fields')
    .where('head_hash', '=', hash)
    .executeTakeFirst()
  if (!known) return null
  const fields = known.fields as string[]
  let at = 0
  return {
    fields: names.map((name) => {
      const field = name === 'error' ? null : fields[at++]
      return importFieldNames.find((one) => one === field) ?? null
    }),
  }
}

/** The names of columns, each told from others of the same name by which of them it is. */
function numbered(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const number = (seen.get(name) ?? 0) + 1
    seen.set(name, number)
    return `${number} ${name}`
  })
}

async function followedBy(own: Context, id: string): Promise<ImportRecord> {
  const record = await own.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!record) throw fieldRefusal('follows', 'This import does not exist')
  return record
}
