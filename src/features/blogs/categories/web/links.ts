import { listAt } from '#kit/web/address.ts'
import type { blogCategories } from '../contract.ts'

export const blogCategoryList = listAt<typeof blogCategories.list>('/blogs-categories')
