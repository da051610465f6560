import type { Cell } from '#kit/contract/csv.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { exportRows } from '#kit/server/list.ts'
import { exportTable } from '#kit/server/table-export.ts'
import type { CustomerRow, customers } from '../contract.ts'
import { type ExportedField, exportedFieldNames } from '../export-contract.ts'
import { customerSource } from './queries.ts'

/**
 * Exports the customers that the filters of a list leave, in batches of 500, or only the selected ones, with all fields or the
 * chosen ones. The export is first recorded in the audit log, with the filters, the selection and the fields. Refuses (invalid)
 * more rows than an XLSX file can hold.
 */
export async function exportCustomers(
  ctx: Context,
  input: Input<typeof customers.exportList>,
): Promise<CsvAnswer> {
  const { fields = exportedFieldNames, format, ids, ...asked } = input
  const source = customerSource(ctx, { ...asked, ids })
  return exportTable(ctx, {
    name: 'Customers',
    format,
    fields,
    ids,
    // A search is for a person, and the audit log outlives their erasure.
    asked: asked.q ? { ...asked, q: '(searched)' } : asked,
    rows: exportRows(ctx.db, source, asked.sort),
    cellOf,
  })
}

function cellOf({ withdrawal, ...customer }: CustomerRow, field: ExportedField): Cell {
  switch (field) {
    case 'created_at':
    case 'status_since':
      return new Date(customer[field])
    case 'last_order_at':
      return customer.last_order_at === null ? null : new Date(customer.last_order_at)
    case 'orders_total':
      return { decimal: customer.orders_total }
    case 'withdrawal_amount':
      return withdrawal && { decimal: withdrawal.amount }
    case 'withdrawal_at':
      return withdrawal && new Date(withdrawal.at)
    case 'withdrawal_status':
      return withdrawal && (withdrawal.is_returned ? 'returned' : withdrawal.status)
    default:
      return customer[field]
  }
}
