import type { FieldKeys } from './field-keys.ts'
import { type TableOf, table } from './table.ts'

const auditTable = 'audit_log'

const auditLog = table(auditTable, {
  id: 'uuid',
  at: 'timestamptz=',
  actor_kind: 'text',
  actor_id: 'uuid?',
  actor_name: 'text',
  action: 'text',
  subject_type: 'text',
  subject_id: 'uuid?',
  subject_name: 'text=',
  before: 'jsonb?',
  after: 'jsonb?',
  reason: 'text?',
  request_id: 'text',
  mac: 'bytea?',
  position: 'int8=',
})

declare module './database.ts' {
  interface Tables {
    audit_log: TableOf<typeof auditLog>
  }
}

/** An audit row as it is signed: all fields except the signature. */
export interface SignedAuditRow {
  id: string
  at: Date
  actor_kind: string
  actor_id: string | null
  actor_name: string
  action: string
  subject_type: string
  subject_id: string | null
  subject_name: string
  before: unknown
  after: unknown
  reason: string | null
  request_id: string
}

/** The keyed hash of a row. The result is the same before the row is stored and after the row is read back. */
export function auditMac(keys: Pick<FieldKeys, 'blind'>, row: SignedAuditRow): Buffer {
  const parts = [
    row.id,
    row.at.toISOString(),
    row.actor_kind,
    row.actor_id,
    row.actor_name,
    row.action,
    row.subject_type,
    row.subject_id,
    row.subject_name,
    inOrder(row.before),
    inOrder(row.after),
    row.reason,
    row.request_id,
  ]
  return keys.blind('audit row', JSON.stringify(parts))
}

/** The same value with sorted keys, because the database stores JSON keys in its own order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, inOrder(member)]))
}
