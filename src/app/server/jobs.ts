import { sealAuditLog } from '#features/audit/server/jobs.ts'
import { deliverMessages } from '#features/messages/server/jobs.ts'
import { answerResetRequests } from '#features/recovery/server/jobs.ts'
import { checkCounts, foldCounts } from '#kit/server/counts.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { Mailer } from '#kit/server/mailer.ts'
import { forgetOldRows, vacuumEmbedded } from '#kit/server/upkeep.ts'
import { sealUnderNewestKey } from './rotation.ts'

/** Everything that runs without a request. */
export function allJobs(mailer: Mailer, engine: 'embedded' | 'server'): Job[] {
  return [
    deliverMessages(mailer),
    answerResetRequests,
    sealUnderNewestKey,
    foldCounts,
    checkCounts({
      'vendors:': 'vendors',
      'products:': 'products',
    }),
    sealAuditLog,
    forgetOldRows,
    // Nothing vacuums the embedded engine by itself.
    ...(engine === 'embedded' ? [vacuumEmbedded] : []),
  ]
}
