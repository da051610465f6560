import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret in the form of Standard Webhooks. */
export function makeSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/**
 * The headers of Standard Webhooks 1.0 for this body at this time, with one signature per secret: a receiver accepts
 * the body if a secret it knows made one of the signatures.
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Munshi',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

const [minute, hour] = [60, 3_600]
const waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** Hours during which the previous secret also signs. */
export const overlapHours = 24
/** Previous secrets that sign together, so that rotating again and again neither lengthens their lives nor the header without end. */
const mostOldSecrets = 3

/** The previous secrets, the latest first, as the one text that is sealed. */
export function joinSecrets(secrets: readonly string[]): string {
  return secrets.slice(0, mostOldSecrets).join(' ')
}

/** The secrets of such a text, or the one secret that it is. */
export function splitSecrets(joined: string): string[] {
  return joined.split(' ')
}

/** Days without a successful delivery after which an endpoint is disabled. */
export const mostFailingDays = 5

/** Seconds to wait after this many attempts; null when the delivery is given up. */
export function waitAfter(attempts: number): number | null {
  return waits[attempts - 1] ?? null
}

const faults: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not exist',
  EAI_AGAIN: 'The host name could not be looked up',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was interrupted',
  EPIPE: 'The connection was interrupted',
  ETIMEDOUT: 'The connection timed out',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
}

/** Why a delivery failed, for the operator of the endpoint, with an error code that they can search for. */
export function faultWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words = faults[code]
  if (words) return `${words} (${code})`
  return error instanceof Error ? error.message || error.name : String(error)
}
