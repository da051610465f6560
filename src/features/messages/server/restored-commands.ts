import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import './tables.ts'

/**
 * Gives up every message that is queued or on its way, for this reason, in a database that was restored: the messages may have
 * been sent after the backup was made. They can be sent again as any failed message; links are deleted. Answers how many.
 */
export async function giveUpMessages(ctx: Context, reason: string): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('messages')
    // A mail that is given up keeps when that was.
    .set({ status: 'failed', send_at: ctx.now(), last_error: reason, link_sealed: null })
    .where('status', '=', anyOf(['queued', 'sending']))
    .executeTakeFirstOrThrow()
  const mails = Number(numUpdatedRows)
  if (mails === 0) return 0
  await ctx.record({
    action: 'give up mails',
    subject: { type: 'message', id: null, name: '' },
    after: { mails },
    reason,
  })
  return mails
}
