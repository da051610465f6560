import { type RawBuilder, sql } from 'kysely'
import { cashOverdueDays } from '#features/orders/moves-contract.ts'
import '#features/orders/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { listPage } from '#kit/server/list.ts'
import { searchCondition } from '#kit/server/matching.ts'
import type {
  CourierCash,
  Settlement,
  SettlementCheck,
  SettlementDetail,
  SettlementRow,
  StatementRow,
  settlements,
} from '../contract.ts'
import { settlingOutcomes } from '../contract.ts'
import {
  type CourierRow,
  isSettling,
  type Judged,
  judgeRows,
  lookHash,
  type Parcel,
  readStatement,
  statementHash,
} from './statement-reader.ts'
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
      shape: (row) => settlementOf(row as unknown as Summed),
    },
    input,
  )
}

/** Reads one settlement with its rows. Refuses (not-found). */
export async function readSettlement(ctx: Context, { id }: { id: string }): Promise<SettlementDetail> {
  const { rows } = await sql<Summed>`
    select ${select} from settlements s ${openOnes} where s.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Refusal('not-found', 'Settlement not found')
  return {
    ...settlementOf(rows[0]),
    lines: await readLines(ctx.db, id),
    stays_why: await whyItStays(ctx.db, rows[0]),
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
      -- Whatever else moved the cash of this part since.
      or exists (
        select from ledger_transactions t
        join ledger_lines l on l.transaction_id = t.id
        join ledger_accounts a on a.id = l.account_id and a.kind = 'courier'
        where t.order_id = p.order_id and t.part_id = p.id and t.source_id is distinct from r.settlement_id
          and t.at > ${settlement.imported_at}
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
const allCouriers = sql`recursive keys as (
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

/**
 * Computes what importing a statement would do. Refuses (invalid) an unknown courier and a file without a header row,
 * (conflict) a statement that was imported before.
 */
export async function checkStatement(
  ctx: Context,
  { courier: given, file }: { courier: string; file: Buffer },
): Promise<SettlementCheck> {
  const { courier, rows } = await readFileOf(ctx, given, file)
  await refuseImported(ctx, courier, { hash: statementHash(rows) })
  const judged = await judgeStatement(ctx.db, courier, rows)
  const { cash, fee, tax, ...sums } = sumsOf(judged)
  return {
    courier,
    ...sums,
    cash: rupeesFromPaisa(cash),
    fee: rupeesFromPaisa(fee),
    tax: rupeesFromPaisa(tax),
    net: rupeesFromPaisa(cash - fee - tax),
    stated: rupeesFromPaisa(sums.stated),
    seen: lookHash(courier, judged),
    lines: judged.map(lineOf),
  }
}

const mostRows = 5_000

/** Reads the rows of a file, and the courier's name as spelled on parts. Refuses (invalid). */
export async function readFileOf(
  ctx: Context,
  given: string,
  file: Buffer,
): Promise<{ courier: string; rows: CourierRow[] }> {
  const { rows: couriers } = await sql<{ courier: string }>`
    with ${allCouriers} select courier from couriers
    where key = lower(${given})`.execute(ctx.db)
  if (!couriers[0]) throw fieldRefusal('courier', 'No order was shipped with this courier')
  const rows = readStatement(file)
  if (!rows) throw fieldRefusal('file', 'The file needs a heading line with the tracking number and the cash')
  if (rows.length === 0) throw fieldRefusal('file', 'This file has no rows')
  if (rows.length > mostRows) throw fieldRefusal('file', `At most ${mostRows.toLocaleString('en')} rows`)
  return { courier: couriers[0].courier, rows }
}

/** Refuses (conflict) a statement or payment that was imported before, naming the settlement and the person. */
export async function refuseImported(
  ctx: Context,
  courier: string,
  { hash, reference }: { hash: Buffer; reference?: string },
): Promise<void> {
  const same = (condition: RawBuilder<unknown>) =>
    sql<{ id: string; number: string; imported_by_name: string; paid_on: string }>`
      select id, number, imported_by_name, paid_on::text as paid_on from settlements
      where lower(courier) = lower(${courier}) and undone_at is null and ${condition} limit 1`.execute(ctx.db)
  const [file] = (await same(sql`file_hash = ${hash}`)).rows
  if (file) {
    throw new Refusal(
      'conflict',
      `This statement was imported as ${file.number} by ${file.imported_by_name}`,
      {
        current: await readSettlement(ctx, file),
      },
    )
  }
  const [paid] = reference ? (await same(sql`lower(reference) = lower(${reference})`)).rows : []
  if (!paid) return
  throw new Refusal(
    'conflict',
    `Payment ${reference} was imported as ${paid.number} by ${paid.imported_by_name}`,
    { current: await readSettlement(ctx, paid) },
  )
}

/** SQL that normalizes a tracking number: upper case, no whitespace, no leading zeros. */
const keyOf = (text: RawBuilder<unknown>) => sql`ltrim(regexp_replace(upper(${text}), '\\s', '', 'g'), '0')`

/** Computes what each row would do now. */
export async function judgeStatement(
  db: Database,
  courier: string,
  rows: readonly CourierRow[],
): Promise<Judged[]> {
  const wanted = [...new Set(rows.flatMap((row) => (row.fault ? [] : [row.trackingNumber])))]
  const { rows: found } = await sql<Parcel & { given: string }>`
    select g.given, p.id as part_id, p.order_id, o.order_number, p.courier, p.vendor_status,
      p.delivered_at is not null as is_delivered, p.courier_cash, s.number as settlement,
      to_char(s.paid_on, 'FMDD Mon YYYY') as settled_on
    from unnest(${wanted}::text[]) as g (given)
    join order_parts p on ${keyOf(sql`p.tracking_number`)} = ${keyOf(sql`g.given`)} and p.tracking_number <> ''
    join orders o on o.id = p.order_id
    left join settlements s on s.id = p.settlement_id
    order by p.placed_at, p.id`.execute(db)
  const parcels = Map.groupBy(found, ({ given }) => given)
  return judgeRows(rows, courier, (trackingNumber) => parcels.get(trackingNumber) ?? [])
}

export function sumsOf(judged: readonly Judged[]) {
  const settling = judged.filter(isSettling)
  const sum = (rows: readonly Judged[], of: (row: CourierRow) => Paisa | null) =>
    rows.reduce<Paisa>((total, { row }) => total + (of(row) ?? 0n), 0n)
  return {
    rows: judged.length,
    settled: settling.length,
    cash: sum(settling, (row) => row.cash),
    fee: sum(settling, (row) => row.fee),
    tax: sum(settling, (row) => row.tax),
    stated: sum(judged, (row) => row.net),
  }
}

function lineOf({ row, parcel, outcome, message, expected }: Judged): StatementRow {
  return {
    row_number: row.row,
    tracking_number: row.trackingNumber,
    order_reference: row.orderReference,
    day: row.day,
    cash: shown(row.cash),
    fee: shown(row.fee),
    tax: shown(row.tax),
    net: shown(row.net),
    expected: shown(expected),
    gap: gapOf(row.cash, expected),
    outcome,
    message,
    order: parcel ? { id: parcel.order_id, order_number: parcel.order_number } : null,
  }
}

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

function shown(paisa: Paisa | null): string | null {
  return paisa === null ? null : rupeesFromPaisa(paisa)
}

function gapOf(cash: Paisa | null, expected: Paisa | null): string | null {
  return cash === null || expected === null ? null : rupeesFromPaisa(cash - expected)
}
