import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AskedFactors } from '#features/identity/factors/contract.ts'
import { askedFactors, spendCode } from '#features/identity/factors/server/factor-commands.ts'
import { spendPasskey } from '#features/identity/factors/server/passkey-commands.ts'
import { isPasskeyAnswer } from '#features/identity/factors/server/rules.ts'
import { type Proof, Refusal } from '#kit/contract/refusal.ts'
import { type Actor, type Context, signedIn } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { PasswordQueueFull, verifyPassword } from '#kit/server/passwords.ts'
import { countTry, countTryFrom, forgiveTries, giveBackTry, type Trier } from '#kit/server/throttle.ts'
import { hashToken, makeToken } from '#kit/server/tokens.ts'
import { type Credentials, type CurrentUser, idleMinutes, type StepUp } from '../contract.ts'
import { knownDevice } from './device-commands.ts'
import '#features/access/server/tables.ts'
import './tables.ts'

const absoluteHours = 12
const mostSessions = 10

/**
 * One text for every failure, so that the reason is not revealed. The text mentions the code if the request had one,
 * whether or not the account has a second factor.
 */
const refusedSignIn = (otp: string | undefined) =>
  new Refusal('unauthenticated', `${otp ? 'Email, password or code' : 'Email or password'} is not right`)

/**
 * Signs in: counts the attempt, checks the password, and the code or passkey if a second factor is set up. Opens a
 * session of at most 12 hours and ends the oldest sessions beyond ten. Refuses (unauthenticated) unknown, wrong and
 * disabled in the same words and the same time, and names `otp` and the person's factors only after the right password
 * without a code; (too-many) when throttled.
 */
export async function login(ctx: Context, input: Credentials): Promise<CurrentUser> {
  const otp = input.otp || undefined
  const trier = await countSignIn(ctx, input.email, input.device)
  const person = await ctx.db
    .selectFrom('people')
    .select(['id', 'username', 'email', 'phone', 'password_hash', 'email_verified_at', 'disabled_at'])
    .where(sql`lower(email)`, '=', input.email.trim().toLowerCase())
    .executeTakeFirst()
  const fits = await checkPassword(person?.password_hash ?? null, input.password, trier.kind)
  if (!person || !fits || person.disabled_at) throw refusedSignIn(otp)
  const token = makeToken('ms_')
  const asked = await ctx.transact(async (trx) => {
    // Locks the person first, in the same order as all code that changes people and then their related rows.
    const standing = await trx.db
      .selectFrom('people')
      .select(['password_hash', 'disabled_at'])
      .where('id', '=', person.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    // Checking the password takes time; meanwhile it may have been changed, or the person disabled.
    if (standing?.password_hash !== person.password_hash || standing.disabled_at) throw refusedSignIn(otp)
    // Read under the lock, which a change of the factors takes too.
    const factors = await askedFactors(trx, person.id)
    const needsFactor = factors.has_app || factors.passkeys.length > 0
    if (needsFactor && !otp) {
      trx.unchanged()
      await giveBackTry(trx, trier)
      return factors
    }
    await forgiveTries(trx, trier)
    const secondFactor = needsFactor && otp ? await spendFactor(trx, person.id, otp) : undefined
    if (secondFactor === null) throw refusedSignIn(otp)
    // Nobody is notified of a sign-in from a browser that has proved to be the person's before.
    const known = trier.kind === 'device' ? { known_device: true } : null
    await openSession(trx, person.id, token)
    await endOldestSessions(trx, person.id)
    await trx.record({
      action: 'sign in',
      subject: { type: 'person', id: person.id, name: person.username },
      ...(known || secondFactor
        ? { after: { ...known, ...(secondFactor ? { second_factor: secondFactor } : {}) } }
        : {}),
      by: { id: person.id, name: person.username },
    })
    return null
  })
  if (asked) throw askForFactor(asked)
  return {
    id: person.id,
    is_verified: person.email_verified_at !== null,
    email: person.email,
    phone: person.phone,
    username: person.username,
    token,
  }
}

function askForFactor(asked: AskedFactors): Refusal {
  const code = asked.has_app ? 'the code of your authenticator app, or a recovery code' : 'a recovery code'
  const message = asked.passkeys.length > 0 ? `Use your passkey, or enter ${code}` : `Enter ${code}`
  return new Refusal('unauthenticated', message, {
    errors: [{ path: 'otp', code: 'required', message }],
    current: asked,
  })
}

/** Uses up a code or a passkey answer. Answers its kind, or null if it is wrong or used. */
async function spendFactor(ctx: Context, personId: string, typed: string) {
  if (!isPasskeyAnswer(typed)) return spendCode(ctx, personId, typed)
  return (await spendPasskey(ctx, personId, typed)) ? ('passkey' as const) : null
}

/**
 * Verifies again that the signed-in person holds this session: by a code or a passkey if a second factor is set up, or
 * by the password. Refuses (invalid) a missing or wrong proof, and (too-many) after several wrong proofs in this
 * session.
 */
export async function stepUp(ctx: Context, input: StepUp): Promise<{ verified_at: string }> {
  const actor = signedIn(ctx)
  const by = actor.provenBy
  const given = input[by]
  if (!given) throw notProven(by, 'required')
  const { password_hash } = await ctx.db
    .selectFrom('people')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const trier = { kind: 'session', sessionId: actor.sessionId } as const
  await countGuess(ctx, trier)
  if (by === 'password' && !(await checkPassword(password_hash, given, trier.kind))) {
    throw notProven(by, 'wrong')
  }
  return ctx.transact(async (trx) => {
    await forgiveTries(trx, trier)
    const what = by === 'otp' ? await spendFactor(trx, actor.id, given) : 'password'
    if (what === null) throw notProven(by, isPasskeyAnswer(given) ? 'wrongPasskey' : 'wrong')
    const now = trx.now()
    await trx.db.updateTable('sessions').set({ verified_at: now }).where('id', '=', actor.sessionId).execute()
    await trx.record({
      action: 'step up',
      subject: { type: 'person', id: actor.id, name: actor.name },
      after: { proven_by: what },
    })
    return { verified_at: now.toISOString() }
  })
}

const proofWords = {
  password: {
    required: 'Enter your password',
    wrong: 'The password is not correct',
    wrongPasskey: 'The password is not correct',
  },
  otp: {
    required: 'Use your passkey, or enter the code of your authenticator app or a recovery code',
    wrong: 'This code is not correct or has already been used',
    wrongPasskey: 'This passkey was not accepted',
  },
} as const

function notProven(by: Proof, why: 'required' | 'wrong' | 'wrongPasskey'): Refusal {
  const message = proofWords[by][why]
  const code = why === 'required' ? why : 'wrong'
  return new Refusal('invalid', message, { errors: [{ path: by, code, message }] })
}

/** Counts a sign-in before its password is checked. Answers how it was counted. Refuses (too-many). */
async function countSignIn(ctx: Context, email: string, sent: string | undefined): Promise<Trier> {
  const device = await knownDevice(ctx, email, sent)
  const { trier, waitSeconds } = await ctx.transact((trx) => {
    trx.unchanged()
    return countTryFrom(trx, email, device)
  })
  refuseWhileWaiting(waitSeconds)
  return trier
}

/** Counts a guess at the password or code of an open session. Refuses (too-many) after several wrong guesses. */
export async function countGuess(ctx: Context, trier: Trier): Promise<void> {
  const waitSeconds = await ctx.transact((trx) => {
    trx.unchanged()
    return countTry(trx, trier)
  })
  refuseWhileWaiting(waitSeconds)
}

function refuseWhileWaiting(retryAfterSeconds: number): void {
  if (retryAfterSeconds === 0) return
  throw new Refusal('too-many', 'Too many attempts. Wait a moment and try again', { retryAfterSeconds })
}

/** True if the password is right. Refuses (too-many) while more passwords are queued than can be checked in time. */
export function checkPassword(stored: string | null, given: string, kind: Trier['kind']): Promise<boolean> {
  return verifyPassword(stored, given, kind !== 'stranger').catch((error: unknown) => {
    if (error instanceof PasswordQueueFull) {
      throw new Refusal('too-many', 'Too many people are signing in. Try again in a moment', {
        retryAfterSeconds: 5,
      })
    }
    throw error
  })
}

/** Ends the current session. */
export async function logout(ctx: Context): Promise<void> {
  const actor = signedIn(ctx)
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now() })
    .where('id', '=', actor.sessionId)
    .where('revoked_at', 'is', null)
    .execute()
  await ctx.record({ action: 'sign out', subject: { type: 'person', id: actor.id, name: actor.name } })
}

