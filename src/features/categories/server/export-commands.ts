import { csvName } from '#kit/contract/csv-name.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { Cell } from '#kit/server/csv.ts'
import { asTable, type CsvAnswer } from '#kit/server/implement.ts'
import { scrubAll } from '#kit/server/scrub.ts'
import type { Category } from '../contract.ts'
import { type categoryExports, type ExportedField, exportedFieldNames } from '../export-contract.ts'
import { readAllCategories } from './queries.ts'

/**
 * The categories of a level that match these filters, or only the selected ones among them: with all fields, or with
 * the chosen ones. The export is recorded in the audit log first, with the filters, the selection and the chosen
 * fields.
 */
export async function exportCategories(
  ctx: Context,
  input: Input<typeof categoryExports.export>,
): Promise<CsvAnswer> {
  const { fields = exportedFieldNames, format, ids, ...asked } = input
  const { batches, count } = readAllCategories(ctx, { ...asked, ids })
  const answer = await asTable(format, {
    fileName: csvName('categories', ctx.now()),
    sheet: 'Categories',
    head: fields,
    batches: inCells(batches, fields),
    count,
  })
  await ctx.transact((own) =>
    own.record({
      action: 'export',
      subject: { type: 'categories', id: null, name: 'Categories' },
      after: {
        ...scrubAll(asked),
        ...(ids ? { ids: ids.join(', ') } : {}),
        format,
        fields: fields.join(', '),
      },
    }),
  )
  return answer
}

async function* inCells(
  batches: AsyncIterable<Category[]>,
  fields: readonly ExportedField[],
): AsyncGenerator<Cell[][]> {
  for await (const batch of batches)
    yield batch.map((category) => fields.map((field) => cellOf(category, field)))
}

function cellOf(category: Category, field: ExportedField): Cell {
  if (field === 'path') return [...category.ancestors, category].map(({ name }) => name).join(' › ')
  return field === 'created_at' ? new Date(category.created_at) : category[field]
}
