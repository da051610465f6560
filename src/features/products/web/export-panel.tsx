import { ExportAction, type Selection } from '#kit/web/export/export-dialog.tsx'
import type { ProductList } from '../contract.ts'
import { exportedFields, productExports } from '../export-contract.ts'

const parameters = ['sort', 'q', 'vendor_id', 'category_id', 'stock', 'discount', 'revision']

/** Takes out what a list of products shows, or what is selected in it. */
export function ProductExport({
  list,
  sort,
  selection,
}: {
  list: ProductList
  sort: string
  selection?: Selection
}) {
  return (
    <ExportAction
      endpoint={productExports.export}
      noun="products"
      fields={exportedFields}
      unasked={['shop_name', 'filed_under', 'created_at', 'id']}
      parameters={parameters}
      fixed={{ list, sort }}
      {...(selection ? { selection } : {})}
    />
  )
}
