import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

const nothing = '{"first_name":"","name":"","shop_name":"","city":""}'

/** Erases addresses and names of these people from what was sent; its totals and the hash stay, so that nobody gets it again. */
export async function eraseFromMailings(ctx: Context, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    update mailing_recipients set address = '', last_error = '',
      fields = ${nothing}::jsonb
    where address_hash in (select public.address_hash(a) from unnest(${[...addresses]}::text[]) a)
      and status not in ('queued', 'sending')`.execute(ctx.db)
}

/**
 * Erases a customer from every group e-mail, whatever address it went to: who still waits for one gets none. Totals and the
 * hashes of the addresses stay, so that nobody gets a mail twice.
 */
export async function eraseCustomerFromMailings(ctx: Context, { id }: { id: string }): Promise<void> {
  // Rows of mailings are held before those of their recipients, as wherever totals change.
  await sql`
    select from mailings where id in (
      select mailing_id from mailing_recipients where kind = 'customer' and record_id = ${id})
    order by id for no key update`.execute(ctx.db)
  await sql`
    with erased as (
      update mailing_recipients r set address = '', last_error = '', fields = ${nothing}::jsonb,
        status = case r.status when 'queued' then 'skipped' else r.status end
      from mailing_recipients old
      where old.id = r.id and r.kind = 'customer' and r.record_id = ${id}
      returning r.mailing_id, old.status
    )
    update mailings m set skipped_count = skipped_count + e.skipped
    from (select mailing_id, count(*)::int4 as skipped from erased where status = 'queued' group by mailing_id) e
    where m.id = e.mailing_id`.execute(ctx.db)
}
