import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import { type Context, signedIn } from '#kit/server/context.ts'
import { type NewPasskey, type PasskeyStart, passkeyAlgorithms, type RecoveryCodes } from '../contract.ts'
import { askedFactors, endRecoveryCodesOfNone, lockFactors, recoveryCodesOfFirst } from './factor-commands.ts'
import {
  isUnattested,
  newChallenge,
  type PasskeyAnswer,
  readChallenge,
  readPasskeyAnswer,
  relyingParty,
} from './rules.ts'
import '#features/access/server/tables.ts'
import './tables.ts'

type Person = ReturnType<typeof signedIn>

const mostPasskeys = 10
const atSignIn = 'sign-in'
const atAdding = (personId: string) => `passkey for ${personId}`

/** A challenge for an existing passkey: it depends on no account, and nothing is stored until it is answered. */
export async function readPasskeyChallenge({ services, now }: Context) {
  return {
    challenge: newChallenge(services.keys, atSignIn, now()),
    rp_id: relyingParty(services.publicUrl).rp_id,
  }
}

/**
 * The data that a browser needs to create a passkey for the signed-in person; its challenge is valid for this person
 * only.
 */
export async function startPasskey(ctx: Context): Promise<PasskeyStart> {
  const person = signedIn(ctx)
  const { email } = await ctx.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const { passkeys } = await askedFactors(ctx, person.id)
  return {
    challenge: newChallenge(ctx.services.keys, atAdding(person.id), ctx.now()),
    rp_id: relyingParty(ctx.services.publicUrl).rp_id,
    user_id: Buffer.from(person.id.replaceAll('-', ''), 'hex').toString('base64url'),
    email,
    username: person.name,
    passkeys,
  }
}

/**
 * Stores a passkey that the browser created for the signed-in person, under the name that the person chose. The first
 * second factor of any kind comes with ten recovery codes. Refuses (invalid) a passkey that was not created for this
 * site, this person and a challenge of the last five minutes, and (conflict) a passkey that is already stored and an
 * eleventh passkey.
 */
export async function addPasskey(ctx: Context, { name, credential }: NewPasskey): Promise<RecoveryCodes> {
  const person = signedIn(ctx)
  await lockFactors(ctx, person.id)
  const made = await verifiedPasskey(ctx, person.id, credential)
  if (!made) {
    const message = 'This passkey was not accepted. Try again'
    throw new Refusal('invalid', message, { errors: [{ path: 'credential', code: 'wrong', message }] })
  }
  const { passkeys } = await askedFactors(ctx, person.id)
  if (passkeys.length >= mostPasskeys) {
    throw new Refusal('conflict', `You have ${mostPasskeys} passkeys. Remove one before you add another`)
  }
  const codes = await recoveryCodesOfFirst(ctx, person.id)
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('passkeys')
    .values({ ...made, id: uuidv7(), person_id: person.id, name, created_at: ctx.now() })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('conflict', 'This passkey has already been added')
  await ctx.record({
    action: 'add passkey',
    subject: subjectOf(person),
    after: { passkey: name, ...(codes.length > 0 ? { recovery_codes: codes.length } : {}) },
  })
  return { recovery_codes: codes }
}

/** Renames one of the person's own passkeys. Refuses (not-found) another person's passkey. */
export async function renamePasskey(ctx: Context, { id, name }: { id: string; name: string }): Promise<void> {
  const person = signedIn(ctx)
  await lockFactors(ctx, person.id)
  const before = await ownPasskey(ctx, person, id)
  if (before.name === name) {
    ctx.unchanged()
    return
  }
  await ctx.db.updateTable('passkeys').set({ name }).where('id', '=', id).execute()
  await ctx.record({
    action: 'rename passkey',
    subject: subjectOf(person),
    before: { passkey: before.name },
    after: { passkey: name },
  })
}

/**
 * Removes one of the person's own passkeys; if it was the last second factor, the recovery codes end too. Refuses
 * (not-found) another person's passkey.
 */
