import { chosenOf } from '#kit/contract/export.ts'

/** The columns that an export of orders can have, in their default order; `id` is always appended last. */
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

/** A selection of these columns, in the selected order. */
export const ChosenColumns = chosenOf(exportColumns)

/** Returns those of these list columns that an export can have. */
export function exportedOf(keys: readonly string[]): ExportColumn[] {
  return keys.flatMap((key) => exportColumns.find((column) => column === key) ?? [])
}
