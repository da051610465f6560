import { sql } from 'kysely'
import { formatRs } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { SettlementDetail } from '../contract.ts'
import { book, isOpen, lockParts, rowOf } from './commands.ts'
import { judgeRowsLeft, refuseUndone } from './judge-queries.ts'
import { readSettlement } from './queries.ts'
import { isSettling, type Judged, lookHash } from './rules.ts'
import { sumsOf } from './statement-queries.ts'
import type { SettlementRecord } from './tables.ts'

/**
 * Settles the rows of a settlement that had no effect and would have one now: the ledger, the parts, the rows and the
 * sums of the settlement are written together or not at all. Refuses (not-found), and (conflict) a settlement that was
 * undone, rows whose effect changed since they were checked, and rows of which none would be settled.
 */
export async function settleRows(
  ctx: Context,
  { id, seen }: { id: string; seen: string },
): Promise<SettlementDetail> {
  const settlement = await ctx.db
    .selectFrom('settlements')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!settlement) throw new Refusal('not-found', 'Settlement not found')
  // Lock the parts first, as an import and an undo do.
  const locked = await lockParts(ctx, await judgeRowsLeft(ctx.db, settlement))
  const current = await ctx.db
    .selectFrom('settlements')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await refuseUndone(ctx, current)
  // Read again, because the rows and the parts may have changed before they were locked.
  const judged = await judgeRowsLeft(ctx.db, current)
  const areLocked = judged.every(({ parcel }) => parcel === null || locked.has(parcel.part_id))
  const isAsSeen = areLocked && lookHash(current.courier, judged) === seen
  if (!isAsSeen || !judged.some(isSettling)) {
    const words = isAsSeen
      ? 'None of these rows can be settled now'
      : 'The effect of these rows changed since you checked them. Check them again'
    throw new Refusal('conflict', words, { current: await readSettlement(ctx, { id }) })
  }
  await book(ctx, current, judged)
  await storeAgain(ctx, id, judged)
  const added = await addSums(ctx, current, judged)
  await ctx.record({
    action: 'settle more rows',
    subject: { type: 'settlement', id, name: `${current.number} ${current.courier}` },
    after: {
      settled: added.settled,
      net: formatRs(added.cash - added.fee - added.tax),
      differences: judged.filter(isOpen).length,
    },
  })
  return readSettlement(ctx, { id })
}

/** Stores what became of the rows. A row that cannot be used as it is keeps what it said, and can be checked again. */
async function storeAgain(ctx: Context, id: string, judged: readonly Judged[]): Promise<void> {
  const rows = judged
    .filter(({ outcome }) => outcome !== 'unreadable')
    .map((one) => {
      const { row_number, part_id, expected, outcome, message, difference } = rowOf(id, one)
      return {
        ...{ row_number, part_id, outcome, message, difference },
        expected: expected === null ? null : String(expected),
      }
    })
  await sql`
    update settlement_rows r set outcome = found.outcome, message = found.message, part_id = found.part_id,
      expected = found.expected, difference = found.difference
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found (row_number int4, part_id uuid, expected int8,
      outcome text, message text, difference text)
    where r.settlement_id = ${id} and r.row_number = found.row_number`.execute(ctx.db)
}

/** Adds the rows that settle to the sums of the settlement, and returns what was added. */
async function addSums(ctx: Context, settlement: SettlementRecord, judged: readonly Judged[]) {
  const { settled, cash, fee, tax } = sumsOf(judged)
  await ctx.db
    .updateTable('settlements')
    .set({
      settled: settlement.settled + settled,
      cash: settlement.cash + cash,
      fee: settlement.fee + fee,
      tax: settlement.tax + tax,
    })
    .where('id', '=', settlement.id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { settled, cash, fee, tax }
}
