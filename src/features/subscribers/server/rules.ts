import { createHash, timingSafeEqual } from 'node:crypto'
import { parse as bytesOfId, stringify as idOfBytes } from 'uuid'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import type { SubscriberState, SuppressionReason } from '../contract.ts'

/** The address as it is stored and compared. Only ASCII letters are folded, as `address_hash` of the database does. */
export function foldAddress(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** The hash of an address, equal to `address_hash(email)` in SQL. */
export function addressHash(email: string): Buffer {
  return createHash('sha256').update(foldAddress(email)).digest()
}

/** The state of somebody who is no longer blocked, from the reasons that remain and their consent. */
export function stateWithout(
  reasons: readonly SuppressionReason[],
  confirmed_at: Date | null,
): Exclude<SubscriberState, 'blocked'> {
  if (reasons.some((reason) => reason === 'unsubscribed' || reason === 'complained' || reason === 'erased'))
    return 'unsubscribed'
  if (reasons.includes('bounced')) return 'bounced'
  return confirmed_at ? 'subscribed' : 'unconfirmed'
}

const macBytes = 16
const hashBytes = 32
const [idBytes, timeBytes, versionBytes] = [16, 6, 4]
/** How long the link of a confirmation mail works. */
export const confirmForMs = 7 * 24 * 60 * 60 * 1000

/** The key of the blind indexes never changes, so a link in an old mail works after every rotation. */
function signed(keys: FieldKeys, purpose: string, content: Buffer): string {
  const mac = keys.blind(purpose, content.toString('base64url')).subarray(0, macBytes)
  return Buffer.concat([content, mac]).toString('base64url')
}

function readSigned(keys: FieldKeys, purpose: string, token: string): Buffer | null {
  const given = Buffer.from(token, 'base64url')
  if (given.length <= macBytes || given.toString('base64url') !== token) return null
  const content = given.subarray(0, -macBytes)
  const mac = keys.blind(purpose, content.toString('base64url')).subarray(0, macBytes)
  return timingSafeEqual(mac, given.subarray(-macBytes)) ? content : null
}

/**
 * The token of an unsubscribe link. It holds the hash of the address, so that it names nobody, works without a record,
 * and never expires.
 */
export function unsubscribeToken(keys: FieldKeys, email: string): string {
  return signed(keys, 'unsubscribe link', addressHash(email))
}

/** The hash of the address that a token belongs to; null for a token that was not made here. */
export function readUnsubscribeToken(keys: FieldKeys, token: string): Buffer | null {
  const content = readSigned(keys, 'unsubscribe link', token)
  return content?.length === hashBytes ? content : null
}

/** When and where somebody asked for news, and the version of the text that they saw. */
export interface AskedConsent {
  asked_at: Date
  consent_version: number
  place: string
}

/**
 * The token of a confirmation link: for whom, when it was made, and which consent it confirms. What was agreed to before stays on
 * record until this link is opened, so the link itself carries what is new; null for somebody who was never asked.
 */
export function confirmToken(keys: FieldKeys, id: string, at: Date, asked: AskedConsent | null): string {
  const consent = asked ? [timeBuffer(asked.asked_at), versionBuffer(asked), Buffer.from(asked.place)] : []
  return signed(keys, 'confirm link', Buffer.concat([bytesOfId(id), timeBuffer(at), ...consent]))
}

/**
 * The subscriber of a confirmation link, when it was made and what it confirms; null for a token that was not made here. Links of
 * earlier releases carry no consent.
 */
export function readConfirmToken(
  keys: FieldKeys,
  token: string,
): { id: string; made: Date; asked: AskedConsent | null } | null {
  const content = readSigned(keys, 'confirm link', token)
  const start = idBytes + timeBytes
  if (!content || content.length < start) return null
  const timeAt = (at: number) => new Date(content.readUIntBE(at, timeBytes))
  const link = { id: idOfBytes(content.subarray(0, idBytes)), made: timeAt(idBytes) }
  if (content.length === start) return { ...link, asked: null }
  const asked = {
    asked_at: timeAt(start),
    consent_version: content.readUInt32BE(start + timeBytes),
    place: content.subarray(start + timeBytes + versionBytes).toString(),
  }
  return { ...link, asked }
}

function timeBuffer(at: Date): Buffer {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(at.getTime(), 0, timeBytes)
  return time
}

function versionBuffer({ consent_version }: AskedConsent): Buffer {
  const version = Buffer.alloc(versionBytes)
  version.writeUInt32BE(consent_version)
  return version
}

/**
 * The addresses of a pasted list or a CSV file, each with the number of its row. Of several cells the first one with an
 * @ is the address; a first row without one is a heading.
 */
export function addressesOf(list: string): { row: number; text: string }[] {
  const rows = list.split(/\r\n|\r|\n/).flatMap((line, at) => {
    const cells = line.split(/[,;\t|]/).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    if (cells.every((cell) => cell === '')) return []
    const text = cells.find((cell) => cell.includes('@')) ?? cells[0] ?? ''
    // "Sana Malik <sana@mail.example>", as mail programs write it.
    return [{ row: at + 1, text: /<([^<>]+@[^<>]+)>$/.exec(text)?.[1] ?? text }]
  })
  const [first] = rows
  return first && rows.length > 1 && !first.text.includes('@') ? rows.slice(1) : rows
}
