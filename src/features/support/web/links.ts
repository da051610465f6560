import { listAt, recordAt } from '#kit/web/address.ts'
import type { support, supportDesk } from '../contract.ts'
import { deskRequestPath, myRequestPath } from '../screen-contract.ts'

export const supportRequestList = listAt<typeof supportDesk.list>('/support-requests')
export const supportRequestRecord = recordAt(deskRequestPath)
export const myRequestList = listAt<typeof support.list>('/my-requests')
export const myRequestRecord = recordAt(myRequestPath)
