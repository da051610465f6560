import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { lostValue } from '#features/bulk-upload/checking/words-contract.ts'
import { examplePrefix, type imports } from '#features/bulk-upload/contract.ts'
import { type ImportField, importFields } from '#features/bulk-upload/fields-contract.ts'
import { fieldOf, productFields } from '#features/products/fields-contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { mapped } from '#kit/contract/fields.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { csvText } from '#kit/server/csv.ts'
import { type SheetCell, textOfCell } from '#kit/server/csv-reader.ts'
import type { BytesAnswer } from '#kit/server/implement.ts'
import { xlsxBytes, xlsxType } from '#kit/server/xlsx.ts'
import { templateFields } from '../source-contract.ts'

type Format = 'csv' | 'xlsx'

const example: Partial<Record<ImportField, string>> = {
  ...mapped(productFields, (_, name) => fieldOf(name).example ?? ''),
  sku: `${examplePrefix}001`,
  images: 'front.jpg | back.jpg',
  vendor: 'shop@example.com',
}

/** The template: its column names and one example row that shows what to fill in. The example row is never imported. */
export async function readTemplate(
  _ctx: Context,
  { format }: Input<typeof imports.template>,
): Promise<BytesAnswer> {
  async function* rows() {
    yield [templateFields.map((field) => example[field] ?? '')]
  }
  const head = templateFields.map((field) => importFields[field].label)
  return file(format, 'munshi-products', head, rows())
}

/**
 * The rows that were not imported as they were sent, each with its errors, together with the rows from which they
 * inherit fields and those that bring their pictures: the file can be corrected and sent as it is. Refuses (not-found).
 */
export async function exportErrors(
  { db }: Context,
  { id, format }: Input<typeof imports.errors>,
): Promise<BytesAnswer> {
  const record = await db
    .selectFrom('imports')
    .select(['head', 'file_name', 'mapping'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'This import does not exist')
  const head = record.head as string[]
  const fields = record.mapping as (ImportField | null)[]
  // A corrected error file has an error column of its own, which is replaced by the new errors.
  const kept = head.flatMap((name, at) => (name.toLowerCase() === 'error' ? [] : [at]))
  async function* rows() {
    for (let after = 0, isMore = true; isMore; ) {
      const batch = await wrongRows(after)
      if (batch.length > 0) {
        yield batch.map(({ cells, why }) => [
          ...kept.map((at) => (isLost(cells[at], fields[at]) ? lostValue : textOfCell(cells[at]))),
          why,
          // More cells than columns are an error of the row, which they have to stay until somebody mends it.
          ...cells.slice(head.length).map(textOfCell),
        ])
      }
      after = batch.at(-1)?.number ?? after
      isMore = batch.length === rowsAtOnce
    }
  }
  async function wrongRows(after: number) {
    const found = await sql<{
      number: number
      cells: SheetCell[]
      errors: { column: number | null; message: string }[]
      is_wrong: boolean
      is_picture: boolean
      failed_pictures: { source: string; message: string }[] | null
    }>`
      select i.number, r.cells, i.errors, i.verdict = 'error' or i.state = 'failed' as is_wrong, p.failed_pictures,
        h.number is not null as is_picture
      from import_items i
      join import_rows r on r.import_id = i.import_id and r.number = i.number
      left join lateral (
        select json_agg(json_build_object('source', source, 'message', message) order by position) as failed_pictures
        from import_pictures where import_id = i.import_id and number = i.number and state <> 'done'
          and i.state = 'done') p on true
      left join import_items h on h.import_id = i.import_id and h.number = i.head and i.verdict = 'skipped'
        and (h.verdict = 'error' or h.state = 'failed' or (h.state = 'done' and exists (
          select from import_pictures where import_id = h.import_id and number = h.number and state <> 'done')))
      where i.import_id = ${id} and i.number > ${after}
        and (i.verdict = 'error' or i.state = 'failed' or p.failed_pictures is not null or h.number is not null
          or exists (
          select from import_items w where w.import_id = i.import_id and w.head = i.number
            and (w.verdict = 'error' or w.state = 'failed')))
      order by i.number limit ${rowsAtOnce}`.execute(db)
    return found.rows.map(({ number, cells, errors, is_wrong, is_picture, failed_pictures }) => ({
      number,
      cells,
      why: [
        ...errors.map(({ column, message }) =>
          column === null ? message : `${head[column] ?? ''}: ${message}`,
        ),
        ...(failed_pictures ?? []).map(
          ({ source, message }) => `${source}: ${message || 'The picture was not fetched'}`,
        ),
        ...(is_wrong || failed_pictures
          ? []
          : [
              is_picture
                ? 'This row has no error. It brings pictures to a row above'
                : 'This row has no error. The rows below take their name from it',
            ]),
      ].join('; '),
    }))
  }
  const name = `${record.file_name
    .replace(/\.[a-z]{3,4}$/i, '')
    .replaceAll(/[^\w-]+/g, '-')
    .slice(0, 80)}-errors`
  return file(format, name, [...kept.map((at) => head[at] ?? ''), 'error'], rows())
}

const rowsAtOnce = 500

function file(
  format: Format,
  name: string,
  head: readonly string[],
  batches: AsyncIterable<string[][]>,
): BytesAnswer {
  const isWorkbook = format === 'xlsx'
  return {
    stream: Readable.from(isWorkbook ? xlsxBytes('Products', head, batches, true) : csvText(head, batches)),
    bytes: null,
    mediaType: isWorkbook ? xlsxType : 'text/csv; charset=utf-8',
    fileName: `${name}.${format}`,
  }
}

/**
 * A formula or a date would come back as its text, and be taken for what was meant. An empty cell would pass where the row
 * changes a listing. A date is what was meant in a description, and harmless where nothing is read.
 */
function isLost(cell: SheetCell | undefined, field: ImportField | null | undefined): boolean {
  if (cell === undefined || typeof cell === 'string') return false
  return cell.is !== 'date' || (Boolean(field) && field !== 'product_description')
}
