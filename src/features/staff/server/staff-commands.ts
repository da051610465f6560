import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Input } from '#kit/contract/endpoint.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import { type Context, differencesOf, recorded } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { StaffMember, staff } from '../contract.ts'
import { readStaffMember } from './queries.ts'
import {
  countAdministrators,
  emailRefused,
  lastAdministrator,
  lockAccess,
  refuseBeyondOwn,
  secondFactorRefused,
} from './rules.ts'
import '#features/access/server/tables.ts'
import { addPerson, changePerson } from '#features/access/server/people-commands.ts'
import { revokeLinks, sendLink } from '#features/access/server/token-commands.ts'
import { endFactors } from '#features/identity/factors/server/factor-commands.ts'
import { endOpenSessions, forgetDevices } from '#features/identity/session/server/device-commands.ts'
import { queueNotice } from '#features/messages/server/commands.ts'

interface PersonId {
  id: string
}

/**
 * Invites a person: they are listed at once, and the link in their email lets them choose a password within 72 hours.
 * Refuses (conflict) an email address that is in use, ignoring case, (invalid) a role that does not exist, and
 * (forbidden) a role with a permission that the actor does not hold.
 */
export async function inviteStaff(ctx: Context, input: Input<typeof staff.invite>): Promise<StaffMember> {
  await lockAccess(ctx)
  const role = await roleToGive(ctx, input.role_id)
  const { username, email, phone, role_id } = input
  const id = uuidv7()
  if (!(await addPerson(ctx, { id, username, email, phone, role_id }))) {
    throw takenEmail(await holderOf(ctx, email), 'conflict')
  }
  await sendLink(ctx, 'invitation', { id, username, email }, { by: nameOf(ctx), role: role.name })
  await ctx.record({
    action: 'invite',
    subject: { type: 'person', id, name: username },
    after: { email, phone, role: role.name },
  })
  return readStaffMember(ctx, { id })
}

/**
 * Changes the name, phone number and role of a person. Refuses (not-found), (stale) if the person has changed since
 * they were read, (forbidden) if they hold or would receive a permission that the actor does not hold, (invalid) a role
 * that does not exist, and (conflict) moving the last administrator who can sign in.
 */
export async function changeStaff(ctx: Context, input: Input<typeof staff.change>): Promise<StaffMember> {
  const person = await lockPerson(ctx, input.id, 'Changing them')
  await refuseStale(
    ctx,
    person,
    () => readStaffMember(ctx, input),
    'This person has changed since you opened them',
  )
  const isMoved = input.role_id !== person.role_id
  const role = isMoved ? await roleToGive(ctx, input.role_id) : { name: person.role_name }
  if (isMoved) await refuseLastAdministrator(ctx, person)
  const before = { username: person.username, phone: person.phone, role: person.role_name }
  const after = { username: input.username, phone: input.phone, role: role.name }
  const changed = differencesOf(before, after)
  if (changed.length === 0) {
    ctx.unchanged()
    return readStaffMember(ctx, input)
  }
  const { username, phone, role_id } = input
  await changePerson(ctx, person.id, { username, phone, role_id })
  await ctx.record({
    action: 'change person',
    subject: { type: 'person', id: person.id, name: username },
    ...recorded(changed),
  })
  return readStaffMember(ctx, input)
}

/**
 * Changes the address that a person signs in with. Whatever was sent to the earlier one opens nothing any more: somebody
 * invited gets a new invitation at the new address, and anybody with a password is told at the earlier one who changed it.
 * Sessions go on, known devices are forgotten. The same address changes nothing. Refuses (not-found), (stale) if the person
 * has changed since they were read, (forbidden) a person who holds a permission that the actor does not, (conflict) the
 * actor themselves, and (invalid) an address that another person has, ignoring case.
 */
