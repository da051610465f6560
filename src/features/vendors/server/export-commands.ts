import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { exportRows } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { exportTable } from '#kit/server/table-export.ts'
import type { vendors } from '../contract.ts'
import { type ExportedField, exportedFieldNames } from '../export-contract.ts'
import { anyVendorSource } from './queries.ts'
import type { VendorRecord } from './tables.ts'

type ExportedVendor = Pick<VendorRecord, ExportedField>

/**
 * Exports the vendors that the filters of a list leave, in batches of 500, or only the selected ones, with all fields or the
 * chosen ones; sealed numbers are not among them. The export is first recorded in the audit log, with the filters, the
 * selection and the fields. Refuses (invalid) more rows than an XLSX file can hold.
 */
export async function exportVendors(ctx: Context, input: Input<typeof vendors.export>): Promise<CsvAnswer> {
  const { fields = exportedFieldNames, format, ids, ...asked } = input
  const source: ListSource<ExportedVendor> = {
    ...anyVendorSource(ctx, { ...asked, ids }),
    select: sql.join(exportedFieldNames.map((field) => sql.ref(`v.${field}`))),
    shape: (row: ExportedVendor) => row,
  }
  return exportTable(ctx, {
    name: 'Vendors',
    format,
    fields,
    ids,
    // A search is for a person or for one of their numbers, and the audit log keeps what is written into it.
    asked: asked.q ? { ...asked, q: '(searched)' } : asked,
    rows: exportRows(ctx.db, source, asked.sort),
    cellOf: (vendor, field) => vendor[field],
  })
}
