import { sql } from 'kysely'
import { readUndoable } from '#features/decisions/server/queries.ts'
import type { ProductPage } from '#features/products/contract.ts'
import { readProduct } from '#features/products/server/queries.ts'
import type { ProductPayload } from '#features/products/server/rules.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import '#features/products/server/tables.ts'

/** The page of a listing: the review, and the decision on an edit that can be undone. Refuses (not-found). */
export async function readProductPage(ctx: Context, input: { id: string }): Promise<ProductPage> {
  const review = await readProduct(ctx, input)
  return { ...review, change_decision: await readUndoable(ctx, 'product_revision', review) }
}

/** Edits of listings with who decided on them, to be narrowed. Versions that never needed a review are left out. */
export function selectEdits(db: Database) {
  return db
    .selectFrom('product_submissions as s')
    .leftJoin('people', 'people.id', 's.decided_by')
    .select(['s.id', 's.product_id', 's.number', 's.status', 'people.username as decided_by'])
    .select((eb) => eb.ref('s.payload').$castTo<ProductPayload>().as('payload'))
    .where('s.kind', '=', 'revision')
}

/** The id of the edit that waits beside each of these listings that has one, by the id of the listing. */
export async function readWaiting(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ product_id: string; id: string }>`
    select product_id, id from product_submissions
    where product_id = any(${[...ids]}::uuid[]) and status = 'waiting'`.execute(ctx.db)
  return new Map(rows.map(({ product_id, id }) => [product_id, id]))
}

/** The listings whose waiting edit has a SKU that another listing of the vendor has taken, with its name, by id. */
export async function readLostSkus(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { sku: string; other: string }>> {
  const { rows } = await sql<{ id: string; sku: string; other: string }>`
    select p.id, o.sku, o.product_name as other
    from products p join product_submissions w on w.product_id = p.id and w.status = 'waiting'
    join products o on o.vendor_id = p.vendor_id and o.sku = w.payload ->> 'sku' and o.id <> p.id
    where p.id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return new Map(rows.map(({ id, ...lost }) => [id, lost]))
}
