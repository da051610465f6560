import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  listings: 'Listings',
  allPendingProducts: 'All Pending Products',
  allApprovedProducts: 'All Approved Products',
  deactivatedProducts: 'Deactivated Products',
  productReview: 'Product review',
  product: 'Product',
})
