import { decisionOffers } from '#features/decisions/web/bulk-panel.tsx'
import { MatchingAll, MatchingJob } from '#features/decisions/web/matching-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { type AllOffer, ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { type ApprovedProduct, type Product, products } from '../contract.ts'
import { AddProduct } from '../entry/web/add-panel.tsx'
import { productExports } from '../export-contract.ts'
import { handedInLabels } from '../fields-contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { productEdits } from '../revisions/contract.ts'
import { texts } from '../texts.ts'
import { BulkSwitch } from './bulk-switch-panel.tsx'
import { editColumns } from './edit-columns.tsx'
import { ProductExport } from './export-panel.tsx'
import { productFilters } from './filters-model.ts'
import { productDetail } from './links.ts'
import { catalogueColumns, productColumns } from './product-columns.tsx'

const nameOf = ({ product_name }: Product) => product_name
const switching = [{ verb: 'switch_off', begin: products.switchMatching }] as const
const calls = {
  ...productEdits,
  ...{ undo: products.undoRevision, choices: products.choices, letter: products.letter },
  rejection: 'decline',
} as const
const begin = productEdits.decideMatching
const on = { noun: 'edit', calls } as const
const deciding = [
  { verb: 'approve', begin, on } as const,
  { verb: 'reject', begin, on } as const,
  ...switching,
]
const edits = decisionOffers<ApprovedProduct>({
  ...{ noun: 'edit', nameOf, calls, verbs: deciding, labels: handedInLabels },
  // An edit that is not shown cannot be decided on, so it is refused by name.
  changeOf: ({ id, edit }) => edit?.id ?? id,
})
const named = productColumns(productDetail, 'created_at')
const columns = { all: catalogueColumns(named), edits: editColumns(named) }

/** All Approved Products, including those with a requested edit. */
export function ApprovedListPage() {
  const can = useCan()
  const counts = useEndpoint(products.count, {}).data
  const [state] = useUrlState()
  const isOfEdits = state.get('revision') === 'waiting'
  const isDeciding = isOfEdits && can(productEdits.bulkApprove)
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
      nameOf={nameOf}
      what={texts.approvedProducts}
      empty={{
        title: texts.noApprovedProducts,
        text: texts.noApprovedHint,
      }}
      above={<MatchingJob refreshes={products.listApproved} />}
      {...(isDeciding || can(products.bulkSetAvailable) || can(productExports.export)
        ? {
            bulkAll: (offer: AllOffer) => (
              <MatchingAll
                {...{ noun: 'product', ...offer, list: 'approved', calls: products, labels: handedInLabels }}
                verbs={isDeciding ? deciding : switching}
              />
            ),
            bulk: (rows: ApprovedProduct[], clear: () => void, hold: (isHeld: boolean) => void) => (
              <>
                {isDeciding && edits.bulk(rows, clear, hold)}
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
      columns={isOfEdits ? columns.edits : columns.all}
    />
  )
}
