import { grants } from '#features/access/contract.ts'
import { differencesAt } from '#features/decisions/difference-contract.ts'

export const productDifferences = differencesAt('/api/admin/products', grants('Products', 'view'))
