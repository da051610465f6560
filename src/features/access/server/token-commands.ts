import { v7 as uuidv7 } from 'uuid'
import { queueLink, withdrawLinks } from '#features/messages/server/commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { hashToken, makeToken } from '#kit/server/tokens.ts'
import { tokenPaths } from '../screen-contract.ts'
import './tables.ts'

export type TokenKind = keyof typeof tokenPaths

/** The lifetime of each kind of link, and the messages for a link that does not work. */
const kinds = {
  invitation: {
    prefix: 'mi_',
    minutes: 72 * 60,
    unknown: 'This invitation link is not complete, or it is none of ours',
    used: 'This invitation was used already',
    revoked: 'This invitation was replaced by a newer one or withdrawn',
    expired: 'This invitation has expired: it was good for 72 hours',
  },
  reset: {
    prefix: 'mr_',
    minutes: 30,
    unknown: 'This link is not complete, or it is none of ours',
    used: 'This link was used already: it works once',
    revoked: 'A newer link was sent, and this one stopped working',
    expired: 'This link has expired: it was good for 30 minutes',
  },
} as const satisfies Record<TokenKind, object>

/**
 * Creates a link for a person and puts it into the outbox, in the transaction of the caller; the earlier link of the
 * same kind stops working. Only the SHA-256 of its token is stored, and the copy for the email is sealed.
 */
export async function sendLink(
  ctx: Context,
  kind: TokenKind,
  person: { id: string; username: string; email: string },
  words: { by?: string; role?: string } = {},
): Promise<void> {
  // Two links created at once for one person are serialised here; only the later one works.
  await ctx.db.selectFrom('people').select('id').where('id', '=', person.id).forUpdate().execute()
  await revokeLinks(ctx, kind, person.id)
  const { prefix, minutes } = kinds[kind]
  const token = makeToken(prefix)
  const now = ctx.now()
  await ctx.db
    .insertInto('account_tokens')
    .values({
      id: uuidv7(),
      person_id: person.id,
      kind,
      token_hash: hashToken(token),
      expires_at: new Date(now.getTime() + minutes * 60_000),
      created_at: now,
    })
    .execute()
  await queueLink(ctx, {
    letter: { kind, name: person.username, ...words },
    recipient: person.email,
    personId: person.id,
    link: `${ctx.services.publicUrl}${tokenPaths[kind]}#${token}`,
  })
}

/** Revokes every link of this kind and stops unsent ones from being sent. Answers whether a link was still valid. */
export async function revokeLinks(ctx: Context, kind: TokenKind, personId: string): Promise<boolean> {
  const revoked = await ctx.db
    .updateTable('account_tokens')
    .set({ revoked_at: ctx.now() })
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('expires_at')
    .execute()
  await withdrawLinks(ctx, kind, personId)
  return revoked.some(({ expires_at }) => expires_at > ctx.now())
}

export interface LinkHolder {
  token_id: string
  id: string
  username: string
  email: string
}

/**
 * The person whom a link belongs to. Refuses (invalid) with the code unknown, used, revoked, expired or disabled. The
 * reason is safe to reveal, because only that person can have a token of 256 random bits.
 */
export async function readLink(ctx: Context, kind: TokenKind, token: string): Promise<LinkHolder> {
  const found = await ctx.db
    .selectFrom('account_tokens as t')
    .innerJoin('people as p', 'p.id', 't.person_id')
    .select(['t.id as token_id', 't.used_at', 't.revoked_at', 't.expires_at'])
    .select(['p.id', 'p.username', 'p.email', 'p.disabled_at'])
    .where('t.token_hash', '=', hashToken(token))
    .where('t.kind', '=', kind)
    .executeTakeFirst()
  if (!found) throw refusedLink(kind, 'unknown')
  if (found.used_at) throw refusedLink(kind, 'used')
  if (found.revoked_at) throw refusedLink(kind, 'revoked')
  if (found.expires_at <= ctx.now()) throw refusedLink(kind, 'expired')
  if (found.disabled_at) throw refusedLink(kind, 'disabled')
  const { token_id, id, username, email } = found
  return { token_id, id, username, email }
}

/**
 * Marks a link as used, in the transaction of the action that it allows. Refuses (invalid) a link that another request
 * used first.
 */
export async function spendLink(ctx: Context, kind: TokenKind, { token_id }: LinkHolder): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('account_tokens')
    .set({ used_at: ctx.now() })
    .where('id', '=', token_id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw refusedLink(kind, 'used')
}

function refusedLink(
  kind: TokenKind,
  code: 'unknown' | 'used' | 'revoked' | 'expired' | 'disabled',
): Refusal {
  const message = code === 'disabled' ? 'This account is disabled' : kinds[kind][code]
  return new Refusal('invalid', message, { errors: [{ path: 'token', code, message }] })
}
