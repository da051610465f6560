import { implement } from '#kit/server/implement.ts'
import { categories } from '../contract.ts'
import { categoryExports } from '../export-contract.ts'
import { categoryOptions } from '../options-contract.ts'
import { changeCategory, createCategory, orderCategory } from './commands.ts'
import { exportCategories } from './export-commands.ts'
import { removeCategoryImage, setCategoryImage } from './image-commands.ts'
import { mergeCategory, moveCategory, removeCategory } from './move-commands.ts'
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

export const categoryRoutes = [
  ...implement('categories', categories, {
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
  }),
  ...implement('category-options', categoryOptions, { list: readOptions }),
]
