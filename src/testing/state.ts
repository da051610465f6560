import type { TestApp } from './app.ts'

const tables = [
  'vendors',
  'vendor_submissions',
  'vendor_files',
  'products',
  'product_submissions',
  'product_images',
  'categories',
  'category_redirects',
  'customers',
  'orders',
  'order_parts',
  'order_lines',
  'invoice_counters',
  'refunds',
  'refund_lines',
  'ledger_accounts',
  'ledger_transactions',
  'ledger_lines',
  'commission_rules',
  'commission_settings',
  'tax_rates',
  'default_images',
  'decisions',
  'messages',
  'withdrawals',
  'payout_runs',
  'payout_lines',
  'payout_answers',
  'settlements',
  'settlement_rows',
  'webhook_endpoints',
  'webhook_events',
  'webhook_deliveries',
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
  'list_views',
  'bulk_jobs',
  'bulk_rows',
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
