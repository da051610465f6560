import type { Cell } from '#kit/contract/csv.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { exportRows } from '#kit/server/list.ts'
import { exportTable } from '#kit/server/table-export.ts'
import type { RefundRow } from '../contract.ts'
import { type RefundField, type refundExports, refundFieldNames } from '../export-contract.ts'
import { refundSource } from './queries.ts'

/**
 * Exports the refunds that the filters leave, in batches of 500, with all fields or the chosen ones; accounts are masked. The
 * export is first recorded in the audit log. Refuses (invalid) more rows than an XLSX file can hold.
 */
export async function exportRefunds(
  ctx: Context,
  { fields = refundFieldNames, format, ...asked }: Input<typeof refundExports.list>,
): Promise<CsvAnswer> {
  return exportTable(ctx, {
    name: 'Refunds',
    format,
    fields,
    ids: undefined,
    // A search is for a person, and the audit log outlives their erasure.
    asked: asked.q ? { ...asked, q: '(searched)' } : asked,
    rows: exportRows(ctx.db, refundSource(ctx, asked), asked.sort),
    cellOf,
  })
}

function cellOf(refund: RefundRow, field: RefundField): Cell {
  switch (field) {
    case 'amount':
      return { decimal: refund.amount }
    case 'granted_at':
      return new Date(refund.granted_at)
    case 'closed_at':
      return refund.closed_at && new Date(refund.closed_at)
    case 'account_title':
    case 'ibn_number':
    case 'bank_name':
      return refund.account?.[field] ?? null
    default:
      return refund[field]
  }
}
