import { reviewHandlers } from '#features/decisions/server/review-commands.ts'
import { implement } from '#kit/server/implement.ts'
import { vendors } from '../contract.ts'
import { acceptChange, declineChange } from './change-commands.ts'
import { openPaper, revealFields, vendorDecisions } from './commands.ts'
import { matchingVendors } from './matching-commands.ts'
import { countVendors, listApproved, listDisabled, listPending, readFile, readVendor } from './queries.ts'

export const vendorRoutes = implement('vendors', vendors, {
  countMatching: matchingVendors.count,
  tryMatching: matchingVendors.attempt,
  decideMatching: matchingVendors.begin,
  listPending,
  listApproved,
  listDisabled,
  count: countVendors,
  get: readVendor,
  reveal: revealFields,
  file: readFile,
  paper: openPaper,
  ...reviewHandlers(vendorDecisions),
  disable: vendorDecisions.by('disable'),
  enable: vendorDecisions.by('enable'),
  acceptChange,
  declineChange,
})
