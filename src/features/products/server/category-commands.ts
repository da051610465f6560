import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/**
 * Moves products from merged categories to the category that replaces them, and edits that wait with them, in the transaction of
 * the merge.
 */
export async function followMergeInProducts(
  ctx: Context,
  merges: readonly { from: string; into: string }[],
): Promise<void> {
  // Locks in the order in which orders lock the products they sell, so that the two cannot deadlock.
  const gone = merges.map(({ from }) => from)
  await sql`
    select id from products where category_id = any(${gone}::uuid[]) order by id for update`.execute(ctx.db)
  await sql`
    update products set category_id = m."into", updated_at = ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(merges)}::jsonb) as m ("from" uuid, "into" uuid)
    where category_id = m."from"`.execute(ctx.db)
  await sql`
    update product_submissions set payload = jsonb_set(payload, '{category_id}', to_jsonb(m."into"))
    from jsonb_to_recordset(${JSON.stringify(merges)}::jsonb) as m ("from" uuid, "into" text)
    where status = 'waiting' and payload ->> 'category_id' = m."from"::text`.execute(ctx.db)
}

/** Why a category without products cannot be deleted: an edit that waits would move one there. Null if none would. */
export async function editNaming(ctx: Context, id: string): Promise<string | null> {
  const { rows } = await sql<{ product_name: string }>`
    select p.product_name from product_submissions s join products p on p.id = s.product_id
    where s.status = 'waiting' and s.payload ->> 'category_id' = ${id} limit 1`.execute(ctx.db)
  return rows[0] ? `A pending edit of “${rows[0].product_name}” uses this category. Decide on it first` : null
}
