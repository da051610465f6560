import { type RawBuilder, type Selectable, sql } from 'kysely'
import { placeAt } from '#features/categories/server/tables.ts'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'
import { leastDays, lowDays } from '../price/contract.ts'

const productPrices = table('product_prices', { product_id: 'uuid', since: 'timestamptz', price: 'int8' })

const promotions = table('promotions', {
  id: 'uuid',
  name: 'text',
  image: 'text=',
  discount_bp: 'int4',
  discount_cap: 'int8?',
  price_floor: 'int8?',
  cost_share_bp: 'int4=',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  scope: 'text=',
  decided_at: 'timestamptz?',
  ended_at: 'timestamptz?',
  start_told_at: 'timestamptz?',
  end_told_at: 'timestamptz?',
  version: 'int4=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  over_at: 'timestamptz!',
})

const promotionSellers = table('promotion_sellers', {
  promotion_id: 'uuid',
  vendor_id: 'uuid',
  cost_share_bp: 'int4',
  invited_at: 'timestamptz',
  joined_at: 'timestamptz?',
  left_at: 'timestamptz?',
  joined_by_name: 'text=',
  note: 'text=',
})

const promotionCategories = table('promotion_categories', { promotion_id: 'uuid', category_id: 'uuid' })
const promotionProducts = table('promotion_products', { promotion_id: 'uuid', product_id: 'uuid' })

const promotionWaivers = table('promotion_waivers', {
  promotion_id: 'uuid',
  product_id: 'uuid',
  reason: 'text',
  waived_by: 'uuid?',
  waived_by_name: 'text',
  waived_at: 'timestamptz',
})

const sums = {
  promotion_id: 'uuid',
  product_id: 'uuid',
  orders: 'int8',
  pieces: 'int8',
  revenue: 'numeric',
  discount: 'numeric',
  granted: 'numeric',
} as const
const promotionTotals = table('promotion_totals', sums)
const promotionDeltas = table('promotion_deltas', sums)

const promotionSearch = table('promotion_search', searchColumns)

declare module '#kit/server/database.ts' {
  interface Tables {
    promotion_search: TableOf<typeof promotionSearch>
    product_prices: TableOf<typeof productPrices>
    promotions: TableOf<typeof promotions>
    promotion_sellers: TableOf<typeof promotionSellers>
    promotion_categories: TableOf<typeof promotionCategories>
    promotion_products: TableOf<typeof promotionProducts>
    promotion_waivers: TableOf<typeof promotionWaivers>
    promotion_totals: TableOf<typeof promotionTotals>
    promotion_deltas: TableOf<typeof promotionDeltas>
  }
}

/** Rows as stored in the database; they never leave the server in this form. */
export type PromotionRecord = Selectable<TableOf<typeof promotions>>
export type PromotionSellerRecord = Selectable<TableOf<typeof promotionSellers>>

/**
 * Condition that a product (by alias) of a participating vendor is in the scope of a campaign (by alias). The product's
 * category is its current one, or its category at a moment. The tree above the category is always the current one,
 * because categories refuse changes that would add products to or remove products from a campaign that was started.
 */
export function isInScope(promotion: string, product: string, at?: RawBuilder<unknown>): RawBuilder<boolean> {
  const of = (alias: string, column: string) => sql.ref(`${alias}.${column}`)
  const category = at ? placeAt(product, at) : of(product, 'category_id')
  return sql<boolean>`(${of(promotion, 'scope')} = 'all'
    or (${of(promotion, 'scope')} = 'products' and exists (
      select from promotion_products chosen
      where chosen.promotion_id = ${of(promotion, 'id')} and chosen.product_id = ${of(product, 'id')}))
    or (${of(promotion, 'scope')} = 'categories' and exists (
      select from promotion_categories chosen
      join categories top on top.id = chosen.category_id
      join categories own on own.place >= top.place and own.place < top.place || '/'
      where chosen.promotion_id = ${of(promotion, 'id')} and own.id = ${category})))`
}

/** The price of a listing (by alias) at a moment, without a campaign; null before the first price. */
export function priceAt(product: string, at: RawBuilder<unknown>): RawBuilder<bigint | null> {
  return sql<bigint | null>`(
    select h.price from product_prices h
    where h.product_id = ${sql.ref(`${product}.id`)} and h.since <= ${at} order by h.since desc limit 1)`
}

/**
 * The lowest price at which a listing (by alias) was offered in the `lowDays` before a campaign (by alias) starts, or before
 * another start; null if the listing was first offered less than `leastDays` before it. A listing is offered while it is
 * approved and switched on, and also at a time of which its state is not known.
 */
export function lowBefore(promotion: string, product: string, at?: Date): RawBuilder<bigint | null> {
  const start = at ? sql`${at}::timestamptz` : sql.ref(`${promotion}.starts_at`)
  const before = (days: number) => sql`${start} - make_interval(days => ${sql.lit(days)})`
  const id = sql.ref(`${product}.id`)
  return sql<bigint | null>`case when ${priceAt(product, before(leastDays))} is not null and coalesce((
    select bool_or(l.state = 'approved') from product_states l
    where l.product_id = ${id} and l.since <= ${before(leastDays)}), true) then (
    select min(stood.price) from (
      select price, since, coalesce(lead(since) over (order by since), ${start}) as until from (
        select h.price, h.since from product_prices h
        where h.product_id = ${id} and h.since > ${before(lowDays)} and h.since < ${start}
        union all
        select ${priceAt(product, before(lowDays))}, ${before(lowDays)}) known) stood
    where ${wasOffered(id, sql.ref('stood.since'), sql.ref('stood.until'))}) end`
}

/** True if a listing was offered at some time from one moment on and before another one. */
function wasOffered(
  id: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(coalesce((
      select l.state from product_states l where l.product_id = ${id} and l.since <= ${from}
      order by l.since desc limit 1), 'approved') = 'approved'
    or exists (
      select from product_states l
      where l.product_id = ${id} and l.state = 'approved' and l.since > ${from} and l.since < ${until}))`
}
