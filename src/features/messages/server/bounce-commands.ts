import type { Context } from '#kit/server/context.ts'
import { type DeliveryReport, readDeliveryReport, reasonOf } from '#kit/server/delivery-report.ts'
import type { MailOutcome } from '../submission-contract.ts'
import type { MailHandler } from './rules.ts'
import './tables.ts'

/**
 * Takes reports that a letter came back after the mail server had taken it (RFC 3464): the letter counts as failed, so that it
 * is listed, announced and sent again like one that the mail server refused. A report of a delay is left to others, because
 * the mail server goes on trying. The id of the letter proves that the report belongs to our mail.
 */
export const returnedLetter: MailHandler = {
  async take(ctx, mail) {
    const report = readDeliveryReport(mail)
    if (report?.action !== 'failed') return null
    const known = await ctx.db
      .selectFrom('messages')
      .select('id')
      .where('id', '=', report.mailId)
      .executeTakeFirst()
    return known ? ctx.transact((own) => failLetter(own, report)) : null
  },
}

/** Marks a sent letter as failed now, with the reason; one of somebody who was erased remains without a trace. */
async function failLetter(ctx: Context, report: DeliveryReport): Promise<MailOutcome> {
  const failed = await ctx.db
    .updateTable('messages')
    .set({ status: 'failed', send_at: ctx.now(), last_error: reasonOf(report, 300) })
    .where('id', '=', report.mailId)
    .where('status', '=', 'sent')
    .where('recipient', '<>', '')
    .returning(['id', 'kind'])
    .executeTakeFirst()
  if (!failed) {
    ctx.unchanged()
    return stateOf(ctx, report.mailId)
  }
  await ctx.record({
    action: 'mark message as failed',
    subject: { type: 'message', id: failed.id, name: failed.kind },
    // The words of the other server can contain a name, and the audit log outlives an erasure.
    after: { status: 'failed', ...(report.status ? { code: report.status } : {}) },
  })
  return { status: 'accepted', detail: 'The mail counts as failed' }
}

async function stateOf(ctx: Context, id: string): Promise<MailOutcome> {
  const { status } = await ctx.db
    .selectFrom('messages')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (status === 'failed') return { status: 'repeated', detail: 'This mail already counts as failed' }
  return { status: 'ignored', detail: 'The mail does not count as sent, so the report changes nothing' }
}
