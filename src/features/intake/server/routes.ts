import { implement } from '#kit/server/implement.ts'
import { intake } from '../contract.ts'
import { addProductImage, attachSellerFile, submitProduct, submitSeller } from './commands.ts'
import { getProduct, getSeller } from './queries.ts'

export const intakeRoutes = implement('intake', intake, {
  submitSeller,
  getSeller,
  attachSellerFile,
  submitProduct,
  getProduct,
  addProductImage,
})
