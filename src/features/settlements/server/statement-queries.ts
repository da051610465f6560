import { type RawBuilder, sql } from 'kysely'
import '#features/orders/server/tables.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import type { SettlementCheck, StatementRow } from '../contract.ts'
import { allCouriers, gapOf, readSettlement, shown } from './queries.ts'
import { isSettling, type Judged, judgeRows, lookHash, type Parcel } from './rules.ts'
import { type CourierRow, readStatement, statementHash } from './statement-reader.ts'

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
  return checkOf(courier, await judgeStatement(ctx.db, courier, rows))
}

/** What these rows would do, as it is shown before it is confirmed. */
export function checkOf(courier: string, judged: readonly Judged[]): SettlementCheck {
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
  const rows = await readStatement(file)
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

const parcelColumns = sql`p.id as part_id, p.order_id, o.order_number, p.courier, p.tracking_number,
  p.vendor_status, p.delivered_at is not null as is_delivered, p.courier_cash, s.number as settlement,
  to_char(s.paid_on, 'FMDD Mon YYYY') as settled_on`
const parcelJoins = sql`join orders o on o.id = p.order_id left join settlements s on s.id = p.settlement_id`

/** Computes what each row would do now. `settled`: the rows of the same statement that settled a part before, by part. */
export async function judgeStatement(
  db: Database,
  courier: string,
  rows: readonly CourierRow[],
  settled: ReadonlyMap<string, number> = new Map(),
): Promise<Judged[]> {
  const readable = rows.filter((row) => !row.fault)
  const wanted = [...new Set(readable.map((row) => row.trackingNumber))]
  const { rows: found } = await sql<Parcel & { given: string }>`
    select g.given, ${parcelColumns}
    from unnest(${wanted}::text[]) as g (given)
    join order_parts p on ${keyOf(sql`p.tracking_number`)} = ${keyOf(sql`g.given`)} and p.tracking_number <> ''
    ${parcelJoins}
    order by p.placed_at, p.id`.execute(db)
  const parcels = Map.groupBy(found, ({ given }) => given)
  const ordered = await parcelsOfOrders(
    db,
    readable.flatMap((row) => (parcels.has(row.trackingNumber) ? [] : [row.orderReference])),
  )
  return judgeRows(rows, courier, (trackingNumber) => parcels.get(trackingNumber) ?? [], {
    ofOrder: (reference) => ordered.get(reference.toLowerCase()) ?? [],
    settled,
  })
}

/** The shipped parts of the orders with these numbers, as written or in capitals; by the number in small letters. */
async function parcelsOfOrders(
  db: Database,
  references: readonly string[],
): Promise<ReadonlyMap<string, Parcel[]>> {
  // The database takes no text with a null character.
  const named = references.filter((reference) => reference !== '' && !reference.includes('\u0000'))
  if (named.length === 0) return new Map()
  const numbers = new Set(named.flatMap((reference) => [reference, reference.toUpperCase()]))
  const { rows } = await sql<Parcel>`
    select ${parcelColumns}
    from order_parts p ${parcelJoins}
    where o.order_number = any(${[...numbers]}::text[]) and p.tracking_number <> ''
    order by p.placed_at, p.id`.execute(db)
  return Map.groupBy(rows, ({ order_number }) => order_number.toLowerCase())
}

/** What these rows come to: the sums are of those that settle, `stated` is the net of all of them. */
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
