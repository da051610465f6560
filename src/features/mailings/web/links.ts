import { listAt, recordAt } from '#kit/web/address.ts'
import type { mailings } from '../contract.ts'
import { mailingPath } from '../screen-contract.ts'

export const mailingList = listAt<typeof mailings.list>('/email')
export const mailingRecord = recordAt(mailingPath)
