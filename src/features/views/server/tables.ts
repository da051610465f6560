import { type TableOf, table } from '#kit/server/table.ts'

const listViews = table('list_views', {
  id: 'uuid',
  list: 'text',
  name: 'text',
  is_shared: 'bool=',
  owner_id: 'uuid',
  parameters: 'jsonb',
  created_at: 'timestamptz',
  version: 'int4=',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    list_views: TableOf<typeof listViews>
  }
}
