import { implement } from '#kit/server/implement.ts'
import { products } from '../contract.ts'
import { productExports } from '../export-contract.ts'
import {
  approveProduct,
  approveProducts,
  rejectProduct,
  rejectProducts,
  requestProductUpdate,
  resendProductMessage,
  undoProductDecision,
} from './commands.ts'
import { exportProducts } from './export-commands.ts'
import { countProducts, listApproved, listDeactivated, listPending, readProduct } from './queries.ts'
import { approveRevision, rejectRevision } from './revision-commands.ts'
import { setProductAvailable, setProductsAvailable } from './switch-commands.ts'

export const productExportRoutes = implement('products', productExports, { export: exportProducts })

export const productRoutes = implement('products', products, {
  listPending,
  listApproved,
  listDeactivated,
  count: countProducts,
  get: readProduct,
  setAvailable: setProductAvailable,
  approveByGet: approveProduct,
  approve: approveProduct,
  reject: rejectProduct,
  requestUpdate: requestProductUpdate,
  undo: undoProductDecision,
  approveRevision,
  rejectRevision,
  bulkApprove: approveProducts,
  bulkReject: rejectProducts,
  bulkSetAvailable: setProductsAvailable,
  resendMessage: resendProductMessage,
})
