import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

export const productEntryPages = [
  definePage({
    path: '/products-add-product',
    title: 'Add Product',
    access: grants('Products', 'act'),
    menu: { section: 'Products', label: 'Add Product', order: 1 },
    load: async () => (await import('./add-page.tsx')).AddPage,
  }),
]
