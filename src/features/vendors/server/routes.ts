import { implement } from '#kit/server/implement.ts'
import { vendors } from '../contract.ts'
import { acceptChange, declineChange } from './change-commands.ts'
import {
  approveVendor,
  approveVendors,
  disableVendor,
  enableVendor,
  openPaper,
  rejectVendor,
  rejectVendors,
  requestVendorUpdate,
  resendVendorMessage,
  revealFields,
  undoVendorDecision,
} from './commands.ts'
import { countVendors, listApproved, listDisabled, listPending, readFile, readVendor } from './queries.ts'

export const vendorRoutes = implement('vendors', vendors, {
  listPending,
  listApproved,
  listDisabled,
  count: countVendors,
  get: readVendor,
  reveal: revealFields,
  file: readFile,
  paper: openPaper,
  approveByGet: approveVendor,
  approve: approveVendor,
  reject: rejectVendor,
  requestUpdate: requestVendorUpdate,
  undo: undoVendorDecision,
  disable: disableVendor,
  enable: enableVendor,
  bulkApprove: approveVendors,
  bulkReject: rejectVendors,
  acceptChange,
  declineChange,
  resendMessage: resendVendorMessage,
})
