import { recordAt } from '#kit/web/address.ts'

export const productForm = recordAt('/products-add-product')

/** The form for a new product that starts from another one. */
export function productCopy({ id }: { id: string }): string {
  return `${productForm.path}?copy=${encodeURIComponent(id)}`
}
