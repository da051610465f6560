import { auditMac, type SignedAuditRow } from '#kit/server/audit.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import type { faults } from '../contract.ts'

/** What is wrong with a row of the audit log, and which. */
export interface Finding {
  /** In the order of the chain; null for a row that was never sealed. */
  number: bigint | null
  id: string
  what: (typeof faults)[number]
}

/**
 * The seal of a row: a keyed hash of the seal before it, its number, the row's place in the log and its own hash, and
 * whether the row itself carried that hash: one from before rows did cannot be told from one that lost it otherwise.
 */
export function sealOf(
  keys: Pick<FieldKeys, 'blind'>,
  before: Buffer,
  number: bigint,
  position: string,
  rowMac: Buffer,
  isSigned = true,
): Buffer {
  const text = `${before.toString('hex')} ${number} ${position} ${rowMac.toString('hex')}`
  return keys.blind('audit seal', isSigned ? text : `${text} unsigned`)
}

/** What stands before the first seal. */
export const noSeal = Buffer.alloc(32)

/** A seal with the row that it is for, as both are stored; the row is null when it is gone. */
export interface SealedRow {
  number: bigint
  audit_id: string
  seal: Buffer
  row: (SignedAuditRow & { mac: Buffer | null; position: string }) | null
}

/** What is wrong with one link of the chain, given the seal before it; null when nothing is. */
export function checkLink(
  keys: Pick<FieldKeys, 'blind'>,
  before: { number: bigint; seal: Buffer },
  link: SealedRow,
): Finding | null {
  const { number, audit_id: id, row } = link
  if (number !== before.number + 1n) return { number: before.number + 1n, id, what: 'seals missing' }
  if (!row) return { number, id, what: 'missing' }
  const mac = auditMac(keys, row)
  // A row from before rows had a hash of their own is held by its seal alone.
  if (row.mac && !row.mac.equals(mac)) return { number, id, what: 'changed' }
  if (!sealOf(keys, before.seal, number, row.position, mac, row.mac !== null).equals(link.seal))
    return { number, id, what: 'seal changed' }
  return null
}
