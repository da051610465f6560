import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { PasswordQueueFull, verifyPassword } from '#kit/server/passwords.ts'
import { countTry, forgiveTries } from '#kit/server/throttle.ts'
import { hashToken, makeToken } from '#kit/server/tokens.ts'
import type { Credentials, CurrentUser } from '../contract.ts'
import '#features/access/server/tables.ts'
import './tables.ts'

const absoluteHours = 12
const mostSessions = 10

/** One text for every failure: which of them it was is nobody's business. */
const refusedSignIn = () => new Refusal('unauthenticated', 'Email or password is not right')

/**
 * Signs in: counts the try, checks the password, opens a session of at most 12 hours and ends the oldest beyond ten.
 * Refuses (unauthenticated) unknown, wrong and disabled in the same words and the same time, (too-many) when
 * throttled.
 */
export async function login(ctx: Context, input: Credentials): Promise<CurrentUser> {
  const waitSeconds = await ctx.transact((trx) => {
    trx.unchanged()
    return countTry(trx, input.email)
  })
  if (waitSeconds > 0) {
    throw new Refusal('too-many', 'Too many tries. Wait a moment and sign in again', {
      retryAfterSeconds: waitSeconds,
    })
  }
  const person = await ctx.db
    .selectFrom('people')
    .select(['id', 'username', 'email', 'phone', 'password_hash', 'email_verified_at', 'disabled_at'])
    .where(sql`lower(email)`, '=', input.email.trim().toLowerCase())
    .executeTakeFirst()
  const fits = await verifyPassword(person?.password_hash ?? null, input.password).catch((error: unknown) => {
    if (error instanceof PasswordQueueFull) {
      throw new Refusal('too-many', 'Too many people sign in right now. Try again in a moment', {
        retryAfterSeconds: 5,
      })
    }
    throw error
  })
  if (!person || !fits || person.disabled_at) throw refusedSignIn()

  const token = makeToken('ms_')
  await ctx.transact(async (trx) => {
    await forgiveTries(trx, input.email)
    await openSession(trx, person.id, token)
    await endOldestSessions(trx, person.id)
    await trx.record({
      action: 'sign in',
      subject: { type: 'person', id: person.id, name: person.username },
      by: { id: person.id, name: person.username },
    })
  })
  return {
    id: person.id,
    is_verified: person.email_verified_at !== null,
    email: person.email,
    phone: person.phone,
    username: person.username,
    token,
  }
}

/** Ends the session that asks. */
export async function logout(ctx: Context): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'person') throw new Refusal('unauthenticated', 'Sign in first')
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now() })
    .where('id', '=', actor.sessionId)
    .where('revoked_at', 'is', null)
    .execute()
  await ctx.record({ action: 'sign out', subject: { type: 'person', id: actor.id, name: actor.name } })
}

/** Opens a session for a person under this token. */
export async function openSession(ctx: Context, personId: string, token: string): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .insertInto('sessions')
    .values({
      id: uuidv7(),
      token_hash: hashToken(token),
      person_id: personId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + absoluteHours * 60 * 60 * 1000),
      user_agent: ctx.origin.userAgent,
      address: ctx.origin.address,
    })
    .execute()
}

async function endOldestSessions(ctx: Context, personId: string): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now() })
    .where('id', 'in', (open) =>
      open
        .selectFrom('sessions')
        .select('id')
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', ctx.now())
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(mostSessions),
    )
    .execute()
}
