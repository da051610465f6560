import type { Page } from '#kit/contract/page.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { NamedLink } from '#kit/web/named-link.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { RecordSkeleton, SideCard } from '#kit/web/record/record-layout.tsx'
import { Money } from '#kit/web/values.tsx'
import { type Product, products } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { approvedProducts, deactivatedProducts, pendingProducts, productRecord } from './links.ts'
import { ProductStatusMark } from './status-panel.tsx'

const shown = 25
const lists = [
  { link: pendingProducts, title: menuTexts.allPendingProducts },
  { link: pendingIn('changes_requested'), title: texts.changesRequested },
  { link: approvedProducts, title: menuTexts.allApprovedProducts },
  { link: deactivatedProducts, title: menuTexts.deactivatedProducts },
  { link: pendingIn('rejected'), title: texts.rejected },
] as const

/** A further tab of the pending ones: each is counted by itself, as its link shows it. */
function pendingIn(list: 'changes_requested' | 'rejected') {
  return (query: { vendor_id: string }) => pendingProducts({ ...query, list })
}

/** The listings of a vendor in each of the lists, with the way to the whole list. */
export function VendorListings({ id }: { id: string }) {
  const asked = { vendor_id: id, limit: shown }
  const found = [
    useEndpoint(products.listPending, { ...asked, list: 'pending' }),
    useEndpoint(products.listPending, { ...asked, list: 'changes_requested' }),
    useEndpoint(products.listApproved, asked),
    useEndpoint(products.listDeactivated, asked),
    useEndpoint(products.listPending, { ...asked, list: 'rejected' }),
  ]
  const failed = found.find(({ isLoadingError }) => isLoadingError)
  if (failed) return <ReadFailure of={failed} what={texts.listingsNotLoaded} />
  // They appear together, because a list that arrives later would push down the one that someone reads.
  if (found.some(({ isPending }) => isPending)) return <RecordSkeleton />
  if (found.every(({ data }) => data?.total === 0)) {
    return (
      <SideCard title={menuTexts.listings}>
        <p>{texts.noListings}</p>
      </SideCard>
    )
  }
  return lists.map(
    ({ link, title }, index) =>
      (found[index]?.data?.total ?? 0) > 0 && (
        <Listed key={title} title={title} page={found[index]?.data} all={link({ vendor_id: id })} />
      ),
  )
}

function Listed({ title, page, all }: { title: string; page: Page<Product> | undefined; all: string }) {
  const rows = page?.rows ?? []
  return (
    <>
      <Sheet
        title={title}
        empty={texts.noListings}
        columns={[
          { title: menuTexts.product },
          { title: texts.sku },
          { title: texts.category },
          { title: texts.retailPrice, end: true },
          { title: texts.qtyAvailable, end: true },
          { title: texts.status },
        ]}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <NamedLink
              key="name"
              href={productRecord(row)}
              name={row.product_name}
              media={row.cover_image}
            />,
            row.sku,
            row.category,
            <Money key="price" rupees={row.product_price} />,
            numberOf(row.product_stock),
            <ProductStatusMark key="status" product={row} />,
          ],
        }))}
      />
      {(page?.total ?? 0) > rows.length && <Link href={all}>{texts.allListings({ title })}</Link>}
    </>
  )
}
