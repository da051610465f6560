import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits. The prefix shows people and the log redaction what the secret opens. */
export function makeToken(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`
}

/** The stored form of a token: its SHA-256, which is enough for 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
