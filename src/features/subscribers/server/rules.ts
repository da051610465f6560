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
const [idBytes, timeBytes] = [16, 6]
/** How long the link of a confirmation mail works. */
export const confirmForMs = 7 * 24 * 60 * 60 * 1000

/** The key of the blind indexes never changes, so a link in an old mail works after every rotation. */
function signed(keys: FieldKeys, purpose: string, content: Buffer): string {
  const mac = keys.blind(purpose, content.toString('base64url')).subarray(0, macBytes)
  return Buffer.concat([content, mac]).toString('base64url')
}

function readSigned(keys: FieldKeys, purpose: string, token: string, bytes: number): Buffer | null {
  const given = Buffer.from(token, 'base64url')
  if (given.length !== bytes + macBytes || given.toString('base64url') !== token) return null
  const content = given.subarray(0, bytes)
  const mac = keys.blind(purpose, content.toString('base64url')).subarray(0, macBytes)
  return timingSafeEqual(mac, given.subarray(bytes)) ? content : null
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
  return readSigned(keys, 'unsubscribe link', token, hashBytes)
}

/** The token of a confirmation link: for whom, and when it was made. */
export function confirmToken(keys: FieldKeys, id: string, at: Date): string {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(at.getTime(), 0, timeBytes)
  return signed(keys, 'confirm link', Buffer.concat([bytesOfId(id), time]))
}

/** The subscriber of a confirmation link and when it was made; null for a token that was not made here. */
export function readConfirmToken(keys: FieldKeys, token: string): { id: string; made: Date } | null {
  const content = readSigned(keys, 'confirm link', token, idBytes + timeBytes)
  if (!content) return null
  return {
    id: idOfBytes(content.subarray(0, idBytes)),
    made: new Date(content.readUIntBE(idBytes, timeBytes)),
  }
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
