import { sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import {
  passingOutcomes,
  type SettlementCheck,
  type SettlementOutcome,
  settlingOutcomes,
} from '../contract.ts'
import { readSettlement } from './queries.ts'
import type { Judged } from './rules.ts'
import { checkOf, judgeStatement } from './statement-queries.ts'
import type { CourierRow } from './statement-reader.ts'
import type { SettlementRecord, SettlementRowRecord } from './tables.ts'

/**
 * Computes what the rows of a settlement that had no effect would do now. Refuses (not-found), and (conflict) a
 * settlement that was undone.
 */
export async function checkRowsAgain(ctx: Context, { id }: { id: string }): Promise<SettlementCheck> {
  const settlement = await ctx.db
    .selectFrom('settlements')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!settlement) throw new Refusal('not-found', 'Settlement not found')
  await refuseUndone(ctx, settlement)
  return checkOf(settlement.courier, await judgeRowsLeft(ctx.db, settlement))
}

/** Refuses (conflict) a settlement that was undone, naming the person. */
export async function refuseUndone(ctx: Context, settlement: SettlementRecord): Promise<void> {
  const { id, number, undone_at, undone_by_name } = settlement
  if (undone_at === null) return
  throw new Refusal('conflict', `${number} was undone by ${undone_by_name}`, {
    current: await readSettlement(ctx, { id }),
  })
}

/** Judges the stored rows whose cause of having no effect can be gone, as they would be judged in a statement of now. */
export async function judgeRowsLeft(
  db: Database,
  { id, courier }: Pick<SettlementRecord, 'id' | 'courier'>,
): Promise<Judged[]> {
  const { rows } = await sql<SettlementRowRecord>`
    select * from settlement_rows
    where settlement_id = ${id} and outcome = any(${[...passingOutcomes, ...settlingOutcomes]}::text[])
    order by row_number`.execute(db)
  const isOf = (outcomes: readonly SettlementOutcome[]) => (row: SettlementRowRecord) =>
    outcomes.includes(row.outcome as SettlementOutcome)
  const settled = rows
    .filter(isOf(settlingOutcomes))
    .flatMap(({ part_id, row_number }) => (part_id ? [[part_id, row_number] as const] : []))
  return judgeStatement(db, courier, rows.filter(isOf(passingOutcomes)).map(readAgain), new Map(settled))
}

/** The row of the file as it was stored; only rows that could be read have these outcomes. */
function readAgain(row: SettlementRowRecord): CourierRow {
  const { cash, fee, tax, net, day } = row
  return {
    ...{ cash, fee, tax, net, day, fault: '' },
    row: row.row_number,
    trackingNumber: row.tracking_number,
    orderReference: row.order_reference,
  }
}
