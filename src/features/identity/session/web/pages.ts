import { definePage } from '#kit/web/page.ts'

export const sessionPages = [
  definePage({
    path: '/my-account',
    title: 'My Account',
    access: { kind: 'signed-in' },
    load: async () => (await import('./account-page.tsx')).AccountPage,
  }),
]
