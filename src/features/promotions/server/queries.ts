import { type RawBuilder, sql } from 'kysely'
import { pathOf } from '#features/categories/server/tables.ts'
import { readStory } from '#features/decisions/server/queries.ts'
import '#features/vendors/server/tables.ts'
import type { Answer, Input } from '#kit/contract/endpoint.ts'
import { type Paisa, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Page } from '#kit/contract/page.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { searchWords } from '#kit/contract/search-words.ts'
import type { Context } from '#kit/server/context.ts'
import { withinDays } from '#kit/server/days.ts'
import { listPage } from '#kit/server/list.ts'
import { idsWith, searchOf } from '#kit/server/search.ts'
import {
  type Promotion,
  type PromotionDetail,
  type PromotionSeller,
  type PromotionStatus,
  promotionStatuses,
  type promotions,
  statusAt,
} from '../contract.ts'
import type { PromotionSold } from '../price/sold-contract.ts'
import type { PromotionRecord, PromotionSellerRecord } from './tables.ts'

type Row = PromotionRecord & {
  seller_count: number
  seller_name: string | null
  invited_count: number
  orders: number
  pieces: number
  revenue: string
}

const shopName = sql`coalesce(nullif(v.shop_name, ''), v.username)`
/** Stands in for a product id in the totals that count whole orders, because one order may contain several products. */
const wholeOrders = '00000000-0000-0000-0000-000000000000'

