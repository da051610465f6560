import { sql } from 'kysely'
import { decider } from '#features/decisions/server/commands.ts'
import { setUses } from '#features/media/server/use-commands.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { momentOf } from '#kit/contract/words.ts'
import type { Context } from '#kit/server/context.ts'
import { scrub } from '#kit/server/scrub.ts'
import { refuseStale } from '#kit/server/stale.ts'
import { anyOf } from '#kit/server/table.ts'
import type { Audience } from '../audience-contract.ts'
import { isBlocking } from '../checks-contract.ts'
import type { MailingDetail, mailings } from '../contract.ts'
import { type MailingStatus, type Move, mayMove, moves } from '../moves-contract.ts'
import { freezeAudience } from './audience-commands.ts'
import { countAudience } from './audience-queries.ts'
import { frozenOf, isHeldBack, readMailing } from './queries.ts'
import { contentFindings, contentOf } from './rules.ts'
import type { MailingRecord } from './tables.ts'

/**
 * Sends a draft at once or at a time; so many recipients that a second person has to approve wait for that person. Refuses
 * (not-found, stale), (conflict) what is no draft, and (invalid) a time that has passed, findings that block, and an
 * audience of nobody.
 */
export async function sendMailing(
  ctx: Context,
  { id, send_at, unknown_policy }: Input<typeof mailings.send>,
): Promise<MailingDetail> {
  const record = await held(ctx, id, 'send')
  const now = ctx.now()
  if (send_at && Date.parse(send_at) <= now.getTime()) {
    throw new Refusal('invalid', 'Choose a time in the future')
  }
  const content = contentOf(record)
  const finding = contentFindings(await frozenOf(ctx, record)).find(isBlocking)
  if (finding) throw new Refusal('invalid', `${finding.place}: ${finding.message}`)
  const audience = record.audience as Audience
  const count = await countAudience(ctx, { audience, is_legal: content.is_legal })
  if (count.recipients === 0) throw new Refusal('invalid', 'This audience has nobody to write to')
  const { id: asked_by, name } = decider(ctx)
  const next = count.needs_second ? 'waiting' : 'scheduled'
  await move(ctx, record, 'send', {
    status: next,
    send_at: send_at ? new Date(send_at) : now,
    unknown_policy,
    asked_by,
    asked_by_name: name,
    held_why: '',
  })
  await ctx.record({
    action: count.needs_second ? 'ask to send' : 'send',
    subject: subjectOf(record),
    before: { status: record.status },
    after: {
      status: next,
      recipients: count.recipients,
      send_at: send_at ?? 'now',
      ...(content.is_legal ? { legal_reason: content.legal_reason } : {}),
    },
  })
  return readMailing(ctx, { id })
}

/**
 * Approves a mailing to many, as a person other than the one who asked. Refuses (not-found, stale), (forbidden) the person
 * who asked, and (conflict) what does not wait.
 */
export async function approveMailing(ctx: Context, { id }: { id: string }): Promise<MailingDetail> {
  const record = await held(ctx, id, 'approve')
  const { id: approved_by, name } = decider(ctx)
  if (record.asked_by === approved_by) {
    throw new Refusal('forbidden', 'You asked to send this. Another person has to approve')
  }
  await move(ctx, record, 'approve', {
    status: 'scheduled',
    approved_by,
    approved_by_name: name,
    // What was to leave at once, or meanwhile, leaves now.
    send_at: record.send_at && record.send_at > ctx.now() ? record.send_at : ctx.now(),
  })
  await ctx.record({
    action: 'approve',
    subject: subjectOf(record),
    before: { status: 'waiting' },
    after: { status: 'scheduled', asked_by: record.asked_by_name },
  })
  return readMailing(ctx, { id })
}

/** Returns a mailing that has not begun to draft: an approval ends with it. Refuses (not-found, conflict). */
export async function withdrawMailing(ctx: Context, { id }: { id: string }): Promise<MailingDetail> {
  const record = await held(ctx, id, 'withdraw')
  await move(ctx, record, 'withdraw', backToDraft)
  await ctx.record({
    action: 'withdraw',
    subject: subjectOf(record),
    before: { status: record.status },
    after: { status: 'draft' },
  })
  return readMailing(ctx, { id })
}

const backToDraft = {
  status: 'draft',
  send_at: null,
  asked_by: null,
  asked_by_name: '',
  approved_by: null,
  approved_by_name: '',
} as const

/** Stops taking recipients; what is in flight still arrives. Refuses (not-found, conflict). */
export function pauseMailing(ctx: Context, { id }: { id: string }): Promise<MailingDetail> {
  return turn(ctx, id, 'pause', { status: 'paused', pace_since: null })
}

