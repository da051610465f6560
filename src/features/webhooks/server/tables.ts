import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const endpoints = table('webhook_endpoints', {
  id: 'uuid',
  url: 'text',
  description: 'text=',
  kinds: '_text',
  secret_sealed: 'text',
  status: 'text',
  failing_since: 'timestamptz?',
  created_at: 'timestamptz',
  version: 'int4=',
  old_secret_sealed: 'text?',
  old_secret_until: 'timestamptz?',
  disabled_reason: 'text=',
})
const events = table('webhook_events', {
  id: 'uuid',
  kind: 'text',
  at: 'timestamptz',
  body: 'text',
  decision_id: 'uuid?',
})
const deliveries = table('webhook_deliveries', {
  id: 'uuid',
  endpoint_id: 'uuid',
  event_id: 'uuid',
  status: 'text',
  attempts: 'int4=',
  has_left: 'bool=',
  next_at: 'timestamptz',
  last_status: 'int4?',
  last_error: 'text=',
  sent_at: 'timestamptz?',
  created_at: 'timestamptz',
})

export type EndpointRecord = Selectable<TableOf<typeof endpoints>>

declare module '#kit/server/database.ts' {
  interface Tables {
    webhook_endpoints: TableOf<typeof endpoints>
    webhook_events: TableOf<typeof events>
    webhook_deliveries: TableOf<typeof deliveries>
  }
}
