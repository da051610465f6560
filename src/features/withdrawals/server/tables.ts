import type { Selectable } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const withdrawals = table('withdrawals', {
  id: 'uuid',
  number: 'text',
  external_id: 'text?',
  body_hash: 'bytea?',
  owner_type: 'text',
  owner_id: 'uuid',
  owner_name: 'text',
  amount: 'int8',
  status: 'text',
  bank_name: 'text=',
  account_title: 'text=',
  iban_sealed: 'text?',
  iban_masked: 'text=',
  note: 'text=',
  requested_by: 'uuid?',
  requested_by_name: 'text',
  requested_at: 'timestamptz',
  approved_by: 'uuid?',
  approved_by_name: 'text=',
  approved_at: 'timestamptz?',
  closed_by: 'uuid?',
  closed_by_name: 'text=',
  closed_at: 'timestamptz?',
  reason: 'text=',
  bank_reference: 'text=',
  is_returned: 'bool=',
  run_id: 'uuid?',
  version: 'int4=',
  updated_at: 'timestamptz',
  list: 'text!',
  search_text: 'text!',
})

const payoutRuns = table('payout_runs', {
  id: 'uuid',
  number: 'text',
  owner_type: 'text',
  status: 'text',
  created_by_name: 'text',
  created_at: 'timestamptz',
  closed_by_name: 'text=',
  closed_at: 'timestamptz?',
  requested_until: 'date?',
  version: 'int4=',
  list: 'text!',
})

const payoutLines = table('payout_lines', {
  run_id: 'uuid',
  withdrawal_id: 'uuid',
  excluded_why: 'text=',
  excluded_by_name: 'text=',
  account_title: 'text=',
  iban_sealed: 'text?',
  iban_masked: 'text=',
})

const payoutFiles = table('payout_files', {
  id: 'uuid',
  run_id: 'uuid',
  version: 'int4',
  made_by_name: 'text',
  made_at: 'timestamptz',
})

const payoutFileLines = table('payout_file_lines', { file_id: 'uuid', withdrawal_id: 'uuid' })

const payoutImports = table('payout_imports', {
  id: 'uuid',
  run_id: 'uuid',
  number: 'int4',
  file_hash: 'bytea?',
  file_version: 'int4?',
  by_name: 'text',
  at: 'timestamptz',
  undone_by_name: 'text=',
  undone_at: 'timestamptz?',
  undone_why: 'text=',
})

const payoutAnswers = table('payout_answers', {
  id: 'uuid',
  run_id: 'uuid',
  import_id: 'uuid',
  at: 'timestamptz',
  by_name: 'text',
  row_number: 'int4',
  reference: 'text',
  bank_status: 'text',
  bank_reference: 'text',
  outcome: 'text',
  message: 'text=',
  withdrawal_id: 'uuid?',
  amount: 'int8?',
  bank_reason: 'text=',
  before: 'jsonb?',
  moved_version: 'int4?',
  settled_as: 'text=',
  settled_by_name: 'text=',
  settled_at: 'timestamptz?',
  settled_why: 'text=',
})

const withdrawalSearch = table('withdrawal_search', searchColumns)
const payoutRunSearch = table('payout_run_search', searchColumns)

declare module '#kit/server/database.ts' {
  interface Tables {
    withdrawal_search: TableOf<typeof withdrawalSearch>
    payout_run_search: TableOf<typeof payoutRunSearch>
    withdrawals: TableOf<typeof withdrawals>
    payout_runs: TableOf<typeof payoutRuns>
    payout_lines: TableOf<typeof payoutLines>
    payout_files: TableOf<typeof payoutFiles>
    payout_file_lines: TableOf<typeof payoutFileLines>
    payout_imports: TableOf<typeof payoutImports>
    payout_answers: TableOf<typeof payoutAnswers>
  }
}

/** Database rows; they never leave the server in this form. */
export type WithdrawalRecord = Selectable<TableOf<typeof withdrawals>>
export type ImportRecord = Selectable<TableOf<typeof payoutImports>>
export type RunRecord = Selectable<TableOf<typeof payoutRuns>>
