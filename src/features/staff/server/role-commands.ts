import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { actionWords, areas, permissionName } from '#features/access/contract.ts'
import {
  addRole,
  changeRoleOfAll,
  changeRoleTo,
  removeRole,
} from '#features/access/server/people-commands.ts'
import { dropNotes } from '#features/notes/server/commands.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { refuseStale } from '#kit/server/stale.ts'
import type { Role, RoleDraft } from '../contract.ts'
import { readRole } from './queries.ts'
import { lockAccess, refuseBeyondOwn } from './rules.ts'
import '#features/access/server/tables.ts'

/**
 * Creates a role. Refuses (conflict) a name that another role has, ignoring case, and (forbidden) permissions that the
 * actor does not hold.
 */
export async function createRole(ctx: Context, { name, permissions }: RoleDraft): Promise<Role> {
  await lockAccess(ctx)
  refuseBeyondOwn(ctx, permissions, 'Giving these permissions')
  await refuseTakenName(ctx, name, null)
  const id = uuidv7()
  await addRole(ctx, { id, name, permissions })
  await ctx.record({
    action: 'create role',
    subject: { type: 'role', id, name },
    after: { name, ...areasOf(permissions) },
  })
  return readRole(ctx, { id })
}

/**
 * Changes the name and the permissions of a role, effective from the next request of its people. Refuses (not-found),
 * (conflict) the built-in role and a name that is taken, (stale) if the role has changed since it was read, and
 * (forbidden) giving or taking a permission that the actor does not hold.
 */
export async function changeRole(ctx: Context, input: RoleDraft & { id: string }): Promise<Role> {
  await lockAccess(ctx)
  const { id, name, permissions } = input
  const role = await readRole(ctx, { id })
  refuseLocked(role)
  await refuseStale(ctx, role, () => role, roleChanged)
  const given = permissions.filter((permission) => !role.permissions.includes(permission))
  const taken = role.permissions.filter((permission) => !permissions.includes(permission))
  refuseBeyondOwn(ctx, given, 'Giving this')
  refuseBeyondOwn(ctx, taken, 'Taking this away')
  const isRenamed = name !== role.name
  if (isRenamed) await refuseTakenName(ctx, name, id)
  if (!isRenamed && given.length === 0 && taken.length === 0) {
    ctx.unchanged()
    return role
  }
  await changeRoleTo(ctx, { id, name, permissions })
  const [before, after] = [areasOf(role.permissions), areasOf(permissions)]
  const changed = Object.keys(areas).filter((area) => (before[area] ?? '') !== (after[area] ?? ''))
  await ctx.record({
    action: 'change role',
    subject: { type: 'role', id, name },
    before: { ...(isRenamed ? { name: role.name } : {}), ...only(before, changed) },
    after: { ...(isRenamed ? { name } : {}), ...only(after, changed) },
  })
  return readRole(ctx, { id })
}

/** Why a role cannot be deleted: it is named elsewhere. Null if it is not. */
export type RoleNaming = (ctx: Context, id: string) => Promise<string | null>

/**
 * Deletes a role with the notes on it and moves its people to another role. Refuses (not-found), (conflict) the
 * built-in role, a role that is named elsewhere and one with people if no other role is named, (stale) a role that has
 * changed since it was read or that another number of people have, (invalid) another role that does not exist, and
 * (forbidden) taking or giving a permission that the actor does not hold.
 */
export async function deleteRole(
  namings: readonly RoleNaming[],
  ctx: Context,
  { id, move_to, people }: { id: string; move_to?: string | undefined; people?: number | undefined },
): Promise<{ moved: number }> {
  await lockAccess(ctx)
  const role = await readRole(ctx, { id })
  refuseLocked(role)
  await refuseStale(ctx, role, () => role, roleChanged)
  if (people !== undefined && people !== role.people_count)
    throw new Refusal('stale', roleChanged, { current: role })
  if (role.people_count > 0) await movePeople(ctx, role, move_to)
  else refuseBeyondOwn(ctx, role.permissions, 'Deleting this role')
  // Only a person who may delete it learns where it is named.
  for (const naming of namings) {
    const words = await naming(ctx, id)
    if (words) throw new Refusal('conflict', words)
  }
  const notes = await dropNotes(ctx, 'role', [id])
  await removeRole(ctx, id)
  await ctx.record({
    action: 'delete role',
    subject: { type: 'role', id, name: role.name },
    before: {
      name: role.name,
      people: role.people_count,
      ...(notes > 0 ? { notes } : {}),
      ...areasOf(role.permissions),
    },
  })
  return { moved: role.people_count }
}

async function movePeople(ctx: Context, role: Role, moveTo: string | undefined): Promise<void> {
  if (moveTo === undefined) {
    const many = role.people_count === 1 ? '1 person has' : `${role.people_count} people have`
    throw fieldRefusal('move_to', `${many} this role. Choose the role that they get instead`, 'conflict')
  }
  const target = await ctx.db
    .selectFrom('roles')
    .select(['name', 'permissions'])
    .where('id', '=', moveTo)
    .where('id', '!=', role.id)
    .executeTakeFirst()
  if (!target) throw fieldRefusal('move_to', 'This role does not exist. Choose another one')
  refuseBeyondOwn(ctx, role.permissions, 'Moving these people')
  refuseBeyondOwn(ctx, target.permissions, `Giving the role ${target.name}`)
  await changeRoleOfAll(ctx, role.id, moveTo)
  for (const person of role.people) {
    await ctx.record({
      action: 'change role',
      subject: { type: 'person', id: person.id, name: person.username },
      before: { role: role.name },
      after: { role: target.name },
      reason: `The role ${role.name} was deleted`,
    })
  }
}

function refuseLocked(role: Role): void {
  if (!role.is_builtin) return
  throw new Refusal(
    'conflict',
    `${role.name} is built in and always has every permission. It cannot be changed`,
  )
}

/** A role that is not at the version that was read, or that more or fewer people have than was shown. */
const roleChanged = 'This role has changed since you opened it'

async function refuseTakenName(ctx: Context, name: string, id: string | null): Promise<void> {
  const other = await ctx.db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst()
  if (!other || other.id === id) return
  throw fieldRefusal('name', `A role named ${other.name} already exists`, 'conflict')
}

/** For the audit log: each area with the actions allowed in it. */
function areasOf(permissions: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(areas).flatMap(([area, actions]) => {
      const held = actions.filter((action) => permissions.includes(permissionName(area, action)))
      return held.length === 0
        ? []
        : [[area, held.map((action) => actionWords[action].toLowerCase()).join(', ')]]
    }),
  )
}

function only(words: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, words[name] ?? '']))
}