export async function changeEmail(
  ctx: Context,
  { id, email }: Input<typeof staff.changeEmail>,
): Promise<StaffMember> {
  const person = await lockPerson(ctx, id, 'Changing their address')
  const refused = emailRefused(ctx.actor, id)
  if (refused) throw new Refusal('conflict', refused)
  await refuseStale(
    ctx,
    person,
    () => readStaffMember(ctx, { id }),
    'This person has changed since you opened them',
  )
  if (email === person.email) {
    ctx.unchanged()
    return readStaffMember(ctx, { id })
  }
  const holder = await holderOf(ctx, email)
  if (holder && holder.id !== id) throw takenEmail(holder, 'invalid')
  // Nobody has shown yet that they read mail at the new address.
  await changePerson(ctx, id, { email, email_verified_at: null })
  await revokeLinks(ctx, 'reset', id)
  await forgetDevices(ctx, id)
  if (person.status === 'invited') {
    await sendLink(ctx, 'invitation', { ...person, email }, { by: nameOf(ctx), role: person.role_name })
  } else {
    // Somebody who was disabled before they had a password is invited again once they are enabled.
    await revokeLinks(ctx, 'invitation', id)
  }
  if (person.has_password) {
    await queueNotice(ctx, {
      letter: { kind: 'sign-in address changed', name: person.username, by: nameOf(ctx) },
      recipient: person.email,
      personId: id,
    })
  }
  await ctx.record({
    action: 'change sign-in address',
    subject: subjectOf(person),
    before: { email: person.email },
    after: { email },
  })
  return readStaffMember(ctx, { id })
}

/**
 * Disables a person and ends all their sessions; their past work stays. A person who is already disabled is returned
 * unchanged. Refuses (not-found), (forbidden) a person who holds a permission that the actor does not, and (conflict)
 * the actor themselves and the last administrator who can sign in.
 */
export async function disableStaff(ctx: Context, { id }: PersonId): Promise<StaffMember> {
  const person = await lockPerson(ctx, id, 'Disabling them')
  if ('id' in ctx.actor && ctx.actor.id === id) throw new Refusal('conflict', 'You cannot disable yourself')
  if (person.status === 'disabled') {
    ctx.unchanged()
    return readStaffMember(ctx, { id })
  }
  await refuseLastAdministrator(ctx, person)
  await changePerson(ctx, id, { disabled_at: ctx.now() })
  const ended = await endOpenSessions(ctx, id)
  await revokeLinks(ctx, 'reset', id)
  await ctx.record({
    action: 'disable',
    subject: subjectOf(person),
    before: { status: person.status },
    after: { status: 'disabled', sessions_ended: ended },
  })
  return readStaffMember(ctx, { id })
}

/** Enables a person again with their previous role. Refuses (not-found) and (forbidden). */
export async function enableStaff(ctx: Context, { id }: PersonId): Promise<StaffMember> {
  const person = await lockPerson(ctx, id, 'Enabling them')
  if (person.status !== 'disabled') {
    ctx.unchanged()
    return readStaffMember(ctx, { id })
  }
  await changePerson(ctx, id, { disabled_at: null })
  const enabled = await readStaffMember(ctx, { id })
  await ctx.record({
    action: 'enable',
    subject: subjectOf(person),
    before: { status: 'disabled' },
    after: { status: enabled.status },
  })
  return readStaffMember(ctx, { id })
}

/**
 * Ends one session of a person, from its next request on. Refuses (forbidden), and (not-found) a session that is over.
 */
export async function endStaffSession(
  ctx: Context,
  { id, session_id }: PersonId & { session_id: string },
): Promise<StaffMember> {
  const person = await lockPerson(ctx, id, 'Ending their sessions')
  const ended = await endOpenSessions(ctx, id, { only: session_id })
  if (ended === 0) throw new Refusal('not-found', 'There is no such session')
  await ctx.record({ action: 'end session', subject: subjectOf(person), after: { session: session_id } })
  return readStaffMember(ctx, { id })
}

/** Ends every session of a person. Refuses (not-found) and (forbidden). */
export async function endStaffSessions(ctx: Context, { id }: PersonId): Promise<StaffMember> {
  const person = await lockPerson(ctx, id, 'Ending their sessions')
  const ended = await endOpenSessions(ctx, id)
  if (ended === 0) ctx.unchanged()
  else
    await ctx.record({ action: 'end sessions', subject: subjectOf(person), after: { sessions_ended: ended } })
  return readStaffMember(ctx, { id })
}

/**
 * Switches off the second factor of a person who lost it: app, passkeys and recovery codes. Every session and known
 * browser ends too, so that anyone who found the lost device is signed out; the person is notified by email. Refuses
 * (not-found), (forbidden) a person who holds a permission that the actor does not, and (conflict) the actor themselves
 * and a person without a second factor.
 */
