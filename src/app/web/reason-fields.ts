/** The fields that reasons for each kind of record can concern: read by the screen of reasons alone, so loaded for it. */
export const reasonFields = {
  product: () => import('#features/products/fields-contract.ts').then((found) => found.handedInLabels),
  vendor: () => import('#features/vendors/fields-contract.ts').then((found) => found.handedInLabels),
  customer: () => import('#features/customers/contract.ts').then((found) => found.reasonLabels),
}
