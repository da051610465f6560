import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import {
  type Letter,
  type LinkLetter,
  type MentionLetter,
  type Notice,
  type PayoutLetter,
  renderConfirmation,
  renderLetter,
  renderLinkLetter,
  renderMention,
  renderNotice,
  renderPayout,
  renderSupport,
  type SupportLetter,
} from './letters.ts'
import type { MailHandler, StoredAttachment } from './rules.ts'
import './tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** Seconds that a message is held before it is sent; this is also the length of the undo window. */
    outboxHoldSeconds: number
    /** Who takes mails that arrive, in the order in which they are asked. */
    mailHandlers: readonly MailHandler[]
  }
}

/** Puts a message into the outbox, in the transaction of the change it reports; it is not sent before `sendAt`. */
export async function queueMessage(
  ctx: Context,
  message: {
    letter: Letter
    recipient: string
    about: { type: 'vendor' | 'product' | 'customer'; id: string }
    decisionId: string | null
    sendAt: Date
  },
): Promise<void> {
  const { letter, recipient, about, decisionId, sendAt } = message
  await queue(ctx, {
    kind: letter.kind,
    recipient,
    ...renderLetter(letter),
    about,
    decisionId,
    sendAt,
  })
}

/**
 * Puts a letter with a link into the outbox, to be sent at once. The database never contains the link in the clear: the
 * link is stored encrypted with the letter and deleted after the mail was sent or given up.
 */
export async function queueLink(
  ctx: Context,
  message: { letter: LinkLetter; recipient: string; personId: string; link: string },
): Promise<void> {
  const link_sealed = ctx.services.keys.seal(message.link)
  await queueToPerson(ctx, message, { ...renderLinkLetter(message.letter), link_sealed })
}

/** Puts a letter to a staff member about their own account into the outbox, to be sent at once. */
export async function queueNotice(
  ctx: Context,
  message: { letter: Notice; recipient: string; personId: string },
): Promise<void> {
  await queueToPerson(ctx, message, renderNotice(message.letter))
}

async function queueToPerson(
  ctx: Context,
  { letter, recipient, personId }: { letter: { kind: string }; recipient: string; personId: string },
  written: Written & { link_sealed?: string },
): Promise<void> {
  await queue(ctx, {
    kind: letter.kind,
    recipient,
    ...written,
    about: { type: 'person', id: personId },
    sendAt: ctx.now(),
  })
}

/**
 * Puts a mail to a colleague who is mentioned in a note into the outbox; it is sent at `sendAt`. The mail links to the
 * note and never contains its text. Answers the mail's id.
 */
export async function queueMention(
  ctx: Context,
  message: { letter: MentionLetter; recipient: string; noteId: string; link: string; sendAt: Date },
): Promise<string> {
  const { letter, recipient, noteId, link, sendAt } = message
  const about = { type: 'note', id: noteId }
  return queue(ctx, { kind: 'mention', recipient, ...renderMention(letter, link), about, sendAt })
}

/** Withdraws those of these mails that are still queued. Answers their ids. */
export async function withdrawMentions(ctx: Context, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const withdrawn = await ctx.db
    .updateTable('messages')
    .set({ status: 'withdrawn' })
    .where('id', '=', anyOf(ids))
    .where('kind', '=', 'mention')
    .where('status', '=', 'queued')
    .returning('id')
    .execute()
  return withdrawn.map(({ id }) => id)
}

/** Withdraws queued letters of this kind to this person, because their links no longer work. */
export async function withdrawLinks(ctx: Context, kind: LinkLetter['kind'], personId: string): Promise<void> {
  await ctx.db
    .updateTable('messages')
    .set({ status: 'withdrawn', link_sealed: null })
    .where('subject_type', '=', 'person')
    .where('subject_id', '=', personId)
    .where('kind', '=', kind)
    .where('status', '=', 'queued')
    .execute()
}

/**
 * Puts a mail about a withdrawal into the outbox; it is sent at `sendAt`. A queued mail about the same withdrawal is
 * withdrawn, so nobody is notified of an approval that was declined a moment later.
 */
export async function queuePayout(
  ctx: Context,
  message: { letter: PayoutLetter; recipient: string; withdrawalId: string; sendAt: Date },
): Promise<void> {
  const { letter, recipient, withdrawalId, sendAt } = message
  await withdrawPayoutMails(ctx, [withdrawalId])
  const about = { type: 'withdrawal', id: withdrawalId }
  await queue(ctx, { kind: letter.kind, recipient, ...renderPayout(letter), about, sendAt })
}

/**
 * Puts the mail that asks an address to confirm its subscription into the outbox, to be sent at once. The link is stored
 * encrypted, and an earlier mail that is still queued is withdrawn.
 */
export async function queueConfirmation(
  ctx: Context,
  { recipient, subscriberId, link }: { recipient: string; subscriberId: string; link: string },
): Promise<void> {
  const about = { type: 'subscriber', id: subscriberId }
  await ctx.db
    .updateTable('messages')
    .set({ status: 'withdrawn', link_sealed: null })
    .where('subject_type', '=', about.type)
    .where('subject_id', '=', about.id)
    .where('status', '=', 'queued')
    .execute()
  const link_sealed = ctx.services.keys.seal(link)
  const written = { kind: 'subscription', recipient, ...renderConfirmation(), link_sealed }
  await queue(ctx, { ...written, about, sendAt: ctx.now() })
}

