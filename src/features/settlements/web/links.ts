import { listAt } from '#kit/web/address.ts'
import type { settlements } from '../contract.ts'

export const settlementList = listAt<typeof settlements.list>('/settlements')
/** Orders and the ledger link here by the path: an import of this file would make a circle of features. */
export const settlementDetail = ({ id }: { id: string }) => `/settlement?id=${id}`
