import { z } from 'zod'
import { newPassword } from '#features/access/password-contract.ts'
import { device } from '#features/identity/session/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { texts } from './texts.ts'

const token = z.string().min(1).max(200)

/** A password chosen with the link in an email. */
export const ChosenPassword = z.strictObject({ token, password: newPassword })
export type ChosenPassword = z.infer<typeof ChosenPassword>

/** The person who chose the password, and the device id of their browser. */
const Chosen = z.object({ email: z.string(), device: z.string() })

export const ResetRequest = z.strictObject({
  email: z.string().trim().min(1, texts.emailIsRequired).pipe(z.email(texts.notAnEmail).max(320)),
  device: device.optional(),
})
export type ResetRequest = z.infer<typeof ResetRequest>

export const recovery = {
  readInvitation: endpoint({
    method: 'POST',
    path: '/api/account/invitation',
    summary: 'Get the invitation of a link',
    access: { kind: 'public', because: 'Invited people have no password yet; the link identifies them' },
    writes: false,
    body: z.strictObject({ token }),
    answer: z.object({ username: z.string(), email: z.string() }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/account/invitation/accept',
    summary: 'Set the first password with an invitation link, which works once',
    access: { kind: 'public', because: 'Invited people have no password yet; the link identifies them' },
    body: ChosenPassword,
    transactions: 'own',
    answer: Chosen,
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/api/account/reset',
    summary: 'Ask for a link to set a new password; the answer is the same for every address',
    access: { kind: 'public', because: 'People who forgot their password cannot sign in' },
    body: ResetRequest,
    transactions: 'own',
    answer: z.object({ message: z.string() }),
    status: 202,
    refuses: ['too-many'],
  }),
  finishReset: endpoint({
    method: 'POST',
    path: '/api/account/reset/finish',
    summary: 'Set a new password with an e-mailed link, which works once; all sessions end',
    access: { kind: 'public', because: 'Only the link identifies people who forgot their password' },
    body: ChosenPassword,
    transactions: 'own',
    answer: Chosen,
  }),
}
