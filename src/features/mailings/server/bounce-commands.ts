import { sql } from 'kysely'
import { suppressAddress } from '#features/subscribers/server/commands.ts'
import { type Context, transact } from '#kit/server/context.ts'
import { type ReceivedMail, readDeliveryReport, reasonOf } from '#kit/server/delivery-report.ts'
import './tables.ts'

/** What became of a report. */
export interface BounceOutcome {
  status: 'accepted' | 'repeated' | 'ignored'
  detail: string
}

/**
 * Takes a report that a group e-mail could not be delivered (RFC 3464), in a transaction of its own: the recipient counts as
 * failed, and an address that is refused for good gets no more group mail. The same report again changes nothing. Answers
 * null for a mail that is no such report. The random id of the recipient proves that the report belongs to our mail. Letters
 * are asked first, so a report that names no recipient names no mail at all.
 */
export async function takeBounce(ctx: Context, mail: ReceivedMail): Promise<BounceOutcome | null> {
  const bounce = readDeliveryReport(mail)
  if (!bounce) return null
  if (bounce.action !== 'failed') return { status: 'ignored', detail: `The report says ${bounce.action}` }
  return transact(ctx, async (own): Promise<BounceOutcome> => {
    const { rows: found } = await sql<{ mailing_id: string }>`
      select mailing_id from mailing_recipients where id = ${bounce.mailId}::uuid`.execute(own.db)
    const mailingId = found[0]?.mailing_id
    if (!mailingId) {
      own.unchanged()
      return { status: 'ignored', detail: 'The report names no mail that Munshi sent' }
    }
    await sql`select from mailings where id = ${mailingId} for no key update`.execute(own.db)
    const detail = reasonOf(bounce, 200)
    const { rows } = await sql<{ address: string }>`
      with was as (
        select id, status from mailing_recipients
        where id = ${bounce.mailId}::uuid and status in ('sent', 'unknown') for update
      ), failed as (
        update mailing_recipients r set status = 'failed', last_error = ${detail}
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
      await suppressAddress(own, { email: address, reason: 'bounced', detail })
    } else own.unchanged()
    return { status: 'accepted', detail: 'The recipient counts as failed' }
  })
}
