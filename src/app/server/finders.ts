import { posts } from '#features/blogs/contract.ts'
import { findPosts } from '#features/blogs/server/found-queries.ts'
import { categories } from '#features/categories/contract.ts'
import { findCategories } from '#features/categories/server/found-queries.ts'
import { releases } from '#features/content/contract.ts'
import { findReleases } from '#features/content/server/found-queries.ts'
import { customers } from '#features/customers/contract.ts'
import { findCustomers } from '#features/customers/server/found-queries.ts'
import { faqs } from '#features/faqs/contract.ts'
import { findFaqs } from '#features/faqs/server/found-queries.ts'
import { orders } from '#features/orders/contract.ts'
import { refunds } from '#features/orders/refunds/contract.ts'
import { findRefunds } from '#features/orders/refunds/server/found-queries.ts'
import { findOrders } from '#features/orders/server/found-queries.ts'
import { products } from '#features/products/contract.ts'
import { findProducts } from '#features/products/server/found-queries.ts'
import { promotions } from '#features/promotions/contract.ts'
import { findPromotions } from '#features/promotions/server/found-queries.ts'
import { settlements } from '#features/settlements/contract.ts'
import { findSettlements } from '#features/settlements/server/found-queries.ts'
import { staff } from '#features/staff/contract.ts'
import { findStaff } from '#features/staff/server/found-queries.ts'
import { vendors } from '#features/vendors/contract.ts'
import { findVendors } from '#features/vendors/server/found-queries.ts'
import { withdrawals } from '#features/withdrawals/contract.ts'
import { payouts } from '#features/withdrawals/payout-contract.ts'
import { findRuns, findWithdrawals } from '#features/withdrawals/server/found-queries.ts'
import type { Services } from '#kit/server/context.ts'

/** How each kind of record is found. Who may open a record may find it. */
export const finders: Services['finders'] = {
  order: { access: orders.get.access, find: findOrders },
  vendor_withdrawal: { access: withdrawals.vendor.get.access, find: findWithdrawals('vendor') },
  customer_withdrawal: { access: withdrawals.customer.get.access, find: findWithdrawals('customer') },
  vendor_payout_run: { access: payouts.vendor.get.access, find: findRuns('vendor') },
  customer_payout_run: { access: payouts.customer.get.access, find: findRuns('customer') },
  settlement: { access: settlements.get.access, find: findSettlements },
  refund: { access: refunds.get.access, find: findRefunds },
  vendor: { access: vendors.get.access, find: findVendors },
  customer: { access: customers.get.access, find: findCustomers },
  product: { access: products.get.access, find: findProducts },
  category: { access: categories.get.access, find: findCategories },
  promotion: { access: promotions.get.access, find: findPromotions },
  person: { access: staff.get.access, find: findStaff },
  post: { access: posts.get.access, find: findPosts },
  faq: { access: faqs.get.access, find: findFaqs },
  release: { access: releases.get.access, find: findReleases },
}
