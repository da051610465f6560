import { sql } from 'kysely'
import { readHistory } from '#features/audit/server/queries.ts'
import { cashOverdueDays } from '#features/orders/moves-contract.ts'
import '#features/orders/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { listPage } from '#kit/server/list.ts'
import { searchCondition } from '#kit/server/matching.ts'
import type { CourierCash, Settlement, SettlementDetail, SettlementRow, settlements } from '../contract.ts'
import { settlingOutcomes } from '../contract.ts'
import type { SettlementRecord, SettlementRowRecord } from './tables.ts'

type Summed = SettlementRecord & { open: number; open_gap: bigint }

const select = sql`s.*, s.paid_on::text as paid_on, d.*`
const openOnes = sql`cross join lateral (
  select count(*)::int4 as open, coalesce(sum(r.cash - r.expected), 0)::int8 as open_gap
  from settlement_rows r where r.settlement_id = s.id and r.difference = 'open') d`

/** One page of the settlements. */
export function listSettlements(
  ctx: Context,
  input: Input<typeof settlements.list>,
): Promise<Page<Settlement>> {
  return listPage<Settlement>(
    ctx.db,
    {
      from: sql`settlements s`,
      alias: 's',
      partitions: [sql`s.list = 'all'`],
      filters: [
        ...(input.courier ? [sql`lower(s.courier) = lower(${input.courier})`] : []),
        ...(input.difference
          ? [sql`s.id in (select settlement_id from settlement_rows where difference = 'open')`]
          : []),
        ...(input.q ? [searchCondition(input.q, 's.search_text', ['s.number', 's.courier'])] : []),
      ],
      sorts: {
        imported_at: { column: 'imported_at', type: 'timestamptz' },
        paid_on: { column: 'paid_on', type: 'date' },
        courier: { column: 'courier', type: 'text' },
      },
      select,
      joins: openOnes,
      countAll: null,
      shape: settlementOf,
    },
    input,
  )
}

