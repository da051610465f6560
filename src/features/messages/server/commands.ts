import { sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import type { DecisionLetter, LetterKind } from '../kinds-contract.ts'
import type { LetterLanguage } from '../language-contract.ts'
import { digestValues, placeOfLink, type SupportLetter, supportValues, type Written } from './letters.ts'
import { queue, type WrittenKind, type WrittenLetter, write } from './outbox-commands.ts'
import { topicOf } from './queries.ts'
import type { StoredAttachment } from './rules.ts'
import './tables.ts'

/** The content of a letter about a decision; the reason is text by a person and is never treated as markup. */
interface Letter {
  kind: DecisionLetter
  vendorName: string
  productName?: string
  reason?: string
  /** The language that the person who decides has chosen; without one, that of the letters. */
  language?: LetterLanguage | undefined
}

/** A letter with a link for its reader only: an invitation or a password reset. */
interface LinkLetter {
  kind: 'invitation' | 'reset'
  name: string
  /** The person who invites, and the role they invite to. */
  by?: string
  role?: string
}

/** A letter to a staff member about their account or something they administer; its link grants no access. */
type Notice =
  /** With the person who turned the second factor off, and their reason. */
  | { kind: 'second factor off'; name: string; by: string; reason: string }
  /** Sent to the earlier address, with the person who changed it. */
  | { kind: 'sign-in address changed'; name: string; by: string }
  | { kind: 'webhook disabled'; name: string; url: string; reason: string; link: string }
  | { kind: 'release failed'; name: string; title: string; reason: string; link: string }
  | { kind: 'notification'; name: string; words: string; link: string }
  | { kind: 'notification digest'; name: string; count: number; lines: string[]; link: string }

/** A letter to the owner of a withdrawal; it never contains the bank account. */
interface PayoutLetter {
  kind: Extract<LetterKind, `withdrawal ${string}`>
  name: string
  number: string
  /** In words, such as Rs 2,500. */
  amount: string
  reason?: string
  /** The bank's reference of the payment. */
  reference?: string
}

/** A mail to a colleague who is mentioned in a note: the author and the record. */
interface MentionLetter {
  name: string
  by: string
  recordType: string
  recordName: string
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
  await queue(ctx, { ...(await writeDecision(ctx, letter)), recipient, about, decisionId, sendAt })
}

/** A letter about a decision as it is stored, to be shown before it is sent. */
export function writeDecision(ctx: Context, letter: Letter): Promise<WrittenLetter> {
  const { kind, vendorName, productName = '', reason = '', language } = letter
  const values = { vendor_name: vendorName, product_name: productName, reason }
  return write(ctx, kind, values, undefined, language)
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
  const { kind, name, by = '', role = '' } = message.letter
  const written = await write(ctx, kind, { name, invited_by: by, role }, placeOfLink)
  await queueToPerson(ctx, message, { ...written, link_sealed })
}

/** Puts a letter to a staff member about their own account into the outbox, to be sent at once. */
export async function queueNotice(
  ctx: Context,
  message: { letter: Notice; recipient: string; personId: string },
): Promise<void> {
  await queueToPerson(ctx, message, await writeNotice(ctx, message.letter))
}

function writeNotice(ctx: Context, letter: Notice): Promise<WrittenLetter> {
  const { kind, name } = letter
  switch (kind) {
    case 'second factor off':
      return write(ctx, kind, { name, switched_off_by: letter.by, reason: letter.reason })
    case 'sign-in address changed':
      return write(ctx, kind, { name, changed_by: letter.by })
    case 'webhook disabled':
      return write(ctx, kind, { name, webhook_address: letter.url, reason: letter.reason }, letter.link)
    case 'release failed':
      return write(ctx, kind, { name, release_title: letter.title, reason: letter.reason }, letter.link)
    case 'notification':
      return write(ctx, kind, { name, words: letter.words }, letter.link)
    case 'notification digest':
      return write(ctx, kind, { name, ...digestValues(letter) }, letter.link)
  }
}

async function queueToPerson(
  ctx: Context,
  { recipient, personId }: { recipient: string; personId: string },
  written: WrittenLetter & { link_sealed?: string },
): Promise<void> {
  const about = { type: 'person', id: personId }
  await queue(ctx, { ...written, recipient, about, sendAt: ctx.now() })
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
  const { name, by, recordType, recordName } = letter
  const values = { name, author: by, record_type: recordType, record_name: recordName }
  return queue(ctx, { ...(await write(ctx, 'mention', values, link)), recipient, about, sendAt })
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
  const { kind, name, number, amount, reason = '', reference = '' } = letter
  const values = { name, withdrawal_number: number, amount, reason, bank_reference: reference }
  await queue(ctx, { ...(await write(ctx, kind, values)), recipient, about, sendAt })
}

/** Puts a mail that somebody wrote into the outbox, to be sent at once. */
export async function queueWritten(
  ctx: Context,
  mail: Written & { kind: WrittenKind; recipient: string; about: { type: string; id: string } },
): Promise<void> {
  await queue(ctx, { ...mail, sendAt: ctx.now() })
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
  const written = await write(ctx, 'subscription', {}, placeOfLink)
  await queue(ctx, { ...written, link_sealed, recipient, about, sendAt: ctx.now() })
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
    ...(await write(ctx, letter.kind, supportValues(letter), link)),
    recipient,
    about: { type: 'support request', id: requestId },
    replyTo,
    attachments,
    sendAt: ctx.now(),
  })
}

