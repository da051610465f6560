import { listAt, recordAt } from '#kit/web/address.ts'
import type { refunds } from '../contract.ts'

export const refundList = listAt<typeof refunds.list>('/refunds')
export const refundRecord = recordAt('/refund')
