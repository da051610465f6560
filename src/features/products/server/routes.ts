import { reviewHandlers } from '#features/decisions/server/review-commands.ts'
import { implement } from '#kit/server/implement.ts'
import { products } from '../contract.ts'
import { productExports } from '../export-contract.ts'
import { productEdits } from '../revisions/contract.ts'
import { approveEdits, checkEdits, matchingEdits, rejectEdits } from '../revisions/server/bulk-commands.ts'
import { approveRevision, rejectRevision, undoRevision } from '../revisions/server/commands.ts'
import { readProductPage } from '../revisions/server/queries.ts'
import { productDecisions } from './commands.ts'
import { exportProducts } from './export-commands.ts'
import { beginSwitch, matchingProducts, tryMatchingProducts } from './matching-commands.ts'
import {
  countProducts,
  listApproved,
  listDeactivated,
  listPending,
  listReasons,
  listReviewers,
} from './queries.ts'
import { setProductAvailable, setProductsAvailable } from './switch-commands.ts'

export const productExportRoutes = implement('products', productExports, { export: exportProducts })

export const productRoutes = implement('products', products, {
  countMatching: matchingProducts.count,
  tryMatching: tryMatchingProducts,
  switchMatching: beginSwitch,
  decideMatching: matchingProducts.begin,
  listPending,
  listApproved,
  listDeactivated,
  count: countProducts,
  listReviewers,
  listReasons,
  get: readProductPage,
  setAvailable: setProductAvailable,
  ...reviewHandlers(productDecisions),
  reopen: productDecisions.by('reopen'),
  approveRevision,
  rejectRevision,
  undoRevision,
  bulkSetAvailable: setProductsAvailable,
})

export const productEditRoutes = implement('product-edits', productEdits, {
  bulkApprove: approveEdits,
  bulkReject: rejectEdits,
  bulkCheck: checkEdits,
  countMatching: matchingEdits.count,
  tryMatching: matchingEdits.attempt,
  decideMatching: matchingEdits.begin,
})
