import { listAt, recordAt } from '#kit/web/address.ts'
import type { posts } from '../contract.ts'

export const postList = listAt<typeof posts.list>('/blogs-posts')
export const postRecord = recordAt('/blogs-post')
