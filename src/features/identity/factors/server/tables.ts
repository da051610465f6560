import { type TableOf, table } from '#kit/server/table.ts'

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

declare module '#kit/server/database.ts' {
  interface Tables {
    second_factors: TableOf<typeof secondFactors>
    recovery_codes: TableOf<typeof recoveryCodes>
    passkeys: TableOf<typeof passkeys>
    spent_challenges: TableOf<typeof spentChallenges>
  }
}
