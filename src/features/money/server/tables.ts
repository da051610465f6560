import { type TableOf, table } from '#kit/server/table.ts'

const ledgerAccounts = table('ledger_accounts', { id: 'uuid', kind: 'text', owner_id: 'uuid=' })
const ledgerTransactions = table('ledger_transactions', {
  id: 'uuid',
  at: 'timestamptz',
  kind: 'text',
  order_id: 'uuid?',
  part_id: 'uuid?',
  source_id: 'uuid?',
  words: 'text=',
})
const ledgerLines = table('ledger_lines', {
  id: 'uuid',
  transaction_id: 'uuid',
  account_id: 'uuid',
  amount: 'int8',
  at: 'timestamptz',
})
const ledgerBalances = table('ledger_balances', { account_id: 'uuid', amount: 'numeric' })
const ledgerDeltas = table('ledger_deltas', { account_id: 'uuid', amount: 'numeric' })
const commissionRules = table('commission_rules', {
  id: 'uuid',
  position: 'int4',
  name: 'text',
  vendor_id: 'uuid?',
  category: 'text=',
  price_from: 'int8?',
  price_to: 'int8?',
  rate_bp: 'int4',
  created_at: 'timestamptz=',
})
const commissionSettings = table('commission_settings', {
  id: 'int4',
  version: 'int4=',
  default_rate_bp: 'int4',
  hold_days: 'int4',
  tax_version: 'int4=',
})
const taxRates = table('tax_rates', {
  id: 'uuid',
  tax: 'text',
  paid_by: 'text',
  rate_bp: 'int4',
  valid_from: 'date',
  valid_to: 'date?',
  source: 'text=',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    ledger_accounts: TableOf<typeof ledgerAccounts>
    ledger_transactions: TableOf<typeof ledgerTransactions>
    ledger_lines: TableOf<typeof ledgerLines>
    ledger_balances: TableOf<typeof ledgerBalances>
    ledger_deltas: TableOf<typeof ledgerDeltas>
    commission_rules: TableOf<typeof commissionRules>
    commission_settings: TableOf<typeof commissionSettings>
    tax_rates: TableOf<typeof taxRates>
  }
}
