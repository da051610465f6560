import { sql } from 'kysely'
import type { Context } from '#kit/server/context.ts'
import './tables.ts'

/** Moves products from merged categories to the category that replaces them, in the transaction of the merge. */
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
}
