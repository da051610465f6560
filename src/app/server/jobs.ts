import { oldTokens } from '#features/access/server/jobs.ts'
import { actorOf } from '#features/access/server/queries.ts'
import { sealAuditLog } from '#features/audit/server/jobs.ts'
import { foldPostViews, forgetDeletedPosts, publishScheduledPosts } from '#features/blogs/server/jobs.ts'
import { forgetImports, workOnImports } from '#features/bulk-upload/server/jobs.ts'
import { awaitsPictures } from '#features/bulk-upload/server/queries.ts'
import { publishScheduled } from '#features/content/server/jobs.ts'
import { forgetErasedPictures } from '#features/customers/server/jobs.ts'
import { matchingCustomers } from '#features/customers/server/matching-commands.ts'
import { oldChallenges } from '#features/identity/factors/server/jobs.ts'
import { answerResetRequests } from '#features/identity/recovery/server/jobs.ts'
import { oldSessions } from '#features/identity/session/server/jobs.ts'
import { forgetMailingRecipients, sendMailings } from '#features/mailings/server/jobs.ts'
import { deliverMessages } from '#features/messages/server/jobs.ts'
import { checkLedger, foldLedger } from '#features/money/server/jobs.ts'
import { forgetNotifications, sendDigests } from '#features/notifications/server/jobs.ts'
import { orderWork } from '#features/orders/bulk/server/commands.ts'
import { releaseShares } from '#features/orders/server/jobs.ts'
import { checkListings } from '#features/products/checks/server/jobs.ts'
import { placingWork } from '#features/products/placing/server/commands.ts'
import { forgetProductUploads } from '#features/products/server/jobs.ts'
import { productWork } from '#features/products/server/matching-commands.ts'
import { approveByRule } from '#features/products/trust/server/jobs.ts'
import { checkPromotions, foldPromotions, tellOfPromotions } from '#features/promotions/server/jobs.ts'
import { answerSubscriptionRequests } from '#features/subscribers/storefront/server/jobs.ts'
import { forgetSupport } from '#features/support/server/jobs.ts'
import { indexOldAccountNumbers } from '#features/vendors/server/jobs.ts'
import { matchingVendors } from '#features/vendors/server/matching-commands.ts'
import { deliverWebhooks, forgetWebhooks } from '#features/webhooks/server/jobs.ts'
import { forgetBulkJobs, workOnBulkJobs } from '#kit/server/bulk-jobs.ts'
import type { BulkMailer } from '#kit/server/bulk-mailer.ts'
import { checkCounts, foldCounts } from '#kit/server/counts.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { Mailer } from '#kit/server/mailer.ts'
import { keepPublicCache } from '#kit/server/public-cache.ts'
import { checkSearch, forgetSearchWords } from '#kit/server/search.ts'
import { keepStream } from '#kit/server/stream-events.ts'
import { checkpointEmbedded, forgetOldRows, vacuumEmbedded } from '#kit/server/upkeep.ts'
import { checkDailyTotals, foldDailyTotals } from './day-totals.ts'
import { sealUnderNewestKey } from './rotation.ts'
import { watchForNotifications } from './told-watch.ts'

/** All background jobs. */
export function allJobs(mailer: Mailer, bulkMailer: BulkMailer, engine: 'embedded' | 'server'): Job[] {
  return [...outwardJobs(mailer, bulkMailer), ...inwardJobs(engine)]
}

/** What sends something, lets something go live or decides by itself: a copy of an installation must do none of it. */
function outwardJobs(mailer: Mailer, bulkMailer: BulkMailer): Job[] {
  return [
    deliverMessages(mailer),
    sendMailings(bulkMailer),
    deliverWebhooks,
    answerResetRequests,
    answerSubscriptionRequests,
    watchForNotifications,
    sendDigests,
    publishScheduled,
    publishScheduledPosts,
    tellOfPromotions,
    approveByRule(awaitsPictures),
  ]
}

/** The jobs that a copy of an installation runs too, where OUTGOING is false. */
export function inwardJobs(engine: 'embedded' | 'server'): Job[] {
  return [
    forgetMailingRecipients,
    forgetWebhooks,
    sealUnderNewestKey,
    indexOldAccountNumbers,
    foldCounts,
    foldDailyTotals,
    checkDailyTotals,
    checkCounts({
      'vendors:': { table: 'vendors', by: ['list'] },
      'products:': { table: 'products', by: ['list'] },
      'category:': { table: 'products', by: ['category_id'] },
      'filed:': { table: 'products', by: ['category_id', 'list'] },
      'customers:': { table: 'customers', by: ['list'] },
      'orders:': { table: 'orders', by: ['list'] },
      'refunds:': { table: 'refunds', by: ['status'] },
      'withdrawals:': { table: 'withdrawals', by: ['list'] },
      'posts:': { table: 'posts', by: ['list'] },
      'support:': { table: 'support_requests', by: ['status'] },
      'filed-posts:': { table: 'posts', by: ['category_id', 'list'] },
      'subscribers:': { table: 'subscribers', by: ['list'] },
    }),
    forgetSearchWords,
    checkSearch([
      ...['vendor_search', 'product_search', 'customer_search', 'order_search', 'withdrawal_search'],
      ...['payout_run_search', 'settlement_search', 'category_search', 'promotion_search', 'person_search'],
      ...['post_search', 'faq_search', 'release_search'],
    ]),
    foldLedger,
    checkLedger,
    releaseShares,
    keepPublicCache,
    foldPromotions,
    checkPromotions,
    foldPostViews,
    forgetDeletedPosts,
    workOnBulkJobs(
      { ...orderWork, ...productWork, ...placingWork, ...matchingVendors.jobs, ...matchingCustomers.jobs },
      actorOf,
    ),
    forgetBulkJobs,
    keepStream(engine),
    forgetNotifications,
    forgetProductUploads,
    forgetErasedPictures,
    checkListings,
    workOnImports(engine),
    forgetImports,
    forgetSupport,
    sealAuditLog,
    forgetOldRows([oldTokens, oldChallenges, ...oldSessions]),
    // The embedded engine does not vacuum or shorten its log by itself.
    ...(engine === 'embedded' ? [vacuumEmbedded, checkpointEmbedded] : []),
  ]
}
