import type { TestApp } from './app.ts'

const tables = [
  'vendors',
  'vendor_submissions',
  'vendor_files',
  'products',
  'product_submissions',
  'product_images',
  'decisions',
  'messages',
  'notes',
  'note_mentions',
  'audit_log',
  'people',
  'roles',
  'api_keys',
  'second_factors',
  'passkeys',
  'spent_challenges',
  'recovery_codes',
  'known_devices',
  'account_settings',
  'account_tokens',
  'reset_requests',
  'idempotency_keys',
]

/** Everything that a call could change, as one text: what was denied has left it as it was. */
export async function stateOf(app: TestApp): Promise<string> {
  const digests = tables.map(
    (table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t)`,
  )
  const { rows } = await app.database.pool.query(`select concat(${digests.join(', ')}) as state`)
  return rows[0].state
}
