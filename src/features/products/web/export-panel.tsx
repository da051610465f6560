import { ExportAction, type Selection } from '#kit/web/export/export-dialog.tsx'
import type { ProductList } from '../contract.ts'
import { exportedFields, productExports } from '../export-contract.ts'
import { texts } from '../texts.ts'

/** Exports the products that a list shows, or the selected ones. */
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
      title={texts.exportProducts}
      fields={exportedFields}
      unasked={['shop_name', 'filed_under', 'created_at', 'id']}
      fixed={{ list, sort }}
      {...(selection ? { selection } : {})}
    />
  )
}
