import { reviewHandlers } from '#features/decisions/server/review-commands.ts'
import { implement } from '#kit/server/implement.ts'
import { vendors } from '../contract.ts'
import { acceptChange, declineChange, undoChange } from './change-commands.ts'
import { openPaper, revealFields, vendorDecisions } from './commands.ts'
import { exportVendors } from './export-commands.ts'
import { matchingVendors } from './matching-commands.ts'
import { countVendors, listApproved, listDisabled, listPending, readFile, readVendorPage } from './queries.ts'

export const vendorRoutes = implement('vendors', vendors, {
  countMatching: matchingVendors.count,
  tryMatching: matchingVendors.attempt,
  decideMatching: matchingVendors.begin,
  listPending,
  listApproved,
  listDisabled,
  export: exportVendors,
  count: countVendors,
  get: readVendorPage,
  reveal: revealFields,
  file: readFile,
  paper: openPaper,
  ...reviewHandlers(vendorDecisions),
  disable: vendorDecisions.by('disable'),
  enable: vendorDecisions.by('enable'),
  reopen: vendorDecisions.by('reopen'),
  close: vendorDecisions.by('close'),
  acceptChange,
  declineChange,
  undoChange,
})
