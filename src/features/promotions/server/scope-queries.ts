import { sql } from 'kysely'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import { fieldRefusal, Refusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import { idsWith } from '#kit/server/search.ts'
import { type Clash, type promotions, statusAt } from '../contract.ts'
import type { PromotionPreview, TouchedProduct } from '../preview-contract.ts'
import { isInScope, lowBefore, type PromotionRecord } from './tables.ts'

const shopName = sql`coalesce(nullif(v.shop_name, ''), v.username)`
const presentPrice = sql`case when p.discounted_price > 0 then p.discounted_price else p.product_price end`
const mostDoubtful = 20

interface TouchedRow {
  id: string
  product_name: string
  sku: string
  image: string
  shop_name: string
  is_joined: boolean
  is_waived: boolean
  price: Paisa
  low: Paisa | null
  is_doubtful: boolean
  is_example: boolean
  touched: number
  left_out: number
  waived: number
  joined: number
}

/**
 * Preview of a campaign from current data: five of its products from the cheapest to the most expensive, how many
 * products are in scope, and the products whose discount would not be real. The five are products that take part, if
 * there are enough of them. Products of vendors who are only invited count as well. Whether a discount would be real
 * goes by the start of the campaign, or by the given start. Refuses (not-found).
 */
export async function readPreview(
  ctx: Context,
  { id, starts_at }: Input<typeof promotions.preview>,
): Promise<PromotionPreview> {
  await recordOf(ctx, id)
  const start = starts_at ? new Date(starts_at) : undefined
  // Materialized, because the next step names the lowest price three times, and each would look up the prices again.
  const { rows } = await sql<TouchedRow>`
    with touched as materialized (
      select p.id, p.product_name, p.sku, p.cover_image as image, ${shopName} as shop_name,
        s.joined_at is not null as is_joined, c.decided_at is not null as is_started, w.product_id is not null as is_waived,
        ${presentPrice} as price, ${lowBefore('c', 'p', start)} as low
      from promotions c
      join promotion_sellers s on s.promotion_id = c.id and s.left_at is null
      join products p on p.vendor_id = s.vendor_id and p.list = 'approved'
      join vendors v on v.id = p.vendor_id and v.status = 'approved'
      left join promotion_waivers w on w.promotion_id = c.id and w.product_id = p.id
      where c.id = ${id} and ${isInScope('c', 'p')}
    ),
    judged as (select *, low is null or price > low as is_doubtful from touched),
    sorted as (
      select *, (is_waived or not is_doubtful) and (is_joined or not is_started) as takes_part from judged
    ),
    counted as (
      select *, row_number() over (partition by takes_part order by price, id) as at,
        count(*) filter (where takes_part) over () as n,
        row_number() over (partition by is_doubtful order by is_waived, product_name, id) as doubt
      from sorted
    ),
    summed as (
      select count(*)::int4 as touched, count(*) filter (where is_doubtful and not is_waived)::int4 as left_out,
        count(*) filter (where is_doubtful and is_waived)::int4 as waived,
        count(*) filter (where is_joined)::int4 as joined
      from judged
    ),
    chosen as (
      select *, case when n >= 5 then takes_part and at in (1, (n + 3) / 4, (n + 1) / 2, (3 * n + 3) / 4, n)
        else takes_part or at <= 5 - n end as is_example
      from counted
    )
    select id, product_name, sku, image, shop_name, is_joined, is_waived, price, low, is_doubtful, is_example, summed.*
    from chosen, summed where is_example or (is_doubtful and doubt <= ${mostDoubtful})
    order by price, id`.execute(ctx.db)
  const [first] = rows
  return {
    touched: first?.touched ?? 0,
    left_out: first?.left_out ?? 0,
    waived: first?.waived ?? 0,
    joined: first?.joined ?? 0,
    examples: rows.filter((row) => row.is_example).map(touchedOf),
    doubtful: rows
      .filter((row) => row.is_doubtful)
      .map(touchedOf)
      .sort((a, b) => Number(a.is_waived) - Number(b.is_waived)),
  }
}

function touchedOf(row: TouchedRow): TouchedProduct {
  const { id, product_name, sku, image, shop_name, is_joined, is_waived, price, low } = row
  return {
    ...{ id, product_name, sku, image, shop_name, is_joined, is_waived },
    price: rupeesFromPaisa(price),
    low: low === null ? null : rupeesFromPaisa(low),
  }
}

/**
 * Other campaigns, including drafts, in the period of this campaign (or in the given period) that share products with
 * it. Refuses (not-found), and (invalid) a period that ends before it starts.
 */
export async function readClashes(
  ctx: Context,
  { id, ...period }: Input<typeof promotions.clashes>,
): Promise<Clash[]> {
  const own = await recordOf(ctx, id)
  const from = period.starts_at ? new Date(period.starts_at) : own.starts_at
  const to = period.ends_at ? new Date(period.ends_at) : own.over_at
  if (from >= to) throw fieldRefusal('ends_at', 'Must be after the start')
  const now = ctx.now()
  const { rows } = await sql<PromotionRecord & { products: number }>`
    select o.*, shared.products
    from promotions c
    join promotions o on o.id <> c.id and o.starts_at < ${to} and o.over_at > ${from} and o.over_at > ${now}
    cross join lateral (
      select count(*)::int4 as products
      from promotion_sellers s
      join promotion_sellers t on t.promotion_id = o.id and t.vendor_id = s.vendor_id and t.left_at is null
      join products p on p.vendor_id = s.vendor_id and p.list = 'approved'
      where s.promotion_id = c.id and s.left_at is null and ${isInScope('c', 'p')} and ${isInScope('o', 'p')}) shared
    where c.id = ${id} and shared.products > 0 order by o.starts_at, o.id limit 20`.execute(ctx.db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: statusAt(row, now),
    discount_bp: row.discount_bp,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.over_at.toISOString(),
    products: row.products,
  }))
}

/** Searches listings of the campaign's vendors by name or SKU, for choosing: at most twenty. Refuses (not-found). */
export async function findProducts(
  ctx: Context,
  { id, q }: Input<typeof promotions.products>,
): Promise<Answer<typeof promotions.products>> {
  await recordOf(ctx, id)
  const { rows } = await sql<Answer<typeof promotions.products>[number]>`
    select p.id, p.product_name, p.sku, ${shopName} as shop_name
    from promotion_sellers s
    join products p on p.vendor_id = s.vendor_id and p.list = 'approved'
    join vendors v on v.id = s.vendor_id
    where s.promotion_id = ${id} and s.left_at is null ${q ? sql`and p.id in ${idsWith('product_search', q)}` : sql``}
    order by p.product_name, p.id limit 20`.execute(ctx.db)
  return rows
}

export async function recordOf(ctx: Context, id: string): Promise<PromotionRecord> {
  const record = await ctx.db.selectFrom('promotions').selectAll().where('id', '=', id).executeTakeFirst()
  if (!record) throw new Refusal('not-found', 'There is no such campaign')
  return record
}
