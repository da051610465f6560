import { listAt, recordAt } from '#kit/web/address.ts'
import type { promotions } from '../contract.ts'
import { promotionPath } from '../screen-contract.ts'

export const promotionList = listAt<typeof promotions.list>('/promotions')
export const promotionRecord = recordAt(promotionPath)
