import { type RawBuilder, sql } from 'kysely'
import { readStory } from '#features/decisions/server/queries.ts'
import { customerPath } from '../screen-contract.ts'
import '#features/money/server/tables.ts'
import '#features/orders/server/tables.ts'
import '#features/withdrawals/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { readCounts } from '#kit/server/counts.ts'
import type { Database } from '#kit/server/database.ts'
import { countDays } from '#kit/server/day-totals.ts'
import { withinDays } from '#kit/server/days.ts'
import { listPage } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import { searchOf } from '#kit/server/search.ts'
import {
  type CustomerDetail,
  type CustomerRow,
  type CustomerStatus,
  customerNumber,
  customerStatuses,
  type customers,
  type WalletLine,
} from '../contract.ts'
import type { CustomerRecord } from './tables.ts'

const shownWalletLines = 20

/** One page of customers: of one list, or of all three. */
export function listCustomers(ctx: Context, input: Input<typeof customers.list>): Promise<Page<CustomerRow>> {
  return listPage(ctx.db, customerSource(ctx, input), input)
}

/** The customers that these filters leave. */
export function customerSource(
  ctx: Context,
  input: Input<typeof customers.countMatching> & { ids?: readonly string[] | undefined },
): ListSource<CustomerRow> {
  const lists: CustomerStatus[] =
    input.list === undefined || input.list === 'all' ? [...customerStatuses] : [input.list]
  const days = withinDays('c.created_at', input)
  // The dashboard uses stored counts of all customers by day, so there the days select partitions and are no filter.
  const isCounted = days.length > 0 && lists.length === customerStatuses.length
  return {
    from: sql`customers c`,
    alias: 'c',
    partitions: lists.map((list) =>
      sql.join([sql`c.list = ${list}`, ...(isCounted ? days : [])], sql` and `),
    ),
    filters: [
      ...(isCounted ? [] : days),
      ...(input.city ? [sql`c.city = ${input.city}`] : []),
      ...(input.ids ? [sql`c.id = any(${[...input.ids]}::uuid[])`] : []),
    ],
    search: input.q ? searchOf(input.q, { table: 'customer_search', column: 'c.id' }) : null,
    ownSorts: ['created_at', '-withdrawal_at'],
    sorts: {
      created_at: { column: 'created_at', type: 'timestamptz' },
      status_since: { column: 'status_since', type: 'timestamptz' },
      username: { column: 'username', type: 'text' },
      email: { column: 'email', type: 'text' },
      city: { column: 'city', type: 'text' },
      withdrawal_amount: { column: 'withdrawal_amount_sort', type: 'int8' },
      withdrawal_at: { column: 'withdrawal_at_sort', type: 'timestamptz' },
      orders_count: { column: 'orders_count', type: 'int4' },
      orders_total: { column: 'orders_total', type: 'int8' },
      last_order_at: { column: 'last_order_at_sort', type: 'timestamptz' },
      refused_count: { column: 'refused_count', type: 'int4' },
    },
    select: sql`c.*,
      coalesce((select is_returned from withdrawals where id = c.withdrawal_id), false) as is_returned`,
    countAll: isCounted
      ? () => countDays(ctx.db, { kind: 'customers', keys: [''], from: input.from, to: input.to })
      : lists.map(countKey),
    shape: ({ is_returned, ...customer }: CustomerRecord & { is_returned: boolean }) =>
      customerRow(customer, is_returned),
  }
}

export async function countCustomers(ctx: Context): Promise<Record<CustomerStatus, number>> {
  const counts = await readCounts(ctx.db, customerStatuses.map(countKey))
  return {
    pending: counts['customers:pending'],
    approved: counts['customers:approved'],
    disabled: counts['customers:disabled'],
  }
}

/** One customer with everything related to them. Refuses (not-found) an unknown id. */
export async function readCustomer(ctx: Context, { id }: { id: string }): Promise<CustomerDetail> {
  const customer = await customerOf(ctx.db, id)
  const { decision, history } = await readStory(ctx.db, 'customer', id)
  const around = await readAround(ctx.db, id)
  return {
    ...customerRow(customer, around.is_returned),
    address: customer.address,
    external_id: customer.external_id ?? '',
    orders_in_all: around.orders_in_all,
    wallet: around.wallet,
    decision,
    history,
  }
}

/** The stored customer. Refuses (not-found). */
export async function customerOf(db: Database, id: string): Promise<CustomerRecord> {
  const customer = await db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!customer) throw new Refusal('not-found', 'Customer not found')
  return customer
}

const shownWithdrawals = 10

