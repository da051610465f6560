import { recordAt, screenAt } from '#kit/web/address.ts'
import { lettersPath } from '../screen-contract.ts'

export const letterList = screenAt(lettersPath)
export const letterRecord = recordAt('/letter')
