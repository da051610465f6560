import { type TableOf, table } from './table.ts'

export const auditTable = 'audit_log'

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
})

declare module './database.ts' {
  interface Tables {
    audit_log: TableOf<typeof auditLog>
  }
}
