import { sql } from 'kysely'
import type { FollowReplaced } from '#features/media/server/rendition-commands.ts'
import { withReplaced } from '#features/media/server/rules.ts'
import type { Context } from '#kit/server/context.ts'
import { keepUses } from './commands.ts'
import { changedWords, contentOf, storedContent } from './rules.ts'
import type { MailingRecord } from './tables.ts'

/** Locks every draft of a group e-mail that shows this picture, in the order of their ids. */
export async function holdMailingsWith(ctx: Context, media_id: string): Promise<void> {
  await heldDrafts(ctx, media_id)
}

/**
 * Puts the new renditions of a replaced picture into every draft of a group e-mail that shows it. What was handed over for
 * sending stays as it was looked at.
 */
export const followReplacedInMailings: FollowReplaced = async (ctx, replaced) => {
  for (const record of await heldDrafts(ctx, replaced.media_id)) {
    const before = contentOf(record)
    const after = { ...before, blocks: withReplaced(before.blocks, replaced) }
    if (after.blocks === before.blocks) continue
    const { id, subject: name } = record
    await ctx.db
      .updateTable('mailings')
      .set({ content: storedContent(after), updated_at: ctx.now(), version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .execute()
    await keepUses(ctx, id, after)
    const { before: was, after: is } = changedWords(before, after)
    await ctx.record({ action: 'edit', subject: { type: 'mailing', id, name }, before: was, after: is })
  }
}

async function heldDrafts(ctx: Context, media_id: string): Promise<MailingRecord[]> {
  const { rows } = await sql<MailingRecord>`
    select m.* from mailings m where m.status = 'draft' and m.id in (
      select u.record_id::uuid from media_uses u where u.noun = 'mailing' and u.media_id = ${media_id})
    order by m.id for no key update`.execute(ctx.db)
  return rows
}
