import type { Cell } from '#kit/contract/csv.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { exportTable } from '#kit/server/table-export.ts'
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
  return exportTable(ctx, {
    name: 'Categories',
    format,
    fields,
    ids,
    asked,
    rows: readAllCategories(ctx, { ...asked, ids }),
    cellOf: cellOf,
  })
}

function cellOf(category: Category, field: ExportedField): Cell {
  if (field === 'path') return [...category.ancestors, category].map(({ name }) => name).join(' › ')
  return field === 'created_at' ? new Date(category.created_at) : category[field]
}
