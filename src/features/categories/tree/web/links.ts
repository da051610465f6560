import { screenAt } from '#kit/web/address.ts'

export const categoryTree = screenAt<{ q?: string }>('/manage-categories-tree')
