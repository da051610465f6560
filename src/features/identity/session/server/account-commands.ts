import { changePerson } from '#features/access/server/people-commands.ts'
import { refuseWeakPassword } from '#features/access/server/rules.ts'
import { revokeLinks } from '#features/access/server/token-commands.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, differencesOf, recorded, signedIn } from '#kit/server/context.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { forgiveTries } from '#kit/server/throttle.ts'
import type { Account, PasswordChange, Profile } from '../contract.ts'
import { checkPassword, countGuess } from './commands.ts'
import { endOpenSessions, forgetDevices, makeDevice } from './device-commands.ts'
import { readAccount } from './queries.ts'
import '#features/access/server/tables.ts'
import './tables.ts'

type Person = ReturnType<typeof signedIn>

/** Changes the person's own name and phone number. Refuses (stale) if the account has changed since it was read. */
export async function changeProfile(ctx: Context, input: Profile): Promise<Account> {
  const person = signedIn(ctx)
  const before = await ctx.db
    .selectFrom('people')
    .select(['username', 'phone', 'version'])
    .where('id', '=', person.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await refuseStale(ctx, before, () => readAccount(ctx), 'Your account has changed since you opened it')
  const after = { username: input.username, phone: input.phone }
  const changed = differencesOf(before, after)
  if (changed.length === 0) {
    ctx.unchanged()
    return readAccount(ctx)
  }
  await changePerson(ctx, person.id, after)
  await ctx.record({
    action: 'change own profile',
    subject: { type: 'person', id: person.id, name: after.username },
    ...recorded(changed),
  })
  return readAccount(ctx)
}

/**
 * Changes the person's own password, ends every other session, and forgets all known devices; the current browser is
 * registered as known again. Refuses (invalid) a wrong current password and a weak new one, and (too-many) after
 * several wrong passwords in this session.
 */
export async function changePassword(
  ctx: Context,
  input: PasswordChange,
): Promise<{ ended: number; device: string }> {
  const person = signedIn(ctx)
  const { password_hash, ...owner } = await ctx.db
    .selectFrom('people')
    .select(['password_hash', 'email', 'username'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  refuseWeakPassword(input.new_password, owner, 'new_password')
  const trier = { kind: 'session', sessionId: person.sessionId } as const
  await countGuess(ctx, trier)
  if (!(await checkPassword(password_hash, input.current_password, trier.kind))) {
    const message = 'The current password is not correct'
    throw new Refusal('invalid', message, { errors: [{ path: 'current_password', code: 'wrong', message }] })
  }
  const fresh = await hashPassword(input.new_password)
  return ctx.transact(async (trx) => {
    await refuseOvertaken(trx, person, password_hash)
    await forgiveTries(trx, trier)
    await changePerson(trx, person.id, { password_hash: fresh })
    await revokeLinks(trx, 'reset', person.id)
    const ended = await endOpenSessions(trx, person.id, { but: person.sessionId })
    await forgetDevices(trx, person.id)
    const device = await makeDevice(trx, person.id)
    await trx.record({
      action: 'change own password',
      subject: { type: 'person', id: person.id, name: person.name },
      after: { sessions_ended: ended },
    })
    return { ended, device }
  })
}

/**
 * Hashing takes time, and meanwhile the person may have been disabled, signed out or given another password; then the
 * old password must not authorise a change. Refuses (unauthenticated), and locks the person until the transaction ends.
 */
async function refuseOvertaken(ctx: Context, person: Person, verified: string | null): Promise<void> {
  const standing = await ctx.db
    .selectFrom('people')
    .select(['password_hash', 'disabled_at'])
    .where('id', '=', person.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const session = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', person.sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!session || standing?.disabled_at || standing?.password_hash !== verified) {
    throw new Refusal('unauthenticated', 'The session has ended. Sign in again')
  }
}

/**
 * Ends one of the person's own sessions, from its next request on. Refuses (not-found) another person's session and a
 * session that is over.
 */
export async function endSession(ctx: Context, input: { id: string }): Promise<void> {
  const person = signedIn(ctx)
  const { numUpdatedRows } = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now() })
    .where('id', '=', input.id)
    .where('person_id', '=', person.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not-found', 'There is no such session')
  await ctx.record({
    action: 'end session',
    subject: { type: 'person', id: person.id, name: person.name },
    after: { session: input.id },
  })
}

/** Ends all of the person's own sessions except the current one. */
export async function endOtherSessions(ctx: Context): Promise<{ ended: number }> {
  const person = signedIn(ctx)
  const ended = await endOpenSessions(ctx, person.id, { but: person.sessionId })
  if (ended === 0) ctx.unchanged()
  else {
    await ctx.record({
      action: 'end other sessions',
      subject: { type: 'person', id: person.id, name: person.name },
      after: { sessions_ended: ended },
    })
  }
  return { ended }
}
