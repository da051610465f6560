import { z } from 'zod'
import { Settings } from '#features/account/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { phoneField } from '#kit/contract/pakistan.ts'
import { filledLine } from '#kit/contract/text.ts'

/** The login result, and the whole of what the browser keeps under `current_user`. */
export const CurrentUser = z.object({
  id: z.uuid(),
  is_verified: z.boolean().meta({ description: 'The e-mail address is confirmed' }),
  email: z.string(),
  phone: z.string(),
  username: z.string(),
  token: z.string(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** What an answer of a passkey begins with where a code could stand; the rest is its JSON in base64url. */
export const passkeyPrefix = 'passkey:'

const otp = z
  .string()
  .trim()
  .max(16_000)
  .meta({
    description: `Where a second factor is set up: the six digits of the app, a recovery code, or ${passkeyPrefix} and the AuthenticationResponseJSON of WebAuthn in base64url`,
  })
const device = z.string().max(300).meta({
  description: 'What POST /api/account/device answered in this browser: others who guess do not slow it down',
})

/** What the fields of the sign-in form refuse, in the specification's words (section 5). */
export const Credentials = z.object({
  email: z.string().trim().min(1, 'Email is Required').max(320),
  password: z
    .string()
    .max(1000)
    .refine((password) => password.trim() !== '', 'Password is Required'),
  otp: otp.optional(),
  device: device.optional(),
})
export type Credentials = z.infer<typeof Credentials>

/** The signed-in person and what they may do, as of this request. */
export const Account = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  role_name: z.string(),
  permissions: z.array(z.string()),
  /** The role whose view of the product was asked for with `X-View-As`; role_name and permissions are then its. */
  viewing_as: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  settings: Settings,
  version: z.int(),
})
export type Account = z.infer<typeof Account>

/** A session without a request for this long has ended. */
export const idleMinutes = 30

const minPasswordLength = 8

/** What somebody may say about themselves; e-mail address and role are for those who manage staff. */
export const Profile = z.strictObject({
  username: filledLine(100, 'Your name is shown beside what you decide'),
  phone: z.union([z.literal(''), phoneField]),
})
export type Profile = z.infer<typeof Profile>

const newPassword = z
  .string()
  .min(minPasswordLength, `At least ${minPasswordLength} characters`)
  .max(1000)
  .refine((password) => password.trim() !== '', 'Spaces alone are no password')

export const PasswordChange = z.strictObject({
  current_password: z.string().min(1, 'Give the password that you have now').max(1000),
  new_password: newPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** What somebody proves who they are by: the password, or a code where a second factor is set up. */
export const StepUp = z.strictObject({
  password: z.string().max(1000).optional(),
  otp: otp.optional(),
  device: device.optional(),
})
export type StepUp = z.infer<typeof StepUp>

/** One passkey of one's own, with what a browser needs to ask for it. */
export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  credential_id: z.string(),
  transports: z.array(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

export const SecondFactor = z.object({
  /** An authenticator app, a passkey, or both: each sign-in asks for one of them. */
  is_on: z.boolean(),
  /** Since when the app counts; null without one. */
  confirmed_at: z.string().nullable(),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** What the app needs; shown once, until the first code confirms it. */
export const SecondFactorStart = z.object({
  secret: z.string().meta({ description: 'Base32, for typing in' }),
  uri: z.string().meta({ description: 'otpauth://, for the QR code' }),
})
export type SecondFactorStart = z.infer<typeof SecondFactorStart>

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** What the sign-in takes from this person: told with the refusal that asks for it, to who gave the right password. */
export const AskedFactors = z.object({
  has_app: z.boolean(),
  passkeys: z.array(Passkey.pick({ credential_id: true, transports: true })),
})
export type AskedFactors = z.infer<typeof AskedFactors>

/** Random, good for five minutes and for one answer, and about nobody. */
const PasskeyChallenge = z.object({ challenge: z.string(), rp_id: z.string() })

/** What a browser needs to make a passkey. */
export const PasskeyStart = PasskeyChallenge.extend({
  user_id: z.string().meta({ description: 'The id of the account, in base64url' }),
  email: z.string(),
  username: z.string(),
  /** Those that exist: an authenticator that holds one makes no other. */
  passkeys: AskedFactors.shape.passkeys,
})
export type PasskeyStart = z.infer<typeof PasskeyStart>

/** COSE: EdDSA, ES256 and RS256, what authenticators sign with. */
export const passkeyAlgorithms = [-8, -7, -257]

export const PasskeyName = z.strictObject({
  name: filledLine(60, 'Give it a name by which you know it again'),
})

/** A passkey that a browser has made: RegistrationResponseJSON of WebAuthn, of which the rest is not looked at. */
export const NewPasskey = PasskeyName.extend({
  credential: z.object({
    id: z.string().max(2000),
    rawId: z.string().max(2000),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: z.string().max(4000),
      attestationObject: z.string().max(20_000),
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** One place where this person is signed in. */
export const OpenSession = z.object({
  id: z.uuid(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

const token = z.string().min(1).max(200)

/** A password chosen with the link of a mail. */
export const ChosenPassword = z.strictObject({ token, password: newPassword })
export type ChosenPassword = z.infer<typeof ChosenPassword>

export const ResetRequest = z.strictObject({
  email: z
    .string()
    .trim()
    .min(1, 'Email is Required')
    .pipe(z.email('This is not an e-mail address').max(320)),
})
export type ResetRequest = z.infer<typeof ResetRequest>

const ofOneself = { kind: 'signed-in' } as const
/** What changes how somebody proves who they are. */
const provenAnew = { access: ofOneself, stepUp: true } as const
const answersNothing = { layout: 'none', status: 204 } as const
const oneOfOwn = { params: z.strictObject({ id: z.uuid() }), ...answersNothing }

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in with e-mail and password',
    transactions: 'own',
    access: { kind: 'public', because: 'Nobody is signed in before it' },
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
    summary: 'The signed-in person and what they may do',
    access: ofOneself,
    answer: Account,
  }),
  changeProfile: endpoint({
    method: 'PATCH',
    path: '/api/account/me',
    summary: 'Change one’s own name and phone number; needs If-Match',
    access: ofOneself,
    body: Profile,
    answer: Account,
    conditional: true,
    refuses: ['stale'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change one’s own password; every other session ends',
    access: ofOneself,
    body: PasswordChange,
    transactions: 'own',
    answer: z.object({ ended: z.int() }),
    refuses: ['too-many'],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Where one is signed in, the latest use first',
    access: ofOneself,
    answer: z.array(OpenSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    summary: 'End one of one’s own sessions',
    access: ofOneself,
    ...oneOfOwn,
    refuses: ['not-found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'End every session of one’s own but this one',
    access: ofOneself,
    answer: z.object({ ended: z.int() }),
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/api/account/step-up',
    summary: 'Prove again who one is, for what needs a proof of the last ten minutes',
    access: ofOneself,
    body: StepUp,
    transactions: 'own',
    answer: z.object({ verified_at: z.string() }),
    refuses: ['too-many'],
  }),
  rememberDevice: endpoint({
    method: 'POST',
    path: '/api/account/device',
    summary: 'Make this browser one that is known at the sign-in; the same again answers what it has',
    ...provenAnew,
    body: z.strictObject({ device: device.optional() }),
    answer: z.object({ device: z.string() }),
  }),
  secondFactor: endpoint({
    method: 'GET',
    path: '/api/account/second-factor',
    summary: 'Whether one has a second factor, one’s passkeys, and how many recovery codes are left',
    access: ofOneself,
    answer: SecondFactor,
  }),
  startSecondFactor: endpoint({
    method: 'POST',
    path: '/api/account/second-factor',
    summary: 'A new secret for the authenticator app; it counts once a code has confirmed it',
    ...provenAnew,
    answer: SecondFactorStart,
    refuses: ['conflict'],
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/confirm',
    summary: 'Switch the app on with a first code; answers the recovery codes, once, where one had none',
    access: ofOneself,
    body: z.strictObject({ code: z.string().trim().max(40) }),
    answer: RecoveryCodes,
    refuses: ['conflict'],
  }),
  stopSecondFactor: endpoint({
    method: 'DELETE',
    path: '/api/account/second-factor',
    summary: 'Switch the app off; without a passkey the recovery codes end with it',
    ...provenAnew,
    ...answersNothing,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/recovery-codes',
    summary: 'Ten new recovery codes; those of before end',
    ...provenAnew,
    answer: RecoveryCodes,
    refuses: ['conflict'],
  }),
  passkeyChallenge: endpoint({
    method: 'GET',
    path: '/api/account/passkey-challenge',
    summary: 'What a passkey signs at the sign-in or at a fresh proof; the same for everybody',
    access: {
      kind: 'public',
      because: 'Nobody is signed in before the sign-in, and it tells nothing of anybody',
    },
    answer: PasskeyChallenge,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/passkeys/start',
    summary: 'What a browser needs to make a passkey for this person; nothing is stored',
    ...provenAnew,
    writes: false,
    answer: PasskeyStart,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/passkeys',
    summary: 'Keep a passkey that the browser made; answers recovery codes, once, where one had none',
    ...provenAnew,
    body: NewPasskey,
    answer: RecoveryCodes,
    status: 201,
    refuses: ['conflict'],
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/api/account/second-factor/passkeys/:id',
    summary: 'Give one of one’s own passkeys another name',
    access: ofOneself,
    ...oneOfOwn,
    body: PasskeyName,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/account/second-factor/passkeys/:id',
    summary: 'Remove one of one’s own passkeys; with the last one and no app the recovery codes end',
    ...provenAnew,
    ...oneOfOwn,
  }),
  readInvitation: endpoint({
    method: 'POST',
    path: '/api/account/invitation',
    summary: 'Whose invitation a link is',
    access: { kind: 'public', because: 'Who is invited has no password yet; the link says who they are' },
    writes: false,
    body: z.strictObject({ token }),
    answer: z.object({ username: z.string(), email: z.string() }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/account/invitation/accept',
    summary: 'Choose the first password with the link of an invitation, which works once',
    access: { kind: 'public', because: 'Who is invited has no password yet; the link says who they are' },
    body: ChosenPassword,
    transactions: 'own',
    answer: z.object({ email: z.string() }),
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/api/account/reset',
    summary: 'Ask for a link to a new password; the answer is the same whoever has the address',
    access: { kind: 'public', because: 'Who forgot their password cannot sign in' },
    body: ResetRequest,
    transactions: 'own',
    answer: z.object({ message: z.string() }),
    status: 202,
    refuses: ['too-many'],
  }),
  finishReset: endpoint({
    method: 'POST',
    path: '/api/account/reset/finish',
    summary: 'Choose a new password with the link of a mail, which works once; every session ends',
    access: { kind: 'public', because: 'Who forgot their password is known by the link alone' },
    body: ChosenPassword,
    transactions: 'own',
    answer: z.object({ email: z.string() }),
  }),
}
