import { audit } from '#features/audit/contract.ts'
import { blogCategories } from '#features/blogs/categories/contract.ts'
import { posts } from '#features/blogs/contract.ts'
import { imports } from '#features/bulk-upload/contract.ts'
import { categories } from '#features/categories/contract.ts'
import { releases } from '#features/content/contract.ts'
import { customers } from '#features/customers/contract.ts'
import { shippingMethods } from '#features/delivery/method-contract.ts'
import { packagings } from '#features/delivery/packaging-contract.ts'
import { pickupLocations } from '#features/delivery/pickup-contract.ts'
import { desk } from '#features/desk/contract.ts'
import { failedMails } from '#features/failed-mails/contract.ts'
import { faqs } from '#features/faqs/contract.ts'
import { mailings } from '#features/mailings/contract.ts'
import { media } from '#features/media/contract.ts'
import { ledger } from '#features/money/ledger-contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { orders } from '#features/orders/contract.ts'
import { refunds } from '#features/orders/refunds/contract.ts'
import { products } from '#features/products/contract.ts'
import { promotions } from '#features/promotions/contract.ts'
import { settlements } from '#features/settlements/contract.ts'
import { roles, staff } from '#features/staff/contract.ts'
import { subscribers } from '#features/subscribers/contract.ts'
import { support, supportDesk } from '#features/support/contract.ts'
import { vendors } from '#features/vendors/contract.ts'
import { webhooks } from '#features/webhooks/contract.ts'
import { vendorLists, withdrawals } from '#features/withdrawals/contract.ts'
import { payouts } from '#features/withdrawals/payout-contract.ts'
import type { Services } from '#kit/server/context.ts'

/**
 * Every list of the product by the path of its screen, with the call that it makes. People save views of a list,
 * everyone who may make the call sees these views, and a view may use every parameter that the call accepts.
 */
export const viewedLists: Services['viewedLists'] = {
  '/review-desk': desk.list,
  '/orders-all-orders': orders.list,
  '/orders-pending-orders': orders.list,
  '/orders-processingorders': orders.list,
  '/orders-completed-orders': orders.list,
  '/orders-declined-orders': orders.list,
  '/products-all-products': products.listPending,
  '/products-approvedproducts': products.listApproved,
  '/products-deactivatedproducts': products.listDeactivated,
  '/vendor-verification-pending-verification': vendors.listPending,
  '/vendor-verification-approved-verification': vendors.listApproved,
  '/vendor-verification-disabled-verification': vendors.listDisabled,
  '/vendor-vendors-list': vendorLists.applied,
  '/vendor-vendors-withdraws': vendorLists.latest,
  '/refunds': refunds.list,
  '/withdrawals': withdrawals.vendor.list,
  '/payout-runs': payouts.vendor.list,
  '/customers-customers-list': customers.list,
  '/customers-withdraws': customers.list,
  '/customer-withdrawals': withdrawals.customer.list,
  '/customer-payout-runs': payouts.customer.list,
  '/settlements': settlements.list,
  '/ledger': ledger.list,
  '/manage-categories-main-categories': categories.list,
  '/manage-categories-sub-categories': categories.list,
  '/manage-categories-child-categories': categories.list,
  '/promotions': promotions.list,
  '/blogs-categories': blogCategories.list,
  '/blogs-posts': posts.list,
  '/releases': releases.list,
  '/bulk': imports.list,
  '/faqs': faqs.list,
  '/general-setting-shipping-method': shippingMethods.list,
  '/general-setting-packaging': packagings.list,
  '/general-setting-pickup-location': pickupLocations.list,
  '/webhooks': webhooks.list,
  '/email': mailings.list,
  '/failed-mails': failedMails.list,
  '/subscribers': subscribers.list,
  '/manage-staff': staff.list,
  '/manageroles': roles.list,
  '/media-library': media.list,
  '/support-requests': supportDesk.list,
  '/notifications': notifications.list,
  '/my-requests': support.list,
  '/audit-log': audit.list,
}
