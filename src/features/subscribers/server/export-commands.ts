import type { Cell } from '#kit/contract/csv.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { exportTable } from '#kit/server/table-export.ts'
import { type ExportedField, exportedFieldNames, type subscribers } from '../contract.ts'
import { type ExportedSubscriber, readAllSubscribers } from './queries.ts'

const times: readonly ExportedField[] = ['state_since', 'asked_at', 'confirmed_at', 'created_at']

/**
 * Exports the subscribers of a view in batches, or the selected ones. The export is recorded first, with its filters,
 * its selection and its fields.
 */
export async function exportSubscribers(
  ctx: Context,
  input: Input<typeof subscribers.export>,
): Promise<CsvAnswer> {
  const { fields = exportedFieldNames, format, ids, ...asked } = input
  return exportTable(ctx, {
    name: 'Subscribers',
    format,
    fields,
    ids,
    asked,
    rows: readAllSubscribers(ctx, { ...asked, ids }),
    cellOf,
  })
}

function cellOf(subscriber: ExportedSubscriber, field: ExportedField): Cell {
  const value = subscriber[field]
  if (value === null) return ''
  return times.includes(field) ? new Date(value) : value
}
