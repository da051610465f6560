import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { Mail, Mailer } from '#kit/server/mailer.ts'
import { scrub } from '#kit/server/scrub.ts'
import { type MailBrand, withBrand, withLink } from './letters.ts'
import { StoredAttachment } from './rules.ts'
import './tables.ts'
import { isDecided, topicOf } from './queries.ts'

declare module '#kit/server/context.ts' {
  interface Services {
    /** How mails present the shop: its name and logo belong to a feature above the messages. */
    mailBrand: (ctx: Context) => Promise<MailBrand>
  }
}

const atOnce = 10
const leaseSeconds = 120
const mostAttempts = 8
const firstRetrySeconds = 15
const longestRetrySeconds = 3_600

interface DueMessage {
  id: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  link_sealed: string | null
  reply_to: string
  attachments: unknown
  attempts: number
  is_decided: boolean
}

/**
 * Sends due messages every second. Any number of instances can run it, because each message is leased to one instance.
 */
export function deliverMessages(mailer: Mailer): Job {
  return {
    name: 'deliver-messages',
    everySeconds: 1,
    run: (ctx, _, stopping) => deliverDue(ctx, mailer, stopping),
  }
}

/**
 * Delivers until nothing is due; once the process stops, only what has begun. A message whose lease expired because its
 * process died is leased again: each message is delivered at least once, with the same id.
 */
export async function deliverDue(ctx: Context, mailer: Mailer, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const due = await claimDue(ctx)
    if (due.length === 0) return
    const brand = await ctx.services.mailBrand(ctx)
    await Promise.all(due.map((message) => deliver(ctx, mailer, message, brand)))
    if (due.length < atOnce) return
  }
}

async function claimDue(ctx: Context): Promise<DueMessage[]> {
  const now = ctx.now()
  const { rows } = await sql<DueMessage>`
    update messages set status = 'sending', attempts = attempts + 1,
      send_at = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from messages where status in ('queued', 'sending') and send_at <= ${now}
      order by send_at limit ${atOnce} for update skip locked
    )
    returning id, recipient, subject, body_text, body_html, link_sealed,
      reply_to, attachments, attempts, ${isDecided('messages')} as is_decided`.execute(ctx.db)
  return rows
}

async function deliver(ctx: Context, mailer: Mailer, message: DueMessage, brand: MailBrand): Promise<void> {
  const mine = ctx.db
    .updateTable('messages')
    .where('id', '=', message.id)
    .where('status', '=', 'sending')
    .where('attempts', '=', message.attempts)
  const later = message.is_decided ? await laterLetter(ctx, message.id) : null
  if (later) {
    // Nothing was attempted, so it does not count: a letter that was never on its way is not one of which nobody knows.
    const attempts = message.attempts - 1
    await mine
      .set(
        later.is_certain
          ? { status: 'withdrawn', attempts }
          : { status: 'queued', attempts, send_at: later.until },
      )
      .execute()
    return
  }
  const stored = { text: message.body_text, html: message.body_html }
  try {
    await mailer.send({
      id: message.id,
      to: message.recipient,
      subject: message.subject,
      ...(message.reply_to ? { reply_to: message.reply_to } : {}),
      ...(message.attachments ? { attachments: await readAttachments(ctx, message.attachments) } : {}),
      ...(brand.name ? { from_name: brand.name } : {}),
      ...withBrand(
        message.link_sealed ? withLink(stored, ctx.services.keys.open(message.link_sealed)) : stored,
        brand,
      ),
    })
    await mine.set({ status: 'sent', sent_at: ctx.now(), last_error: '', link_sealed: null }).execute()
  } catch (error) {
    const hasFailed = message.attempts >= mostAttempts
    const waitSeconds = Math.min(firstRetrySeconds * 2 ** (message.attempts - 1), longestRetrySeconds)
    await mine
      .set({
        status: hasFailed ? 'failed' : 'queued',
        ...(hasFailed ? { link_sealed: null } : {}),
        // A mail that is given up keeps when that was.
        send_at: new Date(ctx.now().getTime() + (hasFailed ? 0 : waitSeconds * 1000)),
        last_error: scrub(error instanceof Error ? error.message : String(error)).slice(0, 300),
      })
      .execute()
  }
}

/**
 * The later letters that tell otherwise than this one: of its status, or of a change or an edit that is decided beside it. This one
 * must not follow them, although a job holds it for longer or the mail server kept it waiting, so that nobody reads last what is
 * no longer so. A letter that Undo can still withdraw is not certain, and this one waits until it is: null if there is no later one.
 */
async function laterLetter(ctx: Context, id: string): Promise<{ is_certain: boolean; until: Date } | null> {
  const now = ctx.now()
  const { rows } = await sql<{ is_certain: boolean | null; until: Date | null }>`
    select bool_or(later.status <> 'queued' or later.attempts > 0 or later.send_at <= ${now}::timestamptz) as is_certain,
      max(later.send_at) as until
    from messages m join messages later
      on (later.subject_type, later.subject_id) = (m.subject_type, m.subject_id) and later.created_at > m.created_at
        and later.status <> 'withdrawn' and ${topicOf('later')} = ${topicOf('m')}
    where m.id = ${id}`.execute(ctx.db)
  const { is_certain, until } = rows[0] ?? {}
  return until ? { is_certain: is_certain === true, until } : null
}

/** The files that go with a mail. A file that was deleted meanwhile is left out: the mail links to its record. */
async function readAttachments(ctx: Context, stored: unknown): Promise<NonNullable<Mail['attachments']>> {
  const found: NonNullable<Mail['attachments']> = []
  for (const { key, name, media_type } of z.array(StoredAttachment).parse(stored)) {
    const file = await ctx.services.files.read(key)
    if (file) found.push({ name, media_type, content: await buffer(file.stream) })
  }
  return found
}
