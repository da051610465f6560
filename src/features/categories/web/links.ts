import { listAt, recordAt } from '#kit/web/address.ts'
import type { CategoryLevel, categories } from '../contract.ts'

export const mainCategories = listAt<typeof categories.list>('/manage-categories-main-categories')
export const subCategories = listAt<typeof categories.list>('/manage-categories-sub-categories')
export const childCategories = listAt<typeof categories.list>('/manage-categories-child-categories')
export const categoryRecord = recordAt('/manage-categories-category')

const lists = { main: mainCategories, sub: subCategories, child: childCategories }

/** The list of the categories of a level. */
export function levelList(level: CategoryLevel): string {
  return lists[level]()
}
