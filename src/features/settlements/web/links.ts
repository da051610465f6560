import { listAt, recordAt, screenAt } from '#kit/web/address.ts'
import type { settlements } from '../contract.ts'

export const settlementList = listAt<typeof settlements.list>('/settlements')
export const settlementDetail = recordAt('/settlement')
export const settlementImport = screenAt('/settlement-import')
export const courierCash = screenAt('/courier-cash')
