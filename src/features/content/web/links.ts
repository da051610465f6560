import { listAt, recordAt, screenAt } from '#kit/web/address.ts'
import type { releases } from '../contract.ts'
import { releasePath } from '../screen-contract.ts'

export const releaseList = listAt<typeof releases.list>('/releases')
export const releaseRecord = recordAt(releasePath)
export const publish = screenAt('/publish')
