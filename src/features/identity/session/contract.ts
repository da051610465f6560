import { z } from 'zod'
import { newPassword } from '#features/access/password-contract.ts'
import { Settings } from '#features/identity/account/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { phoneField } from '#kit/contract/pakistan-phones.ts'
import { filledLine } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** The login result, and the complete value that the browser stores under `current_user`. */
export const CurrentUser = z.object({
  id: z.uuid(),
  is_verified: z.boolean().meta({ description: 'The e-mail address is confirmed' }),
  email: z.string(),
  phone: z.string(),
  username: z.string(),
  token: z.string(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** The prefix of a passkey answer in the code field; the rest is its JSON in base64url. */
export const passkeyPrefix = 'passkey:'

const otp = z
  .string()
  .trim()
  .max(16_000)
  .meta({
    description: `Where a second factor is set up: the six digits of the app, a recovery code, or ${passkeyPrefix} and the AuthenticationResponseJSON of WebAuthn in base64url`,
  })
export const device = z.string().max(300).meta({
  description:
    'The answer of POST /api/account/device in this browser, so that failed attempts by others do not slow it down',
})

/** Screens that were loaded before an update still send this field. */
const unread = device.optional().meta({ description: 'Ignored: an open session has its own count' })

/** The messages of the sign-in form, in the specification's words (section 5). */
export const Credentials = z.object({
  email: z.string().trim().min(1, texts.emailIsRequired).max(320),
  password: z
    .string()
    .max(1000)
    .refine((password) => password.trim() !== '', texts.passwordIsRequired),
  otp: otp.optional(),
  device: device.optional(),
})
export type Credentials = z.infer<typeof Credentials>

/** The signed-in person and their permissions, as of this request. */
export const Account = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  role_name: z.string(),
  permissions: z.array(z.string()),
  /**
   * The role that the person views the product as, from `X-View-As`; role_name and permissions are then those of the
   * role.
   */
  viewing_as: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  settings: Settings,
  version: z.int(),
})
export type Account = z.infer<typeof Account>

/** A session ends after this long without a request. */
export const idleMinutes = 30

/** The fields that people change for themselves; email address and role are changed by people who manage staff. */
export const Profile = z.strictObject({
  username: filledLine(100, texts.nameNeeded),
  phone: z.union([z.literal(''), phoneField]),
})
export type Profile = z.infer<typeof Profile>

export const PasswordChange = z.strictObject({
  current_password: z.string().min(1, texts.currentPasswordNeeded).max(1000),
  new_password: newPassword,
  device: unread,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** Proof of identity: the password, or a code if a second factor is set up. */
export const StepUp = z.strictObject({
  password: z.string().max(1000).optional(),
  otp: otp.optional(),
  device: unread,
})
export type StepUp = z.infer<typeof StepUp>

/** A place where this person is signed in. */
export const OpenSession = z.object({
  id: z.uuid(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

const ofOneself = { kind: 'signed-in' } as const
const answersNothing = { layout: 'none', status: 204 } as const
const oneOfOwn = { params: z.strictObject({ id: z.uuid() }), ...answersNothing }

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in with e-mail and password',
    transactions: 'own',
    access: { kind: 'public', because: 'Nobody is signed in before the sign-in' },
    body: Credentials,
    answer: CurrentUser,
    refuses: ['unauthenticated', 'too-many'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    summary: 'End this session',
    access: ofOneself,
    ...answersNothing,
  }),
  account: endpoint({
    method: 'GET',
    path: '/api/account/me',
    summary: 'Get the signed-in person and their permissions',
    access: ofOneself,
    answer: Account,
  }),
  changeProfile: endpoint({
    method: 'PATCH',
    path: '/api/account/me',
    summary: 'Change your name and phone number; requires If-Match',
    access: ofOneself,
    body: Profile,
    answer: Account,
    conditional: true,
    refuses: ['stale'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change your password; all other sessions end',
    access: ofOneself,
    body: PasswordChange,
    transactions: 'own',
    answer: z.object({ ended: z.int(), device: z.string() }),
    refuses: ['too-many'],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'List your sessions, most recently used first',
    access: ofOneself,
    answer: z.array(OpenSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    summary: 'End one of your sessions',
    access: ofOneself,
    ...oneOfOwn,
    refuses: ['not-found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'End all your other sessions',
    access: ofOneself,
    answer: z.object({ ended: z.int() }),
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/api/account/step-up',
    summary: 'Confirm your identity, for calls that need a confirmation from the last ten minutes',
    access: ofOneself,
    body: StepUp,
    transactions: 'own',
    answer: z.object({ verified_at: z.string() }),
    refuses: ['too-many'],
  }),
  rememberDevice: endpoint({
    method: 'POST',
    path: '/api/account/device',
    summary: 'Register this browser as known at sign-in; repeated calls return the same device',
    access: ofOneself,
    stepUp: true,
    body: z.strictObject({ device: device.optional() }),
    answer: z.object({ device: z.string() }),
  }),
}
