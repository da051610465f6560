import { listAt, recordAt } from '#kit/web/address.ts'
import type { media } from '../contract.ts'

export const mediaLibrary = listAt<typeof media.list>('/media-library')
export const pictureRecord = recordAt('/media-library-picture')
