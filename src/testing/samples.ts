import type { TestApp, TestPerson } from './app.ts'
import { auditSamples } from './audit-samples.ts'
import { passkeyConflicts, passkeySamples } from './authenticator.ts'
import { blogConflicts, blogSamples } from './blog-samples.ts'
import { categoryConflicts, categorySamples } from './category-samples.ts'
import { checkSamples } from './check-samples.ts'
import { contentConflicts, contentSamples } from './content-samples.ts'
import { customerConflicts, customerSamples } from './customer-samples.ts'
import { dashboardSamples } from './dashboard-samples.ts'
import { deliveryConflicts, deliverySamples } from './delivery-samples.ts'
import { deskSamples } from './desk-samples.ts'
import { entryConflicts, entrySamples } from './entry-samples.ts'
import { pendingProduct, pendingVendor, productBody, sellerBody } from './factories.ts'
import { faqConflicts, faqSamples } from './faq-samples.ts'
import { importConflicts, importSamples } from './import-samples.ts'
import { letterConflicts, letterSamples } from './letter-samples.ts'
import { mailConflicts, mailSamples } from './mailing-samples.ts'
import { mediaConflicts, mediaSamples } from './media-samples.ts'
import { failedMailSamples } from './message-samples.ts'
import { moneyConflicts, moneySamples } from './money-samples.ts'
import { noteConflicts, noteSamples } from './note-samples.ts'
import { notificationSamples } from './notification-samples.ts'
import { orderConflicts, orderSamples } from './order-samples.ts'
import { pictureForm } from './picture-form.ts'
import { promotionConflicts, promotionSamples } from './promotion-samples.ts'
import { reasonConflicts, reasonSamples } from './reason-samples.ts'
import { reviewConflicts, reviewSamples } from './review-samples.ts'
import { searchSamples } from './search-samples.ts'
import { secondFactorConflicts, secondFactorSamples } from './second-factor.ts'
import { sessionSamples } from './session-samples.ts'
import { settlementConflicts, settlementSamples } from './settlement-samples.ts'
import { staffConflicts, staffSamples } from './staff-samples.ts'
import { supportConflicts, supportSamples } from './support-samples.ts'
import { viewSamples } from './view-samples.ts'
import { webhookConflicts, webhookSamples } from './webhook-samples.ts'

/** A call that is accepted: of its own subject, so that it can be made once. */
export interface Sample {
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** The token that it is good for, where the record is somebody's own. */
  as?: string
}

/** What the samples of one test file share: the server, somebody who may everything, and an intake key. */
export interface Stage {
  app: TestApp
  admin: TestPerson
  key: string
}

export type MakeSample = (stage: Stage) => Promise<Sample> | Sample

/** One accepted call for every endpoint, by its method and path. The table is complete: a test compares it. */
export const samples: Readonly<Record<string, MakeSample>> = {
  ...sessionSamples,
  ...notificationSamples,
  ...searchSamples,
  ...secondFactorSamples,
  ...passkeySamples,
  ...staffSamples,
  ...noteSamples,
  ...viewSamples,
  ...moneySamples,
  ...settlementSamples,
  ...orderSamples,
  ...customerSamples,
  ...mailSamples,
  ...webhookSamples,
  ...letterSamples,
  ...failedMailSamples,
  ...categorySamples,
  ...deliverySamples,
  ...entrySamples,
  ...checkSamples,
  ...promotionSamples,
  ...blogSamples,
  ...importSamples,
  ...faqSamples,
  ...reasonSamples,
  ...contentSamples,
  ...dashboardSamples,
  ...deskSamples,

  ...reviewSamples,
  ...mediaSamples,
  ...supportSamples,

  ...auditSamples,

  'POST /api/intake/sellers': () => ({ path: '/api/intake/sellers', body: sellerBody() }),
  'GET /api/intake/sellers/:id': async ({ app }) => ({
    path: `/api/intake/sellers/${(await pendingVendor(app)).id}`,
  }),
  'POST /api/intake/sellers/:id/files/:slot': async ({ app }) => ({
    path: `/api/intake/sellers/${(await pendingVendor(app)).id}/files/shop_logo`,
    body: await pictureForm(),
  }),
  'POST /api/intake/products': async ({ app }) => ({
    path: '/api/intake/products',
    body: productBody((await pendingVendor(app)).id),
  }),
  'POST /api/intake/products/:id/images': async ({ app }) => ({
    path: `/api/intake/products/${(await pendingProduct(app)).id}/images`,
    body: await pictureForm(),
  }),
}

/**
 * Calls that meet the state of their record and not its form (409), for every endpoint that says it refuses so:
 * most are the accepted call after somebody took the other way.
 */
export const conflicts: Readonly<Record<string, MakeSample>> = {
  ...staffConflicts,
  ...noteConflicts,
  ...moneyConflicts,
  ...settlementConflicts,
  ...orderConflicts,
  ...customerConflicts,
  ...mailConflicts,
  ...webhookConflicts,
  ...letterConflicts,
  ...categoryConflicts,
  ...mediaConflicts,
  ...supportConflicts,
  ...deliveryConflicts,
  ...entryConflicts,
  ...promotionConflicts,
  ...blogConflicts,
  ...importConflicts,
  ...faqConflicts,
  ...reasonConflicts,
  ...contentConflicts,
  ...reviewConflicts,
  ...secondFactorConflicts,
  ...passkeyConflicts,
  'POST /api/intake/sellers': async (stage) => {
    const vendor = await pendingVendor(stage.app)
    await close(stage, vendor.id)
    return { path: '/api/intake/sellers', body: { ...vendor.body, username: 'Another name' } }
  },
  'POST /api/intake/sellers/:id/files/:slot': async (stage) => {
    const { id } = await pendingVendor(stage.app)
    await close(stage, id)
    return { path: `/api/intake/sellers/${id}/files/shop_logo`, body: await pictureForm() }
  },
  'POST /api/intake/products/:id/images': async (stage) => {
    const { id } = await pendingProduct(stage.app)
    const path = `/api/intake/products/${id}/images`
    for (let n = 0; n < 12; n += 1) {
      await stage.app.call('POST', path, { as: stage.key, body: await pictureForm(n) })
    }
    return { path, body: await pictureForm(12) }
  },
}

/** Closing a seller has no call yet; what the intake answers to it is stated all the same. */
async function close({ app }: Stage, vendorId: string): Promise<void> {
  await app.database.pool.query("update vendors set status = 'closed' where id = $1", [vendorId])
}
