import { sql } from 'kysely'
import { dropNotes } from '#features/notes/server/commands.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import './tables.ts'

/**
 * Erases the customer's identity, the delivery address and everything written about the person from the orders of a
 * customer. Goods, amounts and days are kept. Returns the number of orders and notes for the caller to record.
 */
export async function eraseFromOrders(
  ctx: Context,
  { id, erasedName }: { id: string; erasedName: string },
): Promise<{ orders: number; notes: number }> {
  const orders = await ctx.db
    .updateTable('orders')
    .set({
      ...{ customer_name: erasedName, email: '', phone: '', address: '', area: '', landmark: '' },
      ...{ customer_note: '', payment_reference: '', status_reason: '', body_hash: null },
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('customer_id', '=', id)
    .returning('id')
    .execute()
  const ids = orders.map((order) => order.id)
  if (ids.length === 0) return { orders: 0, notes: 0 }
  await ctx.db
    .updateTable('order_parts')
    .set({ return_reason: '' })
    .where('order_id', '=', anyOf(ids))
    .execute()
  await ctx.db
    .updateTable('refunds')
    .set({ reason: '', account_title: '', bank_code: '', iban_sealed: null, iban_masked: '' })
    .where('order_id', '=', anyOf(ids))
    .execute()
  // The time of a check and the person who made it are kept; the note is erased because it can be about the customer.
  await ctx.db.updateTable('order_marks').set({ note: '' }).where('order_id', '=', anyOf(ids)).execute()
  return { orders: ids.length, notes: await dropNotes(ctx, 'order', ids) }
}
