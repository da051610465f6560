import { type RawBuilder, sql } from 'kysely'
import { plusDays } from '#kit/contract/day.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { sumDays } from '#kit/server/day-totals.ts'
import { withinDays } from '#kit/server/days.ts'
import { listPage, listWhole } from '#kit/server/list.ts'
import type { ListSource } from '#kit/server/list-source.ts'
import {
  type AccountLine,
  type AccountSum,
  type LedgerBalances,
  type ledger,
  type OwnAccount,
  ownAccounts,
} from '../ledger-contract.ts'
import './tables.ts'

type Which = Input<typeof ledger.sum>

/** One page of one of the marketplace's accounts, with an exact total. */
export async function listAccount(
  ctx: Context,
  input: Input<typeof ledger.list>,
): Promise<Page<AccountLine>> {
  return listPage(ctx.db, await sourceOf(ctx, input), input)
}

/** Sums an account's lines from its day totals, because counting millions of lines for one page would be too slow. */
export async function sumAccount(ctx: Context, { account, from, to, by }: Which): Promise<AccountSum> {
  const kind = by === 'order' ? 'commission by order' : 'accounts'
  const side = (name: 'debit' | 'credit') => sumDays(ctx.db, { kind, keys: [`${account} ${name}`], from, to })
  const [debit, credit] = [await side('debit'), await side('credit')]
  return {
    lines: debit.n + credit.n,
    debit: rupeesFromPaisa(debit.amount),
    credit: rupeesFromPaisa(credit.amount),
  }
}

/**
 * Reads the balances of the marketplace's own accounts. The balance of all other owners follows from them, because the
 * whole ledger sums to zero.
 */
export async function readLedgerBalances(ctx: Context): Promise<LedgerBalances> {
  const { rows } = await sql<{ kind: OwnAccount; balance: string }>`
    select a.kind, coalesce(sum(b.amount), 0)::text as balance from ledger_accounts a
    left join lateral (
      select amount from ledger_balances where account_id = a.id
      union all select amount from ledger_deltas where account_id = a.id
    ) b on true
    where a.kind = any(${[...ownAccounts]}) and a.owner_id = ${nobody} group by a.kind`.execute(ctx.db)
  const balances = new Map(rows.map(({ kind, balance }) => [kind, BigInt(balance)]))
  const own = ownAccounts.map((account) => ({ account, balance: balances.get(account) ?? 0n }))
  return {
    accounts: own.map(({ account, balance }) => ({ account, balance: rupeesFromPaisa(balance) })),
    owners: rupeesFromPaisa(-own.reduce((total, { balance }) => total + balance, 0n)),
  }
}

/** Reads all lines of an account in batches, the newest first unless another order is requested. */
export async function readWholeAccount(
  ctx: Context,
  input: Input<typeof ledger.export>,
): Promise<AsyncIterable<AccountLine[]>> {
  return listWhole(ctx.db, await sourceOf(ctx, input), input.sort ?? '-at').batches
}

/**
 * What the bank knows of an entry, `t`, about the order `o`: its reference, and the day on which it made the payment; null
 * where the entry has none. Handed in, because the nouns that pay know this one.
 */
export type BankOfEntry = Readonly<Record<'joins' | 'reference' | 'day', RawBuilder<unknown>>>

declare module '#kit/server/context.ts' {
  interface Services {
    bankOfEntry: BankOfEntry
  }
}

const nobody = '00000000-0000-0000-0000-000000000000'

async function sourceOf(ctx: Context, input: Which): Promise<ListSource<AccountLine>> {
  const { bankOfEntry } = ctx.services
  const { id } = await ctx.db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('kind', '=', input.account)
    .where('owner_id', '=', nobody)
    .executeTakeFirstOrThrow()
  const isByOrder = input.by === 'order' && (input.from !== undefined || input.to !== undefined)
  return {
    from: sql`ledger_lines l`,
    alias: 'l',
    // The days are part of the partition, so their count comes from the day totals and is exact.
    ...(isByOrder
      ? await linesOfOrders(ctx, id, input)
      : { partitions: [sql.join([sql`l.account_id = ${id}`, ...withinDays('l.at', input)], sql` and `)] }),
    filters: [],
    sorts: { at: { column: 'at', type: 'timestamptz' } },
    select: sql`l.at, t.kind, t.words, t.order_id, t.source_id, coalesce(o.order_number, '') as order_number,
      w.owner_type as withdrawn_by, l.amount, ${bankOfEntry.day} as bank_day,
      nullif(coalesce(${bankOfEntry.reference}, w.bank_reference), '') as reference`,
    joins: sql`join ledger_transactions t on t.id = l.transaction_id left join orders o on o.id = t.order_id
      left join withdrawals w on w.id = t.source_id ${bankOfEntry.joins}`,
    countAll: async () => (await sumAccount(ctx, input)).lines,
    shape: lineShape,
  }
}