export async function resetSecondFactor(
  ctx: Context,
  { id, reason }: PersonId & { reason: string },
): Promise<StaffMember> {
  const person = await lockPerson(ctx, id, 'Switching off their second factor')
  const refused = secondFactorRefused(ctx.actor, id)
  if (refused) throw new Refusal('conflict', refused)
  const ended = await endFactors(ctx, id)
  if (!ended) throw new Refusal('conflict', `${person.username} has no second factor`)
  const sessions = await endOpenSessions(ctx, id)
  await forgetDevices(ctx, id)
  await queueNotice(ctx, {
    letter: { kind: 'second factor off', name: person.username, by: nameOf(ctx), reason },
    recipient: person.email,
    personId: id,
  })
  await ctx.record({
    action: 'reset second factor',
    subject: subjectOf(person),
    before: {
      authenticator_app: ended.has_app,
      ...(ended.passkeys.length > 0 ? { passkeys: ended.passkeys } : {}),
    },
    after: { second_factor: 'off', sessions_ended: sessions },
    reason,
  })
  return readStaffMember(ctx, { id })
}

/**
 * Sends a new invitation, valid for 72 hours from now; the earlier link stops working. Refuses (not-found),
 * (forbidden), and (conflict) a person who is not in the invited state.
 */
export async function resendInvitation(ctx: Context, { id }: PersonId): Promise<StaffMember> {
  const person = await lockPerson(ctx, id, 'Inviting them')
  refuseNotInvited(person)
  await sendLink(ctx, 'invitation', person, { by: nameOf(ctx), role: person.role_name })
  await ctx.record({ action: 'invite again', subject: subjectOf(person), after: { email: person.email } })
  return readStaffMember(ctx, { id })
}

/**
 * Revokes the invitation of a person. Refuses (not-found), (forbidden), and (conflict) if there is no open invitation.
 */
export async function revokeInvitation(ctx: Context, { id }: PersonId): Promise<StaffMember> {
  const person = await lockPerson(ctx, id, 'Revoking their invitation')
  refuseNotInvited(person)
  if (!(await revokeLinks(ctx, 'invitation', id))) {
    throw new Refusal('conflict', 'This person has no open invitation')
  }
  await ctx.record({ action: 'revoke invitation', subject: subjectOf(person) })
  return readStaffMember(ctx, { id })
}

interface Person {
  id: string
  username: string
  email: string
  phone: string
  role_id: string
  role_name: string
  permissions: string[]
  is_builtin: boolean
  status: string
  version: number
  has_password: boolean
}

/**
 * Reads and locks the person; only one transaction at a time may change people. Refuses (not-found), and (forbidden) a
 * person who holds a permission that the actor does not.
 */
async function lockPerson(ctx: Context, id: string, doing: string): Promise<Person> {
  await lockAccess(ctx)
  const person = await ctx.db
    .selectFrom('people as p')
    .innerJoin('roles as r', 'r.id', 'p.role_id')
    .select(['p.id', 'p.username', 'p.email', 'p.phone', 'p.role_id', 'p.version', 'p.list as status'])
    .select(['r.name as role_name', 'r.permissions', 'r.is_builtin'])
    .select(sql<boolean>`p.password_hash is not null`.as('has_password'))
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirst()
  if (!person) throw new Refusal('not-found', 'No Staff Found')
  refuseBeyondOwn(ctx, person.permissions, doing)
  return person
}

async function roleToGive(ctx: Context, id: string): Promise<{ name: string }> {
  const role = await ctx.db
    .selectFrom('roles')
    .select(['name', 'permissions'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!role) throw fieldRefusal('role_id', 'There is no such role')
  refuseBeyondOwn(ctx, role.permissions, `Giving the role ${role.name}`)
  return role
}

async function refuseLastAdministrator(ctx: Context, person: Person): Promise<void> {
  if (!person.is_builtin || person.status !== 'active') return
  if ((await countAdministrators(ctx)) <= 1) throw new Refusal('conflict', lastAdministrator)
}

function refuseNotInvited(person: Person): void {
  if (person.status === 'invited') return
  const why =
    person.status === 'disabled'
      ? 'This person is disabled. Enable them first'
      : 'This person already has a password'
  throw new Refusal('conflict', why)
}

interface Holder {
  id: string
  username: string
  list: string
}

/** Who has this address, in any case of its letters. */
function holderOf(ctx: Context, email: string): Promise<Holder | undefined> {
  return ctx.db
    .selectFrom('people')
    .select(['id', 'username', 'list'])
    .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst()
}

function takenEmail(holder: Holder | undefined, code: 'conflict' | 'invalid'): Refusal {
  const who = holder ? `${holder.username} (${holder.list})` : 'Someone'
  return fieldRefusal('email', `${who} already has this address`, code)
}

function subjectOf(person: Person): { type: 'person'; id: string; name: string } {
  return { type: 'person', id: person.id, name: person.username }
}

function nameOf({ actor }: Context): string {
  return 'name' in actor ? actor.name : 'Someone'
}
