import { grants } from '#features/access/contract.ts'
import { differencesAt } from '#features/decisions/difference-contract.ts'

export const vendorDifferences = differencesAt('/api/admin/sellers', grants('Vendor Verifications', 'view'))
