import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { decider } from '#features/decisions/server/commands.ts'
import { post, postAll } from '#features/money/server/commands.ts'
import { settlementPostings, writeOffPostings } from '#features/money/server/rules.ts'
import { closeSettlement, markSettled } from '#features/orders/parts/server/commands.ts'
import type { Cell } from '#kit/contract/csv.ts'
import { karachiDay } from '#kit/contract/day.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { formatRs } from '#kit/contract/money.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { outcomeWords, type SettlementDetail, type settlements } from '../contract.ts'
import { readSettlement } from './queries.ts'
import { isSettling, type Judged, lookHash } from './rules.ts'
import { judgeStatement, readFileOf, refuseImported, sumsOf } from './statement-queries.ts'
import { statementHash } from './statement-reader.ts'
import type { SettlementRecord } from './tables.ts'

/**
 * Imports a courier's statement in one transaction: the ledger, the parts and the rows are written together or not at
 * all. Refuses (invalid) a file that cannot be read and a day in the future, (conflict) a statement or payment that was
 * imported before, naming the person who did so, and a statement whose effect changed since it was checked.
 */
export async function importStatement(
  ctx: Context,
  input: Input<typeof settlements.import> & { file: Buffer },
): Promise<SettlementDetail> {
  if (input.paid_on > today(ctx)) throw fieldRefusal('paid_on', 'Must not be in the future')
  const { courier, rows } = await readFileOf(ctx, input.courier, input.file)
  const hash = statementHash(rows)
  await refuseImported(ctx, courier, { hash, reference: input.reference })
  await lockParts(ctx, await judgeStatement(ctx.db, courier, rows))
  // Read again, because the parts may have changed before they were locked.
  const judged = await judgeStatement(ctx.db, courier, rows)
  const settlement = await insert(ctx, { ...input, courier, hash }, judged)
  if (!settlement) {
    await refuseImported(ctx, courier, { hash, reference: input.reference })
    throw new Error('a settlement was neither made nor found')
  }
  if (lookHash(courier, judged) !== input.seen) {
    throw new Refusal(
      'conflict',
      'The effect of this file changed since you checked it. Check the file again',
    )
  }
  await settle(ctx, settlement, judged)
  const { id, number, cash, fee, tax } = settlement
  await ctx.record({
    action: 'import settlement',
    subject: { type: 'settlement', id, name: `${number} ${courier}` },
    after: {
      reference: input.reference,
      paid_on: input.paid_on,
      rows: settlement.rows,
      settled: settlement.settled,
      net: formatRs(cash - fee - tax),
      differences: judged.filter(isOpen).length,
    },
  })
  return readSettlement(ctx, settlement)
}

/**
 * Locks the parts in id order, so that of two files with the same parcels one waits for the other. Returns the ids of
 * what is locked.
 */
export async function lockParts(ctx: Context, judged: readonly Judged[]): Promise<ReadonlySet<string>> {
  const ids = judged.flatMap(({ parcel }) => (parcel ? [parcel.part_id] : []))
  await sql`select id from order_parts where id = any(${ids}::uuid[]) order by id for update`.execute(ctx.db)
  return new Set(ids)
}

