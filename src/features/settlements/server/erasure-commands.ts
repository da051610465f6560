import { sql } from 'kysely'
import '#features/orders/server/tables.ts'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/** Erases what somebody wrote of a customer when they accepted a difference of one of their orders; its amounts stay. */
export async function eraseFromSettlements(ctx: Context, { id }: { id: string }): Promise<void> {
  await sql`
    update settlement_rows r set closed_why = ''
    from order_parts p join orders o on o.id = p.order_id
    where r.part_id = p.id and o.customer_id = ${id} and r.difference = 'accepted'`.execute(ctx.db)
}
