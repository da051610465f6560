import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/**
 * Subtracts sold quantities from the stock, by product. If the stock is lower than the quantity, it becomes zero, and
 * the caller must record the shortage. The caller has locked the products.
 */
export async function takeFromStock(ctx: Context, sold: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    update products p set product_stock = greatest(0, p.product_stock - t.quantity)
    from unnest(${[...sold.keys()]}::uuid[], ${[...sold.values()]}::int[]) as t (id, quantity)
    where p.id = t.id`.execute(ctx.db)
}

/**
 * Adds returned goods to a product's stock. For several products, the caller starts with the lowest id, the order of
 * all product locks.
 */
export async function putBackInStock(ctx: Context, productId: string, quantity: number): Promise<void> {
  await sql`update products set product_stock = product_stock + ${quantity} where id = ${productId}`.execute(
    ctx.db,
  )
}
