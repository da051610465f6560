import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { categoryRecord, childCategories, mainCategories, subCategories } from './links.ts'

const section = 'Manage Categories'
const access = grants('Manage Categories', 'view')

export const categoryPages = [
  definePage({
    path: mainCategories.path,
    title: menuTexts.mainCategories,
    access,
    menu: { section, label: menuTexts.mainCategories, order: 1 },
    first: { rows: '/api/admin/categories?sort=place&level=main' },
    load: async () => (await import('./category-list-page.tsx')).MainCategoriesPage,
  }),
  definePage({
    path: subCategories.path,
    title: menuTexts.subCategories,
    access,
    menu: { section, label: menuTexts.subCategories, order: 2 },
    first: { rows: '/api/admin/categories?sort=place&level=sub', calls: ['/api/admin/categories/tree'] },
    load: async () => (await import('./category-list-page.tsx')).SubCategoriesPage,
  }),
  definePage({
    path: childCategories.path,
    title: menuTexts.childCategories,
    access,
    menu: { section, label: menuTexts.childCategories, order: 3 },
    first: { rows: '/api/admin/categories?sort=place&level=child', calls: ['/api/admin/categories/tree'] },
    load: async () => (await import('./category-list-page.tsx')).ChildCategoriesPage,
  }),
  definePage({
    path: categoryRecord.path,
    record: 'category',
    title: menuTexts.category,
    access,
    within: section,
    first: { calls: ['/api/admin/categories/:id'] },
    load: async () => (await import('./category-page.tsx')).CategoryPage,
  }),
]