const sums = (columns: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select ${columns} from promotion_totals t where ${where}
  union all select ${columns} from promotion_deltas t where ${where}`

const columns = sql`c.*, own.seller_count, own.seller_name, own.invited_count, sold.orders, sold.pieces, sold.revenue`
const joins = sql`
  cross join lateral (
    select count(*) filter (where s.joined_at is not null and s.left_at is null)::int4 as seller_count,
      min(${shopName}) filter (where s.joined_at is not null and s.left_at is null) as seller_name,
      count(*) filter (where s.joined_at is null and s.left_at is null)::int4 as invited_count
    from promotion_sellers s join vendors v on v.id = s.vendor_id where s.promotion_id = c.id) own
  cross join lateral (
    select coalesce(sum(k.orders), 0)::int4 as orders, coalesce(sum(k.pieces), 0)::int4 as pieces,
      coalesce(sum(k.revenue), 0)::text as revenue
    from (${sums(sql`t.orders, t.pieces, t.revenue`, sql`t.promotion_id = c.id`)}) k) sold`

/** Condition that a campaign has this status now, from its stored fields and the clock alone. */
function isNow(status: PromotionStatus, now: Date): RawBuilder<unknown> {
  const conditions = {
    draft: sql`c.decided_at is null`,
    scheduled: sql`(c.decided_at is not null and c.starts_at > ${now} and c.over_at > ${now})`,
    running: sql`(c.decided_at is not null and c.starts_at <= ${now} and c.over_at > ${now})`,
    ended: sql`(c.decided_at is not null and c.over_at <= ${now})`,
  }
  return conditions[status]
}

export function listPromotions(ctx: Context, input: Input<typeof promotions.list>): Promise<Page<Promotion>> {
  const { status, vendor_id, from, to, q } = input
  const now = ctx.now()
  return listPage<Promotion>(
    ctx.db,
    {
      from: sql`promotions c`,
      alias: 'c',
      partitions: [status ? isNow(status, now) : sql`true`],
      filters: [
        ...(vendor_id
          ? [
              sql`exists (select from promotion_sellers s
                where s.promotion_id = c.id and s.vendor_id = ${vendor_id} and s.left_at is null)`,
            ]
          : []),
        ...withinDays('c.over_at', { from }),
        ...withinDays('c.starts_at', { to }),
      ],
      search: q ? searchOf(q, { table: 'promotion_search', column: 'c.id' }) : null,
      sorts: {
        starts_at: { column: 'starts_at', type: 'timestamptz' },
        name: { column: 'name', type: 'text' },
        discount_bp: { column: 'discount_bp', type: 'int4' },
        ends_at: { column: 'over_at', type: 'timestamptz' },
        created_at: { column: 'created_at', type: 'timestamptz' },
      },
      select: columns,
      joins,
      // There are a few hundred campaigns, so counting is cheaper than a counter that would have to follow the clock.
      countAll: async () => (await countPromotions(ctx))[status ?? 'all'],
      shape: (row) => promotionOf(row, now),
    },
    input,
  )
}

export async function countPromotions(ctx: Context): Promise<Answer<typeof promotions.count>> {
  const now = ctx.now()
  const counts = promotionStatuses.map(
    (status) => sql`count(*) filter (where ${isNow(status, now)})::int4 as ${sql.ref(status)}`,
  )
  const { rows } = await sql<Answer<typeof promotions.count>>`
    select count(*)::int4 as "all", ${sql.join(counts)} from promotions c`.execute(ctx.db)
  return rows[0] as Answer<typeof promotions.count>
}

/** One campaign with its vendors, scope and history. Refuses (not-found) an unknown id. */
export async function readPromotion(ctx: Context, { id }: { id: string }): Promise<PromotionDetail> {
  const { rows } = await sql<Row>`select ${columns} from promotions c ${joins} where c.id = ${id}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new Refusal('not-found', 'There is no such campaign')
  const { rows: around } = await sql<{
    categories: PromotionDetail['categories'] | null
    products: PromotionDetail['products'] | null
  }>`
    select
      (select json_agg(k) from (
        select k.id, ${pathOf('k')} as name from promotion_categories x join categories k on k.id = x.category_id
        where x.promotion_id = ${id} order by k.place) k) as categories,
      (select json_agg(p) from (
        select p.id, p.product_name, p.sku from promotion_products x join products p on p.id = x.product_id
        where x.promotion_id = ${id} order by p.product_name, p.id) p) as products`.execute(ctx.db)
  const sellers = await sql<PromotionSellerRecord & { shop_name: string }>`
    select s.*, ${shopName} as shop_name from promotion_sellers s join vendors v on v.id = s.vendor_id
    where s.promotion_id = ${id} order by s.left_at is not null, s.joined_at is null, ${shopName}, v.id`.execute(
    ctx.db,
  )
  const { history } = await readStory(ctx.db, 'promotion', id)
  return {
    ...promotionOf(row, ctx.now()),
    sellers: sellers.rows.map(sellerOf),
    categories: around[0]?.categories ?? [],
    products: around[0]?.products ?? [],
    history,
  }
}

/** The stored terms of a campaign, as the API shows them. */
export function shownTerms(record: PromotionRecord) {
  const money = (paisa: Paisa | null) => (paisa === null ? null : rupeesFromPaisa(paisa))
  const { name, discount_bp, discount_cap, price_floor, cost_share_bp, starts_at, ends_at, scope } = record
  return {
    name,
    discount_bp,
    discount_cap: money(discount_cap),
    price_floor: money(price_floor),
    cost_share_bp,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    scope: scope as Promotion['scope'],
  }
}

function promotionOf(row: Row, now: Date): Promotion {
  const { id, image, seller_count, seller_name, invited_count, orders, pieces, version } = row
  return {
    ...{ id, image, seller_count, invited_count, orders, pieces, version },
    ...shownTerms(row),
    status: statusAt(row, now),
    ended_at: row.ended_at?.toISOString() ?? null,
    seller_name: seller_count === 1 ? (seller_name ?? '') : '',
    revenue: rupeesFromPaisa(BigInt(row.revenue)),
    created_at: row.created_at.toISOString(),
  }
}

/** Whether a vendor is in a campaign, from the times of their opt-in and their leaving. */
export function sellerStateOf({ joined_at, left_at }: { joined_at: Date | null; left_at: Date | null }) {
  if (left_at) return joined_at ? 'left' : 'declined'
  return joined_at ? 'in' : 'invited'
}

