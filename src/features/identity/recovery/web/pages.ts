import type { Access } from '#kit/contract/endpoint.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'

const access: Access = {
  kind: 'public',
  because: 'People who follow an e-mail link, or ask for one, cannot sign in yet',
}

export const recoveryPages = [
  definePage({
    path: '/forgot-password',
    title: menuTexts.forgotPassword,
    access,
    load: async () => (await import('./forgot-password-page.tsx')).ForgotPasswordPage,
  }),
  definePage({
    path: '/reset-password',
    title: menuTexts.newPassword,
    access,
    load: async () => (await import('./reset-password-page.tsx')).ResetPasswordPage,
  }),
  definePage({
    path: '/accept-invitation',
    title: menuTexts.invitation,
    access,
    load: async () => (await import('./accept-invitation-page.tsx')).AcceptInvitationPage,
  }),
]
