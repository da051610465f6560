import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { passkeyPrefix } from '#features/identity/session/contract.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'

const issuer = 'Munshi'
const stepSeconds = 30
const totpSettings = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const

/** Steps before and after the current one whose codes are accepted; RFC 6238, section 5.2, recommends no more. */
const mostStepsOff = 1

/** A new secret for an authenticator app: 160 random bits in base32, as RFC 4226, section 4, recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The content of the set-up QR code: the de facto `otpauth://totp/…` format that authenticator apps read. */
export function secondFactorUri(secret: string, email: string): string {
  return new TOTP({ ...totpSettings, issuer, label: email, secret }).toString()
}

/**
 * The 30-second step of a six-digit code (RFC 6238 over HMAC-SHA-1), or null if the code is not from the current step
 * or an adjacent one.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^[0-9]{6}$/.test(digits)) return null
  const totp = new TOTP({ ...totpSettings, secret })
  const delta = totp.validate({ token: digits, timestamp: now.getTime(), window: mostStepsOff })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}

/** Letters and digits that cannot be confused on paper: no 0, 1, i, l, o and u. */
const recoveryAlphabet = '23456789abcdefghjkmnpqrstvwxyz'
const recoveryCodeCount = 10
const recoveryLength = 12

/** Ten codes of twelve random characters (58 bits) in groups of four, for sign-ins without the app at hand. */
export function newRecoveryCodes(): string[] {
  const one = () =>
    Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join(
      '',
    )
  return Array.from({ length: recoveryCodeCount }, () => (one().match(/.{4}/g) ?? []).join('-'))
}

/** Normalises a typed recovery code by removing separators between its groups; null if the text cannot be a code. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return code.length === recoveryLength && [...code].every((sign) => recoveryAlphabet.includes(sign))
    ? code
    : null
}

const challengeMinutes = 5
const [randomLength, timeLength, signatureLength] = [32, 6, 32]

/**
 * A passkey challenge, valid for five minutes and for this purpose. It contains random bytes and its time, signed with
 * a key of its own, so that issuing one stores nothing. The caller that accepts an answer marks the challenge as spent.
 */
export function newChallenge(keys: Pick<FieldKeys, 'blind'>, purpose: string, now: Date): string {
  const time = Buffer.alloc(timeLength)
  time.writeUIntBE(now.getTime(), 0, timeLength)
  const text = Buffer.concat([randomBytes(randomLength), time])
  return Buffer.concat([text, signatureOf(keys, purpose, text)]).toString('base64url')
}

/** The bytes of a challenge that this server issued for this purpose at most five minutes ago; null for any other. */
export function readChallenge(
  keys: Pick<FieldKeys, 'blind'>,
  purpose: string,
  challenge: string,
  now: Date,
): Buffer | null {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== randomLength + timeLength + signatureLength) return null
  const text = bytes.subarray(0, randomLength + timeLength)
  if (!timingSafeEqual(bytes.subarray(text.length), signatureOf(keys, purpose, text))) return null
  const age = now.getTime() - text.readUIntBE(randomLength, timeLength)
  return age <= challengeMinutes * 60_000 ? bytes : null
}

function signatureOf(keys: Pick<FieldKeys, 'blind'>, purpose: string, text: Buffer): Buffer {
  return keys.blind('passkey challenge', `${purpose} ${text.toString('base64url')}`)
}

/** The relying party of passkeys, from the configured address alone: the host of a request is never trusted. */
export function relyingParty(publicUrl: string): { rp_id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rp_id: hostname, origin }
}

/** True if the value in the code field is the answer of a passkey. */
export function isPasskeyAnswer(typed: string): boolean {
  return typed.startsWith(passkeyPrefix)
}

/** The answer of a passkey to a challenge: AuthenticationResponseJSON of WebAuthn; other fields are ignored. */
const PasskeyAnswer = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** The answer of a passkey, sent in the code field; null if the text cannot be one. */
export function readPasskeyAnswer(typed: string): PasskeyAnswer | null {
  if (!isPasskeyAnswer(typed)) return null
  try {
    const text = Buffer.from(typed.slice(passkeyPrefix.length), 'base64url').toString('utf8')
    return PasskeyAnswer.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * True for a new passkey without certificates. Browsers send none unless they are requested; with certificates, the
 * library would fetch revocation lists from addresses that the sender of the certificate chose.
 */
export function isUnattested(attestationObject: string): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'))
  } catch {
    return false
  }
}
