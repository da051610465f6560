import { sql } from 'kysely'
import { holdTree } from '#features/categories/server/commands.ts'
import { decisionsOf, type FieldChange } from '#features/decisions/server/status-commands.ts'
import { mapped } from '#kit/contract/fields.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { readWarnings } from '../checks/server/queries.ts'
import { type ProductReview, type ProductVerb, productMoves } from '../contract.ts'
import { handedInLabels } from '../fields-contract.ts'
import { placeInTree } from './category-queries.ts'
import { picturesOf, showPictures } from './picture-commands.ts'
import { readProduct } from './queries.ts'
import { columnsOf, comparePayloads, isLive, type ProductPayload, payloadOf, saidOf } from './rules.ts'
import type { ProductRecord } from './tables.ts'

/**
 * The decisions on listings. An approved listing is visible if its switch is on, its vendor is approved and it has
 * stock.
 */
export const productDecisions = decisionsOf<ProductVerb, ProductRecord, ProductReview>({
  noun: 'product',
  table: 'products',
  none: 'There is no such product',
  moves: productMoves,
  read: readProduct,
  nameOf: ({ product_name }) => product_name,
  events: {
    approve: 'product.approved',
    reject: 'product.rejected',
    request_update: 'product.update_requested',
    reopen: 'product.reopened',
  },
  letters: {
    kinds: {
      approve: 'product approved',
      reject: 'product rejected',
      request_update: 'product update requested',
      reopen: 'product reopened',
    },
    declined: 'product edit rejected',
    addressOf: addressOfVendor,
  },
  fields: {
    labels: handedInLabels,
    values: async (ctx, product) => {
      const { images } = await picturesOf(ctx, product.id, 'live')
      return { ...mapped({ ...saidOf(product) }, String), images: images.join(' ') }
    },
  },
  warnings: (ctx, { id }) => readWarnings(ctx, id),
  columns: (verb) =>
    verb === 'approve'
      ? { reviewed_price: sql`product_price`, reviewed_discount: sql`discounted_price` }
      : {},
  holdForUndo: holdTree,
  afterUndoneApproval: takeEditIntoListing,
})

/** When an approval is undone, the pending edit becomes part of the listing again, so that no edit is pending. */
async function takeEditIntoListing(ctx: Context, product: ProductRecord): Promise<FieldChange[]> {
  const { id } = product
  const edit = await ctx.db
    .updateTable('product_submissions')
    .set({ kind: 'application', status: 'recorded' })
    .where('product_id', '=', id)
    .where('status', '=', 'waiting')
    .returning('payload')
    .executeTakeFirst()
  if (!edit) return []
  const payload = edit.payload as ProductPayload
  const standing = payloadOf(product, await picturesOf(ctx, id, 'live'))
  await refuseLostSku(ctx, product, payload.sku, 'The approval can no longer be undone')
  const { product_stock: _, ...columns } = columnsOf(payload)
  await showPictures(ctx, id, payload)
  await ctx.db
    .updateTable('products')
    .set({
      ...columns,
      category_id: await placeInTree(ctx, payload, product),
      revision_waiting_since: null,
      cover_image: payload.images[0] ?? '',
    })
    .where('id', '=', id)
    .execute()
  return comparePayloads(standing, payload).filter(({ path }) => !isLive(path))
}

/** Refuses (conflict) a SKU that another listing of the vendor took while an edit waited, or since it was approved. */
export async function refuseLostSku(
  ctx: Context,
  product: ProductRecord,
  sku: string,
  advice: string,
): Promise<void> {
  const other = await ctx.db
    .selectFrom('products')
    .select('product_name')
    .where('vendor_id', '=', product.vendor_id)
    .where('sku', '=', sku)
    .where('id', '!=', product.id)
    .executeTakeFirst()
  if (other) throw new Refusal('conflict', lostSku(sku, other.product_name, advice))
}

/** That another listing has taken a SKU, in words. */
export function lostSku(sku: string, other: string, advice: string): string {
  return `The SKU ${sku} now belongs to ${other}. ${advice}`
}

async function addressOfVendor(ctx: Context, { vendor_id, product_name }: ProductRecord) {
  const { username, email } = await ctx.db
    .selectFrom('vendors')
    .select(['username', 'email'])
    .where('id', '=', vendor_id)
    .executeTakeFirstOrThrow()
  return { recipient: email, vendorName: username, productName: product_name }
}

/** The listing as named in the audit log. */
export function subjectOf(product: ProductRecord): { type: 'product'; id: string; name: string } {
  return { type: 'product', id: product.id, name: product.product_name }
}
