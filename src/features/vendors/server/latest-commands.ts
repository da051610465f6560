import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/**
 * Stores the latest withdrawal of a vendor for the Approved list; an earlier withdrawal changes nothing. Money in
 * paisa.
 */
export async function keepLatestWithdrawal(
  ctx: Context,
  row: { id: string; owner_id: string; amount: bigint; requested_at: Date; status: string },
): Promise<void> {
  await sql`update vendors
    set withdrawal_id = ${row.id}, withdrawal_amount = ${row.amount}, withdrawal_at = ${row.requested_at},
      withdrawal_status = ${row.status}
    where id = ${row.owner_id}
      and (withdrawal_id is null or withdrawal_id = ${row.id} or withdrawal_at <= ${row.requested_at})`.execute(
    ctx.db,
  )
}
