import { type TableOf, table } from './table.ts'

export const auditTable = 'audit_log'

export const auditLog = table(auditTable, {
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
})

declare module './database.ts' {
  interface Tables {
    audit_log: TableOf<typeof auditLog>
  }
}

/** The differing members of two records, as `before` and `after` of an audit row. */
export function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = Object.keys(after).filter((name) => !Object.is(before[name], after[name]))
  return {
    before: Object.fromEntries(changed.map((name) => [name, before[name] ?? null])),
    after: Object.fromEntries(changed.map((name) => [name, after[name]])),
  }
}
