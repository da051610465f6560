import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'

export const orderCheckPages = [
  definePage({
    path: '/order-checks',
    title: 'Order checks',
    access: grants('General Setting', 'view'),
    menu: { section: 'General Settings', label: 'Order checks', order: 42 },
    load: async () => (await import('./checks-page.tsx')).ChecksPage,
  }),
]
