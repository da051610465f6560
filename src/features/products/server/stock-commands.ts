import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/**
 * Takes what was sold out of stock, by product. Where less is left than was sold, the stock ends at zero: what is short is
 * for the caller to write down. The caller has locked the products.
 */
export async function takeFromStock(ctx: Context, sold: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    update products p set product_stock = greatest(0, p.product_stock - t.quantity)
    from unnest(${[...sold.keys()]}::uuid[], ${[...sold.values()]}::int[]) as t (id, quantity)
    where p.id = t.id`.execute(ctx.db)
}

/** Puts goods of a product back into stock. Of several products the caller names the lowest id first, as every other lock of them does. */
export async function putBackInStock(ctx: Context, productId: string, quantity: number): Promise<void> {
  await sql`update products set product_stock = product_stock + ${quantity} where id = ${productId}`.execute(
    ctx.db,
  )
}
