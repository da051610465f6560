import { type Context, signedIn } from '#kit/server/context.ts'
import type { SecondFactor } from '../contract.ts'
import './tables.ts'

/**
 * The second factors of the signed-in person: the app, the passkeys in the order they were added, and the number of
 * recovery codes left.
 */
export async function readSecondFactor(ctx: Context): Promise<SecondFactor> {
  const actor = signedIn(ctx)
  const passkeys = await ctx.db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .where('person_id', '=', actor.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const { confirmed_at, left } = await ctx.db
    .selectFrom('people')
    .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
    .select((of) => [
      'confirmed_at',
      of
        .selectFrom('recovery_codes')
        .select((codes) => codes.cast<number>(codes.fn.countAll(), 'integer').as('left'))
        .whereRef('recovery_codes.person_id', '=', 'people.id')
        .where('used_at', 'is', null)
        .as('left'),
    ])
    .where('people.id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return {
    is_on: confirmed_at !== null || passkeys.length > 0,
    confirmed_at: confirmed_at?.toISOString() ?? null,
    passkeys: passkeys.map(({ created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_codes_left: left ?? 0,
  }
}
