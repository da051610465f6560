import { posts } from '#features/blogs/contract.ts'
import { postList, postRecord } from '#features/blogs/web/links.ts'
import { categories } from '#features/categories/contract.ts'
import { categoryRecord } from '#features/categories/web/links.ts'
import { releases } from '#features/content/contract.ts'
import { releaseList, releaseRecord } from '#features/content/web/links.ts'
import { customers } from '#features/customers/contract.ts'
import { customerDetail } from '#features/customers/web/links.ts'
import { faqs } from '#features/faqs/contract.ts'
import { faqList, faqRecord } from '#features/faqs/web/links.ts'
import { findArticles } from '#features/help/contract.ts'
import { openHelp } from '#features/help/web/use-help.ts'
import { orders } from '#features/orders/contract.ts'
import { refunds } from '#features/orders/refunds/contract.ts'
import { refundRecord } from '#features/orders/refunds/web/links.ts'
import { allOrders, orderDetail } from '#features/orders/web/links.ts'
import { type ProductStatus, products } from '#features/products/contract.ts'
import { productRecord } from '#features/products/web/links.ts'
import { promotions } from '#features/promotions/contract.ts'
import { promotionList, promotionRecord } from '#features/promotions/web/links.ts'
import type { FoundGroupName, FoundKind, FoundRecord } from '#features/search/contract.ts'
import { PalettePanel, type PaletteProps } from '#features/search/web/palette-panel.tsx'
import { settlements } from '#features/settlements/contract.ts'
import { settlementDetail } from '#features/settlements/web/links.ts'
import { staff } from '#features/staff/contract.ts'
import { staffList, staffRecord } from '#features/staff/web/links.ts'
import { type VendorStatus, vendors } from '#features/vendors/contract.ts'
import { vendorRecord } from '#features/vendors/web/links.ts'
import { withdrawals } from '#features/withdrawals/contract.ts'
import { payouts } from '#features/withdrawals/payout-contract.ts'
import {
  customerRun,
  customerWithdrawal,
  vendorRun,
  vendorWithdrawal,
} from '#features/withdrawals/web/links.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useAllows } from '#kit/web/can.tsx'
import { isOffered } from '#kit/web/page.ts'
import { inMenuOrder, sections } from '../menu.ts'
import { pages } from '../pages.ts'

/** The screen of each kind of record, and the call that opens it: who may make it finds the record. */
const records: Readonly<Record<FoundKind, { open: Endpoint; hrefOf: (record: FoundRecord) => string }>> = {
  order: { open: orders.get, hrefOf: orderDetail },
  vendor_withdrawal: { open: withdrawals.vendor.get, hrefOf: vendorWithdrawal },
  customer_withdrawal: { open: withdrawals.customer.get, hrefOf: customerWithdrawal },
  vendor_payout_run: { open: payouts.vendor.get, hrefOf: vendorRun },
  customer_payout_run: { open: payouts.customer.get, hrefOf: customerRun },
  settlement: { open: settlements.get, hrefOf: settlementDetail },
  refund: { open: refunds.get, hrefOf: refundRecord },
  vendor: {
    open: vendors.get,
    hrefOf: ({ id, status }) => vendorRecord(id, status as VendorStatus),
  },
  customer: { open: customers.get, hrefOf: customerDetail },
  product: {
    open: products.get,
    hrefOf: ({ id, status }) => productRecord({ id, status: status as ProductStatus }),
  },
  category: { open: categories.get, hrefOf: categoryRecord },
  promotion: { open: promotions.get, hrefOf: promotionRecord },
  person: { open: staff.get, hrefOf: staffRecord },
  post: { open: posts.get, hrefOf: postRecord },
  faq: { open: faqs.get, hrefOf: faqRecord },
  release: { open: releases.get, hrefOf: releaseRecord },
}

/** The lists that hold all that a group finds; of the other groups, each list holds a part. */
const lists: Readonly<Partial<Record<FoundGroupName, (asked: { q: string }) => string>>> = {
  orders: allOrders,
  campaigns: promotionList,
  staff: staffList,
  posts: postList,
  faqs: faqList,
  releases: releaseList,
}

const byPath = new Map(pages.map((page) => [page.path, page]))

/** The results of the palette, with all that the application knows of its screens and records. */
export function Palette(props: PaletteProps) {
  const allows = useAllows()
  const isOpen = (path: string) => {
    const page = byPath.get(path)
    return page !== undefined && allows(page.access)
  }
  const screens = inMenuOrder(pages)
    .filter((page) => isOffered(page, allows))
    .map(({ path, title, menu }) => ({
      path,
      words: menu?.label ?? title,
      about: sections.find(({ section }) => section === menu?.section)?.label ?? '',
    }))
  return (
    <PalettePanel
      {...props}
      sources={{
        screens,
        helpFor: (q) =>
          findArticles(q)
            .filter(({ article }) => article.screens.some((path) => isOpen(path)))
            .map(({ article: { name, title }, heading }) => ({
              ...{ name, words: title, heading: heading ?? '' },
              open: () => openHelp(name),
            })),
        hrefOf: (record) => records[record.kind].hrefOf(record),
        allOf: (group, q) => lists[group]?.({ q }),
        maySee: (kind) => allows(records[kind].open.access),
      }}
    />
  )
}
