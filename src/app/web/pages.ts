import { auditPages } from '#features/audit/web/pages.ts'
import { blogCategoryPages } from '#features/blogs/categories/web/pages.ts'
import { blogPages } from '#features/blogs/web/pages.ts'
import { importPages } from '#features/bulk-upload/web/pages.ts'
import { categoryTreePages } from '#features/categories/tree/web/pages.ts'
import { categoryPages } from '#features/categories/web/pages.ts'
import { previewPages } from '#features/content/previews/web/pages.ts'
import { sectionPages } from '#features/content/sections/web/pages.ts'
import { contentPages } from '#features/content/web/pages.ts'
import { customerPages } from '#features/customers/web/pages.ts'
import { dashboardPages } from '#features/dashboard/web/pages.ts'
import { reasonPages } from '#features/decisions/reasons/web/pages.ts'
import { defaultImagePages } from '#features/default-images/web/pages.ts'
import { deliveryPages } from '#features/delivery/web/pages.ts'
import { deskPages } from '#features/desk/web/pages.ts'
import { failedMailPages } from '#features/failed-mails/web/pages.ts'
import { faqPages } from '#features/faqs/web/pages.ts'
import { recoveryPages } from '#features/identity/recovery/web/pages.ts'
import { sessionPages } from '#features/identity/session/web/pages.ts'
import { letterPages } from '#features/letters/web/pages.ts'
import { mailingPages } from '#features/mailings/web/pages.ts'
import { mediaPages } from '#features/media/web/pages.ts'
import { moneyPages } from '#features/money/web/pages.ts'
import { notificationPages } from '#features/notifications/web/pages.ts'
import { orderCheckPages } from '#features/orders/checks/web/pages.ts'
import { parcelPages } from '#features/orders/parcels/web/pages.ts'
import { orderPrintPages } from '#features/orders/prints/web/pages.ts'
import { refundPages } from '#features/orders/refunds/web/pages.ts'
import { orderPages } from '#features/orders/web/pages.ts'
import { listingCheckPages } from '#features/products/checks/web/pages.ts'
import { productEntryPages } from '#features/products/entry/web/pages.ts'
import { trustPages } from '#features/products/trust/web/pages.ts'
import { productPages } from '#features/products/web/pages.ts'
import { promotionPages } from '#features/promotions/web/pages.ts'
import { settlementPages } from '#features/settlements/web/pages.ts'
import { staffPages } from '#features/staff/web/pages.ts'
import { subscriberPages } from '#features/subscribers/web/pages.ts'
import { supportPages } from '#features/support/web/pages.ts'
import { vendorPages } from '#features/vendors/web/pages.ts'
import { webhookPages } from '#features/webhooks/web/pages.ts'
import { ownWindowPages } from '#features/window/previews/web/pages.ts'
import { withdrawalPages } from '#features/withdrawals/web/pages.ts'
import type { ScreenPage } from '#kit/web/page.ts'

/** Every screen of the product except the sign-in screen, which is outside the shell. */
export const pages: readonly ScreenPage[] = [
  ...dashboardPages,
  ...deskPages,
  ...orderPages,
  ...refundPages,
  ...parcelPages,
  ...orderCheckPages,
  ...orderPrintPages,
  ...productEntryPages,
  ...productPages,
  ...listingCheckPages,
  ...trustPages,
  ...customerPages,
  ...defaultImagePages,
  ...contentPages,
  ...vendorPages,
  ...withdrawalPages,
  ...settlementPages,
  ...moneyPages,
  ...categoryPages,
  ...categoryTreePages,
  ...deliveryPages,
  ...promotionPages,
  ...importPages,
  ...faqPages,
  ...reasonPages,
  ...subscriberPages,
  ...sectionPages,
  ...previewPages,
  ...ownWindowPages,
  ...blogCategoryPages,
  ...blogPages,
  ...mailingPages,
  ...mediaPages,
  ...webhookPages,
  ...letterPages,
  ...failedMailPages,
  ...staffPages,
  ...supportPages,
  ...auditPages,
  ...notificationPages,
  ...sessionPages,
  ...recoveryPages,
]
