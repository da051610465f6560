import { grants } from '#features/access/contract.ts'
import { menuTexts } from '#features/categories/menu-texts.ts'
import { definePage } from '#kit/web/page.ts'
import { categoryTree } from './links.ts'

export const categoryTreePages = [
  definePage({
    path: categoryTree.path,
    title: menuTexts.categoryTree,
    access: grants('Manage Categories', 'view'),
    menu: { section: 'Manage Categories', label: menuTexts.categoryTree, order: 4 },
    first: { calls: ['/api/admin/categories/tree'] },
    load: async () => (await import('./tree-page.tsx')).CategoryTreePage,
  }),
]
