import { reviewHandlers } from '#features/decisions/server/machine-commands.ts'
import { implement } from '#kit/server/implement.ts'
import { products } from '../contract.ts'
import { productEntry } from '../entry-contract.ts'
import { productExports } from '../export-contract.ts'
import { productDecisions } from './commands.ts'
import { addProduct, changeProduct } from './entry-commands.ts'
import { findVendors } from './entry-queries.ts'
import { exportProducts } from './export-commands.ts'
import { uploadPicture } from './picture-commands.ts'
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
  ...reviewHandlers(productDecisions),
  approveRevision,
  rejectRevision,
  bulkSetAvailable: setProductsAvailable,
})

export const productEntryRoutes = implement('products', productEntry, {
  create: addProduct,
  change: changeProduct,
  addPicture: uploadPicture,
  vendors: findVendors,
})
