import { listAt, recordAt } from '#kit/web/address.ts'
import type { imports } from '../contract.ts'

export const importList = listAt<typeof imports.list>('/bulk')
export const importRecord = recordAt('/bulk/import')
