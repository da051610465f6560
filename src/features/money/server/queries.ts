import { type RawBuilder, sql } from 'kysely'
import '#features/customers/server/tables.ts'
import { hasGrantedRefund, isReleasedByTime } from '#features/orders/server/tables.ts'
import '#features/vendors/server/tables.ts'
import '#features/withdrawals/server/tables.ts'
import type { OwnerKind } from '#features/withdrawals/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { withinDays } from '#kit/server/days.ts'
import { listPage } from '#kit/server/list.ts'
import { anyOf } from '#kit/server/table.ts'
import type { balances, HeldPart, OwnerMoney, StatementLine } from '../contract.ts'
import type { EntryKind } from '../ledger-contract.ts'
import type { OwnerAccount, RuleToMatch } from './rules.ts'
import './tables.ts'

/** The rules and rates that split a sale. */
export interface Pricing {
  rules: RuleToMatch[]
  default_rate_bp: number
  income_tax_bp: number
  sales_tax_bp: number
}

/**
 * Reads the commission rules in their order, and the withholding rates for this payment type on the day (in
 * Asia/Karachi) of `at`. Without a rate for the day nothing is withheld; of several rates, the one that started last
 * applies.
 */
export async function readPricing(db: Database, at: Date, paidBy: 'cash' | 'digital'): Promise<Pricing> {
  const { rows } = await sql<{
    rules:
      | (Omit<RuleToMatch, 'price_from' | 'price_to'> & {
          price_from: string | null
          price_to: string | null
        })[]
      | null
    default_rate_bp: number
    income_tax_bp: number | null
    sales_tax_bp: number | null
  }>`
    with day as (select (${at}::timestamptz at time zone 'Asia/Karachi')::date as today),
    rate as (
      select distinct on (tax) tax, rate_bp from tax_rates, day
      where paid_by = ${paidBy} and valid_from <= today and (valid_to is null or valid_to >= today)
      order by tax, valid_from desc, id desc
    )
    select
      (select json_agg(r) from (
        select id, name, vendor_id, category, price_from::text, price_to::text, rate_bp
        from commission_rules order by position, id) r) as rules,
      default_rate_bp,
      (select rate_bp from rate where tax = 'income_tax') as income_tax_bp,
      (select rate_bp from rate where tax = 'sales_tax') as sales_tax_bp
    from commission_settings`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the commission has no settings')
  const paisa = (text: string | null): Paisa | null => (text === null ? null : BigInt(text))
  return {
    rules: (row.rules ?? []).map((rule) => ({
      ...rule,
      price_from: paisa(rule.price_from),
      price_to: paisa(rule.price_to),
    })),
    default_rate_bp: row.default_rate_bp,
    income_tax_bp: row.income_tax_bp ?? 0,
    sales_tax_bp: row.sales_tax_bp ?? 0,
  }
}

