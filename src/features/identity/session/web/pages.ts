import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { myAccount } from './links.ts'

export const sessionPages = [
  definePage({
    path: myAccount.path,
    title: menuTexts.myAccount,
    access: { kind: 'signed-in' },
    load: async () => (await import('./account-page.tsx')).AccountPage,
  }),
]
