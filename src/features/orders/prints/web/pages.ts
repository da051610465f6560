import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'

export const orderPrintPages = [
  definePage({
    path: '/print/order',
    title: menuTexts.print,
    access: grants('Orders', 'view'),
    isBare: true,
    load: async () => (await import('./print-page.tsx')).PrintPage,
  }),
]
