import { sql } from 'kysely'
import { holdCustomer } from '#features/customers/server/commands.ts'
import { dropNotes } from '#features/notes/server/commands.ts'
import type { Context } from '#kit/server/context.ts'
import { anyOf } from '#kit/server/table.ts'
import './tables.ts'

/**
 * Erases the customer's identity, the delivery address and everything written about the person from the orders of a
 * customer. Goods, amounts and days are kept. Returns the number of orders that were changed and of notes, for the caller to record.
 */
export async function eraseFromOrders(
  ctx: Context,
  { id, erasedName }: { id: string; erasedName: string },
): Promise<{ orders: number; notes: number }> {
  const orders = await ctx.db.selectFrom('orders').select('id').where('customer_id', '=', id).execute()
  const ids = orders.map((order) => order.id)
  if (ids.length === 0) return { orders: 0, notes: 0 }
  const nobody = {
    ...{ customer_name: erasedName, email: '', phone: '', address: '', area: '', landmark: '' },
    ...{ customer_note: '', payment_reference: '', status_reason: '', body_hash: null },
  }
  const changed = await ctx.db
    .updateTable('orders')
    .set({
      ...nobody,
      updated_at: ctx.now(),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', anyOf(ids))
    // Orders of somebody who was erased before stay as they are.
    .where(({ eb, or }) =>
      or(
        (Object.keys(nobody) as (keyof typeof nobody)[]).map((name) =>
          eb(name, 'is distinct from', nobody[name]),
        ),
      ),
    )
    .executeTakeFirst()
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
  return { orders: Number(changed.numUpdatedRows), notes: await dropNotes(ctx, 'order', ids) }
}

/**
 * Keeps the customer of an order from being erased until the transaction ends. Refuses (conflict) an order of one who was
 * erased.
 */
export async function holdCustomerOfOrder(ctx: Context, id: string): Promise<void> {
  const order = await ctx.db
    .selectFrom('orders')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (order) await holdCustomer(ctx, order.customer_id)
}
