import { implement } from '#kit/server/implement.ts'
import { categories } from '../contract.ts'
import { categoryExports } from '../export-contract.ts'
import { categoryOptions } from '../options-contract.ts'
import {
  type CategoryNaming,
  type MergeFollower,
  mergeCategory,
  moveCategory,
  removeCategory,
} from '../tree/server/commands.ts'
import { type CommissionNames, changeCategory, createCategory, orderCategory } from './commands.ts'
import { exportCategories } from './export-commands.ts'
import { removeCategoryImage, setCategoryImage } from './image-commands.ts'
import {
  countCategories,
  listCategories,
  readBySlug,
  readCategory,
  readOptions,
  readStorefront,
  readTree,
} from './queries.ts'

export const categoryExportRoutes = implement('categories', categoryExports, { export: exportCategories })

/** The category endpoints; the application passes in the features that follow a rename or a merge, or that name a category. */
export const categoryRoutes = (
  commission: CommissionNames,
  followers: readonly MergeFollower[],
  namings: readonly CategoryNaming[],
) => [
  ...implement('categories', categories, {
    list: listCategories,
    tree: readTree,
    count: countCategories,
    get: readCategory,
    create: createCategory,
    change: changeCategory(commission),
    order: orderCategory,
    setImage: setCategoryImage,
    removeImage: removeCategoryImage,
    move: moveCategory,
    merge: mergeCategory({ commission, followers }),
    remove: removeCategory(namings),
    storefront: readStorefront,
    bySlug: readBySlug,
  }),
  ...implement('category-options', categoryOptions, { list: readOptions }),
]
