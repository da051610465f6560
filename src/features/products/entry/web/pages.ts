import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { productForm } from './links.ts'

export const productEntryPages = [
  definePage({
    path: productForm.path,
    title: menuTexts.addProduct,
    access: grants('Products', 'act'),
    menu: { section: 'Products', label: menuTexts.addProduct, order: 1 },
    load: async () => (await import('./add-page.tsx')).AddPage,
  }),
]
