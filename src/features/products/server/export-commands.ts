import type { Cell } from '#kit/contract/csv.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { exportTable } from '#kit/server/table-export.ts'
import { type ExportedField, exportedFieldNames, type productExports } from '../export-contract.ts'
import { type ExportedProduct, readAllProducts } from './queries.ts'

/**
 * Exports the products that match the filters, in batches of 500, or only the selected ones, with all fields or the
 * chosen fields. The export is first recorded in the audit log, with the filters, the selection and the chosen fields.
 * Refuses (invalid) more rows than an XLSX file can hold.
 */
export async function exportProducts(
  ctx: Context,
  input: Input<typeof productExports.export>,
): Promise<CsvAnswer> {
  const { fields = exportedFieldNames, format, ids, ...asked } = input
  return exportTable(ctx, {
    name: 'Products',
    format,
    fields,
    ids,
    asked,
    rows: await readAllProducts(ctx, { ...asked, ids }),
    cellOf: (product, field) => cellOf(product, field, ctx.services.publicUrl),
  })
}

function cellOf(product: ExportedProduct, field: ExportedField, publicUrl: string): Cell {
  switch (field) {
    case 'product_price':
    case 'discounted_price':
      return { decimal: product[field] }
    case 'images':
      return product.images.map((path) => publicUrl + path).join(', ')
    case 'vendor':
      return product.vendor_id
    case 'created_at':
      return new Date(product.created_at)
    default:
      return product[field]
  }
}
