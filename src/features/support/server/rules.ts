import { timingSafeEqual } from 'node:crypto'
import type { FieldKeys } from '#kit/server/field-keys.ts'

/** The longest local part of an address (RFC 5321, 4.5.3.1.1). */
const longestLocalPart = 64
const purpose = 'support reply'

/**
 * The address that an answer to a mail about this request goes to: the one of the support desk with a signed tag. Empty
 * without a support desk, or where the tag would make the address too long.
 */
export function replyAddress(
  keys: Pick<FieldKeys, 'blind'>,
  supportEmail: string | null,
  requestId: string,
): string {
  const [local, host] = supportEmail?.split('@') ?? []
  if (!local || !host) return ''
  const tagged = `${local.replace(/\+.*$/, '')}+${requestId.replaceAll('-', '')}${macOf(keys, requestId)}`
  return tagged.length > longestLocalPart ? '' : `${tagged}@${host}`
}

/** The request that a signed address names; null where the tag is missing or its signature is wrong. */
export function requestOfAddress(keys: Pick<FieldKeys, 'blind'>, address: string): string | null {
  const found = /\+([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{16})@/.exec(
    address.toLowerCase(),
  )
  if (!found) return null
  const id = found.slice(1, 6).join('-')
  return timingSafeEqual(Buffer.from(found[6] ?? ''), Buffer.from(macOf(keys, id))) ? id : null
}

function macOf(keys: Pick<FieldKeys, 'blind'>, requestId: string): string {
  return keys.blind(purpose, requestId).toString('hex').slice(0, 16)
}

/** The ids in the Message-IDs of mails that this installation sent, as an In-Reply-To header names them. */
export function sentMailsIn(header: string): string[] {
  return [...header.toLowerCase().matchAll(/<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/g)].flatMap(
    ([, id]) => (id ? [id] : []),
  )
}

/**
 * The path of a screen with the id of its record, and without anything that was searched or filtered there. Empty for
 * what is not a path.
 */
export function screenOf(address: string): string {
  if (!/^\/(?!\/)/.test(address)) return ''
  const { pathname, searchParams } = new URL(address, 'https://munshi.invalid')
  const id = searchParams.get('id') ?? ''
  const path = pathname.slice(0, 200)
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? `${path}?id=${id}` : path
}
