import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const roles = table('roles', {
  id: 'uuid',
  name: 'text',
  permissions: '_text=',
  is_builtin: 'bool=',
  version: 'int4=',
  created_at: 'timestamptz=',
  search_text: 'text!',
})

const people = table('people', {
  id: 'uuid',
  username: 'text',
  email: 'text',
  phone: 'text=',
  password_hash: 'text?',
  email_verified_at: 'timestamptz?',
  disabled_at: 'timestamptz?',
  role_id: 'uuid',
  version: 'int4=',
  created_at: 'timestamptz=',
  list: 'text!',
  search_text: 'text!',
})

const accountTokens = table('account_tokens', {
  id: 'uuid',
  person_id: 'uuid',
  kind: 'text',
  token_hash: 'bytea',
  expires_at: 'timestamptz',
  used_at: 'timestamptz?',
  revoked_at: 'timestamptz?',
  created_at: 'timestamptz=',
})

const personSearch = table('person_search', searchColumns)

declare module '#kit/server/database.ts' {
  interface Tables {
    person_search: TableOf<typeof personSearch>
    roles: TableOf<typeof roles>
    people: TableOf<typeof people>
    account_tokens: TableOf<typeof accountTokens>
  }
}