/** Withdraws the queued mails about these withdrawals. */
export async function withdrawPayoutMails(ctx: Context, withdrawalIds: readonly string[]): Promise<void> {
  if (withdrawalIds.length === 0) return
  await ctx.db
    .updateTable('messages')
    .set({ status: 'withdrawn' })
    .where('subject_type', '=', 'withdrawal')
    .where('subject_id', '=', anyOf(withdrawalIds))
    .where('status', '=', 'queued')
    .execute()
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
    .set({
      // A subject that was edited can name the person.
      ...{
        recipient: '',
        subject: 'Erased',
        body_text: '',
        body_html: '',
        field_values: null,
        last_error: '',
      },
      link_sealed: null,
    })
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
 * Sends a failed message again from the first attempt, to the present address of its reader: the one that failed may
 * have been corrected since. Refuses (not-found), and (conflict) a message that has not failed, one whose reader has no
 * address any more, and one that a newer message about the record has overtaken: its reader would take the older state
 * for the present one. The caller has locked the record.
 */
export async function resendMessage(
  ctx: Context,
  about: { type: 'vendor' | 'product' | 'customer' | 'withdrawal'; id: string; name: string },
  messageId: string,
  recipient: string,
): Promise<void> {
  const [found, newer] = await ctx.db
    .selectFrom('messages')
    .select(['id', 'kind', 'status', 'recipient'])
    .where('subject_type', '=', about.type)
    .where('subject_id', '=', about.id)
    .where('id', '>=', messageId)
    .where((is) =>
      is.or([
        is('id', '=', messageId),
        is.and([
          is('status', '<>', 'withdrawn'),
          sql<boolean>`${topicOf('messages')} = (select ${topicOf('m')} from messages m where m.id = ${messageId})`,
        ]),
      ]),
    )
    .orderBy('id')
    .limit(2)
    .execute()
  if (found?.id !== messageId) throw new Refusal('not-found', 'There is no such message')
  const only = (why: string) => new Refusal('conflict', `${why}. Only failed messages can be sent again`)
  if (found.status !== 'failed') throw only(`This message is ${found.status}`)
  if (newer) {
    throw new Refusal('conflict', 'A newer message about this record replaced this one')
  }
  if (recipient === '')
    throw new Refusal('conflict', 'There is no email address on record to send this message to')
  const queued = await ctx.db
    .updateTable('messages')
    .set({ status: 'queued', recipient, attempts: 0, last_error: '', send_at: ctx.now(), sent_at: null })
    .where('id', '=', messageId)
    .where('status', '=', 'failed')
    .executeTakeFirst()
  if (queued.numUpdatedRows === 0n) throw only('This message is queued')
  const isElsewhere = recipient !== found.recipient
  await ctx.record({
    action: 'resend message',
    subject: about,
    after: { message: found.kind, ...(isElsewhere ? { recipient: 'the address now on record' } : {}) },
  })
}