/** Goes on with the recipients who are left. Refuses (not-found, conflict). */
export function resumeMailing(ctx: Context, { id }: { id: string }): Promise<MailingDetail> {
  return turn(ctx, id, 'resume', {
    status: 'sending',
    held_why: '',
    pace_since: ctx.now(),
    pace_done: sql<number>`sent_count + failed_count + unknown_count`,
  })
}

/** Stops a mailing that the mail server takes from nobody: somebody has to put the sender right before it is resumed. */
export async function pauseByServer(ctx: Context, { id, why }: { id: string; why: string }): Promise<void> {
  const record = await ctx.db
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', anyOf<string>(moves.pause))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!record) return ctx.unchanged()
  await pauseFor(ctx, record, `The mail server refuses the sender: ${scrub(why).slice(0, 200)}`)
}

/**
 * Stops every mailing that would leave by itself, for this reason, in a database that was restored: one that is being sent is
 * paused, and one that is scheduled is a draft again. A person reads the reason and decides. Answers how many.
 */
export async function stopMailings(ctx: Context, reason: string): Promise<number> {
  const records = await ctx.db
    .selectFrom('mailings')
    .selectAll()
    .where('status', '=', anyOf<string>([...moves.pause, ...moves.hold]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const record of records) {
    if (mayMove(record.status as MailingStatus, 'pause')) await pauseFor(ctx, record, reason)
    else await hold(ctx, record, reason)
  }
  return records.length
}

async function pauseFor(ctx: Context, record: MailingRecord, reason: string): Promise<void> {
  await move(ctx, record, 'pause', { status: 'paused', pace_since: null, held_why: reason })
  await ctx.record({
    action: 'pause',
    subject: subjectOf(record),
    before: { status: record.status },
    after: { status: 'paused', sent: record.sent_count },
    reason,
  })
}

async function turn(
  ctx: Context,
  id: string,
  verb: 'pause' | 'resume',
  columns: Record<string, unknown>,
): Promise<MailingDetail> {
  const record = await held(ctx, id, verb)
  await move(ctx, record, verb, columns)
  await ctx.record({
    action: verb,
    subject: subjectOf(record),
    before: { status: record.status },
    after: { status: String(columns.status), sent: record.sent_count },
  })
  return readMailing(ctx, { id })
}

/** Ends a mailing for good: who is left gets nothing. Refuses (not-found, conflict). */
export async function cancelMailing(ctx: Context, { id }: { id: string }): Promise<MailingDetail> {
  const record = await held(ctx, id, 'cancel')
  // The state comes first, so that nobody takes a recipient after the others were left out.
  await move(ctx, record, 'cancel', { status: 'canceled', finished_at: ctx.now(), pace_since: null })
  const { numAffectedRows } = await sql`
    update mailing_recipients set status = 'skipped' where mailing_id = ${id} and status = 'queued'`.execute(
    ctx.db,
  )
  const skipped = Number(numAffectedRows ?? 0)
  await sql`update mailings set skipped_count = skipped_count + ${skipped} where id = ${id}`.execute(ctx.db)
  await ctx.record({
    action: 'cancel',
    subject: subjectOf(record),
    before: { status: record.status },
    after: { status: 'canceled', sent: record.sent_count, not_sent: skipped },
  })
  return readMailing(ctx, { id })
}

/**
 * Sends a mailing again to those whom it did not reach, and to nobody else: failed recipients wait again, with all their
 * attempts. A failed recipient whose address is suppressed or erased meanwhile stays failed, and where nobody knows whether
 * the mail arrived it is not sent twice. Refuses (not-found, stale), and (conflict) what is not sent, and what has nobody to
 * send to again.
 */
export async function sendAgain(ctx: Context, { id }: { id: string }): Promise<MailingDetail> {
  const record = await held(ctx, id, 'again')
  const now = ctx.now()
  const { rows } = await sql<{ recipients: number }>`
    with again as (
      update mailing_recipients r set status = 'queued', attempts = 0, send_at = ${now}, sent_at = null,
        last_code = null, last_error = ''
      where r.mailing_id = ${id} and r.status = 'failed' and not ${isHeldBack('r', contentOf(record).is_legal)}
      returning r.id
    ), counted as (select count(*)::int4 as n from again)
    update mailings m set status = 'sending', failed_count = m.failed_count - c.n, finished_at = null, held_why = '',
      pace_since = ${now}, pace_done = m.sent_count + m.failed_count - c.n + m.unknown_count,
      updated_at = ${now}, version = m.version + 1
    from counted c where m.id = ${id} and m.status = ${moves.again[0]} and c.n > 0
    returning c.n as recipients`.execute(ctx.db)
  const [queued] = rows
  if (!queued) {
    const why =
      record.failed_count === 0
        ? 'No recipient of this group e-mail has failed'
        : 'The addresses that it did not reach get no group mail any more: they unsubscribed, bounced or are blocked'
    throw new Refusal('conflict', why)
  }
  await ctx.record({
    action: 'send again',
    subject: subjectOf(record),
    before: { status: record.status, failed: record.failed_count },
    after: { status: 'sending', recipients: queued.recipients },
  })
  return readMailing(ctx, { id })
}

/**
 * Starts a scheduled mailing whose time has come: fixes the content and the recipients. An audience that has grown beyond
 * what one person may send, content that can no longer be sent, and an audience of nobody hold it back. Answers whether it
 * started.
 */
export async function beginMailing(ctx: Context, id: string): Promise<boolean> {
  const record = await ctx.db
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .where('send_at', '<=', ctx.now())
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!record) {
    ctx.unchanged()
    return false
  }
  const content = contentOf(record)
  const frozen = await frozenOf(ctx, record)
  const finding = contentFindings(frozen).find(isBlocking)
  if (finding) return hold(ctx, record, `${finding.place}: ${finding.message}`)
  const audience = record.audience as Audience
  const recipients = await freezeAudience(ctx, { id, audience, is_legal: content.is_legal })
  const why =
    recipients === 0
      ? 'The audience has nobody to write to any more'
      : recipients > ctx.services.mailingSecondPersonOver && !record.approved_by
        ? `The audience has grown to ${recipients.toLocaleString('en')} recipients, and needs a second person`
        : null
  if (why) return hold(ctx, record, why)
  await move(ctx, record, 'begin', {
    status: 'sending',
    frozen: JSON.stringify(frozen),
    recipient_count: recipients,
    started_at: ctx.now(),
    pace_since: ctx.now(),
    pace_done: 0,
  })
  // A mail that left is no draft: the files of its pictures stay, whatever becomes of them in the library.
  await setUses(ctx, 'mailing', id, record.subject, [], false)
  await ctx.record({
    action: 'begin sending',
    subject: subjectOf(record),
    before: { status: 'scheduled' },
    after: {
      status: 'sending',
      recipients,
      planned: record.send_at ? momentOf(record.send_at.toISOString()) : '',
    },
  })
  return true
}

