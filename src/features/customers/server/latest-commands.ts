import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/** Counts an order that a customer placed, in the order's transaction. Money in paisa. */
export async function countOrder(
  ctx: Context,
  { customer_id, total, placed_at }: { customer_id: string; total: bigint; placed_at: Date },
): Promise<void> {
  await ctx.db
    .updateTable('customers')
    .set({
      orders_count: sql<number>`orders_count + 1`,
      orders_total: sql<bigint>`orders_total + ${total}`,
      last_order_at: sql<Date>`greatest(coalesce(last_order_at, ${placed_at}), ${placed_at})`,
    })
    .where('id', '=', customer_id)
    .execute()
}

/**
 * Subtracts a declined order from the customer's order count and total, and makes the one before it their last. Called when
 * the order is declined already. Money in paisa.
 */
export async function uncountOrder(
  ctx: Context,
  { customer_id, total_bill, placed_at }: { customer_id: string; total_bill: bigint; placed_at: Date },
): Promise<void> {
  // Of two orders that are declined at once, the second must see that the first is: it reads after it has the row. An order
  // that is being submitted refers to the row and may wait for goods that this one puts back: it must not be waited for.
  await sql`select from customers where id = ${customer_id} for no key update`.execute(ctx.db)
  await sql`
    update customers set orders_count = orders_count - 1, orders_total = orders_total - ${total_bill},
      last_order_at = case when last_order_at <= ${placed_at} then (
        select max(o.placed_at) from orders o
        where o.customer_id = customers.id and o.order_status <> 'declined'
      ) else last_order_at end
    where id = ${customer_id}`.execute(ctx.db)
}

/** Counts a part that was sent to a customer and came back undelivered, in the transaction of its return. */
export async function countRefusedDelivery(ctx: Context, customerId: string): Promise<void> {
  await sql`update customers set refused_count = refused_count + 1 where id = ${customerId}`.execute(ctx.db)
}

/**
 * Stores the latest withdrawal of a customer for the Approved list; an earlier withdrawal changes nothing. Money in
 * paisa.
 */
export async function keepLatestWithdrawal(
  ctx: Context,
  row: { id: string; owner_id: string; amount: bigint; requested_at: Date; status: string },
): Promise<void> {
  await sql`update customers
    set withdrawal_id = ${row.id}, withdrawal_amount = ${row.amount}, withdrawal_at = ${row.requested_at},
      withdrawal_status = ${row.status}
    where id = ${row.owner_id}
      and (withdrawal_id is null or withdrawal_id = ${row.id} or withdrawal_at <= ${row.requested_at})`.execute(
    ctx.db,
  )
}
