import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/** Erases addresses and names of these people from what was sent; its totals and the hash stay, so that nobody gets it again. */
export async function eraseFromMailings(ctx: Context, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    update mailing_recipients set address = '', last_error = '',
      fields = '{"first_name":"","name":"","shop_name":"","city":""}'
    where address_hash in (select public.address_hash(a) from unnest(${[...addresses]}::text[]) a)
      and status not in ('queued', 'sending')`.execute(ctx.db)
}
