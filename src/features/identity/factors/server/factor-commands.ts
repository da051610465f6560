import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import type { AskedFactors, RecoveryCodes, SecondFactorStart } from '../contract.ts'
import { newRecoveryCodes, newSecret, readRecoveryCode, secondFactorUri, stepOfCode } from './rules.ts'
import '#features/access/server/tables.ts'
import './tables.ts'

type Person = ReturnType<typeof signedIn>

/**
 * Creates a new secret for the authenticator app and replaces an unconfirmed one. The sign-in asks for nothing until
 * `confirmSecondFactor`. Refuses (conflict) if a second factor is on.
 */
export async function startSecondFactor(ctx: Context): Promise<SecondFactorStart> {
  const person = signedIn(ctx)
  const secret = newSecret()
  const sealed = ctx.services.keys.seal(secret)
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('second_factors')
    .values({ person_id: person.id, secret_sealed: sealed, started_at: ctx.now() })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ secret_sealed: sealed, started_at: ctx.now() })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) {
    throw new Refusal(
      'conflict',
      'You already have an authenticator app. Switch it off before you set up another one',
    )
  }
  const { email } = await ctx.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  await ctx.record({ action: 'start second factor', subject: subjectOf(person) })
  return { secret, uri: secondFactorUri(secret, email) }
}

/** So long a secret waits for its first code. */
const setUpMs = 15 * 60_000

/**
 * Switches the app on with a first code, which cannot be used again. If the app is the first second factor, answers ten
 * recovery codes, of which only keyed hashes are stored. Refuses (conflict) if no secret of the last 15 minutes is pending
 * confirmation, and (invalid) a wrong code.
 */
export async function confirmSecondFactor(ctx: Context, { code }: { code: string }): Promise<RecoveryCodes> {
  const person = signedIn(ctx)
  await lockFactors(ctx, person.id)
  const factor = await ctx.db
    .selectFrom('second_factors')
    .select(['secret_sealed'])
    .where('person_id', '=', person.id)
    .where('confirmed_at', 'is', null)
    // A finder of a set-up that was left behind could try codes until one fits.
    .where('started_at', '>', new Date(ctx.now().getTime() - setUpMs))
    .forUpdate()
    .executeTakeFirst()
  if (!factor) throw new Refusal('conflict', 'No second factor is being set up. Start the set-up again')
  const step = stepOfCode(ctx.services.keys.open(factor.secret_sealed), code, ctx.now())
  if (step === null) {
    const message = 'This is not the code that the app shows now. Enter the current code'
    throw new Refusal('invalid', message, { errors: [{ path: 'code', code: 'wrong', message }] })
  }
  const codes = await recoveryCodesOfFirst(ctx, person.id)
  await ctx.db
    .updateTable('second_factors')
    .set({ confirmed_at: ctx.now(), last_step: step })
    .where('person_id', '=', person.id)
    .execute()
  await ctx.record({
    action: 'switch on second factor',
    subject: subjectOf(person),
    after: { recovery_codes: codes.length },
  })
  return { recovery_codes: codes }
}

/** Switches the app off; without a passkey the recovery codes end too. Changes nothing if there is no app. */
export async function stopSecondFactor(ctx: Context): Promise<void> {
  const person = signedIn(ctx)
  await lockFactors(ctx, person.id)
  const { numDeletedRows } = await ctx.db
    .deleteFrom('second_factors')
    .where('person_id', '=', person.id)
    .executeTakeFirst()
  const isLast = await endRecoveryCodesOfNone(ctx, person.id)
  if (numDeletedRows === 0n) ctx.unchanged()
  else {
    await ctx.record({
      action: isLast ? 'switch off second factor' : 'switch off authenticator app',
      subject: subjectOf(person),
    })
  }
}

