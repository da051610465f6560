import { sql } from 'kysely'
import type { CustomerExport } from '#features/customers/contract.ts'
import type { SentMail } from '#features/subscribers/contract.ts'
import type { Database } from '#kit/server/database.ts'
import './tables.ts'

/** The latest 50 group e-mails to an address, newest first, with what became of each. */
export async function readMailsTo(db: Database, email: string): Promise<SentMail[]> {
  const { rows } = await sql<{ id: string; subject: string; sent_at: Date; status: string }>`
    select m.id, m.subject, coalesce(r.sent_at, r.send_at) as sent_at, r.status
    from mailing_recipients r join mailings m on m.id = r.mailing_id
    where r.address_hash = public.address_hash(${email}) and r.status <> 'queued'
    order by r.sent_at desc nulls last, r.id limit 50`.execute(db)
  return rows.map((row) => ({ ...row, sent_at: row.sent_at.toISOString() }))
}

/** Every group e-mail to a customer, oldest first, for the copy of all that is kept of them. */
export async function readMailsToCustomer(db: Database, id: string): Promise<CustomerExport['group_emails']> {
  const { rows } = await sql<{ subject: string; address: string; status: string; sent_at: Date | null }>`
    select m.subject, r.address, r.status, r.sent_at
    from mailing_recipients r join mailings m on m.id = r.mailing_id
    where r.kind = 'customer' and r.record_id = ${id} order by m.started_at, r.id`.execute(db)
  return rows.map((row) => ({ ...row, sent_at: row.sent_at?.toISOString() ?? null }))
}
