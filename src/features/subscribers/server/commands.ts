import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { queueConfirmation } from '#features/messages/server/commands.ts'
import { hasLastFailed } from '#features/messages/server/queries.ts'
import { queueEvent } from '#features/webhooks/server/commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Change, Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import {
  type ConsentText,
  type SubscriberDetail,
  type SubscriberState,
  type SubscriberVerb,
  type SuppressionReason,
  subscriberMoves,
  subscriberNumber,
  type subscribers,
} from '../contract.ts'
import { confirmPath, unsubscribePath } from '../screen-contract.ts'
import { listConsentTexts, readSubscriber, subscriberOf } from './queries.ts'
import {
  type AskedConsent,
  addressHash,
  confirmToken,
  foldAddress,
  stateWithout,
  unsubscribeToken,
} from './rules.ts'
import type { SubscriberRecord } from './tables.ts'

/** Blocks a subscriber. Refuses (not-found), and (conflict) somebody who is blocked already. */
export async function blockSubscriber(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<SubscriberDetail> {
  await block(ctx, await subscriberOf(ctx.db, id), reason)
  return readSubscriber(ctx, { id })
}

/** Blocks an address, which is stored if nobody knows it yet. Refuses (conflict) an address that is blocked already. */
export async function blockAddress(
  ctx: Context,
  { email, reason }: { email: string; reason: string },
): Promise<SubscriberDetail> {
  const subscriber = await storeAddress(ctx, email, 'staff')
  await block(ctx, subscriber, reason)
  return readSubscriber(ctx, subscriber)
}

async function block(ctx: Context, { id }: { id: string }, reason: string): Promise<void> {
  const before = await move(ctx, id, 'block', reason)
  if (!before) throw new Refusal('conflict', 'This address is already blocked')
  await suppress(ctx, before, 'blocked', reason)
  await ctx.record({ ...changeOf(before, 'block', 'blocked'), reason })
}

/**
 * Lifts a block. The state becomes what the other reasons and the consent give, so nobody who unsubscribed gets mail
 * again. Refuses (not-found), and (conflict) somebody who is not blocked.
 */
export async function unblockSubscriber(ctx: Context, { id }: { id: string }): Promise<SubscriberDetail> {
  await subscriberOf(ctx.db, id)
  const before = await lock(ctx, id)
  if (before?.state !== 'blocked') throw new Refusal('conflict', 'This address is not blocked')
  const state = await restoreWithout(ctx, before, 'blocked')
  await ctx.record(changeOf(before, 'unblock', state))
  return readSubscriber(ctx, { id })
}

/**
 * Lifts a bounce of an address that a mail server rejected although it exists. The state becomes what the other reasons and
 * the consent give, so nobody who unsubscribed gets news again. Refuses (not-found), and (conflict) an address that did not
 * bounce, and one that is blocked: below a block it would have no effect.
 */
export async function mailAgain(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<SubscriberDetail> {
  await subscriberOf(ctx.db, id)
  const before = await lock(ctx, id)
  if (before?.state === 'blocked') throw new Refusal('conflict', 'This address is blocked. Unblock it first')
  const hasBounced =
    before?.state === 'bounced' || (before && (await reasonsAgainst(ctx, before)).includes('bounced'))
  if (!before || !hasBounced) throw new Refusal('conflict', 'This address did not bounce')
  const state = await restoreWithout(ctx, before, 'bounced')
  await ctx.record({ ...changeOf(before, 'mail again', state), reason })
  return readSubscriber(ctx, { id })
}

/** Lifts a reason against mail to a locked subscriber. Answers the state that the other reasons and the consent give. */
async function restoreWithout(
  ctx: Context,
  before: SubscriberRecord,
  reason: SuppressionReason,
): Promise<SubscriberState> {
  await lift(ctx, before, [reason])
  const state = stateWithout(await reasonsAgainst(ctx, before), before.confirmed_at)
  await ctx.db
    .updateTable('subscribers')
    // Somebody who had unsubscribed before the mail bounced stays so, with the day and the reason.
    .set(
      state === before.state
        ? { version: sql<number>`version + 1` }
        : { state, state_reason: '', ...stamps(ctx) },
    )
    .where('id', '=', before.id)
    .execute()
  return state
}

async function reasonsAgainst(
  ctx: Context,
  { address_hash }: { address_hash: Buffer },
): Promise<SuppressionReason[]> {
  const { rows } = await sql<{ reason: SuppressionReason }>`
    select reason from suppressions where address_hash = ${address_hash}`.execute(ctx.db)
  return rows.map(({ reason }) => reason)
}

/** Unsubscribes somebody by hand. Refuses (not-found), and (conflict) somebody who is unsubscribed or blocked. */
export async function unsubscribeByStaff(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<SubscriberDetail> {
  const { state } = await subscriberOf(ctx.db, id)
  const before = await move(ctx, id, 'unsubscribe', reason)
  if (!before) throw new Refusal('conflict', `This address is already ${state}`)
  await suppress(ctx, before, 'unsubscribed', reason)
  await ctx.record({ ...changeOf(before, 'unsubscribe', 'unsubscribed'), reason })
  await queueEvent(ctx, 'subscriber.unsubscribed', { subscriber_id: id })
  return readSubscriber(ctx, { id })
}

const resendAfterMs = 60 * 60 * 1000

/**
 * Sends the confirmation mail again. Refuses (not-found), (conflict) an address that is not unconfirmed or for which nobody
 * asked, because a confirmation proves no consent without a text and a time, and (too-many) a second mail within an hour, unless the
 * first has failed.
 */
export async function resendConfirmation(ctx: Context, { id }: { id: string }): Promise<SubscriberDetail> {
  await subscriberOf(ctx.db, id)
  const subscriber = await lock(ctx, id)
  if (subscriber?.state !== 'unconfirmed') {
    throw new Refusal('conflict', `This address is ${subscriber?.state}. Only unconfirmed ones get the mail`)
  }
  const { asked_at, consent_version, place } = subscriber
  if (!asked_at || consent_version === null) {
    throw new Refusal(
      'conflict',
      'Nobody asked for news at this address. Its owner can subscribe in the shop',
    )
  }
  const next = (subscriber.confirmation_sent_at?.getTime() ?? 0) + resendAfterMs
  const waitMs = next - ctx.now().getTime()
  if (waitMs > 0 && !(await hasLastFailed(ctx.db, 'subscription', { type: 'subscriber', id }))) {
    throw new Refusal('too-many', 'The mail was sent less than an hour ago. Wait before you send it again', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }
  await sendConfirmation(ctx, subscriber, { asked_at, consent_version, place })
  await ctx.record({ action: 'send the confirmation again', subject: subjectOf(subscriber) })
  return readSubscriber(ctx, { id })
}

/** Queues the mail that asks to confirm what was asked for, with a link of seven days. */
export async function sendConfirmation(
  ctx: Context,
  { id, email }: Pick<SubscriberRecord, 'id' | 'email'>,
  asked: AskedConsent | null,
): Promise<void> {
  const token = confirmToken(ctx.services.keys, id, ctx.now(), asked)
  const link = `${ctx.services.publicUrl}${confirmPath}?token=${token}`
  await queueConfirmation(ctx, { recipient: email, subscriberId: id, link })
  await ctx.db
    .updateTable('subscribers')
    .set({ confirmation_sent_at: ctx.now() })
    .where('id', '=', id)
    .execute()
}

/**
 * Writes the next version of the consent text. The text of the newest version again changes nothing. Refuses (conflict)
 * another newest version than the one that was read.
 */
export async function writeConsent(
  ctx: Context,
  { text, follows }: Input<typeof subscribers.writeConsent>,
): Promise<ConsentText> {
  await sql`select pg_advisory_xact_lock(hashtext('munshi consent texts'))`.execute(ctx.db)
  const [newest] = await listConsentTexts(ctx)
  if (newest?.text === text) {
    ctx.unchanged()
    return newest
  }
  if (newest?.version !== follows) {
    throw new Refusal(
      'conflict',
      'Somebody wrote another version of the consent text meanwhile. Read it before you write the next one',
      { current: newest },
    )
  }
  const { rows } = await sql<{ version: number; created_at: Date; created_by: string; text: string }>`
    insert into consent_texts (version, text, created_at, created_by)
    select max(version) + 1, ${text}, ${ctx.now()}, ${'name' in ctx.actor ? ctx.actor.name : ''} from consent_texts
    returning *`.execute(ctx.db)
  const [made] = rows
  if (!made) throw new Error('the consent text was not stored')
  await ctx.record({
    action: 'write',
    subject: { type: 'consent_text', id: null, name: `Version ${made.version}` },
    after: { text },
  })
  return { ...made, created_at: made.created_at.toISOString() }
}

/** The links of a group mail to this address: the page for people, and the address for mail programs (RFC 8058). */
export function unsubscribeLinks(ctx: Context, email: string): { page: string; oneClick: string } {
  const token = unsubscribeToken(ctx.services.keys, email)
  const { publicUrl } = ctx.services
  return {
    page: `${publicUrl}${unsubscribePath}?token=${token}`,
    oneClick: `${publicUrl}/api/mail/unsubscribe/${token}`,
  }
}

/**
 * Suppresses an address that refused a group mail, whether it is subscribed or not: it bounced, or its owner reported
 * the mail as spam. `detail` is what the mail server said. Calling this again changes nothing.
 */
export async function suppressAddress(
  ctx: Context,
  { email, reason, detail }: { email: string; reason: 'bounced' | 'complained'; detail: string },
): Promise<void> {
  const subscriber = await storeAddress(ctx, email, 'mail')
  const isNew = await suppress(ctx, subscriber, reason, detail)
  const verb = reason === 'bounced' ? 'bounce' : 'unsubscribe'
  const before = await move(ctx, subscriber.id, verb, detail)
  if (before) {
    await ctx.record({ ...changeOf(before, verb, subscriberMoves[verb].to), reason: detail })
  } else if (isNew) {
    await ctx.record({
      action: 'suppress',
      subject: subjectOf(subscriber),
      after: { reason },
      reason: detail,
    })
  } else ctx.unchanged()
}

/**
 * Forgets the addresses with these hashes where group mails to them came back: those who never subscribed are deleted, and the
 * hashes alone stay suppressed.
 */
export async function forgetMailed(ctx: Context, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return
  await sql`
    delete from subscribers where address_hash = any(${[...hashes]}::bytea[])
      and origin = 'mail' and asked_at is null and confirmed_at is null`.execute(ctx.db)
  await sql`update suppressions set address = null, detail = ''
    where address_hash = any(${[...hashes]}::bytea[])`.execute(ctx.db)
}

/** The subscriber of an address, stored without consent if nobody knows it yet. */
async function storeAddress(
  ctx: Context,
  email: string,
  origin: 'staff' | 'mail',
): Promise<SubscriberRecord> {
  const folded = foldAddress(email)
  await ctx.db
    .insertInto('subscribers')
    .values({
      ...{ id: uuidv7(), email: folded, address_hash: addressHash(folded), origin, state: 'unconfirmed' },
      ...{ state_since: ctx.now(), created_at: ctx.now(), updated_at: ctx.now() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ctx.db.selectFrom('subscribers').selectAll().where('email', '=', folded).executeTakeFirstOrThrow()
}

/** The subscriber, locked until the transaction ends; undefined if it is gone. */
export function lock(ctx: Context, id: string): Promise<SubscriberRecord | undefined> {
  return ctx.db.selectFrom('subscribers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Moves a subscriber as the table of moves allows. Answers the record as it was; null if the state does not allow it. */
export async function move(
  ctx: Context,
  id: string,
  verb: SubscriberVerb,
  state_reason: string,
): Promise<SubscriberRecord | null> {
  const before = await lock(ctx, id)
  const { from, to } = subscriberMoves[verb]
  const moved = await ctx.db
    .updateTable('subscribers')
    .set({ state: to, state_reason, ...stamps(ctx) })
    .where('id', '=', id)
    .where('state', '=', anyOf<string>(from))
    .returning('id')
    .executeTakeFirst()
  return moved && before ? before : null
}

function stamps(ctx: Context) {
  return { state_since: ctx.now(), updated_at: ctx.now(), version: sql<number>`version + 1` }
}

/** Adds a reason against mail to an address. Answers whether it is new. */
export async function suppress(
  ctx: Context,
  { email, address_hash }: { email: string | null; address_hash: Buffer },
  reason: SuppressionReason,
  detail: string,
): Promise<boolean> {
  const added = await ctx.db
    .insertInto('suppressions')
    .values({ address_hash, reason, address: email, since: ctx.now(), detail })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reason')
    .executeTakeFirst()
  return added !== undefined
}

/** Removes these reasons against mail to an address. */
export async function lift(
  ctx: Context,
  { address_hash }: { address_hash: Buffer },
  reasons: readonly SuppressionReason[],
): Promise<void> {
  await ctx.db
    .deleteFrom('suppressions')
    .where('address_hash', '=', address_hash)
    .where('reason', '=', anyOf<string>(reasons))
    .execute()
}

export function subjectOf({ id }: { id: string }): Change['subject'] {
  return { type: 'subscriber', id, name: subscriberNumber(id) }
}

/** The audit entry of a move. */
export function changeOf(before: SubscriberRecord, action: string, state: string): Change {
  return { action, subject: subjectOf(before), before: { state: before.state }, after: { state } }
}