/**
 * Puts a mail about a support request into the outbox, to be sent at once. `replyTo` is the address that an answer goes to;
 * empty for the address of the sender. The attachments are read from the file store when the mail is sent.
 */
export async function queueSupport(
  ctx: Context,
  message: {
    letter: SupportLetter
    recipient: string
    requestId: string
    link: string
    replyTo: string
    attachments: readonly StoredAttachment[]
  },
): Promise<void> {
  const { letter, recipient, requestId, link, replyTo, attachments } = message
  await queue(ctx, {
    kind: letter.kind,
    recipient,
    ...renderSupport(letter, link),
    about: { type: 'support request', id: requestId },
    replyTo,
    attachments,
    sendAt: ctx.now(),
  })
}

interface Written {
  subject: string
  text: string
  html: string
}

/** Answers the id of the queued mail. */
async function queue(
  ctx: Context,
  mail: Written & {
    kind: string
    recipient: string
    about: { type: string; id: string }
    decisionId?: string | null
    link_sealed?: string
    replyTo?: string
    attachments?: readonly StoredAttachment[]
    sendAt: Date
  },
): Promise<string> {
  const id = uuidv7()
  await ctx.db
    .insertInto('messages')
    .values({
      id,
      kind: mail.kind,
      recipient: mail.recipient,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      link_sealed: mail.link_sealed ?? null,
      reply_to: mail.replyTo ?? '',
      attachments: mail.attachments?.length ? JSON.stringify(mail.attachments) : null,
      status: 'queued',
      subject_type: mail.about.type,
      subject_id: mail.about.id,
      decision_id: mail.decisionId ?? null,
      send_at: mail.sendAt,
      created_at: ctx.now(),
    })
    .execute()
  return id
}

/** Withdraws the queued mails about these withdrawals. Answers the withdrawals that had a queued mail. */
export async function withdrawPayoutMails(
  ctx: Context,
  withdrawalIds: readonly string[],
): Promise<Set<string>> {
  if (withdrawalIds.length === 0) return new Set()
  const kept = await ctx.db
    .updateTable('messages')
    .set({ status: 'withdrawn' })
    .where('subject_type', '=', 'withdrawal')
    .where('subject_id', '=', anyOf(withdrawalIds))
    .where('status', '=', 'queued')
    .returning('subject_id')
    .execute()
  return new Set(kept.map(({ subject_id }) => subject_id))
}

/**
 * Deletes the content of the mails about these withdrawals and withdraws the queued ones, because their reader is
 * erased.
 */
export function erasePayoutMails(ctx: Context, withdrawalIds: readonly string[]): Promise<void> {
  return eraseMails(ctx, 'withdrawal', withdrawalIds)
}

/** The same for the confirmation mails to these subscribers. */
export function eraseSubscriberMails(ctx: Context, subscriberIds: readonly string[]): Promise<void> {
  return eraseMails(ctx, 'subscriber', subscriberIds)
}

async function eraseMails(ctx: Context, type: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const about = ctx.db
    .updateTable('messages')
    .where('subject_type', '=', type)
    .where('subject_id', '=', anyOf(ids))
  await about.set({ status: 'withdrawn' }).where('status', 'in', ['queued', 'sending']).execute()
  await about
    .set({ recipient: '', body_text: '', body_html: '', last_error: '', link_sealed: null })
    .execute()
}

/**
 * Withdraws the messages of a decision. Refuses (conflict) when one was sent or is being sent: the decision then
 * remains, because the vendor has been notified.
 */
export async function withdrawMessages(ctx: Context, decisionId: string): Promise<void> {
  await ctx.db
    .updateTable('messages')
    .set({ status: 'withdrawn' })
    .where('decision_id', '=', decisionId)
    .where('status', '=', 'queued')
    .execute()
  const left = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('decision_id', '=', decisionId)
    .where('status', '!=', 'withdrawn')
    .executeTakeFirst()
  if (left)
    throw new Refusal('conflict', 'The message was already sent, so this decision can no longer be undone')
}

/**
 * Sends a failed message again from the first attempt. Refuses (not-found) and (conflict) a message that has not
 * failed.
 */
export async function resendMessage(
  ctx: Context,
  about: { type: 'vendor' | 'product' | 'customer' | 'withdrawal'; id: string; name: string },
  messageId: string,
): Promise<void> {
  const queued = await ctx.db
    .updateTable('messages')
    .set({ status: 'queued', attempts: 0, last_error: '', send_at: ctx.now() })
    .where('id', '=', messageId)
    .where('subject_type', '=', about.type)
    .where('subject_id', '=', about.id)
    .where('status', '=', 'failed')
    .returning('kind')
    .executeTakeFirst()
  if (!queued) {
    const found = await ctx.db
      .selectFrom('messages')
      .select('status')
      .where('id', '=', messageId)
      .where('subject_id', '=', about.id)
      .executeTakeFirst()
    if (!found) throw new Refusal('not-found', 'There is no such message')
    throw new Refusal('conflict', `This message is ${found.status}. Only failed messages can be sent again`)
  }
  await ctx.record({ action: 'resend message', subject: about, after: { message: queued.kind } })
}