/** Replaces the recovery codes with ten new ones. Refuses (conflict) if no second factor is on. */
export async function renewRecoveryCodes(ctx: Context): Promise<RecoveryCodes> {
  const person = signedIn(ctx)
  await lockFactors(ctx, person.id)
  if (!(await hasSecondFactor(ctx, person.id)))
    throw new Refusal('conflict', 'Set up the second factor first')
  const codes = await replaceRecoveryCodes(ctx, person.id)
  await ctx.record({
    action: 'renew recovery codes',
    subject: subjectOf(person),
    after: { recovery_codes: codes.length },
  })
  return { recovery_codes: codes }
}

/** The second factors that the sign-in can ask this person for; passkeys in the order in which they were added. */
export async function askedFactors(ctx: Context, personId: string): Promise<AskedFactors> {
  const app = await ctx.db
    .selectFrom('second_factors')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const passkeys = await ctx.db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { has_app: app !== undefined, passkeys }
}

async function hasSecondFactor(ctx: Context, personId: string): Promise<boolean> {
  const { has_app, passkeys } = await askedFactors(ctx, personId)
  return has_app || passkeys.length > 0
}

/**
 * Serialises changes to this person's second factors, so that the first and the last factor are recognised reliably.
 * Does not block a sign-in, which only reads the person.
 */
export async function lockFactors(ctx: Context, personId: string): Promise<void> {
  await ctx.db.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
}

/**
 * Call before a second factor is added: returns ten recovery codes for the first factor, none if codes exist already.
 */
export async function recoveryCodesOfFirst(ctx: Context, personId: string): Promise<string[]> {
  return (await hasSecondFactor(ctx, personId)) ? [] : replaceRecoveryCodes(ctx, personId)
}

/**
 * Call after a second factor was removed: ends the recovery codes if it was the last factor. Answers whether it was.
 */
export async function endRecoveryCodesOfNone(ctx: Context, personId: string): Promise<boolean> {
  if (await hasSecondFactor(ctx, personId)) return false
  await ctx.db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  return true
}

/**
 * Ends all second factors of a person: the app, every passkey and the recovery codes. Answers which app and passkeys
 * there were, or null if there were none.
 */
export async function endFactors(
  ctx: Context,
  personId: string,
): Promise<{ has_app: boolean; passkeys: string[] } | null> {
  const apps = await ctx.db
    .deleteFrom('second_factors')
    .where('person_id', '=', personId)
    .returning('confirmed_at')
    .execute()
  const passkeys = await ctx.db
    .deleteFrom('passkeys')
    .where('person_id', '=', personId)
    .returning('name')
    .execute()
  await ctx.db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  const has_app = apps.some(({ confirmed_at }) => confirmed_at !== null)
  return has_app || passkeys.length > 0 ? { has_app, passkeys: passkeys.map(({ name }) => name) } : null
}

/**
 * Uses up an app code or a recovery code, in the transaction of the action that the code allows. If one code is used
 * twice at once, the second use is refused. Answers the kind of code, or null for a wrong or used code.
 */
export async function spendCode(
  ctx: Context,
  personId: string,
  typed: string,
): Promise<'code' | 'recovery code' | null> {
  const recovery = readRecoveryCode(typed)
  if (recovery !== null) {
    const { numUpdatedRows } = await ctx.db
      .updateTable('recovery_codes')
      .set({ used_at: ctx.now() })
      .where('person_id', '=', personId)
      .where('code_hash', '=', hashOf(ctx, recovery))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? 'recovery code' : null
  }
  const factor = await ctx.db
    .selectFrom('second_factors')
    .select('secret_sealed')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = factor && stepOfCode(ctx.services.keys.open(factor.secret_sealed), typed, ctx.now())
  if (step === undefined || step === null) return null
  const { numUpdatedRows } = await ctx.db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'code' : null
}

async function replaceRecoveryCodes(ctx: Context, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await ctx.db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  await ctx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ person_id: personId, code_hash: hashOf(ctx, code.replaceAll('-', '')) })))
    .execute()
  return codes
}

/** Keyed, so that a person who reads the table cannot try all codes against the hashes. */
function hashOf({ services }: Context, code: string): Buffer {
  return services.keys.blind('recovery code', code)
}

const subjectOf = ({ id, name }: Person) => ({ type: 'person', id, name })
