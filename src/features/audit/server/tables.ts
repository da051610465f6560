import { type TableOf, table } from '#kit/server/table.ts'

const auditSeals = table('audit_seals', {
  number: 'int8',
  audit_id: 'uuid',
  position: 'int8',
  mac: 'bytea',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    audit_seals: TableOf<typeof auditSeals>
  }
}
