import { definePage } from '#kit/web/page.ts'
import { session } from '../contract.ts'

export const sessionPages = [
  definePage({
    path: '/my-account',
    title: 'My Account',
    access: session.account.access,
    load: async () => (await import('./account-page.tsx')).AccountPage,
  }),
  definePage({
    path: '/forgot-password',
    title: 'Forgot password',
    access: session.requestReset.access,
    load: async () => (await import('./forgot-password-page.tsx')).ForgotPasswordPage,
  }),
  definePage({
    path: '/reset-password',
    title: 'New password',
    access: session.finishReset.access,
    load: async () => (await import('./reset-password-page.tsx')).ResetPasswordPage,
  }),
  definePage({
    path: '/accept-invitation',
    title: 'Invitation',
    access: session.acceptInvitation.access,
    load: async () => (await import('./accept-invitation-page.tsx')).AcceptInvitationPage,
  }),
]
