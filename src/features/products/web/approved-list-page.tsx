import { Suspense } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { ExportPlace } from '#kit/web/export/export-place.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { type Product, products } from '../contract.ts'
import { AddProduct } from '../entry/web/add-panel.tsx'
import { productExports } from '../export-contract.ts'
import { BulkSwitch } from './bulk-switch-panel.tsx'
import { productColumns } from './product-columns.tsx'
import { useProductFilters } from './use-product-filters.tsx'

/** Loaded after the rows, because exports are rare. */
const ProductExport = lazyOf(() => import('./export-panel.tsx'), 'ProductExport')

const hrefOf = ({ id }: { id: string }) => `/single-product/approved?id=${id}`
const columns = productColumns(hrefOf)

/** All Approved Products, including those with a requested edit. */
export function ApprovedListPage() {
  const can = useCan()
  const filters = useProductFilters()
  const counts = useEndpoint(products.count, {}).data
  return (
    <ListPage
      title="All Approved Products"
      endpoint={products.listApproved}
      tabs={{
        name: 'revision',
        items: [
          { value: '', label: 'All', count: counts?.approved },
          { value: 'waiting', label: 'Edits waiting', count: counts?.revisions },
        ],
      }}
      filters={filters}
      searchLabel="Search name or SKU"
      actions={
        <>
          <Suspense fallback={<ExportPlace />}>
            <ProductExport list="approved" sort="-created_at" />
          </Suspense>
          <AddProduct />
        </>
      }
      defaultSort="-created_at"
      hrefOf={hrefOf}
      nameOf={({ product_name }) => product_name}
      what="The approved products"
      empty={{
        title: 'Nothing here',
        text: 'A product appears here when it is approved and its switch is on.',
      }}
      {...(can(products.bulkSetAvailable) || can(productExports.export)
        ? {
            bulk: (rows: Product[], clear: () => void, hold: (isHeld: boolean) => void) => (
              <>
                {can(products.bulkSetAvailable) && (
                  <BulkSwitch rows={rows} available={false} onDone={clear} />
                )}
                <Suspense fallback={<ExportPlace isSelection />}>
                  <ProductExport
                    list="approved"
                    sort="-created_at"
                    selection={{ ids: rows.map(({ id }) => id), onHold: hold }}
                  />
                </Suspense>
              </>
            ),
          }
        : {})}
      columns={[
        columns.product,
        columns.retail,
        columns.sale,
        columns.stock,
        columns.available,
        columns.view,
      ]}
    />
  )
}
