import { uploadPicture } from '#features/products/server/picture-commands.ts'
import { implement } from '#kit/server/implement.ts'
import { productEntry } from '../contract.ts'
import { addProduct, changeProduct } from './commands.ts'
import { findVendors } from './queries.ts'

export const productEntryRoutes = implement('products', productEntry, {
  create: addProduct,
  change: changeProduct,
  addPicture: uploadPicture,
  vendors: findVendors,
})
