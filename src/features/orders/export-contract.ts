import { chosenOf } from '#kit/contract/export.ts'

/** The columns that an export of orders can have, as it comes; `id` stands behind them in any case. */
export const exportColumns = [
  'order_number',
  'placed_at',
  'customer_name',
  'email',
  'phone',
  'city',
  'total_bill',
  'total_qty',
  'payment_method',
  'order_status',
  'payment_status',
  'vendor_status',
] as const
export type ExportColumn = (typeof exportColumns)[number]

/** Several of them in their order. */
export const ChosenColumns = chosenOf(exportColumns)

/** Of these columns of a list those that an export has. */
export function exportedOf(keys: readonly string[]): ExportColumn[] {
  return keys.flatMap((key) => exportColumns.find((column) => column === key) ?? [])
}
