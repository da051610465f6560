import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  changeOf,
  lift,
  lock,
  move,
  sendConfirmation,
  subjectOf,
  suppress,
} from '#features/subscribers/server/commands.ts'
import {
  type AskedConsent,
  addressHash,
  confirmForMs,
  foldAddress,
  readConfirmToken,
  readUnsubscribeToken,
  unsubscribeToken,
} from '#features/subscribers/server/rules.ts'
import '#features/subscribers/server/tables.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { countTry } from '#kit/server/throttle.ts'
import type { Subscription } from '../contract.ts'

const words = {
  unknownVersion: 'This text is not known. Reload the page and try again',
  askedOften: 'You asked several times. Wait a moment and check your e-mail',
  sameAnswer: 'Check your e-mail. If this address can be subscribed, a mail with a link is on its way.',
  linkIsBroken: 'This link no longer works. Subscribe again to get a new one',
  linkIsIncomplete: 'This link is not complete. Open it from the mail again',
  byTheReader: 'By the link in a mail',
  confirmed: 'You are subscribed.',
  unsubscribed: 'You are unsubscribed. You get no more news from us.',
} as const

/**
 * Stores a request to subscribe. A job looks up the address and sends the mail, so neither the answer nor its timing
 * tells whether the address is known. Refuses (invalid) an unknown version of the consent text, and (too-many) more
 * than a few requests for one address or from one network.
 */
export async function requestSubscription(ctx: Context, request: Subscription): Promise<{ message: string }> {
  await refuseUnknownText(ctx, request)
  const { email } = request
  refuseOften(
    await ctx.transact((trx) => {
      trx.unchanged()
      return countTry(trx, { kind: 'stranger', email }, 'subscribe')
    }),
  )
  return ctx.transact((trx) => storeRequest(trx, request))
}

/**
 * The same for an address that another system passes on, in the transaction of the caller. It is counted by address alone,
 * because all its shoppers come from one network. Refuses as `requestSubscription`.
 */
export async function passOnSubscription(ctx: Context, request: Subscription): Promise<{ message: string }> {
  await refuseUnknownText(ctx, request)
  refuseOften(await countTry(ctx, { kind: 'passed on', email: request.email }, 'subscribe'))
  return storeRequest(ctx, request)
}

async function refuseUnknownText(ctx: Context, { consent_version }: Subscription): Promise<void> {
  const known = await ctx.db
    .selectFrom('consent_texts')
    .select('version')
    .where('version', '=', consent_version)
    .executeTakeFirst()
  if (!known) throw fieldRefusal('consent_version', words.unknownVersion)
}

function refuseOften(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new Refusal('too-many', words.askedOften, { retryAfterSeconds })
}

async function storeRequest(
  ctx: Context,
  { email, consent_version, place }: Subscription,
): Promise<{ message: string }> {
  // The job writes the audit row, because at this point it is unknown whether the request changes anything.
  ctx.unchanged()
  await ctx.db
    .insertInto('subscription_requests')
    .values({
      id: uuidv7(),
      email_sealed: ctx.services.keys.seal(foldAddress(email)),
      ...{ consent_version, place, requested_at: ctx.now() },
    })
    .execute()
  return { message: words.sameAnswer }
}

/** A second request within this time sends no second mail. */
const quietMs = 5 * 60 * 1000

