import { listAt } from '#kit/web/address.ts'
import type { failedMails } from '../contract.ts'
import { failedMailsPath } from '../screen-contract.ts'

export const failedMailList = listAt<typeof failedMails.list>(failedMailsPath)
