import type { Selectable } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const vendors = table('vendors', {
  id: 'uuid',
  external_id: 'text?',
  username: 'text',
  email: 'text',
  phone: 'text=',
  status: 'text',
  version: 'int4=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  status_since: 'timestamptz=',
  status_reason: 'text=',
  submission_number: 'int4=',
  change_waiting_since: 'timestamptz?',
  seller_created_at: 'timestamptz?',
  sellers_address: 'text=',
  sellers_city: 'text=',
  sellers_province: 'text=',
  cnic_sealed: 'text?',
  cnic_blind: 'bytea?',
  cnic_masked: 'text=',
  shop_created_at: 'timestamptz?',
  shop_name: 'text=',
  shop_email: 'text=',
  shop_mobile: 'text=',
  shop_phone: 'text=',
  shop_address: 'text=',
  shop_postal: 'text=',
  shop_ntn_sealed: 'text?',
  shop_ntn_blind: 'bytea?',
  shop_ntn_masked: 'text=',
  bank_name: 'text=',
  account_title: 'text=',
  branch_code: 'text=',
  account_number_sealed: 'text?',
  account_number_blind: 'bytea?',
  account_number_masked: 'text=',
  ibn_number_sealed: 'text?',
  ibn_number_blind: 'bytea?',
  ibn_number_masked: 'text=',
  withdrawal_id: 'uuid?',
  withdrawal_amount: 'int8=',
  withdrawal_at: 'timestamptz=',
  withdrawal_status: 'text=',
  list: 'text!',
})

const vendorSearch = table('vendor_search', searchColumns)

const vendorSubmissions = table('vendor_submissions', {
  id: 'uuid',
  vendor_id: 'uuid',
  number: 'int4',
  kind: 'text',
  status: 'text',
  payload: 'jsonb',
  body_hash: 'bytea',
  version: 'int4=',
  created_at: 'timestamptz=',
  first_accepted_by: 'uuid?',
  decided_by: 'uuid?',
  decided_at: 'timestamptz?',
  reason: 'text=',
})

const vendorFiles = table('vendor_files', {
  id: 'uuid',
  vendor_id: 'uuid',
  slot: 'text',
  storage_key: 'text',
  media_type: 'text',
  width: 'int4',
  height: 'int4',
  bytes: 'int4',
  created_at: 'timestamptz=',
  replaced_at: 'timestamptz?',
  waits: 'bool=',
})

const vendorStates = table('vendor_states', { vendor_id: 'uuid', since: 'timestamptz', state: 'text' })

declare module '#kit/server/database.ts' {
  interface Tables {
    vendors: TableOf<typeof vendors>
    vendor_search: TableOf<typeof vendorSearch>
    vendor_submissions: TableOf<typeof vendorSubmissions>
    vendor_files: TableOf<typeof vendorFiles>
    vendor_states: TableOf<typeof vendorStates>
  }
}

/** A vendor's database row; it never leaves the server in this form. */
export type VendorRecord = Selectable<TableOf<typeof vendors>>