/** Reads one settlement with its rows and its history. Refuses (not-found). */
export async function readSettlement(ctx: Context, { id }: { id: string }): Promise<SettlementDetail> {
  const { rows } = await sql<Summed>`
    select ${select} from settlements s ${openOnes} where s.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Refusal('not-found', 'Settlement not found')
  return {
    ...settlementOf(rows[0]),
    lines: await readLines(ctx.db, id),
    stays_why: await whyItStays(ctx.db, rows[0]),
    history: await readHistory(ctx.db, 'settlement', id),
  }
}

/** Explains why a settlement cannot be undone, naming what depends on it; empty when it can. */
export async function whyItStays(db: Database, settlement: SettlementRecord): Promise<string> {
  const { id, number, undone_at, undone_by_name } = settlement
  if (undone_at) return `${number} was undone by ${undone_by_name}`
  const { rows } = await sql<{ order_number: string; accepted_by: string | null; later: string | null }>`
    select o.order_number, case when r.difference = 'accepted' then r.closed_by_name end as accepted_by,
      later.number as later
    from settlement_rows r
    join order_parts p on p.id = r.part_id
    join orders o on o.id = p.order_id
    left join settlements later on later.id = p.settlement_id and later.id <> r.settlement_id
    where r.settlement_id = ${id} and r.outcome = any(${[...settlingOutcomes]}::text[]) and (
      r.difference = 'accepted' or p.settlement_id is distinct from r.settlement_id
      -- Whatever else moved the cash of this part since this settlement did.
      or exists (
        select from ledger_transactions t
        join ledger_lines l on l.transaction_id = t.id
        join ledger_accounts a on a.id = l.account_id and a.kind = 'courier'
        where t.order_id = p.order_id and t.part_id = p.id and t.source_id is distinct from r.settlement_id
          -- A row settles what was collected before it, which can be long after the import.
          and t.kind <> 'collection'
          and t.at > coalesce((
            select max(own.at) from ledger_transactions own
            where own.order_id = p.order_id and own.part_id = p.id and own.source_id = r.settlement_id
              and own.kind = 'settlement'), ${settlement.imported_at}::timestamptz)
          and not exists (select from settlements u where u.id = t.source_id and u.undone_at is not null)))
    order by r.row_number limit 1`.execute(db)
  const [row] = rows
  if (!row) return ''
  if (row.accepted_by) return `The difference of order ${row.order_number} was accepted by ${row.accepted_by}`
  return row.later
    ? `${row.later} settled order ${row.order_number} since: undo it first`
    : `The cash of order ${row.order_number} was changed since`
}

async function readLines(db: Database, id: string): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRowRecord & { order_id: string | null; order_number: string }>`
    select r.*, o.id as order_id, o.order_number
    from settlement_rows r
    left join order_parts p on p.id = r.part_id
    left join orders o on o.id = p.order_id
    where r.settlement_id = ${id} order by r.row_number`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    row_number: row.row_number,
    tracking_number: row.tracking_number,
    order_reference: row.order_reference,
    day: row.day,
    cash: shown(row.cash),
    fee: shown(row.fee),
    tax: shown(row.tax),
    net: shown(row.net),
    expected: shown(row.expected),
    gap: gapOf(row.cash, row.expected),
    outcome: row.outcome as SettlementRow['outcome'],
    message: row.message,
    order: row.order_id ? { id: row.order_id, order_number: row.order_number } : null,
    difference: row.difference as SettlementRow['difference'],
    closed_by_name: row.closed_by_name,
    closed_at: row.closed_at?.toISOString() ?? null,
    closed_why: row.closed_why,
  }))
}

/**
 * Reads every courier that ever shipped a part, with the cash each still holds; the courier with the oldest cash first.
 */
export async function readCouriers(ctx: Context): Promise<CourierCash[]> {
  const { rows } = await sql<
    Omit<CourierCash, 'cash' | 'overdue_cash' | 'open_gap' | 'oldest_at'> & {
      cash: string
      overdue_cash: string
      open_gap: string
      oldest_at: Date | null
    }
  >`
    with ${allCouriers},
    standing as (
      select lower(courier) as key,
        count(*) filter (where settlement_id is null and courier_cash > 0)::int4 as parts,
        sum(courier_cash) filter (where settlement_id is null and courier_cash > 0) as cash,
        min(delivered_at) filter (where settlement_id is null and courier_cash > 0) as oldest_at,
        count(*) filter (where settlement_id is null and courier_cash > 0 and is_overdue)::int4 as overdue_parts,
        sum(courier_cash) filter (where settlement_id is null and courier_cash > 0 and is_overdue) as overdue_cash,
        count(*) filter (where settlement_id is not null)::int4 as open,
        -sum(courier_cash) filter (where settlement_id is not null) as open_gap
      from (
        select courier, courier_cash, settlement_id, delivered_at,
          delivered_at < now() - make_interval(days => ${cashOverdueDays}) as is_overdue
        from order_parts where courier_cash <> 0
      ) p group by lower(courier)
    )
    select c.courier, coalesce(s.parts, 0) as parts, coalesce(s.cash, 0)::text as cash, s.oldest_at,
      coalesce(s.overdue_parts, 0) as overdue_parts, coalesce(s.overdue_cash, 0)::text as overdue_cash,
      coalesce(s.open, 0) as open, coalesce(s.open_gap, 0)::text as open_gap,
      (select max(paid_on)::text from settlements
        where lower(courier) = c.key and undone_at is null) as last_paid_on
    from couriers c left join standing s on s.key = c.key
    order by s.oldest_at nulls last, c.courier`.execute(ctx.db)
  const rupees = (paisa: string) => rupeesFromPaisa(BigInt(paisa))
  return rows.map((row) => ({
    ...row,
    cash: rupees(row.cash),
    overdue_cash: rupees(row.overdue_cash),
    open_gap: rupees(row.open_gap),
    oldest_at: row.oldest_at?.toISOString() ?? null,
  }))
}

/**
 * Skips from one courier to the next in the index of tracking numbers, so the cost does not grow with the number of
 * parts.
 */
export const allCouriers = sql`recursive keys as (
  (select lower(courier) as key from order_parts where tracking_number <> '' order by lower(courier) limit 1)
  union all
  select (select lower(p.courier) from order_parts p
    where p.tracking_number <> '' and lower(p.courier) > k.key order by lower(p.courier) limit 1)
  from keys k where k.key is not null
),
couriers as (
  select k.key, (select p.courier from order_parts p
    where p.tracking_number <> '' and lower(p.courier) = k.key order by lower(p.tracking_number) limit 1) as courier
  from keys k where k.key is not null
)`

function settlementOf(row: Summed): Settlement {
  return {
    id: row.id,
    number: row.number,
    courier: row.courier,
    reference: row.reference,
    paid_on: row.paid_on,
    rows: row.rows,
    settled: row.settled,
    cash: rupeesFromPaisa(row.cash),
    fee: rupeesFromPaisa(row.fee),
    tax: rupeesFromPaisa(row.tax),
    net: rupeesFromPaisa(row.cash - row.fee - row.tax),
    stated: rupeesFromPaisa(row.stated),
    open: row.open,
    open_gap: rupeesFromPaisa(row.open_gap),
    imported_by_name: row.imported_by_name,
    imported_at: row.imported_at.toISOString(),
    undone_by_name: row.undone_by_name,
    undone_at: row.undone_at?.toISOString() ?? null,
    undone_why: row.undone_why,
  }
}

/** An amount as a row shows it; null where the file has none. */
export function shown(paisa: Paisa | null): string | null {
  return paisa === null ? null : rupeesFromPaisa(paisa)
}

/** The cash of a row less what was expected, in rupees; null where either is unknown. */
export function gapOf(cash: Paisa | null, expected: Paisa | null): string | null {
  return cash === null || expected === null ? null : rupeesFromPaisa(cash - expected)
}
