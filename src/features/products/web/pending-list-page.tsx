import { decisionOffers } from '#features/decisions/bulk/web/bulk-panel.tsx'
import { MatchingJob } from '#features/decisions/bulk/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { type Product, type ProductList, products } from '../contract.ts'
import { AddProduct } from '../entry/web/add-panel.tsx'
import { productExports } from '../export-contract.ts'
import { handedInLabels as labels } from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { ChangeCategory, selectedIn } from '../placing/web/category-panel.tsx'
import { texts } from '../texts.ts'
import { ProductExport } from './export-panel.tsx'
import { productFilters } from './filters-model.ts'
import { productReview } from './links.ts'
import { productColumns } from './product-columns.tsx'

const nameOf = ({ product_name }: { product_name: string }) => product_name
const begin = products.decideMatching
const verbs = [
  { verb: 'approve', begin },
  { verb: 'request_update', begin },
  { verb: 'reject', begin },
] as const
const offers = decisionOffers<Product>({
  ...{ noun: 'product', nameOf, calls: products, verbs, labels },
  // What was sent back is changed on its own screen, because a change submits it again.
  more: (all, onDone) =>
    all.filter.list === 'pending' ? <ChangeCategory all={all} onDone={onDone} /> : null,
})
const columns = productColumns(productReview, 'status_since')

/** All Pending Products: pending products, products with requested changes, and rejected products. */
export function PendingListPage() {
  const counts = useEndpoint(products.count, {}).data
  const can = useCan()
  const [state] = useUrlState()
  const list = (state.get('list') as ProductList | null) ?? 'pending'
  // A rejected product returns when its vendor submits the product again, so there is nothing to decide here.
  const isDeciding = can(products.bulkApprove) && list !== 'rejected'
  const isPlacing = can(products.setAvailable) && list === 'pending'
  return (
    <ListPage
      title={menuTexts.allPendingProducts}
      endpoint={products.listPending}
      tabs={{
        name: 'list',
        items: [
          { value: 'pending', label: texts.pending, count: counts?.pending },
          { value: 'changes_requested', label: texts.changesRequested, count: counts?.changes_requested },
          { value: 'rejected', label: texts.rejected, count: counts?.rejected },
        ],
      }}
      filters={productFilters}
      searchLabel={texts.searchProducts}
      actions={
        <>
          <ProductExport list={list} sort="status_since" />
          <AddProduct />
        </>
      }
      defaultSort="status_since"
      hrefOf={productReview}
      nameOf={nameOf}
      what={texts.pendingProducts}
      empty={{
        title: texts.noProductsHere,
        text: texts.noProductsHint,
      }}
      above={<MatchingJob refreshes={products.listPending} />}
      {...(isDeciding || isPlacing ? { bulkAll: offers.bulkAll } : {})}
      {...(isDeciding || isPlacing || can(productExports.export)
        ? {
            bulk: (rows: Product[], clear: () => void, hold: (isHeld: boolean) => void) => (
              <>
                {isDeciding && offers.bulk(rows, clear, hold)}
                {isPlacing && <ChangeCategory all={selectedIn(list, rows)} onDone={clear} onHold={hold} />}
                <ProductExport
                  list={list}
                  sort="status_since"
                  selection={{ ids: rows.map(({ id }) => id), onHold: hold }}
                />
              </>
            ),
          }
        : {})}
      columns={[
        columns.product,
        columns.vendor,
        columns.category,
        { ...columns.age, onPhone: 'state' },
        { ...columns.risk, onPhone: 'fact' },
        { ...columns.sku, isSpare: true },
        columns.retail,
        columns.sale,
        columns.stock,
        columns.available,
        columns.view,
      ]}
    />
  )
}
