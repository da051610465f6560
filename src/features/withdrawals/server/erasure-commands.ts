import { sql } from 'kysely'
import { erasePayoutMails } from '#features/messages/server/commands.ts'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/**
 * Erases to whom and where the wallet of a customer was paid out, in closed runs too. Amounts, days and references stay. The
 * caller writes it down.
 */
export async function eraseFromWithdrawals(
  ctx: Context,
  { id, erasedName }: { id: string; erasedName: string },
): Promise<void> {
  const nowhere = { account_title: '', iban_sealed: null, iban_masked: '' }
  const erased = await ctx.db
    .updateTable('withdrawals')
    .set({ ...nowhere, owner_name: erasedName, bank_name: '', note: '', reason: '', updated_at: ctx.now() })
    .where('owner_type', '=', 'customer')
    .where('owner_id', '=', id)
    .returning('id')
    .execute()
  if (erased.length === 0) return
  const ids = erased.map((withdrawal) => withdrawal.id)
  await erasePayoutMails(ctx, ids)
  // What the bank wrote of them; an answer with an erased customer is not undone, so nothing is put back from it.
  await ctx.db
    .updateTable('payout_answers')
    .set({ bank_reason: '', before: sql`jsonb_set(before, '{reason}', '""')` })
    .where('withdrawal_id', 'in', ids)
    .execute()
  await ctx.db
    .updateTable('payout_lines')
    .set({ ...nowhere, account_title: erasedName })
    .where('withdrawal_id', 'in', ids)
    .execute()
}