function sellerOf(row: PromotionSellerRecord & { shop_name: string }): PromotionSeller {
  return {
    vendor_id: row.vendor_id,
    shop_name: row.shop_name,
    state: sellerStateOf(row),
    cost_share_bp: row.cost_share_bp,
    invited_at: row.invited_at.toISOString(),
    joined_at: row.joined_at?.toISOString() ?? null,
    left_at: row.left_at?.toISOString() ?? null,
    joined_by_name: row.joined_by_name,
    note: row.note,
  }
}

/**
 * Approved shops that are found by these words, those with them in their name first, or the shop with this id: at most
 * twenty.
 */
export async function findSellers(
  { db }: Context,
  { q = '', id }: Input<typeof promotions.vendors>,
): Promise<{ id: string; name: string }[]> {
  const words = searchWords(q)
  const isNamed = words.map((word) => sql`strpos(search_fold(${shopName}), ${word}) = 0`)
  const { rows } = await sql<{ id: string; name: string }>`
    select v.id, ${shopName} as name from vendors v
    where ${id ? sql`v.id = ${id}` : sql`v.list = 'approved' ${words.length > 0 ? sql`and v.id in ${idsWith('vendor_search', q)}` : sql``}`}
    order by ${words.length > 0 ? sql`(${sql.join(isNamed, sql` or `)}), ` : sql``}${shopName}, v.id limit 20`.execute(
    db,
  )
  return rows
}

interface SoldRow {
  pieces: number
  revenue: string
  discount: string
  granted: string
}

/** Sales of a campaign minus returns: the total, and the top ten vendors and products. Refuses (not-found). */
export async function readSold(ctx: Context, { id }: { id: string }): Promise<PromotionSold> {
  const found = await ctx.db.selectFrom('promotions').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('not-found', 'There is no such campaign')
  const all = sql`${sums(
    sql`t.product_id, t.orders, t.pieces, t.revenue, t.discount, t.granted`,
    sql`t.promotion_id = ${id}`,
  )}`
  const fields = sql`coalesce(sum(k.pieces), 0)::int4 as pieces, coalesce(sum(k.revenue), 0)::text as revenue,
    coalesce(sum(k.discount), 0)::text as discount, coalesce(sum(k.granted), 0)::text as granted`
  const whole = await sql<SoldRow & { orders: number }>`
    select coalesce(sum(k.orders) filter (where k.product_id = ${wholeOrders}), 0)::int4 as orders, ${fields}
    from (${all}) k`.execute(ctx.db)
  const sellers = await sql<SoldRow & { vendor_id: string; shop_name: string }>`
    select v.id as vendor_id, ${shopName} as shop_name, ${fields}
    from (${all}) k join products p on p.id = k.product_id join vendors v on v.id = p.vendor_id
    group by v.id order by sum(k.revenue) desc, v.id limit 10`.execute(ctx.db)
  const products = await sql<SoldRow & { product_id: string; product_name: string; sku: string }>`
    select p.id as product_id, p.product_name, p.sku, ${fields}
    from (${all}) k join products p on p.id = k.product_id
    group by p.id order by sum(k.revenue) desc, p.id limit 10`.execute(ctx.db)
  const [total] = whole.rows
  if (!total) throw new Error('an aggregate answered no row')
  return {
    ...soldOf(total),
    sellers: sellers.rows.map(soldOf),
    products: products.rows.map(soldOf),
  }
}

function soldOf<R extends SoldRow>({ revenue, discount, granted, ...row }: R) {
  return {
    ...row,
    revenue: rupeesFromPaisa(BigInt(revenue)),
    discount: rupeesFromPaisa(BigInt(discount)),
    vendor_part: rupeesFromPaisa(BigInt(discount) - BigInt(granted)),
    marketplace_part: rupeesFromPaisa(BigInt(granted)),
  }
}
