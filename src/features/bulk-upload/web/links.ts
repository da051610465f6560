import { listAt, recordAt } from '#kit/web/address.ts'
import type { imports } from '../contract.ts'
import { importPath } from '../screen-contract.ts'

export const importList = listAt<typeof imports.list>('/bulk')
export const importRecord = recordAt(importPath)
