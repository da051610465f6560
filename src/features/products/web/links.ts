import { recordAt } from '#kit/web/address.ts'
import type { ProductStatus } from '../contract.ts'

export const productReview = recordAt('/single-product/pending')
export const productDetail = recordAt('/single-product/approved')

/** The screen of a product; an approved product has its own screen. */
export function productRecord({ id, status }: { id: string; status: ProductStatus }): string {
  return status === 'approved' ? productDetail({ id }) : productReview({ id })
}
