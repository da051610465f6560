import { v7 as uuidv7 } from 'uuid'
import type { Context } from '#kit/server/context.ts'
import { sendWithNext } from '#kit/server/database-driver.ts'
import { fieldsOf, type LetterField, type LetterKind, type LetterValues } from '../kinds-contract.ts'
import type { LetterLanguage } from '../language-contract.ts'
import { problemsOf, type Template } from '../template-contract.ts'
import {
  inBothForms,
  marketplaceWords,
  oneLine,
  originalLetter,
  sampleValues,
  type Written,
} from './letters.ts'
import type { MailHandler, StoredAttachment } from './rules.ts'
import './tables.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** Seconds that a message is held before it is sent; this is also the length of the undo window. */
    outboxHoldSeconds: number
    /**
     * The texts of this kind of letter, the one to use first, in this language or else in the one that it is sent in; none if
     * the letter is sent as the product writes it in English. They belong to a feature above the messages.
     */
    letterTexts: (ctx: Context, kind: LetterKind, language?: LetterLanguage) => Promise<readonly LetterText[]>
    /** Who takes mails that arrive, in the order in which they are asked. */
    mailHandlers: readonly MailHandler[]
  }
}

/** A text of a letter in one language. */
export interface LetterText extends Template {
  language: LetterLanguage
}

/** Mails that a person wrote as a whole. They are no letters of the product, so their words are not among its texts. */
export type WrittenKind = 'mailing test'

/** A letter with its kind, its language and the values that it was filled with. */
export interface WrittenLetter extends Written {
  kind: LetterKind
  language: LetterLanguage
  field_values: Record<string, string>
}

/**
 * Writes a letter: with the text that staff have given it, or as the product writes it. A text that no longer fits its
 * kind is passed over, so that no text stops what the letter reports. With a language, the letter is in that language if it
 * has a text in it.
 */
export async function write<K extends LetterKind>(
  ctx: Context,
  kind: K,
  values: LetterValues<K>,
  link?: string,
  language?: LetterLanguage | undefined,
): Promise<WrittenLetter> {
  const texts = await ctx.services.letterTexts(ctx, kind, language)
  const usable = texts.find((text) => problemsOf(kind, text).length === 0)
  const filling = link === undefined ? values : { ...values, link }
  const known = Object.entries<string>(values).filter(([name]) =>
    fieldsOf(kind).includes(name as LetterField),
  )
  const field_values = Object.fromEntries(known)
  if (!usable) return { kind, language: 'en', field_values, ...originalLetter(kind, filling) }
  const marketplace_name = await marketplaceName(ctx, usable.language)
  const forms = inBothForms(usable, usable.language, { ...filling, marketplace_name })
  return { kind, language: usable.language, field_values, ...forms }
}

async function marketplaceName(ctx: Context, language: LetterLanguage): Promise<string> {
  const { name } = await ctx.services.mailBrand(ctx)
  return oneLine(name) || marketplaceWords[language]
}

/**
 * Puts a letter with this text and sample values into the outbox, to be sent at once to the person who wrote the text.
 */
export async function queueSample(
  ctx: Context,
  message: { kind: LetterKind; text: LetterText; recipient: string; personId: string },
): Promise<void> {
  const { kind, text, recipient, personId } = message
  const values = {
    ...sampleValues,
    link: `${ctx.services.publicUrl}/sample-link`,
    marketplace_name: await marketplaceName(ctx, text.language),
  }
  const { subject, ...forms } = inBothForms(text, text.language, values)
  await queue(ctx, {
    ...forms,
    kind: `sample of ${kind}`,
    subject: oneLine(`[Test] ${subject}`),
    recipient,
    about: { type: 'person', id: personId },
    sendAt: ctx.now(),
  })
}

/** Puts a mail into the outbox, in the transaction of what it reports; it is not sent before `sendAt`. Answers its id. */
export async function queue(
  ctx: Context,
  mail: Written & {
    kind: LetterKind | `sample of ${LetterKind}` | WrittenKind
    field_values?: Record<string, string>
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
  const writing = ctx.db.insertInto('messages').values({
    id,
    kind: mail.kind,
    recipient: mail.recipient,
    subject: mail.subject,
    body_text: mail.text,
    body_html: mail.html,
    link_sealed: mail.link_sealed ?? null,
    field_values: mail.field_values ? JSON.stringify(mail.field_values) : null,
    reply_to: mail.replyTo ?? '',
    attachments: mail.attachments?.length ? JSON.stringify(mail.attachments) : null,
    status: 'queued',
    subject_type: mail.about.type,
    subject_id: mail.about.id,
    decision_id: mail.decisionId ?? null,
    send_at: mail.sendAt,
    created_at: ctx.now(),
  })
  await sendWithNext(ctx.db, writing)
  return id
}
