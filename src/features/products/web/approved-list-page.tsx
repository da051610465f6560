import { MatchingAll, MatchingJob } from '#features/decisions/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { type AllOffer, ListPage } from '#kit/web/list/list-page.tsx'
import { type Product, products } from '../contract.ts'
import { AddProduct } from '../entry/web/add-panel.tsx'
import { productExports } from '../export-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { BulkSwitch } from './bulk-switch-panel.tsx'
import { ProductExport } from './export-panel.tsx'
import { productFilters } from './filters-model.ts'
import { productDetail } from './links.ts'
import { catalogueColumns, productColumns } from './product-columns.tsx'

const verbs = [{ verb: 'switch_off', begin: products.switchMatching }] as const
const columns = productColumns(productDetail, 'created_at')

/** All Approved Products, including those with a requested edit. */
export function ApprovedListPage() {
  const can = useCan()
  const counts = useEndpoint(products.count, {}).data
  return (
    <ListPage
      title={menuTexts.allApprovedProducts}
      endpoint={products.listApproved}
      tabs={{
        name: 'revision',
        items: [
          { value: '', label: texts.all, count: counts?.approved },
          { value: 'waiting', label: texts.editsPending, count: counts?.revisions },
        ],
      }}
      filters={productFilters}
      searchLabel={texts.searchProducts}
      actions={
        <>
          <ProductExport list="approved" sort="-created_at" />
          <AddProduct />
        </>
      }
      defaultSort="-created_at"
      hrefOf={productDetail}
      nameOf={({ product_name }) => product_name}
      what={texts.approvedProducts}
      empty={{
        title: texts.noApprovedProducts,
        text: texts.noApprovedHint,
      }}
      above={<MatchingJob refreshes={products.listApproved} />}
      {...(can(products.bulkSetAvailable) || can(productExports.export)
        ? {
            bulkAll: (offer: AllOffer) => (
              <MatchingAll noun="product" {...offer} list="approved" calls={products} verbs={verbs} />
            ),
            bulk: (rows: Product[], clear: () => void, hold: (isHeld: boolean) => void) => (
              <>
                {can(products.bulkSetAvailable) && (
                  <BulkSwitch rows={rows} available={false} onDone={clear} />
                )}
                <ProductExport
                  list="approved"
                  sort="-created_at"
                  selection={{ ids: rows.map(({ id }) => id), onHold: hold }}
                />
              </>
            ),
          }
        : {})}
      columns={catalogueColumns(columns)}
    />
  )
}
