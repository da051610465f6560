import { sql } from 'kysely'
import { decider } from '#features/decisions/server/commands.ts'
import { postAll } from '#features/money/server/commands.ts'
import { lockAvailable } from '#features/money/server/queries.ts'
import { mirror, type Posting, payoutPostings, withdrawalPostings } from '#features/money/server/rules.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { formatRs } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { whyItStays } from '../answers/server/answer-queries.ts'
import type { OwnerKind } from '../contract.ts'
import type { PayoutRun } from '../payout-contract.ts'
import { accountOf, keepLatest, subjectOf as withdrawalSubject } from './commands.ts'
import { lockClosed } from './file-commands.ts'
import { correctOwners } from './mail-commands.ts'
import { subjectOf } from './payout-commands.ts'
import { readRun } from './payout-queries.ts'
import type { ImportRecord, WithdrawalRecord } from './tables.ts'

/** A withdrawal after its restore, and the status that the answer had set. */
interface Restored {
  row: WithdrawalRecord
  from: 'paid' | 'declined'
}

/**
 * Undoes the newest bank answer completely: the ledger gets the exact mirror of the booked postings, and each payment
 * returns to its previous state. Refuses (not-found), and (conflict) a run without an answer, an answer that is not the
 * newest any more and one that something depends on, naming it.
 */
