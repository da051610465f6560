import { type TableOf, table } from '#kit/server/table.ts'

const resetRequests = table('reset_requests', {
  id: 'uuid',
  email_sealed: 'text',
  requested_at: 'timestamptz',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    reset_requests: TableOf<typeof resetRequests>
  }
}
