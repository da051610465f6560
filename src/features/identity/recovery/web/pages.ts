import type { Access } from '#kit/contract/endpoint.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { acceptInvitation, forgotPassword, resetPassword } from './links.ts'

const access: Access = {
  kind: 'public',
  because: 'People who follow an e-mail link, or ask for one, cannot sign in yet',
}

export const recoveryPages = [
  definePage({
    path: forgotPassword.path,
    title: menuTexts.forgotPassword,
    access,
    load: async () => (await import('./forgot-password-page.tsx')).ForgotPasswordPage,
  }),
  definePage({
    path: resetPassword.path,
    title: menuTexts.newPassword,
    access,
    load: async () => (await import('./reset-password-page.tsx')).ResetPasswordPage,
  }),
  definePage({
    path: acceptInvitation.path,
    title: menuTexts.invitation,
    access,
    load: async () => (await import('./accept-invitation-page.tsx')).AcceptInvitationPage,
  }),
]
