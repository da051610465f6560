import { implement } from '#kit/server/implement.ts'
import { categories } from '../contract.ts'
import { changeCategory, createCategory, orderCategory } from './commands.ts'
import { removeCategoryImage, setCategoryImage } from './image-commands.ts'
import { mergeCategory, moveCategory, removeCategory } from './move-commands.ts'
import {
  countCategories,
  listCategories,
  readBySlug,
  readCategory,
  readStorefront,
  readTree,
} from './queries.ts'

export const categoryRoutes = implement('categories', categories, {
  list: listCategories,
  tree: readTree,
  count: countCategories,
  get: readCategory,
  create: createCategory,
  change: changeCategory,
  order: orderCategory,
  setImage: setCategoryImage,
  removeImage: removeCategoryImage,
  move: moveCategory,
  merge: mergeCategory,
  remove: removeCategory,
  storefront: readStorefront,
  bySlug: readBySlug,
})
