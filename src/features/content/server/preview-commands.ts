import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import { actorName, type Context } from '#kit/server/context.ts'
import { hashToken, makeToken } from '#kit/server/tokens.ts'
import type { PreviewLink } from '../contract.ts'
import { releasedNames } from '../section-contract.ts'
import { refuseOthers } from './rules.ts'

const openForMs = 24 * 60 * 60 * 1000
const subject = (id: string) => ({ type: 'preview_link', id, name: 'Preview link' })

/** The links to the draft that are still open, newest first. Their addresses are not stored. */
export async function listPreviewLinks(ctx: Context): Promise<PreviewLink[]> {
  const rows = await ctx.db
    .selectFrom('preview_links')
    .select(['id', 'expires_at', 'made_by_name'])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .orderBy('expires_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, expires_at, made_by_name }) => ({
    id,
    url: null,
    expires_at: expires_at.toISOString(),
    made_by: made_by_name,
  }))
}

/**
 * Makes a link that shows the draft to its holder for 24 hours, and answers its address, only this once. Refuses
 * (forbidden) a caller who may not see every section, because its holder sees all of them.
 */
export async function createPreviewLink(ctx: Context): Promise<PreviewLink> {
  refuseOthers(ctx.actor, 'view', releasedNames)
  const token = makeToken('')
  const id = uuidv7()
  const expires_at = new Date(ctx.now().getTime() + openForMs)
  const made_by_name = actorName(ctx)
  await ctx.db
    .insertInto('preview_links')
    .values({ id, token_hash: hashToken(token), made_by_name, created_at: ctx.now(), expires_at })
    .execute()
  await ctx.record({
    action: 'share draft',
    subject: subject(id),
    after: { expires_at: expires_at.toISOString() },
  })
  return {
    id,
    url: `${ctx.services.publicUrl}/shop/preview/${token}`,
    expires_at: expires_at.toISOString(),
    made_by: made_by_name,
  }
}

/** Ends a link; ending it again changes nothing. Refuses (not-found). */
export async function endPreviewLink(ctx: Context, { id }: { id: string }): Promise<void> {
  const link = await ctx.db
    .selectFrom('preview_links')
    .select('ended_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!link) throw new Refusal('not-found', 'There is no such link')
  if (link.ended_at !== null) return ctx.unchanged()
  await ctx.db.updateTable('preview_links').set({ ended_at: ctx.now() }).where('id', '=', id).execute()
  await ctx.record({ action: 'end link', subject: subject(id) })
}
