import { findShownLetters } from '#features/letters/server/queries.ts'
import { findShownRuns, findShownWithdrawals } from '#features/withdrawals/server/found-queries.ts'
import type { Services } from '#kit/server/context.ts'

/** How the audit log finds the screens of records that it names otherwise than their screens do. */
export const shownRecords: Services['shownRecords'] = {
  withdrawal: findShownWithdrawals,
  payout_run: findShownRuns,
  letter: findShownLetters,
}