/** Answers the oldest request that no other instance has claimed. Answers false if none is waiting. */
export async function answerSubscriptionRequest(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{
    email_sealed: string
    consent_version: number
    place: string
    requested_at: Date
  }>`
    delete from subscription_requests where id = (
      select id from subscription_requests order by requested_at, id limit 1 for update skip locked)
    returning *`.execute(ctx.db)
  ctx.unchanged()
  const [request] = rows
  if (!request) return false
  const { email_sealed, consent_version, place, requested_at: asked_at } = request
  const asked = { consent_version, place, asked_at }
  const email = ctx.services.keys.open(email_sealed)
  const address_hash = addressHash(email)
  if (await isBlocked(ctx, address_hash)) return true
  await ctx.db
    .insertInto('subscribers')
    .values({
      ...{ id: uuidv7(), email, address_hash, origin: 'form', state: 'unconfirmed', ...asked },
      ...{ state_since: ctx.now(), created_at: ctx.now(), updated_at: ctx.now() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await ctx.db
    .selectFrom('subscribers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const subscriber = await lock(ctx, found.id)
  // The person is subscribed already, or was blocked a moment ago.
  if (!subscriber || subscriber.state === 'subscribed' || subscriber.state === 'blocked') return true
  const sentAt = subscriber.confirmation_sent_at?.getTime() ?? 0
  if (ctx.now().getTime() - sentAt < quietMs) return true
  // What somebody once agreed to is the proof for the mails that they got. It is replaced when they confirm again, not when a
  // stranger types their address.
  if (!subscriber.confirmed_at) await agree(ctx, subscriber.id, asked)
  await sendConfirmation(ctx, subscriber, asked)
  await ctx.record({
    action: 'ask to subscribe',
    subject: subjectOf(subscriber),
    after: { consent_version, place },
  })
  return true
}

/** Puts on record to which text a subscriber agreed, when and where. */
async function agree(ctx: Context, id: string, asked: AskedConsent): Promise<void> {
  await ctx.db
    .updateTable('subscribers')
    .set({ ...asked, consent_source: '', updated_at: ctx.now(), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

async function isBlocked(ctx: Context, address_hash: Buffer): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('suppressions')
    .select('reason')
    .where('address_hash', '=', address_hash)
    .where('reason', '=', 'blocked')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Confirms a subscription and lifts every reason against mail. Confirming twice answers the same. Refuses (invalid) a
 * link that is older than seven days, was made before the person unsubscribed, or belongs to a blocked address.
 */
export async function confirmSubscription(
  ctx: Context,
  { token }: { token: string },
): Promise<{ message: string; unsubscribe_token: string }> {
  const link = readConfirmToken(ctx.services.keys, token)
  const broken = fieldRefusal('token', words.linkIsBroken)
  if (!link || ctx.now().getTime() - link.made.getTime() > confirmForMs) throw broken
  const subscriber = await lock(ctx, link.id)
  if (!subscriber || subscriber.state === 'blocked') throw broken
  const unsubscribe_token = unsubscribeToken(ctx.services.keys, subscriber.email)
  const answer = { message: words.confirmed, unsubscribe_token }
  if (subscriber.state === 'subscribed') {
    ctx.unchanged()
    return answer
  }
  // The link of an earlier mail must not undo what the person did afterwards.
  if (link.made.getTime() < subscriber.state_since.getTime()) throw broken
  await move(ctx, link.id, 'confirm', '')
  if (link.asked) await agree(ctx, link.id, link.asked)
  await ctx.db.updateTable('subscribers').set({ confirmed_at: ctx.now() }).where('id', '=', link.id).execute()
  await lift(ctx, subscriber, ['unsubscribed', 'bounced', 'complained', 'erased'])
  await ctx.record(changeOf(subscriber, 'confirm', 'subscribed'))
  await queueEvent(ctx, 'subscriber.confirmed', { subscriber_id: link.id })
  return answer
}

/**
 * Unsubscribes the address of a link, whether it is subscribed or not. Doing it again answers the same. Refuses
 * (invalid) a link that was not made here.
 */
export async function unsubscribeByLink(
  ctx: Context,
  { token }: { token: string },
): Promise<{ message: string }> {
  const address_hash = readUnsubscribeToken(ctx.services.keys, token)
  if (!address_hash) throw fieldRefusal('token', words.linkIsIncomplete)
  const subscriber = await ctx.db
    .selectFrom('subscribers')
    .select(['id', 'email'])
    .where('address_hash', '=', address_hash)
    .executeTakeFirst()
  const before = subscriber ? await move(ctx, subscriber.id, 'unsubscribe', words.byTheReader) : null
  const isNew = await suppress(
    ctx,
    { email: subscriber?.email ?? null, address_hash },
    'unsubscribed',
    words.byTheReader,
  )
  if (before) {
    await ctx.record(changeOf(before, 'unsubscribe', 'unsubscribed'))
    await queueEvent(ctx, 'subscriber.unsubscribed', { subscriber_id: before.id })
  } else if (isNew) {
    const name = `Address ${address_hash.toString('hex').slice(0, 8)}`
    await ctx.record({
      action: 'unsubscribe',
      subject: subscriber ? subjectOf(subscriber) : { type: 'subscriber', id: null, name },
    })
  } else ctx.unchanged()
  return { message: words.unsubscribed }
}

/** The same, at the address for mail programs. Refuses (not-found) a link that was not made here. */
export async function unsubscribeAtOnce(
  ctx: Context,
  { token }: { token: string },
): Promise<{ message: string }> {
  if (!readUnsubscribeToken(ctx.services.keys, token)) throw new Refusal('not-found', words.linkIsIncomplete)
  return unsubscribeByLink(ctx, { token })
}
