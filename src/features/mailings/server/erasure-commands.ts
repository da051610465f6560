import { type RawBuilder, sql } from 'kysely'
import { forgetMailed } from '#features/subscribers/server/commands.ts'
import type { Context } from '#kit/server/context.ts'
import { holdAudiences } from './audience-commands.ts'
import './tables.ts'

const nothing = '{"first_name":"","name":"","shop_name":"","city":""}'

/**
 * Erases addresses and names of these people from what was sent. As subscribers they get nothing more; a person who has
 * the address as a vendor or a colleague gets what they are owed. Totals and the hash stay, so that nobody gets a mail again.
 */
export async function eraseFromMailings(ctx: Context, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await holdAudiences(ctx)
  await eraseRecipients(
    ctx,
    sql`r.address_hash in (select public.address_hash(a) from unnest(${[...addresses]}::text[]) a)
      and (r.kind = 'subscriber' or r.status not in ('queued', 'sending'))`,
  )
}

/**
 * Erases a customer from every group e-mail, whatever address it went to, and these addresses where the mails came back: who
 * still waits for one gets none. Totals and the hashes of the addresses stay.
 */
export async function eraseCustomerFromMailings(
  ctx: Context,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await holdAudiences(ctx)
  const theirs = sql`r.kind = 'customer' and r.record_id = ${id}`
  const { rows } = await sql<{ hash: Buffer }>`
    select distinct address_hash as hash from mailing_recipients r where ${theirs}
    union select public.address_hash(${email}) where ${email} <> ''`.execute(ctx.db)
  await eraseRecipients(ctx, theirs)
  await forgetMailed(
    ctx,
    rows.map(({ hash }) => hash),
  )
}

async function eraseRecipients(ctx: Context, which: RawBuilder<unknown>): Promise<void> {
  // Rows of mailings are held before those of their recipients, as wherever totals change.
  await sql`
    select from mailings where id in (select r.mailing_id from mailing_recipients r where ${which})
    order by id for no key update`.execute(ctx.db)
  await sql`
    with erased as (
      update mailing_recipients r set address = '', last_error = '', fields = ${nothing}::jsonb,
        status = case r.status when 'queued' then 'skipped' else r.status end
      from mailing_recipients old
      where old.id = r.id and ${which}
      returning r.mailing_id, old.status
    )
    update mailings m set skipped_count = skipped_count + e.skipped
    from (select mailing_id, count(*)::int4 as skipped from erased where status = 'queued' group by mailing_id) e
    where m.id = e.mailing_id`.execute(ctx.db)
}
