import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { filledLine } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** One of the person's own passkeys, with the fields that a browser needs to ask for it. */
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
  /** When the app was confirmed; null without an app. */
  confirmed_at: z.string().nullable(),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The set-up data for the app; shown once, until the first code confirms it. */
export const SecondFactorStart = z.object({
  secret: z.string().meta({ description: 'The secret in Base32, to enter by hand' }),
  uri: z.string().meta({ description: 'otpauth://, for the QR code' }),
})
export type SecondFactorStart = z.infer<typeof SecondFactorStart>

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/**
 * The second factors that the sign-in accepts from this person; sent with the refusal, and only after the right
 * password.
 */
export const AskedFactors = z.object({
  has_app: z.boolean(),
  passkeys: z.array(Passkey.pick({ credential_id: true, transports: true })),
})
export type AskedFactors = z.infer<typeof AskedFactors>

/** Random, valid for five minutes and for one answer, and reveals nothing about any account. */
const PasskeyChallenge = z.object({ challenge: z.string(), rp_id: z.string() })

/** The data that a browser needs to create a passkey. */
export const PasskeyStart = PasskeyChallenge.extend({
  user_id: z.string().meta({ description: 'The id of the account, in base64url' }),
  email: z.string(),
  username: z.string(),
  /** Existing passkeys: an authenticator that already holds one of them does not create another. */
  passkeys: AskedFactors.shape.passkeys,
})
export type PasskeyStart = z.infer<typeof PasskeyStart>

/** COSE algorithms: EdDSA, ES256 and RS256, the ones that authenticators sign with. */
export const passkeyAlgorithms = [-8, -7, -257]

export const PasskeyName = z.strictObject({
  name: filledLine(60, texts.nameNeeded),
})

/** A passkey that a browser has created: RegistrationResponseJSON of WebAuthn; other fields are ignored. */
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

const ofOneself = { kind: 'signed-in' } as const
/** Changes to the ways in which a person signs in need a fresh step-up. */
const provenAnew = { access: ofOneself, stepUp: true } as const
const answersNothing = { layout: 'none', status: 204 } as const
const oneOfOwn = { params: z.strictObject({ id: z.uuid() }), ...answersNothing }

export const factors = {
  secondFactor: endpoint({
    method: 'GET',
    path: '/api/account/second-factor',
    summary: 'Get your second factor: its state, your passkeys and the number of recovery codes left',
    access: ofOneself,
    answer: SecondFactor,
  }),
  startSecondFactor: endpoint({
    method: 'POST',
    path: '/api/account/second-factor',
    summary: 'Create a secret for the authenticator app; it becomes active when a code confirms it',
    ...provenAnew,
    answer: SecondFactorStart,
    refuses: ['conflict'],
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/confirm',
    summary: 'Switch the app on with its first code; returns recovery codes once, if you had none',
    ...provenAnew,
    body: z.strictObject({ code: z.string().trim().max(40) }),
    answer: RecoveryCodes,
    refuses: ['conflict'],
  }),
  stopSecondFactor: endpoint({
    method: 'DELETE',
    path: '/api/account/second-factor',
    summary: 'Switch the app off; without a passkey, the recovery codes end too',
    ...provenAnew,
    ...answersNothing,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/recovery-codes',
    summary: 'Create ten recovery codes; earlier codes stop working',
    ...provenAnew,
    answer: RecoveryCodes,
    refuses: ['conflict'],
  }),
  passkeyChallenge: endpoint({
    method: 'GET',
    path: '/api/account/passkey-challenge',
    summary:
      'Get the challenge that a passkey signs at sign-in or to confirm an identity; the same for everyone',
    access: {
      kind: 'public',
      because: 'Nobody is signed in yet, and the answer reveals nothing about anyone',
    },
    answer: PasskeyChallenge,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/passkeys/start',
    summary: 'Get what a browser needs to create a passkey; nothing is stored',
    ...provenAnew,
    writes: false,
    answer: PasskeyStart,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/account/second-factor/passkeys',
    summary: 'Add a passkey that the browser created; returns recovery codes once, if you had none',
    ...provenAnew,
    body: NewPasskey,
    answer: RecoveryCodes,
    status: 201,
    refuses: ['conflict'],
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/api/account/second-factor/passkeys/:id',
    summary: 'Rename one of your passkeys',
    access: ofOneself,
    ...oneOfOwn,
    body: PasskeyName,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/account/second-factor/passkeys/:id',
    summary: 'Remove one of your passkeys; if no factor is left, the recovery codes end too',
    ...provenAnew,
    ...oneOfOwn,
  }),
}
