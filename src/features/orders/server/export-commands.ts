import type { Cell } from '#kit/contract/csv.ts'
import { csvName } from '#kit/contract/csv-name.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { scrubAll } from '#kit/server/scrub.ts'
import type { OrderRow, orders } from '../contract.ts'
import { type ExportColumn, exportColumns } from '../export-contract.ts'
import { readAllOrders } from './queries.ts'

/**
 * Exports the orders that match these filters, or the selected ones of them, as a CSV file in batches of 500: with all
 * columns or the chosen ones, and the id last, so that rows can be matched to orders later. The audit log entry with the
 * filters, the selection and the columns is written before the export starts.
 */
export async function exportOrders(ctx: Context, input: Input<typeof orders.export>): Promise<CsvAnswer> {
  const { columns, ...asked } = input
  const { q, ids, ...filters } = asked
  await ctx.transact((own) =>
    own.record({
      action: 'export',
      subject: { type: 'orders', id: null, name: 'Orders' },
      // A search is for a person: their name, e-mail or phone. The search words are left out because the audit log
      // outlives an erasure.
      after: {
        ...scrubAll(filters),
        ...(q ? { q: '(searched)' } : {}),
        ...(ids ? { ids: ids.join(', ') } : {}),
        ...(columns ? { columns: columns.join(', ') } : {}),
      },
    }),
  )
  const shown = columns ?? exportColumns
  return {
    fileName: csvName('orders', ctx.now()),
    head: [...shown.map(headOf), 'id'],
    batches: inCells(readAllOrders(ctx, asked), shown),
  }
}

async function* inCells(
  batches: AsyncIterable<OrderRow[]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<Cell[][]> {
  for await (const batch of batches)
    yield batch.map((order) => [...columns.map((column) => cellOf(order, column)), order.id])
}

/** The column name as in the API; the time names its time zone, because a CSV cell does not. */
function headOf(column: ExportColumn): string {
  return column === 'placed_at' ? 'placed_at (Asia/Karachi)' : column
}

function cellOf(order: OrderRow, column: ExportColumn): Cell {
  return column === 'placed_at' ? new Date(order.placed_at) : order[column]
}
