import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'

export const sessionPages = [
  definePage({
    path: '/my-account',
    title: menuTexts.myAccount,
    access: { kind: 'signed-in' },
    load: async () => (await import('./account-page.tsx')).AccountPage,
  }),
]
