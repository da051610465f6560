import { areas } from '#features/access/contract.ts'
import { auditRoutes } from '#features/audit/server/routes.ts'
import { blogRoutes } from '#features/blogs/server/routes.ts'
import { brandingRoutes } from '#features/branding/server/routes.ts'
import { importRoutes } from '#features/bulk-upload/server/routes.ts'
import { categoryExportRoutes, categoryRoutes } from '#features/categories/server/routes.ts'
import { claimRoutes } from '#features/claims/server/routes.ts'
import { contentRoutes } from '#features/content/server/routes.ts'
import { customerRoutes } from '#features/customers/server/routes.ts'
import { dashboardRoutes } from '#features/dashboard/server/routes.ts'
import { reasonRoutes } from '#features/decisions/reasons/server/routes.ts'
import { defaultImageRoutes } from '#features/default-images/server/routes.ts'
import { deliveryRoutes } from '#features/delivery/server/routes.ts'
import { deskRoutes } from '#features/desk/server/routes.ts'
import { failedMailRoutes } from '#features/failed-mails/server/routes.ts'
import { faqRoutes } from '#features/faqs/server/routes.ts'
import { accountRoutes } from '#features/identity/account/server/routes.ts'
import { factorRoutes } from '#features/identity/factors/server/routes.ts'
import { recoveryRoutes } from '#features/identity/recovery/server/routes.ts'
import { sessionRoutes } from '#features/identity/session/server/routes.ts'
import { scopes } from '#features/intake/contract.ts'
import { intakeRoutes } from '#features/intake/server/routes.ts'
import { letterRoutes } from '#features/letters/server/routes.ts'
import { mailingNamingRole } from '#features/mailings/server/audience-queries.ts'
import { followMergeInMailings, mailingNaming } from '#features/mailings/server/category-commands.ts'
import { eraseCustomerFromMailings, eraseFromMailings } from '#features/mailings/server/erasure-commands.ts'
import { mailingRoutes } from '#features/mailings/server/routes.ts'
import { mediaRoutes } from '#features/media/server/routes.ts'
import { renameInRules, ruleNaming } from '#features/money/server/commission-commands.ts'
import { moneyRoutes } from '#features/money/server/routes.ts'
import { noteRoutes } from '#features/notes/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { matchingOrderRoutes } from '#features/orders/bulk/server/routes.ts'
import { orderCheckRoutes } from '#features/orders/checks/server/routes.ts'
import { orderContactRoutes } from '#features/orders/contact/server/routes.ts'
import { parcelRoutes } from '#features/orders/parcels/server/routes.ts'
import { refundRoutes } from '#features/orders/refunds/server/routes.ts'
import { eraseFromOrders } from '#features/orders/server/erasure-commands.ts'
import { orderRoutes } from '#features/orders/server/routes.ts'
import {
  checkAgainAfterMerge,
  followMergeInChecks,
  wordLimitedTo,
} from '#features/products/checks/server/commands.ts'
import { listingCheckRoutes } from '#features/products/checks/server/routes.ts'
import { productDifferenceRoutes } from '#features/products/differences/server/routes.ts'
import { productEntryRoutes } from '#features/products/entry/server/routes.ts'
import { placingRoutes } from '#features/products/placing/server/routes.ts'
import { editNaming, followMergeInProducts } from '#features/products/server/category-commands.ts'
import { productEditRoutes, productExportRoutes, productRoutes } from '#features/products/server/routes.ts'
import { trustRoutes } from '#features/products/trust/server/routes.ts'
import { followMergeInDrafts } from '#features/promotions/server/category-commands.ts'
import { promotionRoutes } from '#features/promotions/server/routes.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { eraseFromSettlements } from '#features/settlements/server/erasure-commands.ts'
import { settlementRoutes } from '#features/settlements/server/routes.ts'
import { roleRoutes, staffRoutes } from '#features/staff/server/routes.ts'
import { storeRoutes } from '#features/stores/server/routes.ts'
import { subscriberRoutes } from '#features/subscribers/server/routes.ts'
import { storefrontSubscriberRoutes } from '#features/subscribers/storefront/server/routes.ts'
import { supportRoutes } from '#features/support/server/routes.ts'
import { vendorDifferenceRoutes } from '#features/vendors/differences/server/routes.ts'
import { requirementRoutes } from '#features/vendors/requirements/server/routes.ts'
import { vendorRoutes } from '#features/vendors/server/routes.ts'
import { followMergeInViews } from '#features/views/server/category-commands.ts'
import { viewRoutes } from '#features/views/server/routes.ts'
import { webhookRoutes } from '#features/webhooks/server/routes.ts'
import { eraseFromWithdrawals } from '#features/withdrawals/server/erasure-commands.ts'
import { withdrawalRoutes } from '#features/withdrawals/server/routes.ts'
import { bulkRoutes } from '#kit/server/bulk-routes.ts'
import type { Route } from '#kit/server/implement.ts'
import { pictureFollowers } from './pictures.ts'

/** Every call of the product. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...factorRoutes,
  ...recoveryRoutes,
  ...accountRoutes,
  ...dashboardRoutes,
  ...deskRoutes,
  ...claimRoutes,
  ...vendorRoutes,
  ...productExportRoutes,
  ...productRoutes,
  ...productEditRoutes,
  ...categoryExportRoutes,
  ...productEntryRoutes,
  ...placingRoutes,
  ...listingCheckRoutes,
  ...trustRoutes,
  // Drafts of campaigns come before products, because every change of a campaign locks in this order, and so do the settings of the
  // checks, because saving them asks for the products' checks after that.
  ...categoryRoutes(
    { ruleNaming, renameInRules },
    [
      followMergeInDrafts,
      followMergeInChecks,
      followMergeInProducts,
      checkAgainAfterMerge,
      followMergeInMailings,
      followMergeInViews,
    ],
    [editNaming, wordLimitedTo, mailingNaming],
  ),
  ...promotionRoutes,
  ...importRoutes,
  ...blogRoutes,
  ...deliveryRoutes,
  ...orderRoutes,
  ...matchingOrderRoutes,
  ...parcelRoutes,
  ...refundRoutes,
  ...orderCheckRoutes,
  ...orderContactRoutes,
  ...customerRoutes([eraseFromOrders, eraseFromWithdrawals, eraseFromSettlements, eraseCustomerFromMailings]),
  ...defaultImageRoutes,
  ...faqRoutes,
  ...reasonRoutes,
  ...requirementRoutes,
  ...vendorDifferenceRoutes,
  ...productDifferenceRoutes,
  ...storeRoutes,
  ...brandingRoutes,
  ...contentRoutes,
  ...mediaRoutes(pictureFollowers),
  ...roleRoutes([mailingNamingRole]),
  ...staffRoutes,
  ...mailingRoutes,
  ...noteRoutes,
  ...viewRoutes,
  ...notificationRoutes,
  ...searchRoutes,
  ...bulkRoutes,
  ...moneyRoutes,
  ...withdrawalRoutes,
  ...settlementRoutes,
  ...webhookRoutes,
  ...letterRoutes,
  ...failedMailRoutes,
  ...subscriberRoutes([eraseFromMailings]),
  ...storefrontSubscriberRoutes,
  ...auditRoutes,
  ...supportRoutes,
  ...intakeRoutes,
]

export const knownAreas = areas
export const knownScopes = scopes
