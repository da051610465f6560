import { readUndoable } from '#features/decisions/server/queries.ts'
import type { ProductPage } from '#features/products/contract.ts'
import { readProduct } from '#features/products/server/queries.ts'
import type { Context } from '#kit/server/context.ts'

/** The page of a listing: the review, and the decision on an edit that can be undone. Refuses (not-found). */
export async function readProductPage(ctx: Context, input: { id: string }): Promise<ProductPage> {
  const review = await readProduct(ctx, input)
  return { ...review, change_decision: await readUndoable(ctx, 'product_revision', review) }
}
