import { listAt, recordAt } from '#kit/web/address.ts'
import type { subscribers } from '../contract.ts'
import { subscriberPath } from '../screen-contract.ts'

export const subscriberList = listAt<typeof subscribers.list>('/subscribers')
export const subscriberRecord = recordAt(subscriberPath)
