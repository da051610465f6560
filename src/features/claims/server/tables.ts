import { type TableOf, table } from '#kit/server/table.ts'

const claims = table('claims', {
  kind: 'text',
  record_id: 'uuid',
  person_id: 'uuid',
  since: 'timestamptz',
  until: 'timestamptz',
})

const assignments = table('assignments', {
  kind: 'text',
  record_id: 'uuid',
  person_id: 'uuid',
  assigned_by: 'uuid',
  assigned_at: 'timestamptz',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    claims: TableOf<typeof claims>
    assignments: TableOf<typeof assignments>
  }
}
