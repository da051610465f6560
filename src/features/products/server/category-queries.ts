import { findCategory } from '#features/categories/server/queries.ts'
import type { Context } from '#kit/server/context.ts'

/**
 * The category of a listing in the tree: the category that staff chose, or else the previous category if the vendor's
 * name for the category is unchanged, or else the category that the name leads to. Null if there is none. A caller that
 * stores it holds the tree (`holdTree`).
 */
export async function placeInTree(
  ctx: Context,
  { category, category_id }: { category: string; category_id?: string },
  before?: { category: string; category_id: string | null },
): Promise<string | null> {
  // A category with products cannot be deleted, so the present one needs no look.
  if (category_id && category_id === before?.category_id) return category_id
  const chosen =
    category_id &&
    (await ctx.db.selectFrom('categories').select('id').where('id', '=', category_id).executeTakeFirst())
  if (chosen) return chosen.id
  const stays = before?.category === category ? before.category_id : null
  return stays ?? findCategory(ctx.db, category)
}