async function insert(
  ctx: Context,
  given: { courier: string; reference: string; paid_on: string; hash: Buffer },
  judged: readonly Judged[],
): Promise<SettlementRecord | null> {
  const person = decider(ctx)
  const { rows } = await sql<{ n: bigint }>`select nextval('settlement_numbers') as n`.execute(ctx.db)
  const made = await ctx.db
    .insertInto('settlements')
    .values({
      id: uuidv7(),
      number: `S-${rows[0]?.n}`,
      courier: given.courier,
      reference: given.reference,
      paid_on: given.paid_on,
      file_hash: given.hash,
      ...sumsOf(judged),
      imported_by: person.id,
      imported_by_name: person.name,
      imported_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return made ?? null
}

/** Books the rows that settle; all rows are stored as read. */
async function settle(ctx: Context, settlement: SettlementRecord, judged: readonly Judged[]): Promise<void> {
  await book(ctx, settlement, judged)
  for (let at = 0; at < judged.length; at += 500) {
    await ctx.db
      .insertInto('settlement_rows')
      .values(judged.slice(at, at + 500).map((one) => rowOf(settlement.id, one)))
      .execute()
  }
}

/**
 * Posts the rows that settle to the ledger, marks their parts as settled, and closes the differences of earlier
 * settlements that they bring. The parts must be locked, and the rows must be stored afterwards.
 */
export async function book(
  ctx: Context,
  settlement: SettlementRecord,
  judged: readonly Judged[],
): Promise<void> {
  const { id, number, courier } = settlement
  const settling = judged.filter(isSettling)
  await postAll(
    ctx,
    settling.flatMap(({ row, parcel }) =>
      parcel
        ? [
            {
              kind: 'settlement' as const,
              orderId: parcel.order_id,
              partId: parcel.part_id,
              sourceId: id,
              words: `Cash of order ${parcel.order_number}, settled by ${courier} with ${number}`,
              postings: settlementPostings(row.cash ?? 0n, row.fee ?? 0n, row.tax ?? 0n),
            },
          ]
        : [],
    ),
  )
  const parts = settling.flatMap(({ parcel }) => (parcel ? [parcel.part_id] : []))
  await markSettled(ctx, parts, id)
  const person = decider(ctx)
  await sql`
    update settlement_rows set difference = 'settled', closed_by = ${person.id}, closed_by_name = ${person.name},
      closed_at = ${ctx.now()}, closed_why = ${`Brought by ${number}`}
    where difference = 'open' and part_id = any(${parts}::uuid[])`.execute(ctx.db)
}

/** A row as it is stored. */
export function rowOf(settlementId: string, judged: Judged) {
  const { row, parcel, outcome, message, expected } = judged
  return {
    id: uuidv7(),
    settlement_id: settlementId,
    row_number: row.row,
    tracking_number: storable(row.trackingNumber),
    order_reference: storable(row.orderReference),
    day: storable(row.day),
    cash: row.cash,
    fee: row.fee,
    tax: row.tax,
    net: row.net,
    part_id: parcel?.part_id ?? null,
    expected,
    outcome,
    message: storable(message),
    difference: isOpen(judged) ? 'open' : 'none',
  }
}

/** True for a row with a difference that nobody has closed. */
export function isOpen(judged: Judged): boolean {
  return isSettling(judged) && judged.outcome !== 'matched'
}

/** Cuts a cell to the stored length and removes characters that the database cannot store. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, 200).toWellFormed()
}

/**
 * Accepts an open difference with a reason: the rest is written off in the ledger. The same request by the same person
 * changes nothing. Refuses (not-found), and (conflict) a row without an open difference, naming the person who closed
 * it.
 */
export async function acceptDifference(
  ctx: Context,
  { id, row_id, reason }: { id: string; row_id: string; reason: string },
): Promise<SettlementDetail> {
  const person = decider(ctx)
  const { rows } = await sql<{ part_id: string | null }>`
    select part_id from settlement_rows where id = ${row_id} and settlement_id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Refusal('not-found', 'This row is not in the settlement')
  // Lock the part first, as an import does, so that the two cannot deadlock.
  await sql`select id from order_parts where id = ${rows[0].part_id} for update`.execute(ctx.db)
  const row = await ctx.db
    .selectFrom('settlement_rows')
    .selectAll()
    .where('id', '=', row_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.difference === 'accepted' && row.closed_by === person.id && row.closed_why === reason) {
    ctx.unchanged()
    return readSettlement(ctx, { id })
  }
  const settlement = await readSettlement(ctx, { id })
  if (row.difference !== 'open' || row.part_id === null) {
    const by = row.closed_by_name ? `, by ${row.closed_by_name}` : ''
    const why =
      row.difference === 'none' ? 'This row has no difference' : `The difference is ${row.difference}${by}`
    throw new Refusal('conflict', why, { current: settlement })
  }
  const part = await ctx.db
    .selectFrom('order_parts')
    .innerJoin('orders', 'orders.id', 'order_parts.order_id')
    .select(['order_parts.id', 'order_id', 'order_number', 'courier_cash'])
    .where('order_parts.id', '=', row.part_id)
    .executeTakeFirstOrThrow()
  const gap = -part.courier_cash
  await post(ctx, {
    kind: 'write_off',
    orderId: part.order_id,
    partId: part.id,
    sourceId: id,
    words: `Difference of order ${part.order_number} in ${settlement.number} accepted`,
    postings: writeOffPostings(part.courier_cash),
  })
  await closeSettlement(ctx, part.id)
  await ctx.db
    .updateTable('settlement_rows')
    .set({
      difference: 'accepted',
      closed_by: person.id,
      closed_by_name: person.name,
      closed_at: ctx.now(),
      closed_why: reason,
    })
    .where('id', '=', row_id)
    .where('difference', '=', 'open')
    .execute()
  await ctx.record({
    action: 'accept difference',
    subject: { type: 'settlement', id, name: `${settlement.number} ${settlement.courier}` },
    after: { order: part.order_number, tracking_number: row.tracking_number, difference: formatRs(gap) },
    reason,
  })
  return readSettlement(ctx, { id })
}

const head = [
  'row',
  'tracking_number',
  'order_number',
  'order_reference',
  'date',
  'outcome',
  'cash',
  'expected',
  'gap',
  'fee',
  'tax',
  'net',
  'message',
  'difference',
  'closed_by',
  'why',
]

/**
 * Exports the rows of a settlement that did not match as a CSV file; the audit log entry is written before the export
 * starts. Refuses (not-found).
 */
export async function exportDifferences(ctx: Context, { id }: { id: string }): Promise<CsvAnswer> {
  const { number, lines } = await ctx.transact(async (own) => {
    const settlement = await readSettlement(own, { id })
    await own.record({
      action: 'export differences',
      subject: { type: 'settlement', id, name: `${settlement.number} ${settlement.courier}` },
    })
    return settlement
  })
  async function* batches(): AsyncGenerator<Cell[][]> {
    yield lines
      .filter(({ outcome }) => outcome !== 'matched')
      .map((row) => [
        row.row_number,
        row.tracking_number,
        row.order?.order_number ?? '',
        row.order_reference,
        row.day,
        outcomeWords[row.outcome],
        row.cash,
        row.expected,
        row.gap,
        row.fee,
        row.tax,
        row.net,
        row.message,
        row.difference === 'none' ? '' : row.difference,
        row.closed_by_name,
        row.closed_why,
      ])
  }
  return { fileName: `${number}-differences.csv`, head, batches: batches() }
}

/** The current day in Karachi. */
function today(ctx: Context): string {
  return karachiDay(ctx.now())
}
