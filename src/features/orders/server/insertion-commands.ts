import { v7 as uuidv7 } from 'uuid'
import type { Context } from '#kit/server/context.ts'
import { keptOf, type SaidLine, type SplitPart } from './rules.ts'
import './tables.ts'

/** The marketplace's data about a submitted product. */
export interface Product {
  id: string
  vendor_id: string
  sku: string
  product_name: string
  categories: string[]
  cover_image: string
  product_stock: number
  shop_name: string
}

/** Inserts the parts and returns the ids of the line items, in their order. */
export async function insertParts(
  ctx: Context,
  orderId: string,
  at: Date,
  parts: readonly SplitPart[],
  {
    said,
    products,
    inStock,
  }: { said: readonly SaidLine[]; products: readonly Product[]; inStock: readonly number[] },
): Promise<string[]> {
  const rows = parts.map((part) => ({ part, id: uuidv7() }))
  await ctx.db
    .insertInto('order_parts')
    .values(
      rows.map(({ part, id }) => ({
        id,
        order_id: orderId,
        vendor_id: part.vendorId,
        number: part.number,
        shop_name: products.find((product) => product.vendor_id === part.vendorId)?.shop_name ?? '',
        vendor_status: 'to_pack',
        items_total: part.itemsTotal,
        discount_total: part.discountTotal,
        shipping_total: part.shippingTotal,
        total: part.total,
        vendor_share: part.vendorShare,
        placed_at: at,
      })),
    )
    .execute()
  const inOrder = rows
    .flatMap(({ part, id }) => part.lines.map((line) => ({ line, partId: id, id: uuidv7() })))
    .sort((a, b) => a.line.number - b.line.number)
  await ctx.db
    .insertInto('order_lines')
    .values(
      inOrder.map(({ line, partId, id }) => {
        const product = products[line.number - 1] as Product
        return {
          id,
          order_id: orderId,
          part_id: partId,
          number: line.number,
          ...keptOf(said[line.number - 1] as SaidLine),
          sku: product.sku,
          product_name: product.product_name,
          image: product.cover_image,
          line_total: line.total,
          discount: line.discount,
          short: Math.max(0, line.quantity - (inStock[line.number - 1] ?? 0)),
          commission_rule_id: line.commissionRuleId,
          commission_why: line.commissionWhy,
          commission_rate_bp: line.commissionRateBp,
          commission: line.share.commission,
          income_tax: line.share.income_tax,
          sales_tax: line.share.sales_tax,
          vendor_share: line.share.vendor_share,
          promotion_id: line.promotion?.id ?? null,
          promotion_discount: line.promotion?.discount ?? 0n,
          promotion_grant: line.share.promotion_grant,
        }
      }),
    )
    .execute()
  return inOrder.map(({ id }) => id)
}
