import { queueEvent, releaseEvents } from '#features/webhooks/server/commands.ts'
import type { Context } from '#kit/server/context.ts'
import { forgetReasons } from '../reasons/server/commands.ts'
import type { SubjectType } from './commands.ts'
import './tables.ts'

/**
 * Erases what people wrote with the decisions on a record that is being erased. Which decision was made, its coded reasons, when
 * and by whom stay.
 */
export async function eraseFromDecisions(ctx: Context, type: SubjectType, id: string): Promise<void> {
  const decisions = await ctx.db
    .updateTable('decisions')
    .set({ reason: '', from_reason: '' })
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .returning('id')
    .execute()
  await forgetReasons(
    ctx,
    decisions.map((decision) => decision.id),
  )
}

/**
 * Tells webhooks that a customer was erased, in the erasure's transaction. Events of decisions that could still be undone are
 * sent first: an approval that arrives after the erasure would read as if the customer were back.
 */
export async function tellOfErasure(
  ctx: Context,
  { id, status }: { id: string; status: 'disabled' },
): Promise<void> {
  const open = await ctx.db
    .selectFrom('decisions')
    .select('id')
    .where('subject_type', '=', 'customer')
    .where('subject_id', '=', id)
    .where('undo_until', '>', ctx.now())
    .execute()
  for (const decision of open) await releaseEvents(ctx, decision.id)
  await queueEvent(ctx, 'customer.erased', { customer_id: id, status })
}
