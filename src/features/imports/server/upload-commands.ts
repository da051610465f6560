import { v7 as uuidv7 } from 'uuid'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { type SheetRow, textOfCell } from '#kit/server/csv-reader.ts'
import type { KeptUpload } from '#kit/server/implement.ts'
import { type ImportDetail, type ImportField, importFieldNames, type imports } from '../contract.ts'
import { recognise } from '../source-contract.ts'
import { personOf, refuseUnknownVendor } from './commands.ts'
import { readImport } from './queries.ts'
import { headHash, shortened } from './rules.ts'
import { findHead, namesOf, openSheet } from './sheet-queries.ts'
import { subjectOf } from './step-commands.ts'
import type { ImportRecord } from './tables.ts'

/**
 * Keeps a sheet whose head can be read, with what its columns mean by their names, by what was said of such a sheet before,
 * or by the import that it follows. Its rows are read behind the call. Refuses (invalid, too-large) what is no sheet of
 * products, and an import to follow that is not there; nothing of what is refused is kept.
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

interface Looked {
  kind: 'csv' | 'xlsx' | 'zip'
  head: string[]
  headRow: number
  samples: string[][]
}

/** The top of a sheet: what it is, the names of its columns, and what stands below them. */
async function lookAt({ services: { files } }: Context, key: string): Promise<Looked> {
  const sheet = await openSheet(files, key)
  try {
    const batches = sheet.batches()
    const top: SheetRow[] = []
    for await (const batch of batches) {
      top.push(...batch)
      if (top.length > 20) break
    }
    const head = findHead(top)
    if (!head) throw fieldRefusal('file', 'The file is empty')
    const names = namesOf(head)
    const rows = top.filter(({ number }) => number > head.number)
    if (rows.length === 0) throw fieldRefusal('file', 'Below the head there are no rows')
    return { kind: sheet.kind, head: names, headRow: head.number, samples: samplesOf(rows, names.length) }
  } finally {
    await sheet.close()
  }
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
  { kind, head, headRow, samples }: Looked,
): Promise<string> {
  const person = personOf(own)
  const followed = follows ? await followedBy(own, follows) : null
  const hash = headHash(head)
  const { source, from, fields } = recognise(head)
  const before = await rememberedFor(own, head, hash, followed)
  const mapping = before?.fields ?? fields
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
      file_kind: kind,
      source,
      status: 'reading',
      follows: followed?.id ?? null,
      head: JSON.stringify(head),
      samples: JSON.stringify(samples),
      mapping: JSON.stringify(mapping),
      mapping_from: before ? 'remembered' : from,
      head_hash: hash,
      // Without a column that names it, the vendor of the last such sheet is only a proposal: it is shown and confirmed.
      vendor_id: vendorId,
      carried: JSON.stringify({ head_row: headRow }),
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
      source,
      columns: head.length,
      ...(followed ? { follows: followed.file_name } : {}),
    },
  })
  return id
}

/** What was said before of a sheet with these columns; of one that follows another, what was said of that one. */
async function rememberedFor(
  own: Context,
  head: readonly string[],
  hash: Buffer,
  followed: ImportRecord | null,
): Promise<{ fields: (ImportField | null)[] } | null> {
  const names = head.map((name) => name.toLowerCase())
  if (followed) {
    const old = followed.head as string[]
    const meaning = new Map(
      old.map((name, at) => [name.toLowerCase(), (followed.mapping as ImportField[])[at]]),
    )
    if (names.filter((name) => name !== 'error').every((name) => meaning.has(name)))
      return { fields: names.map((name) => (name === 'error' ? null : (meaning.get(name) ?? null))) }
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

async function followedBy(own: Context, id: string): Promise<ImportRecord> {
  const record = await own.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!record) throw fieldRefusal('follows', 'There is no such import')
  return record
}
