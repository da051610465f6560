import { definePage } from '#kit/web/page.ts'
import { session } from '../contract.ts'

export const sessionPages = [
  definePage({
    path: '/my-account',
    title: 'My Account',
    access: session.account.access,
    load: async () => (await import('./account-page.tsx')).AccountPage,
  }),
]
