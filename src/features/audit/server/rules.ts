import { auditMac, type SignedAuditRow } from '#kit/server/audit.ts'
import type { FieldKeys } from '#kit/server/field-keys.ts'
import type { Fault } from '../contract.ts'

/** A problem with one row of the audit log. */
export interface Finding {
  /** The number of the seal; null for a row that was never sealed. */
  number: bigint | null
  id: string
  what: Fault
}

/**
 * The seal of a row: a keyed hash of the previous seal, the seal's number, the row's position in the log, the row's own
 * hash, and whether the row itself contained that hash. Without that last part, a row from the time before rows had
 * hashes could not be distinguished from a row whose hash was removed.
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

/** The value used as the previous seal of the first one. */
export const noSeal = Buffer.alloc(32)

/** A seal with its row, as both are stored; the row is null if it has been deleted. */
export interface SealedRow {
  number: bigint
  audit_id: string
  seal: Buffer
  row: (SignedAuditRow & { mac: Buffer | null; position: string }) | null
}

/** The problem with one link of the chain, given the previous seal; null if the link is valid. */
export function checkLink(
  keys: Pick<FieldKeys, 'blind'>,
  before: { number: bigint; seal: Buffer },
  link: SealedRow,
): Finding | null {
  const { number, audit_id: id, row } = link
  if (number !== before.number + 1n) return { number: before.number + 1n, id, what: 'seals missing' }
  if (!row) return { number, id, what: 'missing' }
  const mac = auditMac(keys, row)
  // A row from the time before rows had their own hash is protected by its seal alone.
  if (row.mac && !row.mac.equals(mac)) return { number, id, what: 'changed' }
  if (!sealOf(keys, before.seal, number, row.position, mac, row.mac !== null).equals(link.seal))
    return { number, id, what: 'seal changed' }
  return null
}
