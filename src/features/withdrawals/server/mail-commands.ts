import { undoUntil } from '#features/decisions/server/commands.ts'
import { queuePayout, resendMessage, withdrawPayoutMails } from '#features/messages/server/commands.ts'
import { lastPayoutLetters } from '#features/messages/server/queries.ts'
import { formatRs } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import { scrub } from '#kit/server/scrub.ts'
import type { OwnerKind, WithdrawalDetail, WithdrawalStatus } from '../contract.ts'
import { readWithMails } from './queries.ts'
import type { WithdrawalRecord } from './tables.ts'

/** What the owner reads of each state; of a request they read when its approval was undone. */
const letterOf = {
  requested: 'withdrawal reopened',
  approved: 'withdrawal approved',
  paid: 'withdrawal paid',
  declined: 'withdrawal declined',
} as const satisfies Record<WithdrawalStatus, string>

/**
 * Notifies the owner of a status change, in the transaction of the change; the mail leaves after the undo window.
 * Account numbers are removed from text by staff or the bank. An owner without an e-mail address gets no mail.
 */
export async function tellOwner(ctx: Context, row: WithdrawalRecord): Promise<void> {
  const owner = await ownerOf(ctx, row)
  if (!owner?.email) return
  await queuePayout(ctx, {
    letter: {
      kind: letterOf[row.status as WithdrawalStatus],
      name: owner.username,
      number: row.number,
      amount: formatRs(row.amount),
      reason: scrub(row.reason),
      reference: row.bank_reference,
    },
    recipient: owner.email,
    withdrawalId: row.id,
    sendAt: undoUntil(ctx),
  })
}

/**
 * Sees to it that the last mail to the owner of each of these withdrawals tells its present state, after a decision on it was
 * undone: mails that have not left are withdrawn, and the owner is written to unless the last letter said the same.
 */
export async function correctOwners(ctx: Context, rows: readonly WithdrawalRecord[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await withdrawPayoutMails(ctx, ids)
  const letters = await lastPayoutLetters(ctx.db, ids)
  for (const row of rows) {
    const last = letters.get(row.id)
    const status = row.status as WithdrawalStatus
    // An owner who was told nothing knows of the request alone.
    const isTold = last
      ? !last.is_doubtful &&
        last.kind === letterOf[status] &&
        (status !== 'paid' || last.bank_reference === row.bank_reference)
      : status === 'requested'
    if (!isTold) await tellOwner(ctx, row)
  }
}

function ownerOf(ctx: Context, { owner_type, owner_id }: Pick<WithdrawalRecord, 'owner_type' | 'owner_id'>) {
  return ctx.db
    .selectFrom(owner_type === 'vendor' ? 'vendors' : 'customers')
    .select(['username', 'email'])
    .where('id', '=', owner_id)
    .executeTakeFirst()
}

/** Sends a failed mail about a withdrawal again. Refuses (not-found), and (conflict) a mail that has not failed or is not the newest. */
export async function resendMail(
  ctx: Context,
  kind: OwnerKind,
  { id, message_id }: { id: string; message_id: string },
): Promise<WithdrawalDetail> {
  // A decision that is made meanwhile writes a newer mail: it is either seen here or withdraws this one.
  const locked = await ctx.db
    .selectFrom('withdrawals')
    .select(['owner_type', 'owner_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const { number } = await readWithMails(ctx, kind, { id })
  const owner = locked && (await ownerOf(ctx, locked))
  await resendMessage(ctx, { type: 'withdrawal', id, name: number }, message_id, owner?.email ?? '')
  return readWithMails(ctx, kind, { id })
}
