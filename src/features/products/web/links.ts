import { listAt, recordAt } from '#kit/web/address.ts'
import type { ProductStatus, products } from '../contract.ts'
import {
  approvedProductsPath,
  detailPath,
  pendingProductsPath,
  productPath,
  reviewPath,
} from '../screen-contract.ts'

export const pendingProducts = listAt<typeof products.listPending>(pendingProductsPath)
export const approvedProducts = listAt<typeof products.listApproved>(approvedProductsPath)
export const deactivatedProducts = listAt<typeof products.listDeactivated>('/products-deactivatedproducts')
export const productReview = recordAt(reviewPath)
export const productDetail = recordAt(detailPath)

export function productRecord({ id, status }: { id: string; status: ProductStatus }): string {
  return recordAt(productPath(status))({ id })
}
