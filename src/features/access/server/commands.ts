import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import { allPermissions } from '../contract.ts'
import { refuseWeakPassword } from './rules.ts'
import './tables.ts'

const administratorRole = 'Administrator'

/** The built-in role that holds every permission; created if it does not exist, and extended if areas were added. */
export async function ensureAdministratorRole(ctx: Context): Promise<string> {
  const { id } = await ctx.db
    .insertInto('roles')
    .values({ id: uuidv7(), name: administratorRole, permissions: [...allPermissions], is_builtin: true })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ permissions: [...allPermissions], is_builtin: true }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives the built-in role, if it exists, the permissions that an update of the product added. */
export async function widenAdministratorRole(ctx: Context): Promise<void> {
  await ctx.db
    .updateTable('roles')
    .set({ permissions: [...allPermissions] })
    .where('is_builtin', '=', true)
    .execute()
  ctx.unchanged()
}

/**
 * Creates an administrator with a confirmed email address. Refuses (invalid) a weak password and (conflict) an email
 * address that is in use.
 */
export async function createAdministrator(
  ctx: Context,
  input: { email: string; password: string; username?: string },
): Promise<{ id: string }> {
  if (!/^\S+@\S+$/.test(input.email)) throw new Refusal('invalid', 'This is not an e-mail address')
  const username = input.username ?? input.email.split('@')[0] ?? input.email
  refuseWeakPassword(input.password, { email: input.email, username }, 'password')
  const passwordHash = await hashPassword(input.password)
  const roleId = await ensureAdministratorRole(ctx)
  const id = uuidv7()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('people')
    .values({
      id,
      username,
      email: input.email.trim(),
      password_hash: passwordHash,
      email_verified_at: ctx.now(),
      role_id: roleId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n)
    throw new Refusal('conflict', 'Someone already has this e-mail address')
  await ctx.record({
    action: 'create administrator',
    subject: { type: 'person', id, name: username },
    after: { role: administratorRole },
  })
  return { id }
}
