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
