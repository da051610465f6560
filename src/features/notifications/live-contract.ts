import { allows, grants } from '#features/access/contract.ts'
import type { Access } from '#kit/contract/endpoint.ts'

const everybody: Access = { kind: 'signed-in' }

/**
 * The nouns that streams tell of, each with what its reader must be allowed to: one of them is enough. A noun that is
 * missing here is told to nobody.
 */
const liveNouns: Readonly<Record<string, readonly Access[]>> = {
  customer: [grants('Customer', 'view')],
  import: [grants('Bulk Product Upload', 'view')],
  order: [grants('Orders', 'view')],
  product: [grants('Products', 'view')],
  product_revision: [grants('Products', 'view')],
  role: [everybody],
  vendor: [grants('Vendor Verifications', 'view')],
  vendor_change: [grants('Vendor Verifications', 'view')],
  withdrawal: [grants('Vendors', 'pay'), grants('Customer', 'pay')],
}

/** The nouns that somebody with these permissions is told of, always in the same order. */
export function nounsFor(permissions: readonly string[]): readonly string[] {
  return Object.entries(liveNouns)
    .filter(([, accesses]) => accesses.some((access) => allows(permissions, access)))
    .map(([noun]) => noun)
}
