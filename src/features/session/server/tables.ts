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

const secondFactors = table('second_factors', {
  person_id: 'uuid',
  secret_sealed: 'text',
  started_at: 'timestamptz=',
  confirmed_at: 'timestamptz?',
  last_step: 'int4=',
})

const recoveryCodes = table('recovery_codes', {
  person_id: 'uuid',
  code_hash: 'bytea',
  used_at: 'timestamptz?',
})

const knownDevices = table('known_devices', {
  device_hash: 'bytea',
  person_id: 'uuid',
  created_at: 'timestamptz=',
  revoked_at: 'timestamptz?',
})

const passkeys = table('passkeys', {
  id: 'uuid',
  person_id: 'uuid',
  credential_id: 'text',
  public_key: 'bytea',
  counter: 'int8',
  transports: '_text',
  name: 'text',
  created_at: 'timestamptz=',
  last_used_at: 'timestamptz?',
})

const spentChallenges = table('spent_challenges', {
  challenge_hash: 'bytea',
  spent_at: 'timestamptz',
})

const resetRequests = table('reset_requests', {
  id: 'uuid',
  email_sealed: 'text',
  requested_at: 'timestamptz',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    sessions: TableOf<typeof sessions>
    second_factors: TableOf<typeof secondFactors>
    recovery_codes: TableOf<typeof recoveryCodes>
    known_devices: TableOf<typeof knownDevices>
    passkeys: TableOf<typeof passkeys>
    spent_challenges: TableOf<typeof spentChallenges>
    reset_requests: TableOf<typeof resetRequests>
  }
}
