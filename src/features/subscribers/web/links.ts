import { listAt, recordAt } from '#kit/web/address.ts'
import type { subscribers } from '../contract.ts'

export const subscriberList = listAt<typeof subscribers.list>('/subscribers')
export const subscriberRecord = recordAt('/subscriber')
