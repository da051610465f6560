import { type TableOf, table } from '#kit/server/table.ts'

const apiKeys = table('api_keys', {
  id: 'uuid',
  name: 'text',
  key_hash: 'bytea',
  scopes: '_text',
  created_at: 'timestamptz=',
  revoked_at: 'timestamptz?',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    api_keys: TableOf<typeof apiKeys>
  }
}
