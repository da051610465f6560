import { type Kysely, sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { anyOf } from '#kit/server/table.ts'

/** The columns of every record with a status. */
export interface Moved {
  id: string
  status: string
  updated_at: Date
  version: number
}

/**
 * Moves a locked row to another status with an UPDATE whose WHERE tests the source status, so that only the first of
 * two people decides. Returns the row after the move. Refuses (conflict) a status that does not allow the move, (stale)
 * an outdated version, and whatever `guard` refuses; the first two carry the current record.
 */
export async function moveRow<Row extends Moved, Current>(
  ctx: Context,
  table: 'vendors' | 'products' | 'customers' | 'withdrawals',
  before: Row,
  move: {
    from: readonly string[]
    to: string
    whyNot: (current: Current) => string
    stale: string
    current: () => Promise<Current>
    guard: () => Promise<void>
    columns: Record<string, unknown>
  },
): Promise<Row> {
  const { from, to, current } = move
  if (!from.includes(before.status)) {
    const found = await current()
    throw new Refusal('conflict', move.whyNot(found), { current: found })
  }
  await refuseStale(ctx, before, current, move.stale)
  await move.guard()
  const row = await (ctx.db as unknown as Kysely<{ moved: Moved }>)
    .updateTable(table as 'moved')
    .set({ ...move.columns, status: to, updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', before.id)
    .where('status', '=', anyOf(from))
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as Row
}
