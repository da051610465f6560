import { sql } from 'kysely'
import { suppressAddress } from '#features/subscribers/server/commands.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { scrub } from '#kit/server/scrub.ts'
import { readBounce } from './bounce-reader.ts'
import './tables.ts'

/** A mail as the mail intake hands it to who may know it. */
export interface ReceivedMail {
  to: readonly string[]
  text: string
  attachments: readonly { media_type: string; content: string }[]
}

/** What became of a report. */
export interface BounceOutcome {
  status: 'accepted' | 'repeated' | 'ignored'
  detail: string
}

/**
 * Takes a report that a group e-mail could not be delivered (RFC 3464), in a transaction of its own: the recipient counts as
 * failed, and an address that is refused for good gets no more group mail. The same report again changes nothing. Answers
 * null for a mail that is no such report. The random id of the recipient proves that the report belongs to our mail.
 */
export async function takeBounce(ctx: Context, mail: ReceivedMail): Promise<BounceOutcome | null> {
  const texts = mail.attachments
    .filter(({ media_type }) => /^(?:message\/|text\/)/i.test(media_type))
    .map(({ content }) => Buffer.from(content, 'base64').toString('utf8').slice(0, 100_000))
  const bounce = readBounce(mail.to, [mail.text.slice(0, 100_000), ...texts])
  if (!bounce) return null
  if (bounce.action !== 'failed') return { status: 'ignored', detail: `The report says ${bounce.action}` }
  return transact(ctx, async (own): Promise<BounceOutcome> => {
    const { rows: found } = await sql<{ mailing_id: string }>`
      select mailing_id from mailing_recipients where id = ${bounce.recipientId}::uuid`.execute(own.db)
    const mailingId = found[0]?.mailing_id
    if (!mailingId) {
      own.unchanged()
      return { status: 'ignored', detail: 'No group e-mail has this recipient' }
    }
    await sql`select from mailings where id = ${mailingId} for no key update`.execute(own.db)
    const detail = scrub([bounce.status, bounce.diagnostic].filter(Boolean).join(' ')).slice(0, 200)
    const { rows } = await sql<{ address: string }>`
      with was as (
        select id, status from mailing_recipients
        where id = ${bounce.recipientId}::uuid and status in ('sent', 'unknown') for update
      ), failed as (
        update mailing_recipients r set status = 'failed', last_error = ${detail || 'The mail came back'}
        from was where r.id = was.id returning r.address, was.status as before
      ), counted as (
        update mailings m set failed_count = failed_count + 1,
          sent_count = sent_count - (f.before = 'sent')::int, unknown_count = unknown_count - (f.before = 'unknown')::int
        from failed f where m.id = ${mailingId}
      )
      select address from failed`.execute(own.db)
    const address = rows[0]?.address
    if (!address) {
      own.unchanged()
      return { status: 'repeated', detail: 'This recipient already counts as failed' }
    }
    // 5.1 and 5.2.1 are about the address; a full mailbox or a refused text is not.
    if (/^5\.(?:1\.|2\.1$)/.test(bounce.status) || bounce.status === '5.0.0' || !bounce.status) {
      await suppressAddress(own, {
        email: address,
        reason: 'bounced',
        detail: detail || 'The mail came back',
      })
    } else own.unchanged()
    return { status: 'accepted', detail: 'The recipient counts as failed' }
  })
}
