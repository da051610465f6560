import { type TableOf, table } from '#kit/server/table.ts'

const sessions = table('sessions', {
  id: 'uuid',
  token_hash: 'bytea',
  person_id: 'uuid',
  created_at: 'timestamptz=',
  last_seen_at: 'timestamptz=',
  expires_at: 'timestamptz',
  revoked_at: 'timestamptz?',
  user_agent: 'text=',
  address: 'text=',
  verified_at: 'timestamptz?',
})

const knownDevices = table('known_devices', {
  device_hash: 'bytea',
  person_id: 'uuid',
  created_at: 'timestamptz=',
  revoked_at: 'timestamptz?',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    sessions: TableOf<typeof sessions>
    known_devices: TableOf<typeof knownDevices>
  }
}