/** Reads the order count of every status, the wallet and its withdrawals in one query. */
async function readAround(
  db: Database,
  id: string,
): Promise<Pick<CustomerDetail, 'orders_in_all' | 'wallet'> & { is_returned: boolean }> {
  const { rows } = await sql<
    StoredWallet & {
      orders_in_all: number
      is_returned: boolean
      in_progress: string
      withdrawals: CustomerDetail['wallet']['withdrawals'] | null
    }
  >`
    select
      (select count(*)::int4 from orders where customer_id = ${id}) as orders_in_all,
      coalesce((select w.is_returned from customers c join withdrawals w on w.id = c.withdrawal_id
        where c.id = ${id}), false) as is_returned,
      (select coalesce(sum(amount), 0)::text from withdrawals
        where owner_type = 'customer' and owner_id = ${id} and status in ('requested', 'approved')) as in_progress,
      (select json_agg(w) from (
        select id, number, amount::text, status, is_returned, requested_at from withdrawals
        where owner_type = 'customer' and owner_id = ${id}
        order by requested_at desc, id desc limit ${shownWithdrawals}) w) as withdrawals,
      ${walletColumns(id, shownWalletLines)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without from answered no row')
  const { balance, lines } = walletShape(row)
  return {
    orders_in_all: row.orders_in_all,
    is_returned: row.is_returned,
    wallet: {
      balance: rupeesFromPaisa(balance),
      lines,
      in_progress: rupeesFromPaisa(BigInt(row.in_progress)),
      withdrawals: (row.withdrawals ?? []).map(({ amount, requested_at, ...rest }) => ({
        ...rest,
        amount: rupeesFromPaisa(BigInt(amount)),
        requested_at: new Date(requested_at).toISOString(),
      })),
    },
  }
}

/** The balance of a customer's wallet and its latest movements; all movements if no limit is given. */
export async function readWallet(
  db: Database,
  customerId: string,
  most: number | null,
): Promise<{ balance: Paisa; lines: WalletLine[] }> {
  const { rows } = await sql<StoredWallet>`select ${walletColumns(customerId, most)}`.execute(db)
  return walletShape(rows[0] ?? { balance: '0', lines: null })
}

interface StoredWallet {
  balance: string
  lines: WalletLine[] | null
}

function walletColumns(customerId: string, most: number | null): RawBuilder<unknown> {
  const account = sql`(select id from ledger_accounts where kind = 'customer_wallet' and owner_id = ${customerId})`
  return sql`
    (select coalesce(sum(amount), 0)::bigint::text from (
      select amount from ledger_balances where account_id = ${account}
      union all
      select amount from ledger_deltas where account_id = ${account}) b) as balance,
    (select json_agg(l) from (
      select l.id, l.at, t.kind, t.words, l.amount::text as amount, t.order_id, o.order_number
      from ledger_lines l
      join ledger_transactions t on t.id = l.transaction_id
      left join orders o on o.id = t.order_id
      where l.account_id = ${account}
      order by l.at desc, l.id desc limit ${most}) l) as lines`
}

/** The ledger stores money owed to a customer as a negative credit, so the sign is reversed for the wallet. */
function walletShape({ balance, lines }: StoredWallet): { balance: Paisa; lines: WalletLine[] } {
  return {
    balance: -BigInt(balance),
    lines: (lines ?? []).map((line) => ({
      ...line,
      at: new Date(line.at).toISOString(),
      amount: rupeesFromPaisa(-BigInt(line.amount)),
    })),
  }
}

function countKey(list: CustomerStatus): `customers:${CustomerStatus}` {
  return `customers:${list}`
}

/** A row of the lists; `isReturned` says that the bank returned the latest withdrawal. */
function customerRow(customer: CustomerRecord, isReturned: boolean): CustomerRow {
  return {
    id: customer.id,
    username: customer.username,
    email: customer.email,
    phone: customer.phone,
    city: customer.city,
    // The name of an erased customer's picture stays until its files are deleted.
    image: customer.erased_at ? '' : customer.image,
    status: customer.status as CustomerStatus,
    status_since: customer.status_since.toISOString(),
    status_reason: customer.status_reason,
    created_at: customer.created_at.toISOString(),
    erased_at: customer.erased_at?.toISOString() ?? null,
    orders_count: customer.orders_count,
    orders_total: rupeesFromPaisa(customer.orders_total),
    last_order_at: customer.last_order_at?.toISOString() ?? null,
    refused_count: customer.refused_count,
    withdrawal:
      customer.withdrawal_amount === null || customer.withdrawal_at === null
        ? null
        : {
            id: customer.withdrawal_id,
            amount: rupeesFromPaisa(customer.withdrawal_amount),
            at: customer.withdrawal_at.toISOString(),
            status: customer.withdrawal_status ?? '',
            is_returned: isReturned,
          },
    version: customer.version,
  }
}

/** A customer's number and screen path, for notes on the customer; undefined if the customer does not exist. */
export async function findNotedCustomer(db: Database, id: string) {
  const found = await db.selectFrom('customers').select('id').where('id', '=', id).executeTakeFirst()
  // Mails and audit rows outlive an erasure, so they contain the number and not the name.
  return found && { name: customerNumber(id), path: `${customerPath}?id=${id}` }
}