/** Returns a vendor's or customer's balance on an account: above zero, the marketplace owes it to them. */
export async function readBalance(
  db: Database,
  account: 'vendor_held' | 'vendor_available' | 'customer_wallet',
  owner: string,
): Promise<Paisa> {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(b.amount), 0)::text as balance from ledger_accounts a
    join lateral (
      select amount from ledger_balances where account_id = a.id
      union all select amount from ledger_deltas where account_id = a.id
    ) b on true
    where a.kind = ${account} and a.owner_id = ${owner}`.execute(db)
  // The amount owed to an owner is a credit, which the ledger stores below zero.
  return -BigInt(rows[0]?.balance ?? '0')
}

/**
 * An owner's balances, in paisa: above zero the marketplace owes the money to the owner, below zero the owner owes it.
 */
export interface Balances {
  held: Paisa
  available: Paisa
  wallet: Paisa
}

const nothing: Balances = { held: 0n, available: 0n, wallet: 0n }

/** Reads the current balances of these vendors and customers; an owner without an account has zero. */
export async function readBalances(db: Database, owners: readonly string[]): Promise<Map<string, Balances>> {
  const { rows } = await sql<{ owner_id: string; held: bigint; available: bigint; wallet: bigint }>`
    select a.owner_id,
      -coalesce(sum(b.amount) filter (where a.kind = 'vendor_held'), 0)::int8 as held,
      -coalesce(sum(b.amount) filter (where a.kind = 'vendor_available'), 0)::int8 as available,
      -coalesce(sum(b.amount) filter (where a.kind = 'customer_wallet'), 0)::int8 as wallet
    from ledger_accounts a
    cross join lateral (
      select amount from ledger_balances where account_id = a.id
      union all select amount from ledger_deltas where account_id = a.id
    ) b
    where a.owner_id = any(${[...new Set(owners)]}) and a.kind in ('vendor_held', 'vendor_available', 'customer_wallet')
    group by a.owner_id`.execute(db)
  const found = new Map(rows.map(({ owner_id, ...balances }) => [owner_id, balances]))
  return new Map(owners.map((owner) => [owner, found.get(owner) ?? nothing]))
}

/**
 * Returns the amount that an owner may withdraw and locks their account until the transaction ends, so that concurrent
 * requests wait for each other. The lock does not block orders from writing to the account.
 */
export async function lockAvailable(db: Database, account: OwnerAccount, owner: string): Promise<Paisa> {
  await sql`select id from ledger_accounts where kind = ${account} and owner_id = ${owner} for no key update`.execute(
    db,
  )
  const balances = (await readBalances(db, [owner])).get(owner) ?? nothing
  return account === 'vendor_available' ? balances.available : balances.wallet
}

type StatementInput = Input<typeof balances.vendor.statement>
type Period = Pick<StatementInput, 'from' | 'to' | 'standing'>

/** Reads an owner's balances, the held parts with the reasons, and the latest withdrawals. Refuses (not-found). */
export async function readOwnerMoney(
  ctx: Context,
  kind: OwnerKind,
  { id }: { id: string },
): Promise<OwnerMoney> {
  const owner = await ownerOf(ctx, kind, id)
  const { held, available, wallet } = (await readBalances(ctx.db, [id])).get(id) ?? nothing
  const latest = await ctx.db
    .selectFrom('withdrawals')
    .select(['id', 'number', 'amount', 'status', 'is_returned', 'requested_at'])
    .where('owner_id', '=', id)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  const { rows } = await sql<{ in_progress: string; paid: string }>`
    select coalesce(sum(amount) filter (where status in ('requested', 'approved')), 0)::text as in_progress,
      coalesce(sum(amount) filter (where status = 'paid'), 0)::text as paid
    from withdrawals where owner_id = ${id}`.execute(ctx.db)
  return {
    ...owner,
    available: rupeesFromPaisa(kind === 'vendor' ? available : wallet),
    held: rupeesFromPaisa(held),
    in_progress: rupeesFromPaisa(BigInt(rows[0]?.in_progress ?? '0')),
    paid: rupeesFromPaisa(BigInt(rows[0]?.paid ?? '0')),
    held_parts: kind === 'vendor' ? await readHeld(ctx.db, id) : [],
    withdrawals: latest.map(({ amount, status, requested_at, ...rest }) => ({
      ...rest,
      amount: rupeesFromPaisa(amount),
      status: status as OwnerMoney['withdrawals'][number]['status'],
      requested_at: requested_at.toISOString(),
    })),
  }
}

type Owner = Omit<OwnerMoney, 'available' | 'held' | 'in_progress' | 'paid' | 'held_parts' | 'withdrawals'>

async function ownerOf(ctx: Context, kind: OwnerKind, id: string): Promise<Owner> {
  const { rows } = await sql<Owner>`${
    kind === 'vendor'
      ? sql`select id, coalesce(nullif(shop_name, ''), username) as name, email, phone, status, account_title,
          ibn_number_masked as ibn_number, change_waiting_since is not null as is_change_waiting
          from vendors where id = ${id}`
      : sql`select id, username as name, email, phone, status, '' as account_title, '' as ibn_number,
          false as is_change_waiting from customers where id = ${id}`
  }`.execute(ctx.db)
  if (!rows[0]) throw new Refusal('not-found', kind === 'vendor' ? 'No Vendor Found' : 'No Customer Found')
  return rows[0]
}

/** The parts whose share is held: those that arrived first, in the order in which their shares become available. */
async function readHeld(db: Database, vendorId: string): Promise<HeldPart[]> {
  const { rows } = await sql<Omit<HeldPart, 'amount'> & { amount: string }>`
    select p.id as part_id, p.order_id, o.order_number, h.amount::text as amount,
      case when ${isReleasedByTime('p', 'o')} then
        ((p.delivered_at + make_interval(days => s.hold_days)) at time zone 'Asia/Karachi')::date::text
      end as free_on,
      case
        when ${hasGrantedRefund('o')} then 'A refund is waiting to be sent'
        when p.return_decided_at is not null then 'The return is decided. What is left is released then'
        when p.vendor_status = 'returned' then 'Returned. A refund must be decided'
        when p.delivered_at is not null then 'Delivered. Returns are possible until then'
        else 'Not delivered yet'
      end as why
    from order_parts p
    join orders o on o.id = p.order_id
    cross join commission_settings s
    join ledger_accounts a on a.kind = 'vendor_held' and a.owner_id = p.vendor_id
    cross join lateral (
      select -coalesce(sum(l.amount), 0) as amount
      from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
      where t.order_id = p.order_id and l.account_id = a.id
    ) h
    where p.vendor_id = ${vendorId} and p.released_at is null and h.amount <> 0
      -- Nothing of a declined order is held any longer: its lines are not summed to see that.
      and o.order_status <> 'declined'
    order by p.delivered_at nulls last, p.placed_at, p.id limit 100`.execute(db)
  return rows.map(({ amount, ...part }) => ({ ...part, amount: rupeesFromPaisa(BigInt(amount)) }))
}

const accountKinds = {
  held: 'vendor_held',
  available: 'vendor_available',
  wallet: 'customer_wallet',
} as const

/** The accounts and lines that a statement covers. */
interface StatementScope {
  accounts: string[]
  /**
   * Conditions for the statement's lines. A release between two of its accounts is one line, on the receiving account.
   */
  lines: RawBuilder<unknown>[]
  isOfAll: boolean
}

/** Returns the accounts that a statement covers. Refuses (not-found) an owner that does not exist. */
async function scopeOf(
  ctx: Context,
  kind: OwnerKind,
  id: string,
  { standing }: Period,
): Promise<StatementScope> {
  await ownerOf(ctx, kind, id)
  const kinds = standing ? [accountKinds[standing]] : Object.values(accountKinds)
  const found = await ctx.db
    .selectFrom('ledger_accounts')
    .select(['id', 'kind'])
    .where('owner_id', '=', id)
    .where('kind', '=', anyOf(kinds))
    .execute()
  const isOfAll = !standing
  return {
    accounts: found.map((account) => account.id),
    lines: found.map((account) =>
      isOfAll && account.kind === 'vendor_held'
        ? sql`(l.account_id = ${account.id} and not ${isRelease})`
        : sql`l.account_id = ${account.id}`,
    ),
    isOfAll,
  }
}

/** A subquery, so that each line looks up one transaction whatever number of releases the planner estimates. */
const isRelease = sql`(select r.kind from ledger_transactions r where r.id = l.transaction_id) = 'release'`

/** In a statement of all accounts, a release does not change the balance, so the released amount has its own column. */
const lineColumns = ({ isOfAll }: StatementScope) => sql`l.id, l.at, t.kind,
  case t.kind when 'release' then 'Released: order ' || coalesce(o.order_number, '') else t.words end as words,
  t.order_id, coalesce(o.order_number, '') as order_number,
  case a.kind when 'vendor_held' then 'held' when 'vendor_available' then 'available' else 'wallet' end as standing,
  case when ${isOfAll}::boolean and t.kind = 'release' then 0 else -l.amount end as amount,
  case when ${isOfAll}::boolean and t.kind = 'release' then -l.amount end as released,
  nullif(w.bank_reference, '') as reference`
const lineJoins = sql`
  join ledger_transactions t on t.id = l.transaction_id
  join ledger_accounts a on a.id = l.account_id
  left join orders o on o.id = t.order_id
  left join withdrawals w on w.id = t.source_id`

type LineRow = Omit<StatementLine, 'at' | 'amount' | 'balance' | 'released'> & {
  at: Date
  amount: bigint
  released: bigint | null
}

/**
 * One page of a statement. The balance is that of the shown accounts, regardless of the days in the filter. Refuses
 * (not-found).
 */
export async function listStatement(
  ctx: Context,
  kind: OwnerKind,
  input: StatementInput & { id: string },
): Promise<Page<StatementLine>> {
  const scope = await scopeOf(ctx, kind, input.id, input)
  const page = await listPage<LineRow>(
    ctx.db,
    {
      from: sql`ledger_lines l`,
      alias: 'l',
      partitions: scope.lines.length > 0 ? scope.lines : [sql`false`],
      filters: withinDays('l.at', input),
      sorts: { at: { column: 'at', type: 'timestamptz' } },
      select: lineColumns(scope),
      joins: lineJoins,
      countAll: null,
      shape: (row: LineRow) => row,
    },
    input,
  )
  const isNewestFirst = input.sort.startsWith('-')
  const inOrder = isNewestFirst ? page.rows.toReversed() : page.rows
  const lines = withBalances(inOrder, await balanceBefore(ctx.db, scope, inOrder[0]))
  return { ...page, rows: isNewestFirst ? lines.toReversed() : lines }
}

/** Reads a whole statement in batches, the oldest line first; each batch is its own query. Refuses (not-found). */
export async function readWholeStatement(
  ctx: Context,
  kind: OwnerKind,
  input: Period & { id: string },
): Promise<{ name: string; batches: AsyncIterable<StatementLine[]> }> {
  const { name } = await ownerOf(ctx, kind, input.id)
  const scope = await scopeOf(ctx, kind, input.id, input)
  const mine = scope.lines.length > 0 ? sql`(${sql.join(scope.lines, sql` or `)})` : sql`false`
  async function* batches(): AsyncGenerator<StatementLine[]> {
    let last: LineRow | undefined
    let balance: Paisa | null = null
    do {
      const beyond = last ? [sql`(l.at, l.id) > (${last.at}, ${last.id}::uuid)`] : []
      const { rows }: { rows: LineRow[] } = await sql<LineRow>`
        select ${lineColumns(scope)} from ledger_lines l ${lineJoins}
        where ${sql.join([mine, ...withinDays('l.at', input), ...beyond], sql` and `)}
        order by l.at, l.id limit ${batchSize}`.execute(ctx.db)
      if (rows.length === 0) return
      balance ??= await balanceBefore(ctx.db, scope, rows[0])
      yield withBalances(rows, balance)
      balance = rows.reduce((sum, { amount }) => sum + amount, balance)
      last = rows.length === batchSize ? rows.at(-1) : undefined
    } while (last)
  }
  return { name, batches: batches() }
}

const batchSize = 500

/**
 * All lines of a transaction have the same time, so `first` can separate the two lines of a release. Releases at that
 * time are left out, because they do not change the balance of all accounts.
 */
async function balanceBefore(
  db: Database,
  { accounts, isOfAll }: StatementScope,
  first: LineRow | undefined,
): Promise<Paisa> {
  if (!first) return 0n
  const { rows } = await sql<{ balance: string }>`
    select (-coalesce(sum(amount), 0))::text as balance from (
      select l.amount from ledger_lines l where l.account_id = any(${accounts}::uuid[]) and l.at < ${first.at}
      union all
      select l.amount from ledger_lines l
      where l.account_id = any(${accounts}::uuid[]) and l.at = ${first.at} and l.id < ${first.id}::uuid
        and not (${isOfAll}::boolean and ${isRelease})
    ) b`.execute(db)
  return BigInt(rows[0]?.balance ?? '0')
}

function withBalances(rows: readonly LineRow[], before: Paisa): StatementLine[] {
  let balance = before
  return rows.map((row) => {
    balance += row.amount
    return {
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      words: row.words,
      order_id: row.order_id,
      order_number: row.order_number,
      standing: row.standing,
      amount: rupeesFromPaisa(row.amount),
      balance: rupeesFromPaisa(balance),
      released: row.released === null ? '' : rupeesFromPaisa(row.released),
      reference: row.reference,
    }
  })
}

/** The total of an order's transactions of this kind; zero if it has none. */
export async function readPosted(db: Database, orderId: string, kind: EntryKind): Promise<Paisa> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(l.amount), 0)::text as total
    from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
    where t.order_id = ${orderId} and t.kind = ${kind} and l.amount > 0`.execute(db)
  return BigInt(rows[0]?.total ?? '0')
}
