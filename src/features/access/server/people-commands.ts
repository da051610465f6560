import { sql, type Updateable } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import type { Tables } from '#kit/server/database.ts'
import './tables.ts'

type PersonColumns = Pick<
  Updateable<Tables['people']>,
  'username' | 'email' | 'phone' | 'role_id' | 'disabled_at' | 'password_hash' | 'email_verified_at'
>

/**
 * Adds a person without a password. Answers false if another person has the email address. The caller writes the audit
 * log entry.
 */
export async function addPerson(
  ctx: Context,
  person: { id: string; username: string; email: string; phone: string; role_id: string },
): Promise<boolean> {
  const made = await ctx.db
    .insertInto('people')
    .values({ ...person, password_hash: null, created_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/**
 * Changes the columns of a person and raises the version. The caller has locked the person and writes the audit log
 * entry.
 */
export async function changePerson(ctx: Context, id: string, columns: PersonColumns): Promise<void> {
  await ctx.db
    .updateTable('people')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Moves everyone from one role to another. The caller writes the audit log entry. */
export async function changeRoleOfAll(ctx: Context, from: string, to: string): Promise<void> {
  await ctx.db
    .updateTable('people')
    .set({ role_id: to, version: sql<number>`version + 1` })
    .where('role_id', '=', from)
    .execute()
}

/** Adds a role. The caller has refused a name that is taken, and writes the audit log entry. */
export async function addRole(
  ctx: Context,
  role: { id: string; name: string; permissions: string[] },
): Promise<void> {
  await ctx.db
    .insertInto('roles')
    .values({ ...role, created_at: ctx.now() })
    .execute()
}

/** Changes the name and the permissions of a role and raises its version. The caller writes the audit log entry. */
export async function changeRoleTo(
  ctx: Context,
  { id, ...columns }: { id: string; name: string; permissions: string[] },
): Promise<void> {
  await ctx.db
    .updateTable('roles')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Removes a role that no person holds any more. The caller writes the audit log entry. */
export async function removeRole(ctx: Context, id: string): Promise<void> {
  await ctx.db.deleteFrom('roles').where('id', '=', id).execute()
}