export async function undoAnswer(
  ctx: Context,
  kind: OwnerKind,
  { id, number, reason }: { id: string; number: number; reason: string },
): Promise<PayoutRun> {
  const run = await lockClosed(ctx, kind, id, 'there is no answer to undo')
  const answer = await ctx.db
    .selectFrom('payout_imports')
    .selectAll()
    .where('run_id', '=', id)
    .where('undone_at', 'is', null)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  if (!answer)
    throw new Refusal('conflict', 'There is no bank reply to undo', {
      current: await readRun(ctx, kind, run),
    })
  await lockMoved(ctx, kind, answer)
  // A call that is repeated after its answer was lost must not undo the reply before it as well.
  const why =
    answer.number === number
      ? await whyItStays(ctx.db, run, answer)
      : `The newest booked reply is reply ${answer.number}`
  if (why !== '') {
    throw new Refusal('conflict', `Reply ${number} cannot be undone. ${why}`, {
      current: await readRun(ctx, kind, run),
    })
  }
  const restored = await restore(ctx, answer)
  await postMirror(ctx, kind, answer, restored)
  await tell(ctx, answer, restored, reason)
  const { name } = decider(ctx)
  await ctx.db
    .updateTable('payout_imports')
    .set({ undone_by_name: name, undone_at: ctx.now(), undone_why: reason })
    .where('id', '=', answer.id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  const count = (from: Restored['from']) => restored.filter((one) => one.from === from).length
  await ctx.record({
    action: 'undo bank answer',
    subject: subjectOf(run),
    before: { answer: answer.number, paid: count('paid'), returned: count('declined') },
    after: {
      answer: answer.number,
      total: formatRs(restored.reduce((sum, { row }) => sum + row.amount, 0n)),
    },
    reason,
  })
  return readRun(ctx, kind, run)
}

/**
 * Locks the payments that the answer moved and their owners' balances, so that nothing changes until the undo is done.
 */
async function lockMoved(ctx: Context, kind: OwnerKind, answer: ImportRecord): Promise<void> {
  const { rows } = await sql<{ owner_id: string; is_back: boolean }>`
    select w.owner_id, w.status = 'declined' as is_back from withdrawals w
    where w.id in (select withdrawal_id from payout_answers where import_id = ${answer.id} and before is not null)
    order by w.id for update`.execute(ctx.db)
  const owners = [...new Set(rows.flatMap(({ owner_id, is_back }) => (is_back ? [owner_id] : [])))].toSorted()
  for (const owner of owners) await lockAvailable(ctx.db, accountOf[kind], owner)
  const table = sql.table(kind === 'vendor' ? 'vendors' : 'customers')
  const all = [...new Set(rows.map(({ owner_id }) => owner_id))]
  await sql`select id from ${table} where id = any(${all}::uuid[]) order by id for no key update`.execute(
    ctx.db,
  )
}

/**
 * Restores the previous state of each payment and raises its version, so that readers of the old version get (stale).
 */
async function restore(ctx: Context, answer: ImportRecord): Promise<Restored[]> {
  const { rows } = await sql<WithdrawalRecord & { moved_to: Restored['from'] }>`
    with moved as (
      select a.withdrawal_id, a.outcome, a.moved_version, b.*
      from payout_answers a cross join lateral jsonb_to_record(a.before) as b (
        status text, is_returned boolean, closed_by uuid, closed_by_name text, closed_at timestamptz, reason text,
        bank_reference text)
      where a.import_id = ${answer.id} and a.before is not null
    )
    update withdrawals w set
      status = m.status, is_returned = m.is_returned, closed_by = m.closed_by, closed_by_name = m.closed_by_name,
      closed_at = m.closed_at, reason = m.reason, bank_reference = m.bank_reference,
      version = w.version + 1, updated_at = ${ctx.now()}
    from moved m
    where w.id = m.withdrawal_id and w.version = m.moved_version
      and w.status = case m.outcome when 'paid' then 'paid' else 'declined' end
    returning w.*, case m.outcome when 'paid' then 'paid' else 'declined' end as moved_to`.execute(ctx.db)
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int4 as n from payout_answers where import_id = ${answer.id} and before is not null`.execute(
    ctx.db,
  )
  if (rows.length !== counted[0]?.n) throw new Error('a payment of the answer was moved under its lock')
  // Earlier answers to these payments now refer to the restored version, so they can be undone too.
  await sql`
    update payout_answers a set moved_version = w.version
    from payout_answers undone, payout_imports i, withdrawals w
    where undone.import_id = ${answer.id} and undone.before is not null and w.id = undone.withdrawal_id
      and a.withdrawal_id = w.id and a.before is not null and a.moved_version = undone.moved_version - 1
      and i.id = a.import_id and i.undone_at is null and i.id <> ${answer.id}`.execute(ctx.db)
  return rows.map(({ moved_to, ...row }) => ({ row, from: moved_to }))
}

async function postMirror(
  ctx: Context,
  kind: OwnerKind,
  answer: ImportRecord,
  restored: readonly Restored[],
): Promise<void> {
  const booked = ({ row, from }: Restored): Posting[] => {
    const paid = payoutPostings(row.amount)
    if (from === 'paid') return paid
    const back = mirror(withdrawalPostings(accountOf[kind], row.owner_id, row.amount))
    return row.status === 'paid' ? [...mirror(paid), ...back] : back
  }
  await postAll(
    ctx,
    restored.map((one) => ({
      kind: 'payout_undone' as const,
      sourceId: one.row.id,
      words: `Withdrawal ${one.row.number}: bank answer ${answer.number} undone`,
      postings: mirror(booked(one)),
    })),
  )
}

/** Notifies the owner, sends webhook events and writes audit rows for each restored payment. */
async function tell(
  ctx: Context,
  answer: ImportRecord,
  restored: readonly Restored[],
  reason: string,
): Promise<void> {
  await correctOwners(
    ctx,
    restored.map(({ row }) => row),
  )
  for (const { row } of restored) {
    await keepLatest(ctx, row)
    const status = row.status === 'paid' ? 'paid' : 'approved'
    await queueEvent(ctx, `withdrawal.${status}`, {
      withdrawal_id: row.id,
      owner_type: row.owner_type as OwnerKind,
      owner_id: row.owner_id,
      status,
    })
  }
  await ctx.recordAll(
    restored.map(({ row, from }) => ({
      action: `undo ${from === 'paid' ? 'pay' : 'return'} withdrawal`,
      subject: withdrawalSubject(row),
      before: { status: from },
      after: { status: row.status, answer: answer.number },
      reason,
    })),
  )
}
