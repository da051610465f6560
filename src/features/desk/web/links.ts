import { listAt, screenAt } from '#kit/web/address.ts'
import type { desk } from '../contract.ts'
import { reviewDeskPath } from '../screen-contract.ts'

export const reviewDesk = listAt<typeof desk.list>(reviewDeskPath)
export const reviewLimits = screenAt('/review-limits')
