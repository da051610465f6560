import type { Selectable } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const settlements = table('settlements', {
  id: 'uuid',
  number: 'text',
  courier: 'text',
  reference: 'text',
  paid_on: 'date',
  file_hash: 'bytea',
  rows: 'int4',
  settled: 'int4',
  cash: 'int8',
  fee: 'int8',
  tax: 'int8',
  stated: 'int8',
  imported_by: 'uuid?',
  imported_by_name: 'text',
  imported_at: 'timestamptz',
  undone_by_name: 'text=',
  undone_at: 'timestamptz?',
  undone_why: 'text=',
  list: 'text!',
  search_text: 'text!',
})

const settlementRows = table('settlement_rows', {
  id: 'uuid',
  settlement_id: 'uuid',
  row_number: 'int4',
  tracking_number: 'text',
  order_reference: 'text=',
  day: 'text=',
  cash: 'int8?',
  fee: 'int8?',
  tax: 'int8?',
  net: 'int8?',
  part_id: 'uuid?',
  expected: 'int8?',
  outcome: 'text',
  message: 'text=',
  difference: 'text=',
  closed_by: 'uuid?',
  closed_by_name: 'text=',
  closed_at: 'timestamptz?',
  closed_why: 'text=',
})

const settlementSearch = table('settlement_search', searchColumns)

declare module '#kit/server/database.ts' {
  interface Tables {
    settlement_search: TableOf<typeof settlementSearch>
    settlements: TableOf<typeof settlements>
    settlement_rows: TableOf<typeof settlementRows>
  }
}

/** Rows as stored in the database; they never leave the server in this form. */
export type SettlementRecord = Selectable<TableOf<typeof settlements>>
export type SettlementRowRecord = Selectable<TableOf<typeof settlementRows>>
