import { listAt, screenAt } from '#kit/web/address.ts'
import type { desk } from '../contract.ts'

export const reviewDesk = listAt<typeof desk.list>('/review-desk')
export const reviewLimits = screenAt('/review-limits')
