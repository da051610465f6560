import type { Selectable } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const customers = table('customers', {
  id: 'uuid',
  external_id: 'text?',
  username: 'text',
  email: 'text=',
  phone: 'text=',
  city: 'text=',
  address: 'text=',
  status: 'text',
  version: 'int4=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  status_since: 'timestamptz=',
  status_reason: 'text=',
  image: 'text=',
  body_hash: 'bytea?',
  erased_at: 'timestamptz?',
  orders_count: 'int4=',
  orders_total: 'int8=',
  last_order_at: 'timestamptz?',
  refused_count: 'int4=',
  last_order_at_sort: 'timestamptz!',
  withdrawal_id: 'uuid?',
  withdrawal_amount: 'int8?',
  withdrawal_at: 'timestamptz?',
  withdrawal_status: 'text?',
  withdrawal_amount_sort: 'int8!',
  withdrawal_at_sort: 'timestamptz!',
  list: 'text!',
})

const customerSearch = table('customer_search', searchColumns)

declare module '#kit/server/database.ts' {
  interface Tables {
    customers: TableOf<typeof customers>
    customer_search: TableOf<typeof customerSearch>
  }
}

/** A customer's database row; it never leaves the server in this form. */
export type CustomerRecord = Selectable<TableOf<typeof customers>>
