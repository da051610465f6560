import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { allows, neededInWords, permissionInWords, permissionName } from '../contract.ts'
import './tables.ts'

type Person = Extract<Actor, { kind: 'person' }>

/** True if a person with every permission can sign in. */
export async function hasAdministrator(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('people')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .select('people.id')
    .where('roles.is_builtin', '=', true)
    .where('people.list', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The person with only those of their own permissions that this role has too, so that the view of a role reveals
 * nothing extra. Refuses (forbidden) a person who may not view roles, and a role that does not exist.
 */
export async function viewAsRole(db: Database, person: Person, roleId: string): Promise<Person> {
  const needed = permissionName('Manage Roles', 'view')
  if (!person.permissions.includes(needed)) {
    throw new Refusal(
      'forbidden',
      `You need the permission “${permissionInWords(needed)}” to view the product as a role`,
      {
        missingPermission: needed,
      },
    )
  }
  const role = uuid.test(roleId)
    ? await db
        .selectFrom('roles')
        .select(['id', 'name', 'permissions'])
        .where('id', '=', roleId)
        .executeTakeFirst()
    : undefined
  if (!role) throw new Refusal('forbidden', 'The role that you view the product as does not exist')
  return {
    ...person,
    permissions: person.permissions.filter((permission) => role.permissions.includes(permission)),
    viewingAs: { id: role.id, name: role.name },
  }
}

/**
 * The person in whose name a job continues after this call. Refuses (forbidden) a person who has left or lost the
 * permission for the call.
 */
export async function actorOf(db: Database, id: string, { access }: Endpoint): Promise<Person> {
  const person = await db
    .selectFrom('people')
    .innerJoin('roles', 'roles.id', 'people.role_id')
    .select(['people.username', 'people.disabled_at', 'roles.permissions'])
    .where('people.id', '=', id)
    .executeTakeFirst()
  if (!person || person.disabled_at)
    throw new Refusal('forbidden', 'The person who started this has been disabled')
  if (!allows(person.permissions, access)) {
    const needed = neededInWords(access)
    throw new Refusal('forbidden', `The person who started this no longer has the permission ${needed}`)
  }
  return {
    kind: 'person',
    id,
    name: person.username,
    permissions: person.permissions,
    sessionId: '',
    verifiedAt: null,
    provenBy: 'password',
    viewingAs: null,
  }
}
