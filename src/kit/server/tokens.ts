import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits; the prefix says what it opens, to people and to the redaction of logs. */
export function makeToken(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`
}

/** The stored form of a token: its SHA-256, which is enough for 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
