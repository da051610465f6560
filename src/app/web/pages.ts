import { auditPages } from '#features/audit/web/pages.ts'
import { dashboardPages } from '#features/dashboard/web/pages.ts'
import { productPages } from '#features/products/web/pages.ts'
import { recoveryPages } from '#features/recovery/web/pages.ts'
import { sessionPages } from '#features/session/web/pages.ts'
import { staffPages } from '#features/staff/web/pages.ts'
import { vendorPages } from '#features/vendors/web/pages.ts'
import type { ScreenPage } from '#kit/web/page.ts'

/** Every screen of the product but the sign-in, which stands outside of the shell. */
export const pages: readonly ScreenPage[] = [
  ...dashboardPages,
  ...productPages,
  ...vendorPages,
  ...staffPages,
  ...auditPages,
  ...sessionPages,
  ...recoveryPages,
]
