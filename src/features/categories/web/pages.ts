import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

const section = 'Manage Categories'
const access = grants('Manage Categories', 'view')

export const categoryPages = [
  definePage({
    path: '/manage-categories-main-categories',
    title: 'Main Categories',
    access,
    menu: { section, label: 'Main Categories', order: 1 },
    load: async () => (await import('./category-list-page.tsx')).MainCategoriesPage,
  }),
  definePage({
    path: '/manage-categories-sub-categories',
    title: 'Sub Categories',
    access,
    menu: { section, label: 'Sub Categories', order: 2 },
    load: async () => (await import('./category-list-page.tsx')).SubCategoriesPage,
  }),
  definePage({
    path: '/manage-categories-child-categories',
    title: 'Child Categories',
    access,
    menu: { section, label: 'Child Categories', order: 3 },
    load: async () => (await import('./category-list-page.tsx')).ChildCategoriesPage,
  }),
  definePage({
    path: '/manage-categories-category',
    title: 'Category',
    access,
    within: section,
    load: async () => (await import('./category-page.tsx')).CategoryPage,
  }),
]
