import { sql } from 'kysely'
import { isOnShelf } from '#features/products/shelf/server/queries.ts'
import '#features/products/server/tables.ts'
import '#features/promotions/server/tables.ts'
import '#features/vendors/server/tables.ts'
import { formatRs, type Paisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import { escapeLike } from '#kit/server/matching.ts'
import type { Block, Thing } from '../content-contract.ts'

const mostFound = 20

interface ProductRow {
  id: string
  vendor_id: string
  product_name: string
  product_price: Paisa
  discounted_price: Paisa
  cover_image: string
  shop_name: string
  is_available: boolean
}

interface CampaignRow {
  id: string
  name: string
  image: string
  discount_bp: number
  is_available: boolean
}

/** The products and campaigns that the blocks name, as they are now. */
export async function readThings(ctx: Context, blocks: readonly Block[]): Promise<Thing[]> {
  const ids = blocks.flatMap((block) =>
    block.kind === 'product' ? [block.product_id] : block.kind === 'campaign' ? [block.promotion_id] : [],
  )
  if (ids.length === 0) return []
  const [products, campaigns] = await Promise.all([
    productRows(ctx, sql`p.id = any(${ids}::uuid[])`),
    campaignRows(ctx, sql`c.id = any(${ids}::uuid[])`),
  ])
  return [...products, ...campaigns]
}

/** Approved products by name or SKU. */
export function findProducts(ctx: Context, { q }: { q: string }): Promise<Thing[]> {
  const like = `%${escapeLike(q.toLowerCase())}%`
  return productRows(
    ctx,
    q
      ? sql`p.list = 'approved' and (lower(p.product_name) like ${like} or lower(p.sku) like ${like})`
      : sql`p.list = 'approved'`,
  )
}

/** Campaigns that run now or are scheduled, by name. */
export function findCampaigns(ctx: Context, { q }: { q: string }): Promise<Thing[]> {
  const like = `%${escapeLike(q.toLowerCase())}%`
  const open = sql`c.decided_at is not null and c.over_at > ${ctx.now()}`
  return campaignRows(ctx, q ? sql`${open} and lower(c.name) like ${like}` : open)
}

async function productRows(ctx: Context, where: ReturnType<typeof sql>): Promise<Thing[]> {
  const { rows } = await sql<ProductRow>`
    select p.id, p.vendor_id, p.product_name, p.product_price, p.discounted_price, p.cover_image,
      coalesce(nullif(v.shop_name, ''), v.username) as shop_name,
      ${isOnShelf} and p.available and v.list = 'approved' as is_available
    from products p join vendors v on v.id = p.vendor_id
    where ${where} order by p.created_at desc, p.id limit ${Math.max(mostFound, 60)}`.execute(ctx.db)
  const { shopUrl } = ctx.services
  return rows.map((row) => {
    const isReduced = row.discounted_price > 0n && row.discounted_price < row.product_price
    return {
      id: row.id,
      name: row.product_name,
      detail: row.shop_name,
      price: formatRs(isReduced ? row.discounted_price : row.product_price),
      old_price: isReduced ? formatRs(row.product_price) : '',
      image: row.cover_image,
      href: shopUrl ? `${shopUrl}/stores/${row.vendor_id}` : '',
      is_available: row.is_available,
    }
  })
}

async function campaignRows(ctx: Context, where: ReturnType<typeof sql>): Promise<Thing[]> {
  const now = ctx.now()
  const { rows } = await sql<CampaignRow>`
    select c.id, c.name, c.image, c.discount_bp, c.decided_at is not null and c.over_at > ${now} as is_available
    from promotions c where ${where} order by c.starts_at desc, c.id limit ${Math.max(mostFound, 60)}`.execute(
    ctx.db,
  )
  const { shopUrl } = ctx.services
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    detail: `${row.discount_bp / 100}% off`,
    price: '',
    old_price: '',
    image: row.image,
    href: shopUrl ?? '',
    is_available: row.is_available,
  }))
}
