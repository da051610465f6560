import type { Cell } from '#kit/contract/csv.ts'
import { csvName } from '#kit/contract/csv-name.ts'
import type { TableFormat } from '#kit/contract/export.ts'
import { fieldRefusal } from '#kit/contract/refusal.ts'
import type { Context } from './context.ts'
import type { CsvAnswer } from './implement.ts'
import type { ExportRows } from './list.ts'
import { scrubAll } from './scrub.ts'
import { mostXlsxRows } from './xlsx.ts'

/**
 * Answers rows as a file with these fields, in this format. The export is recorded first, with its filters, its
 * selection and its fields. Refuses (invalid) more rows than a sheet can hold. Rows are counted only for formats with a
 * limit, up to one more than that limit.
 */
export async function exportTable<Row, Field extends string>(
  ctx: Context,
  table: {
    /** The name of the rows: `Products`. */
    name: string
    format: TableFormat
    fields: readonly Field[]
    ids: readonly string[] | undefined
    asked: Record<string, unknown>
    rows: ExportRows<Row>
    /** The heading of a field; the field itself unless it is given. */
    headOf?: (field: Field) => string
    cellOf: (row: Row, field: Field) => Cell
  },
): Promise<CsvAnswer> {
  const { name, format, fields, ids, asked, rows, headOf = String, cellOf } = table
  if (format === 'xlsx' && (await rows.count(mostXlsxRows + 1)) > mostXlsxRows) {
    const words = `A sheet holds ${mostXlsxRows.toLocaleString('en')} rows, and these are more. Take them as CSV`
    throw fieldRefusal('format', words)
  }
  const noun = name.toLowerCase()
  await ctx.transact((own) =>
    own.record({
      action: 'export',
      subject: { type: noun, id: null, name },
      after: {
        ...scrubAll(asked),
        ...(ids ? { ids: ids.join(', ') } : {}),
        format,
        fields: fields.join(', '),
      },
    }),
  )
  const fileName = csvName(noun, ctx.now())
  const answer = {
    fileName,
    head: fields.map((field) => headOf(field)),
    batches: inCells(rows.batches, fields, cellOf),
  }
  return format === 'csv' ? answer : { ...answer, fileName: fileName.replace(/csv$/, 'xlsx'), sheet: name }
}

async function* inCells<Row, Field>(
  batches: AsyncIterable<Row[]>,
  fields: readonly Field[],
  cellOf: (row: Row, field: Field) => Cell,
): AsyncGenerator<Cell[][]> {
  for await (const batch of batches) yield batch.map((row) => fields.map((field) => cellOf(row, field)))
}
