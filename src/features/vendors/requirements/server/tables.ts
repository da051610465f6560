import { type TableOf, table } from '#kit/server/table.ts'

const vendorRequirements = table('vendor_requirements', {
  vendor_id: 'uuid',
  name: 'text',
  state: 'text',
  note: 'text=',
  fingerprint: 'bytea',
  decided_by: 'uuid',
  decided_at: 'timestamptz',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    vendor_requirements: TableOf<typeof vendorRequirements>
  }
}
