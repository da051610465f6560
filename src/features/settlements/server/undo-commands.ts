import { sql } from 'kysely'
import { decider } from '#features/decisions/server/commands.ts'
import { postAll } from '#features/money/server/commands.ts'
import { type AccountKind, mirror } from '#features/money/server/rules.ts'
import { restoreSettlement } from '#features/orders/parts/server/commands.ts'
import { formatRs } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { type SettlementDetail, settlingOutcomes } from '../contract.ts'
import { readSettlement, whyItStays } from './queries.ts'
import type { SettlementRecord } from './tables.ts'

/**
 * Undoes a whole settlement: the ledger gets the exact mirror of its postings, its parts return to their previous
 * settlement, and differences that it had settled are open again. Refuses (not-found), and (conflict) a settlement that
 * is already undone, and a settlement that something depends on, saying what.
 */
export async function undoSettlement(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<SettlementDetail> {
  // Lock the parts first, as importing a statement and accepting a difference do.
  const { rows: locked } = await sql<{ id: string }>`
    select id from order_parts where id in (select part_id from settlement_rows where settlement_id = ${id})
    order by id for update`.execute(ctx.db)
  const settlement = await ctx.db
    .selectFrom('settlements')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!settlement) throw new Refusal('not-found', 'Settlement not found')
  await refuseOtherParts(ctx, settlement, new Set(locked.map((part) => part.id)))
  const why = await whyItStays(ctx.db, settlement)
  if (why !== '') {
    const words = settlement.undone_at ? why : `${settlement.number} cannot be undone. ${why}`
    throw new Refusal('conflict', words, { current: await readSettlement(ctx, { id }) })
  }
  await postMirror(ctx, settlement)
  await restoreParts(ctx, settlement)
  await ctx.db
    .updateTable('settlements')
    .set({ undone_by_name: decider(ctx).name, undone_at: ctx.now(), undone_why: reason })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { number, courier, reference, settled, cash, fee, tax } = settlement
  await ctx.record({
    action: 'undo settlement',
    subject: { type: 'settlement', id, name: `${number} ${courier}` },
    before: { reference, settled, net: formatRs(cash - fee - tax) },
    reason,
  })
  return readSettlement(ctx, { id })
}

/** Refuses (conflict) a settlement whose rows settled other parts while these were being locked. */
async function refuseOtherParts(
  ctx: Context,
  { id, number }: SettlementRecord,
  locked: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await sql<{ part_id: string }>`
    select part_id from settlement_rows where settlement_id = ${id} and part_id is not null`.execute(ctx.db)
  if (rows.every(({ part_id }) => locked.has(part_id))) return
  throw new Refusal('conflict', `Rows of ${number} were settled at the same moment. Try again`, {
    current: await readSettlement(ctx, { id }),
  })
}

/** Reads the postings from the ledger itself, so that exactly the amounts that were posted are reversed. */
async function postMirror(ctx: Context, { id, number, courier }: SettlementRecord): Promise<void> {
  const { rows } = await sql<{
    order_id: string
    part_id: string
    order_number: string
    lines: { account: AccountKind; amount: string }[]
  }>`
    select t.order_id, t.part_id, o.order_number,
      json_agg(json_build_object('account', a.kind, 'amount', l.amount::text)) as lines
    from ledger_transactions t
    join orders o on o.id = t.order_id
    join ledger_lines l on l.transaction_id = t.id
    join ledger_accounts a on a.id = l.account_id
    where t.source_id = ${id} and t.kind = 'settlement'
      and t.part_id in (select part_id from settlement_rows where settlement_id = ${id})
    group by t.id, o.order_number order by t.id`.execute(ctx.db)
  await postAll(
    ctx,
    rows.map(({ order_id, part_id, order_number, lines }) => ({
      kind: 'settlement_undone' as const,
      orderId: order_id,
      partId: part_id,
      sourceId: id,
      words: `Cash of order ${order_number}: ${number} of ${courier} undone`,
      postings: mirror(
        lines.map(({ account, amount }) => ({ account, owner: null, amount: BigInt(amount) })),
      ),
    })),
  )
}

/**
 * Returns each part to its previous settlement, and reopens the difference that the previous settlement had left open.
 */
async function restoreParts(ctx: Context, { id, number }: SettlementRecord): Promise<void> {
  const settling = [...settlingOutcomes]
  // The previous one is the one that wrote to the ledger last: a row can settle its part long after its import. A row
  // without an amount writes nothing, and only the first settlement of a part can have one.
  const { rows } = await sql<{ part_id: string; settlement_id: string | null; settled_at: Date | null }>`
    select r.part_id, earlier.id as settlement_id, earlier.settled_at from settlement_rows r
    join order_parts p on p.id = r.part_id
    left join lateral (
      select s.id, coalesce(own.at, s.imported_at) as settled_at
      from settlement_rows e
      join settlements s on s.id = e.settlement_id
      cross join lateral (
        select max(t.at) as at from ledger_transactions t
        where t.order_id = p.order_id and t.part_id = p.id and t.source_id = s.id and t.kind = 'settlement'
      ) own
      where e.part_id = r.part_id and e.outcome = any(${settling}::text[]) and s.id <> ${id} and s.undone_at is null
      order by own.at desc nulls last, s.imported_at desc, s.id desc limit 1
    ) earlier on true
    where r.settlement_id = ${id} and r.outcome = any(${settling}::text[])`.execute(ctx.db)
  await restoreSettlement(ctx, rows)
  // Close this settlement's own differences first: a part can have only one open difference.
  await sql`
    update settlement_rows set difference = 'none'
    where settlement_id = ${id} and difference = 'open'`.execute(ctx.db)
  await sql`
    update settlement_rows set difference = 'open', closed_by = null, closed_by_name = '', closed_at = null,
      closed_why = ''
    where difference = 'settled' and closed_why = ${`Brought by ${number}`}
      and part_id in (select part_id from settlement_rows where settlement_id = ${id})`.execute(ctx.db)
}
