import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const issuer = 'Munshi'
const stepSeconds = 30
const totpSettings = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const

/** Steps to either side of the present one whose codes are accepted; RFC 6238, section 5.2, recommends no more. */
const mostStepsOff = 1

/** A new secret for an authenticator app: 160 random bits in base32, as RFC 4226, section 4, recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the QR code of the set-up holds: the de facto `otpauth://totp/…` form that authenticator apps read. */
export function secondFactorUri(secret: string, email: string): string {
  return new TOTP({ ...totpSettings, issuer, label: email, secret }).toString()
}

/**
 * The 30-second step that a six-digit code belongs to (RFC 6238 over HMAC-SHA-1), or null for one that is not of the
 * present step or of one beside it.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^[0-9]{6}$/.test(digits)) return null
  const totp = new TOTP({ ...totpSettings, secret })
  const delta = totp.validate({ token: digits, timestamp: now.getTime(), window: mostStepsOff })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}

/** Letters and digits that nobody takes for one another on paper: no 0, 1, i, l, o and u. */
const recoveryAlphabet = '23456789abcdefghjkmnpqrstvwxyz'
const recoveryCodeCount = 10
const recoveryLength = 12

/** Ten codes of twelve random characters (58 bits) in groups of four, for when the app is not at hand. */
export function newRecoveryCodes(): string[] {
  const one = () =>
    Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join(
      '',
    )
  return Array.from({ length: recoveryCodeCount }, () => (one().match(/.{4}/g) ?? []).join('-'))
}

/** A recovery code as it was typed, without what people put between its groups; null for what cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return code.length === recoveryLength && [...code].every((sign) => recoveryAlphabet.includes(sign))
    ? code
    : null
}