export async function removePasskey(ctx: Context, { id }: { id: string }): Promise<void> {
  const person = signedIn(ctx)
  await lockFactors(ctx, person.id)
  const { name } = await ownPasskey(ctx, person, id)
  await ctx.db.deleteFrom('passkeys').where('id', '=', id).execute()
  const isLast = await endRecoveryCodesOfNone(ctx, person.id)
  await ctx.record({
    action: 'remove passkey',
    subject: subjectOf(person),
    before: { passkey: name },
    ...(isLast ? { after: { second_factor: 'off' } } : {}),
  })
}

/**
 * Accepts the answer of one of this person's passkeys, in the transaction of the action that the answer allows. The
 * answer must be for this origin and relying party id, to a challenge of this server that is at most five minutes old
 * and unspent, with a counter that has grown. Answers false for any other.
 */
export async function spendPasskey(ctx: Context, personId: string, typed: string): Promise<boolean> {
  const answer = readPasskeyAnswer(typed)
  if (!answer) return false
  const passkey = await ctx.db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', answer.id)
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return false
  const taken = await verifiedAnswer(ctx, passkey, answer)
  if (!taken || !(await spendChallenge(ctx, taken.challenge))) return false
  const now = ctx.now()
  await ctx.db
    .updateTable('passkeys')
    .set({ counter: BigInt(taken.counter), last_used_at: now })
    .where('id', '=', passkey.id)
    .execute()
  return true
}

interface KeptPasskey {
  credential_id: string
  public_key: Buffer
  counter: bigint
}

/** Loaded on first use, because the library is a fifth of everything loaded at start. */
function passkeyVerifier() {
  return import('@simplewebauthn/server')
}

/** Requires user presence but not user verification: the password before it already proves knowledge. */
async function verifiedAnswer(ctx: Context, passkey: KeptPasskey, answer: PasskeyAnswer) {
  const { rp_id, origin } = relyingParty(ctx.services.publicUrl)
  let challenge: Buffer | null = null
  const { verifyAuthenticationResponse } = await passkeyVerifier()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: (text) => {
      challenge = readChallenge(ctx.services.keys, atSignIn, text, ctx.now())
      return challenge !== null
    },
    expectedOrigin: origin,
    expectedRPID: rp_id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: false,
  }).catch(notVerified)
  return verified && challenge ? { challenge, counter: authenticationInfo.newCounter } : null
}

/** The passkey of a registration made for this site and this person, with a challenge that was not answered before. */
async function verifiedPasskey(ctx: Context, personId: string, credential: NewPasskey['credential']) {
  if (!isUnattested(credential.response.attestationObject)) return null
  const { rp_id, origin } = relyingParty(ctx.services.publicUrl)
  const { transports = [], ...response } = credential.response
  let challenge: Buffer | null = null
  const { verifyRegistrationResponse } = await passkeyVerifier()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: (text) => {
      challenge = readChallenge(ctx.services.keys, atAdding(personId), text, ctx.now())
      return challenge !== null
    },
    expectedOrigin: origin,
    expectedRPID: rp_id,
    requireUserVerification: false,
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  }).catch(notVerified)
  if (!verified || !registrationInfo || !challenge || !(await spendChallenge(ctx, challenge))) return null
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports,
  }
}

/** The library throws for any answer that it does not accept; the caller must not learn the reason. */
function notVerified(): { verified: false; authenticationInfo: never; registrationInfo: undefined } {
  return { verified: false, authenticationInfo: undefined as never, registrationInfo: undefined }
}

/** Marks a challenge as spent; of two answers at once, on any instance, the second is refused. */
async function spendChallenge(ctx: Context, challenge: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('spent_challenges')
    .values({ challenge_hash: createHash('sha256').update(challenge).digest(), spent_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function ownPasskey(ctx: Context, person: Person, id: string): Promise<{ name: string }> {
  const found = await ctx.db
    .selectFrom('passkeys')
    .select('name')
    .where('id', '=', id)
    .where('person_id', '=', person.id)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'There is no such passkey')
  return found
}

const subjectOf = ({ id, name }: Person) => ({ type: 'person', id, name })
