/** The paths of the screens of a product, which letters link to as well. */
export const reviewPath = '/single-product/pending'
export const detailPath = '/single-product/approved'

/** The path of the screen of a product; an approved product has its own screen. */
export function productPath(status: string): string {
  return status === 'approved' ? detailPath : reviewPath
}
/** The path of the list of pending products, which notifications link to as well. */
export const pendingProductsPath = '/products-all-products'
/** The path of the list of approved products, where their edits are decided on. */
export const approvedProductsPath = '/products-approvedproducts'