/** Opens a session with this token for a person who has just proved their identity. */
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
      verified_at: now,
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

/**
 * The person who holds this token, or null. One query reads session, person and role, so that a disabled person, a
 * changed role and an ended session take effect on the next request on every instance. Records the last use at most
 * once a minute. An expired session is ended permanently: a clock that is set back does not revive it.
 */
export async function actorOfToken(db: Database, token: string, now: Date): Promise<Actor | null> {
  const seenAfter = new Date(now.getTime() - idleMinutes * 60_000)
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, p.id as person_id, p.username, r.permissions, s.last_seen_at, s.verified_at,
      s.expires_at <= ${now} or s.last_seen_at <= ${seenAfter} as is_too_late,
      f.confirmed_at is not null or exists (select 1 from passkeys k where k.person_id = p.id) as has_second_factor
    from sessions s join people p on p.id = s.person_id join roles r on r.id = p.role_id
      left join second_factors f on f.person_id = p.id
    where s.token_hash = ${hashToken(token)} and s.revoked_at is null and p.disabled_at is null`.execute(db)
  const row = rows[0]
  if (!row) return null
  if (row.is_too_late) {
    await sql`update sessions set revoked_at = ${now} where id = ${row.session_id} and revoked_at is null
      and (expires_at <= ${now} or last_seen_at <= ${seenAfter})`.execute(db)
    return null
  }
  if (now.getTime() - row.last_seen_at.getTime() > 60_000) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', row.session_id).execute()
  }
  return {
    kind: 'person',
    id: row.person_id,
    name: row.username,
    permissions: row.permissions,
    sessionId: row.session_id,
    verifiedAt: row.verified_at,
    provenBy: row.has_second_factor ? 'otp' : 'password',
    viewingAs: null,
  }
}

interface SessionRow {
  session_id: string
  person_id: string
  username: string
  permissions: string[]
  last_seen_at: Date
  is_too_late: boolean
  verified_at: Date | null
  has_second_factor: boolean
}
