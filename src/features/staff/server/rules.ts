import { sql } from 'kysely'
import { permissionInWords } from '#features/access/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Context } from '#kit/server/context.ts'
import '#features/access/server/tables.ts'

/**
 * Serialises changes to people and roles across all instances, so that a check for the last administrator, or for a
 * role without people, sees every earlier change. The lock is held until the transaction ends.
 */
export async function lockAccess(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('munshi access'))`.execute(ctx.db)
}

/** The first of these permissions that the actor lacks; null if there is none. An operator on the server lacks none. */
export function lacking(actor: Actor, permissions: readonly string[]): string | null {
  if (actor.kind === 'system') return null
  const held = actor.kind === 'person' ? actor.permissions : []
  return permissions.find((permission) => !held.includes(permission)) ?? null
}

/** Refuses (forbidden) and names the first of these permissions that the actor does not hold. */
export function refuseBeyondOwn(ctx: Context, permissions: readonly string[], doing: string): void {
  const missing = lacking(ctx.actor, permissions)
  if (missing === null) return
  throw new Refusal(
    'forbidden',
    `${doing} needs the permission “${permissionInWords(missing)}”, which you do not have yourself`,
    {
      missingPermission: missing,
    },
  )
}

/** How many people who can sign in hold the built-in role, and therefore every permission. */
export async function countAdministrators(ctx: Context): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('people')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .select(sql<number>`count(*)::int4`.as('n'))
    .where('roles.is_builtin', '=', true)
    .where('people.list', '=', 'active')
    .executeTakeFirstOrThrow()
  return n
}

export const lastAdministrator =
  'This is the last administrator who can sign in. Give the role to someone else first'

/** The reader's rights over a person: why they may not change the person, and why not disable them; '' if they may. */
export function rightsOver(
  actor: Actor,
  person: { id: string; permissions: readonly string[]; is_builtin: boolean; status: string },
  administrators: number,
): { change_refused: string; disable_refused: string } {
  const missing = lacking(actor, person.permissions)
  const change_refused = missing
    ? `Their role has the permission “${permissionInWords(missing)}”, which you do not have yourself`
    : ''
  const isSelf = 'id' in actor && actor.id === person.id
  const isLast = person.is_builtin && person.status === 'active' && administrators <= 1
  const disable_refused =
    change_refused || (isSelf ? 'You cannot disable yourself' : isLast ? lastAdministrator : '')
  return { change_refused, disable_refused }
}

/** Why the reader may not change the address of a person whom they may change; '' if they may. */
export function emailRefused(actor: Actor, personId: string): string {
  return 'id' in actor && actor.id === personId
    ? 'A colleague has to change the address that you sign in with'
    : ''
}

/** Why the reader may not switch off the second factor of a person whom they may change; '' if they may. */
export function secondFactorRefused(actor: Actor, personId: string): string {
  return 'id' in actor && actor.id === personId ? 'Switch off your own second factor in My Account' : ''
}
