import type { Database } from '#kit/server/database.ts'
import './tables.ts'

/** True when somebody who may do everything can sign in. */
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