async function hold(ctx: Context, record: MailingRecord, why: string): Promise<false> {
  await ctx.db.deleteFrom('mailing_recipients').where('mailing_id', '=', record.id).execute()
  await move(ctx, record, 'hold', { ...backToDraft, held_why: why })
  await ctx.record({
    action: 'hold back',
    subject: subjectOf(record),
    // Who asked is notified of this row: a draft has nobody who did.
    before: { status: 'scheduled', asked_by: record.asked_by_name, asked_by_id: record.asked_by },
    after: { status: 'draft' },
    reason: why,
  })
  return false
}

/** Ends a mailing of which nobody is left, queued or in flight. Answers whether it ended. */
export async function finishMailing(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql<MailingRecord>`
    update mailings m set status = 'sent', finished_at = ${ctx.now()}, pace_since = null, version = version + 1
    where m.id = ${id} and m.status = ${moves.finish[0]} and not exists (
      select from mailing_recipients r where r.mailing_id = m.id and r.status in ('queued', 'sending'))
    returning m.*`.execute(ctx.db)
  const [record] = rows
  if (!record) {
    ctx.unchanged()
    return false
  }
  await ctx.record({
    action: 'finish sending',
    subject: subjectOf(record),
    before: { status: 'sending' },
    after: {
      status: 'sent',
      sent: record.sent_count,
      failed: record.failed_count,
      unknown: record.unknown_count,
    },
  })
  return true
}

async function held(ctx: Context, id: string, verb: Move): Promise<MailingRecord> {
  const record = await ctx.db
    .selectFrom('mailings')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'There is no such group e-mail')
  if (!mayMove(record.status as MailingStatus, verb)) {
    const by = record.asked_by_name ? `. ${record.asked_by_name} sent it` : ''
    throw new Refusal('conflict', `This group e-mail is ${record.status}${by}`)
  }
  await refuseStale(
    ctx,
    record,
    () => readMailing(ctx, { id }),
    'This group e-mail was changed since you opened it. Review the changes',
  )
  return record
}

async function move(
  ctx: Context,
  { id }: MailingRecord,
  verb: Move,
  columns: Record<string, unknown>,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('mailings')
    .set({ ...columns, updated_at: ctx.now(), version: sql<number>`version + 1` } as never)
    .where('id', '=', id)
    .where('status', '=', anyOf<string>(moves[verb]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('conflict', 'This group e-mail was changed by someone else')
}

function subjectOf({ id, subject }: Pick<MailingRecord, 'id' | 'subject'>) {
  return { type: 'mailing', id, name: subject }
}
