import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { orderChecks } from './links.ts'

export const orderCheckPages = [
  definePage({
    path: orderChecks.path,
    title: menuTexts.orderChecks,
    access: grants('General Setting', 'view'),
    menu: { section: 'General Settings', label: menuTexts.orderChecks, order: 42 },
    load: async () => (await import('./checks-page.tsx')).ChecksPage,
  }),
]
