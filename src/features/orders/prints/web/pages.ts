import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { orderPrint } from './links.ts'

export const orderPrintPages = [
  definePage({
    path: orderPrint.path,
    title: menuTexts.print,
    access: grants('Orders', 'view'),
    isBare: true,
    load: async () => (await import('./print-page.tsx')).PrintPage,
  }),
]
