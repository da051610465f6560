import { sql } from 'kysely'
import { erasePayoutMails } from '#features/messages/server/commands.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import './tables.ts'

/**
 * Erases a customer's name and bank account from their withdrawals, also in closed runs. Amounts, dates and references
 * stay. The caller writes the audit row.
 */
export async function eraseFromWithdrawals(
  ctx: Context,
  { id, erasedName }: { id: string; erasedName: string },
): Promise<void> {
  const nowhere = { account_title: '', iban_sealed: null, iban_masked: '' }
  const theirs = await ctx.db
    .selectFrom('withdrawals')
    .select('id')
    .where('owner_type', '=', 'customer')
    .where('owner_id', '=', id)
    .execute()
  if (theirs.length === 0) return
  const ids = theirs.map((withdrawal) => withdrawal.id)
  const nobody = { ...nowhere, owner_name: erasedName, bank_name: '', note: '', reason: '' }
  await ctx.db
    .updateTable('withdrawals')
    .set({ ...nobody, updated_at: ctx.now() })
    .where('id', '=', anyOf(ids))
    // Withdrawals of somebody who was erased before stay as they are.
    .where(({ eb, or }) =>
      or(
        (Object.keys(nobody) as (keyof typeof nobody)[]).map((name) =>
          eb(name, 'is distinct from', nobody[name]),
        ),
      ),
    )
    .execute()
  await erasePayoutMails(ctx, ids)
  // Erases the bank's text about them; an answer with an erased customer cannot be undone, so nothing is restored from
  // these rows.
  await ctx.db
    .updateTable('payout_answers')
    .set({ bank_reason: '', settled_why: '', before: sql`jsonb_set(before, '{reason}', '""')` })
    .where('withdrawal_id', '=', anyOf(ids))
    .execute()
  await ctx.db
    .updateTable('payout_lines')
    .set({
      ...{ ...nowhere, account_title: erasedName },
      // A line with a reason is excluded, so something takes the place of what somebody wrote; what the rules say names nobody.
      excluded_why: sql`case when excluded_by_name <> '' then 'The reason was erased' else excluded_why end`,
    })
    .where('withdrawal_id', '=', anyOf(ids))
    .execute()
}
