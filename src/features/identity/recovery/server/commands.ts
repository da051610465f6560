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

/** The person whom an invitation link belongs to. Refuses (invalid) a link that does not work, with the reason. */
export async function readInvitation(
  ctx: Context,
  { token }: { token: string },
): Promise<{ username: string; email: string }> {
  const { username, email } = await readLink(ctx, 'invitation', token)
  return { username, email }
}

/**
 * Sets the password that an invited person chose and confirms their email address. Refuses (invalid) a link that does
 * not work or that another request used first, and a weak password.
 */
export function acceptInvitation(ctx: Context, input: ChosenPassword): Promise<Chosen> {
  return choosePassword(ctx, 'invitation', input)
}

/**
 * Sets the new password that a person chose, ends all their sessions, and resets their count of failed attempts.
 * Refuses (invalid) a link that does not work or that another request used first, and a weak password.
 */
export function finishReset(ctx: Context, input: ChosenPassword): Promise<Chosen> {
  return choosePassword(ctx, 'reset', input)
}

const sameAnswer = {
  message: 'If someone with this address can sign in, an e-mail with a link is on its way.',
}

/**
 * Records a request for a password reset link. A job looks up the address and sends the link, so that neither the
 * answer nor its timing reveals whether the address is known. Refuses (too-many) more than a few requests for one
 * address or from one place, known or not; a known device has a few of its own.
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
    throw new Refusal('too-many', 'You asked for several links. Wait a moment and check your e-mail', {
      retryAfterSeconds: waitSeconds,
    })
  }
  await ctx.transact(async (trx) => {
    // The job writes the audit log entry, because at this point it is unknown whether the address belongs to anyone.
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

/** Answers the oldest reset request that no other instance has claimed. Answers false if none is pending. */
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
    // A disabled person receives no link, and an invited person already has an invitation.
    .where('list', '=', 'active')
    // Held, so that an address that is being changed gets no link that the change does not end.
    .forNoKeyUpdate()
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
  // Checked before the password is hashed, so that a made-up link costs next to nothing.
  const person = await readLink(ctx, kind, token)
  refuseWeakPassword(password, person, 'password')
  const password_hash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof PasswordQueueFull) {
      throw new Refusal('unavailable', 'Too many people are signing in. Try again in a moment', {
        retryAfterSeconds: 5,
      })
    }
    throw error
  })
  const device = await ctx.transact(async (trx) => {
    // Locks the person first, then the link, in the same order as all other code that locks both.
    await changePerson(trx, person.id, { password_hash, email_verified_at: trx.now() })
    await spendLink(trx, kind, person)
    await settle(trx, kind, person)
    // The link proves who the person is, so failed guesses by others do not lock this browser out.
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
