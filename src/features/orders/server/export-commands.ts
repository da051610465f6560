import type { Cell } from '#kit/contract/csv.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { exportTable } from '#kit/server/table-export.ts'
import type { orders } from '../contract.ts'
import { type ExportedField, exportedFieldNames } from '../export-contract.ts'
import { type ExportedOrder, readAllOrders } from './export-queries.ts'

/**
 * Exports the orders that match these filters, or the selected ones of them, in batches of 500, with all fields or the
 * chosen ones. The export is first recorded in the audit log, with the filters, the selection and the fields. Refuses
 * (invalid) more rows than an XLSX file can hold.
 */
export async function exportOrders(ctx: Context, input: Input<typeof orders.export>): Promise<CsvAnswer> {
  const { fields = exportedFieldNames, format, ids, ...asked } = input
  return exportTable(ctx, {
    name: 'Orders',
    format,
    fields,
    ids,
    // A search is for a person: their name, e-mail or phone. The search words are left out because the audit log outlives
    // an erasure.
    asked: asked.q ? { ...asked, q: '(searched)' } : asked,
    rows: readAllOrders(ctx, { ...asked, ids }),
    headOf,
    cellOf,
  })
}

/** The field name as in the API; a time names its time zone, because a CSV cell does not. */
function headOf(field: ExportedField): string {
  return field === 'placed_at' || field === 'confirmed_at' ? `${field} (Asia/Karachi)` : field
}

function cellOf(order: ExportedOrder, field: ExportedField): Cell {
  switch (field) {
    case 'placed_at':
      return new Date(order.placed_at)
    case 'items_total':
    case 'discount_total':
    case 'shipping_total':
    case 'total_bill':
    case 'reversed_total':
    case 'paid_total':
    case 'refunded_total':
    case 'due':
      return { decimal: order[field] }
    default:
      return order[field]
  }
}
