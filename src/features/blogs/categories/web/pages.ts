import { grants } from '#features/access/contract.ts'
import { menuTexts } from '#features/blogs/menu-texts.ts'
import { definePage } from '#kit/web/page.ts'
import { blogCategoryList } from './links.ts'

export const blogCategoryPages = [
  definePage({
    path: blogCategoryList.path,
    title: menuTexts.blogCategories,
    access: grants('Blogs', 'view'),
    menu: { section: 'Blogs', label: menuTexts.blogCategories, order: 1 },
    first: { rows: '/api/admin/blogs/categories?sort=position' },
    load: async () => (await import('./category-list-page.tsx')).BlogCategoriesPage,
  }),
]
