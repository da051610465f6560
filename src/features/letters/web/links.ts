import { recordAt, screenAt } from '#kit/web/address.ts'

export const letterList = screenAt('/letters')
export const letterRecord = recordAt('/letter')
