import { moveRow } from '#features/decisions/server/move-commands.ts'
import { withdrawEvents } from '#features/webhooks/server/commands.ts'
import { formatRs } from '#kit/contract/money.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { type OwnerKind, type Withdrawal, type WithdrawalStatus, withdrawalWords } from '../contract.ts'
import { approvalOf, keepLatest, subjectOf } from './commands.ts'
import { correctOwners } from './mail-commands.ts'
import { readWithdrawal } from './queries.ts'
import { runThatHolds } from './standing-queries.ts'
import type { WithdrawalRecord } from './tables.ts'

const undone = 'undo approve withdrawal'

/**
 * Takes an approval back: the withdrawal waits for a decision again. Its mail and its event are not sent if
 * they have not left yet; an owner and listeners who were told of it are told of this. The same call again by the same person has no effect.
 * Refuses (not-found, stale), and (conflict) a withdrawal that is not approved or that a payout run holds.
 */
export async function undoApproval(
  ctx: Context,
  kind: OwnerKind,
  input: { id: string },
): Promise<Withdrawal> {
  const before = await ctx.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', input.id)
    .where('owner_type', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not-found', 'Withdrawal not found')
  if (await isUndoneByCaller(ctx, before)) {
    ctx.unchanged()
    return readWithdrawal(ctx, kind, input)
  }
  const status = withdrawalWords[before.status as WithdrawalStatus].toLowerCase()
  const row = await moveRow(ctx, 'withdrawals', before, {
    ...{ from: ['approved'], to: 'requested' },
    whyNot: () => `${before.number} is ${status}: there is no approval to undo`,
    stale: 'This withdrawal changed since you opened it. Review it again',
    current: () => readWithdrawal(ctx, kind, input),
    guard: async () => {
      const run = await runThatHolds(ctx.db, before.id)
      if (run === '') return
      throw new Refusal(
        'conflict',
        `Payout run ${run} holds ${before.number}. Exclude it from the run first`,
        {
          current: await readWithdrawal(ctx, kind, input),
        },
      )
    },
    columns: { approved_by: null, approved_by_name: '', approved_at: null },
  })
  await correctOwners(ctx, [row])
  await withdrawEvents(ctx, approvalOf(before), 'withdrawal.undone', {
    ...{ withdrawal_id: row.id, owner_type: kind, owner_id: row.owner_id },
    status: 'requested',
  })
  await keepLatest(ctx, row)
  await ctx.record({
    action: undone,
    subject: subjectOf(row),
    before: { status: before.status, approved_by: before.approved_by_name },
    after: { status: row.status, amount: formatRs(row.amount) },
  })
  return readWithdrawal(ctx, kind, input)
}

/**
 * True if this very undo was done before and its answer was lost. Only an undo makes an approved withdrawal a requested one
 * again, so the newest undo in the audit log is the one that it follows.
 */
async function isUndoneByCaller(ctx: Context, row: WithdrawalRecord): Promise<boolean> {
  if (row.status !== 'requested' || ctx.actor.kind !== 'person') return false
  if (ctx.ifMatch !== null && ctx.ifMatch !== row.version - 1) return false
  const newest = await ctx.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('subject_type', '=', 'withdrawal')
    .where('subject_id', '=', row.id)
    .where('action', '=', undone)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.actor_id === ctx.actor.id
}
