import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { changePerson } from '#features/access/server/people-commands.ts'
import { refuseWeakPassword } from '#features/access/server/rules.ts'
import {
  type LinkHolder,
  readLink,
  revokeLinks,
  sendLink,
  spendLink,
} from '#features/access/server/token-commands.ts'
import {
  endOpenSessions,
  forgetDevices,
  knownDevice,
  makeDevice,
} from '#features/identity/session/server/device-commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { hashPassword, PasswordQueueFull } from '#kit/server/passwords.ts'
import { countTryFrom, forgiveAccount } from '#kit/server/throttle.ts'
import type { ChosenPassword, ResetRequest } from '../contract.ts'
import '#features/access/server/tables.ts'
import './tables.ts'

/** Whose invitation this is. Refuses (invalid) a link that does not work, in words that say why. */
export async function readInvitation(
  ctx: Context,
  { token }: { token: string },
): Promise<{ username: string; email: string }> {
  const { username, email } = await readLink(ctx, 'invitation', token)
  return { username, email }
}

/**
 * Gives an invited person the password that they chose, and confirms their address. Refuses (invalid) a link that
 * does not work, or that another request used first, and a weak password.
 */
export function acceptInvitation(ctx: Context, input: ChosenPassword): Promise<Chosen> {
  return choosePassword(ctx, 'invitation', input)
}

/**
 * Gives somebody the new password that they chose, ends all their sessions, and forgives the wrong tries before it.
 * Refuses (invalid) a link that does not work, or that another request used first, and a weak password.
 */
export function finishReset(ctx: Context, input: ChosenPassword): Promise<Chosen> {
  return choosePassword(ctx, 'reset', input)
}

const sameAnswer = { message: 'If somebody with this address can sign in, a mail with a link is on its way.' }

/**
 * Notes that a link to a new password was asked for; a job looks who has the address and sends it, so that the answer
 * and its time say nothing. Refuses (too-many) more than a few for one address or from one place, known or not; a known
 * device has a few of its own.
 */
export async function requestReset(
  ctx: Context,
  { email, device: sent }: ResetRequest,
): Promise<{ message: string }> {
  const device = await knownDevice(ctx, email, sent)
  const { waitSeconds } = await ctx.transact((trx) => {
    trx.unchanged()
    return countTryFrom(trx, email, device, 'reset')
  })
  if (waitSeconds > 0) {
    throw new Refusal('too-many', 'A link was asked for several times. Wait a moment and look at your mail', {
      retryAfterSeconds: waitSeconds,
    })
  }
  await ctx.transact(async (trx) => {
    // What becomes of it is written down by the job: here it is not known whether it is anybody's.
    trx.unchanged()
    await trx.db
      .insertInto('reset_requests')
      .values({
        id: uuidv7(),
        email_sealed: trx.services.keys.seal(email.toLowerCase()),
        requested_at: trx.now(),
      })
      .execute()
  })
  return sameAnswer
}

/** Answers the oldest request for a new password that no other instance is at. Answers false when none waits. */
export async function answerResetRequest(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{ email_sealed: string }>`
    delete from reset_requests where id = (
      select id from reset_requests order by requested_at, id limit 1 for update skip locked)
    returning email_sealed`.execute(ctx.db)
  const [request] = rows
  ctx.unchanged()
  if (!request) return false
  const person = await ctx.db
    .selectFrom('people')
    .select(['id', 'username', 'email'])
    .where(sql`lower(email)`, '=', ctx.services.keys.open(request.email_sealed))
    // Who is disabled gets nothing, and who is invited has an invitation.
    .where('list', '=', 'active')
    .executeTakeFirst()
  if (!person) return true
  await sendLink(ctx, 'reset', person)
  await ctx.record({
    action: 'send a link to a new password',
    subject: { type: 'person', id: person.id, name: person.username },
  })
  return true
}

interface Chosen {
  email: string
  device: string
}

async function choosePassword(
  ctx: Context,
  kind: 'invitation' | 'reset',
  { token, password }: ChosenPassword,
): Promise<Chosen> {
  // Looked at before the password is hashed: a made-up link must cost next to nothing.
  const person = await readLink(ctx, kind, token)
  refuseWeakPassword(password, person, 'password')
  const password_hash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof PasswordQueueFull) {
      throw new Refusal('unavailable', 'Too many people sign in right now. Try again in a moment', {
        retryAfterSeconds: 5,
      })
    }
    throw error
  })
  const device = await ctx.transact(async (trx) => {
    // The person first, then the link: in the order of everybody else who locks both.
    await changePerson(trx, person.id, { password_hash, email_verified_at: trx.now() })
    await spendLink(trx, kind, person)
    await settle(trx, kind, person)
    // Whoever holds the link has proved who they are: in this browser others who guess do not keep them out.
    return makeDevice(trx, person.id)
  })
  return { email: person.email, device }
}

async function settle(ctx: Context, kind: 'invitation' | 'reset', person: LinkHolder): Promise<void> {
  const by = { id: person.id, name: person.username }
  const subject = { type: 'person', ...by }
  if (kind === 'invitation') {
    await ctx.record({ action: 'accept invitation', subject, by })
    return
  }
  await forgiveAccount(ctx, person.email)
  await revokeLinks(ctx, 'reset', person.id)
  await forgetDevices(ctx, person.id)
  const ended = await endOpenSessions(ctx, person.id)
  await ctx.record({
    action: 'choose a new password by mail',
    subject,
    after: { sessions_ended: ended },
    by,
  })
}