/** So many orders are looked up one by one for a page. */
const fewOrders = 1_000

/**
 * The lines of the orders that were placed within these days. An account is stored in the order of its postings, so reading it
 * meets lines of other orders too, and each has to be looked up; how many these are follows from the day totals. Where they
 * would be the larger part, what was posted after the days is found by its orders, and where the orders are few, every
 * line is.
 */
async function linesOfOrders(
  ctx: Context,
  accountId: string,
  input: Which,
): Promise<Pick<ListSource<AccountLine>, 'partitions' | 'isNarrowed'>> {
  const { account, from, to } = input
  // An order may name a time up to a day ahead of its sale, which is its first posting. The other day is for servers whose
  // clocks differ.
  const earliest = from === undefined ? undefined : plusDays(from, -2)
  const isPlaced = sql`exists (
    select from (
      select coalesce(o.placed_at, l.at) as at from ledger_transactions t
      left join orders o on o.id = t.order_id where t.id = l.transaction_id) placed
    where ${sql.join(withinDays('placed.at', { from, to }), sql` and `)})`
  const walked = (until?: string) => {
    const posted = withinDays('l.at', { from: earliest, to: until })
    return sql.join([sql`l.account_id = ${accountId}`, ...posted, isPlaced], sql` and `)
  }
  const named = (ids: readonly string[]) => sql`l.id = any(${[...ids]}::uuid[])`
  if (await areFewOrders(ctx, input)) {
    return { partitions: [named(await findLines(ctx, accountId, input))], isNarrowed: true }
  }
  const { lines: own } = await sumAccount(ctx, input)
  const { lines: met } = await sumAccount(ctx, { account, from: earliest })
  if (to === undefined || met - own <= own) return { partitions: [walked()] }
  const late = await findLines(ctx, accountId, input, plusDays(to, 1))
  return { partitions: [walked(to), named(late)] }
}

async function areFewOrders(ctx: Context, { from, to }: Which): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from (
      select from orders o where ${sql.join(withinDays('o.placed_at', { from, to }), sql` and `)}
      limit ${fewOrders + 1}) counted`.execute(ctx.db)
  return (rows[0]?.n ?? 0) <= fewOrders
}

/**
 * The lines that orders of these days have on an account, of all postings or of those from a day on. Each line of commission
 * belongs to an order. `offset 0` keeps the planner from reading the whole ledger instead.
 */
async function findLines(
  ctx: Context,
  accountId: string,
  { from, to }: Which,
  postedFrom?: string,
): Promise<string[]> {
  const posted = [sql`t.order_id = o.id`, ...withinDays('t.at', { from: postedFrom })]
  const { rows } = await sql<{ ids: string[] }>`
    select coalesce(array_agg(line.id), '{}')::text[] as ids from orders o
    cross join lateral (
      select t.id from ledger_transactions t where ${sql.join(posted, sql` and `)} offset 0) entry
    cross join lateral (
      select l.id from ledger_lines l
      where l.transaction_id = entry.id and l.account_id = ${accountId} offset 0) line
    where ${sql.join(withinDays('o.placed_at', { from, to }), sql` and `)}`.execute(ctx.db)
  return rows[0]?.ids ?? []
}

type LineRow = Omit<AccountLine, 'at' | 'debit' | 'credit'> & { list_id: string; at: Date; amount: Paisa }

function lineShape({ list_id, at, amount, ...line }: LineRow): AccountLine {
  return {
    id: list_id,
    at: at.toISOString(),
    kind: line.kind,
    words: line.words,
    order_id: line.order_id,
    order_number: line.order_number,
    source_id: line.source_id,
    withdrawn_by: line.withdrawn_by,
    debit: amount > 0n ? rupeesFromPaisa(amount) : '',
    credit: amount < 0n ? rupeesFromPaisa(-amount) : '',
    reference: line.reference,
    bank_day: line.bank_day,
  }
}

/** Whether the payment of an order came out of the wallet of its customer, whatever they had chosen to pay with. */
export async function isPaidFromWallet(db: Database, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ is_from_wallet: boolean }>`
    select exists (select from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
      join ledger_accounts a on a.id = l.account_id
      where t.order_id = ${orderId} and t.kind = 'payment' and a.kind = 'customer_wallet') as is_from_wallet`.execute(
    db,
  )
  return rows[0]?.is_from_wallet ?? false
}
