import { listAt, recordAt } from '#kit/web/address.ts'
import type { webhooks } from '../contract.ts'
import { webhookPath } from '../screen-contract.ts'

export const webhookList = listAt<typeof webhooks.list>('/webhooks')
export const webhookRecord = recordAt(webhookPath)
