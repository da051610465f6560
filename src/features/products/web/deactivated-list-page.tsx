import { MatchingAll, MatchingJob } from '#features/decisions/bulk/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { type AllOffer, ListPage } from '#kit/web/list/list-page.tsx'
import { type Product, products } from '../contract.ts'
import { productExports } from '../export-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { ChangeCategory, selectedIn } from '../placing/web/category-panel.tsx'
import { texts } from '../texts.ts'
import { BulkSwitch } from './bulk-switch-panel.tsx'
import { ProductExport } from './export-panel.tsx'
import { productFilters } from './filters-model.ts'
import { productDetail } from './links.ts'
import { catalogueColumns, productColumns } from './product-columns.tsx'

const verbs = [{ verb: 'switch_on', begin: products.switchMatching }] as const
const named = productColumns(productDetail, 'status_since')
/** The specification gives this list a column that it names otherwise than the filter of all of them. */
const columns = { ...named, vendor: { ...named.vendor, title: texts.storeName } }

/** Deactivated Products: approved products whose switch is off. */
export function DeactivatedListPage() {
  const can = useCan()
  return (
    <ListPage
      title={menuTexts.deactivatedProducts}
      endpoint={products.listDeactivated}
      filters={productFilters}
      searchLabel={texts.searchProducts}
      actions={<ProductExport list="deactivated" sort="-status_since" />}
      defaultSort="-status_since"
      hrefOf={productDetail}
      nameOf={({ product_name }) => product_name}
      what={texts.deactivatedProducts}
      empty={{
        title: texts.noDeactivatedProducts,
        text: texts.noDeactivatedHint,
      }}
      above={<MatchingJob refreshes={products.listDeactivated} />}
      {...(can(products.bulkSetAvailable) || can(productExports.export)
        ? {
            bulkAll: (offer: AllOffer) => (
              <MatchingAll
                noun="product"
                {...offer}
                list="deactivated"
                calls={products}
                verbs={verbs}
                more={(all, onDone) => <ChangeCategory all={all} onDone={onDone} />}
              />
            ),
            bulk: (rows: Product[], clear: () => void, hold: (isHeld: boolean) => void) => (
              <>
                {can(products.bulkSetAvailable) && <BulkSwitch rows={rows} available={true} onDone={clear} />}
                <ChangeCategory all={selectedIn('deactivated', rows)} onDone={clear} onHold={hold} />
                <ProductExport
                  list="deactivated"
                  sort="-status_since"
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
