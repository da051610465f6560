import { type Area, permissionName } from '#features/access/contract.ts'

/**
 * The nouns that streams tell of, each with the area whose records it stands for: only who may see these is told. Null
 * for what every signed-in person follows.
 */
const liveNouns: Readonly<Record<string, Area | null>> = {
  customer: 'Customer',
  import: 'Bulk Product Upload',
  order: 'Orders',
  product: 'Products',
  product_revision: 'Products',
  role: null,
  vendor: 'Vendor Verifications',
  vendor_change: 'Vendor Verifications',
}

/** The nouns that somebody with these permissions is told of, always in the same order. Withdrawals are of two areas. */
export function nounsFor(permissions: readonly string[]): readonly string[] {
  const nouns = Object.entries(liveNouns).flatMap(([noun, area]) =>
    area === null || permissions.includes(permissionName(area, 'view')) ? [noun] : [],
  )
  const seesWithdrawals = ['Vendors', 'Customer'].some((area) =>
    permissions.includes(permissionName(area, 'pay')),
  )
  return seesWithdrawals ? [...nouns, 'withdrawal'] : nouns
}
