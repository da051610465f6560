import { Suspense, useEffect } from 'react'
import { MatchingAll, MatchingJob } from '#features/decisions/bulk/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { type AllOffer, ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { type ApprovedProduct, products } from '../contract.ts'
import { AddProduct } from '../entry/web/add-panel.tsx'
import { productExports } from '../export-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { ChangeCategory, selectedIn } from '../placing/web/category-panel.tsx'
import { texts } from '../texts.ts'
import { BulkSwitch } from './bulk-switch-panel.tsx'
import { ProductExport } from './export-panel.tsx'
import { productFilters } from './filters-model.ts'
import { productDetail } from './links.ts'
import { catalogueColumns, editColumns, productColumns } from './product-columns.tsx'

const loadEdits = () => import('../revisions/web/bulk-panel.tsx')
const EditDecisions = lazyOf(loadEdits, 'EditDecisions')
const AllEdits = lazyOf(loadEdits, 'AllEdits')

const verbs = [{ verb: 'switch_off', begin: products.switchMatching }] as const
const named = productColumns(productDetail, 'created_at')
const columns = { all: catalogueColumns(named), edits: editColumns(named) }

/** All Approved Products, including those with a requested edit. */
export function ApprovedListPage() {
  const can = useCan()
  const counts = useEndpoint(products.count, {}).data
  const [state] = useUrlState()
  const isOfEdits = state.get('revision') === 'waiting'
  const isDeciding = isOfEdits && can(products.approveRevision)
  useEffect(() => {
    if (isDeciding) void loadEdits()
  }, [isDeciding])
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
      {...(isDeciding || can(products.bulkSetAvailable) || can(productExports.export)
        ? {
            bulkAll: (offer: AllOffer) =>
              isDeciding ? (
                <Suspense fallback={null}>
                  <AllEdits offer={offer} />
                </Suspense>
              ) : (
                <MatchingAll
                  {...{ noun: 'product', ...offer, list: 'approved', calls: products, verbs }}
                  more={(all, onDone) => !isOfEdits && <ChangeCategory all={all} onDone={onDone} />}
                />
              ),
            bulk: (rows: ApprovedProduct[], clear: () => void, hold: (isHeld: boolean) => void) => (
              <>
                {isDeciding && (
                  <Suspense fallback={null}>
                    <EditDecisions rows={rows} onDone={clear} onHold={hold} />
                  </Suspense>
                )}
                {can(products.bulkSetAvailable) && (
                  <BulkSwitch rows={rows} available={false} isSecond={isDeciding} onDone={clear} />
                )}
                {/* A product with an edit that waits stays in its category until that is decided on. */}
                {!isOfEdits && (
                  <ChangeCategory all={selectedIn('approved', rows)} onDone={clear} onHold={hold} />
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
      columns={isOfEdits ? columns.edits : columns.all}
    />
  )
}
