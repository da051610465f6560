import { type RawBuilder, sql } from 'kysely'
import '#features/categories/server/tables.ts'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { formatRs, type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { type Cached, cached } from '#kit/server/implement.ts'
import type { promotions, StorefrontPrice } from '../contract.ts'
import { campaignPrice, costShares, isReal, type Offer, winnerOf } from '../price-contract.ts'
import { isInScope, lowBefore, priceAt } from './tables.ts'

/** A campaign that lowers the price of a product at a moment. */
export interface HoldingOffer extends Offer {
  name: string
  image: string
  over_at: Date
  cost_share_bp: number
  before: Paisa
}

/** As the database gives it, by itself or as JSON: times and amounts may be text or numbers. */
export interface OfferRow {
  product_id: string
  id: string
  name: string
  image: string
  discount_bp: number
  discount_cap: Paisa | number | null
  price_floor: Paisa | number | null
  starts_at: Date | string
  over_at: Date | string
  cost_share_bp: number
  before: Paisa | number | null
  low: Paisa | number | null
  is_waived: boolean
}

/** The campaigns that products are in now, as a query of its own or within another. */
export function offersAt(productIds: readonly string[], now: Date): RawBuilder<OfferRow> {
  const moment = sql`${now}::timestamptz`
  return sql<OfferRow>`
    select ${offerColumns(moment)} from products p ${offerJoins(moment)}
    where p.id = any(${[...productIds]}::uuid[]) and ${isInScope('c', 'p')}`
}

const offerColumns = (moment: RawBuilder<unknown>) => sql`
  p.id as product_id, c.id, c.name, c.image, c.discount_bp, c.discount_cap, c.price_floor, c.starts_at, c.over_at,
  s.cost_share_bp, ${priceAt('p', moment)} as before, ${lowBefore('c', 'p')} as low, w.product_id is not null as is_waived`

const offerJoins = (moment: RawBuilder<unknown>) => sql`
  join promotion_sellers s on s.vendor_id = p.vendor_id
    and s.joined_at <= ${moment} and (s.left_at is null or s.left_at > ${moment})
  join promotions c on c.id = s.promotion_id
    and c.decided_at <= ${moment} and c.starts_at <= ${moment} and c.over_at > ${moment}
  left join promotion_waivers w on w.promotion_id = c.id and w.product_id = p.id and w.waived_at <= ${moment}`

/**
 * The campaigns that products were in from one moment to another: at the first and the last one, and at each between them
 * from which on something was otherwise. Nothing changes between two of them.
 */
function offersBetween(
  productIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): RawBuilder<OfferRow & { held_at: Date }> {
  const ids = sql`any(${[...productIds]}::uuid[])`
  const isBetween = (at: string) => sql`${sql.ref(at)} > ${from} and ${sql.ref(at)} <= ${to}`
  return sql<OfferRow & { held_at: Date }>`
    with moments as (
      select ${from}::timestamptz as at union select ${to}::timestamptz
      union
      select t.at from products p join promotion_sellers s on s.vendor_id = p.vendor_id
      join promotions c on c.id = s.promotion_id and c.decided_at is not null
      cross join lateral (
        values (c.decided_at), (c.starts_at), (c.over_at), (s.joined_at), (s.left_at)) t (at)
      where p.id = ${ids} and ${isBetween('t.at')}
      union
      select w.waived_at from promotion_waivers w where w.product_id = ${ids} and ${isBetween('w.waived_at')}
      union
      select h.since from product_prices h where h.product_id = ${ids} and ${isBetween('h.since')}
      union
      select h.since from product_places h where h.product_id = ${ids} and ${isBetween('h.since')}
    )
    select m.at as held_at, ${offerColumns(sql`m.at`)} from moments m cross join products p ${offerJoins(sql`m.at`)}
    where p.id = ${ids} and ${isInScope('c', 'p', sql`m.at`)} order by m.at desc`
}

/** The offer of a campaign; null where it lowers nothing, or its discount is not real and nobody let it in. */
function offerOf(row: OfferRow): HoldingOffer | null {
  const paisa = (amount: Paisa | number | null) => (amount === null ? null : BigInt(amount))
  const before = paisa(row.before)
  if (before === null || !(row.is_waived || isReal(before, paisa(row.low)))) return null
  const { price, off } = campaignPrice(before, {
    discount_bp: row.discount_bp,
    discount_cap: paisa(row.discount_cap),
    price_floor: paisa(row.price_floor),
  })
  const { id, name, image, cost_share_bp } = row
  const times = { starts_at: new Date(row.starts_at), over_at: new Date(row.over_at) }
  return off === 0n ? null : { id, name, image, ...times, cost_share_bp, before, price }
}

function winnerAmong(rows: readonly OfferRow[] = []): HoldingOffer | null {
  return winnerOf(rows.map(offerOf).filter((offer) => offer !== null))
}

/** Of the campaigns that one listing is in the one that holds, as the screens of listings show it. */
export function holdingOf(
  rows: readonly OfferRow[],
): { promotion_id: string; name: string; price: string; ends_at: string } | null {
  const holding = winnerAmong(rows)
  if (!holding) return null
  const { id, name, price, over_at } = holding
  return { promotion_id: id, name, price: rupeesFromPaisa(price), ends_at: over_at.toISOString() }
}

/**
 * How long a price may be kept by whoever read it, where no campaign starts or ends before; and so how long before an order
 * was placed its price may have held.
 */
const keptSeconds = 60

/** What products cost now, to be kept until the next campaign starts or ends, a minute at the most. */
export async function readStorefrontPrices(
  ctx: Context,
  { product_ids }: Input<typeof promotions.storefront>,
): Promise<Cached<StorefrontPrice[]>> {
  const now = ctx.now()
  const { rows } = await sql<{ id: string; price: Paisa }>`
    select p.id, case when p.discounted_price > 0 then p.discounted_price else p.product_price end as price
    from products p join vendors v on v.id = p.vendor_id
    where p.id = any(${product_ids}::uuid[]) and p.list = 'approved' and v.status = 'approved'
    order by array_position(${product_ids}::uuid[], p.id)`.execute(ctx.db)
  const found = await offersAt(
    rows.map(({ id }) => id),
    now,
  ).execute(ctx.db)
  const offers = Map.groupBy(found.rows, ({ product_id }) => product_id)
  const { rows: next } = await sql<{ at: Date | null }>`
    select least(
      (select min(starts_at) from promotions where decided_at is not null and starts_at > ${now}),
      (select min(over_at) from promotions where decided_at is not null and over_at > ${now})) as at`.execute(
    ctx.db,
  )
  const until = next[0]?.at ? Math.floor((next[0].at.getTime() - now.getTime()) / 1000) : keptSeconds
  return cached(
    rows.map(({ id, price }) => {
      const holding = winnerAmong(offers.get(id))
      return {
        product_id: id,
        price: rupeesFromPaisa(price),
        campaign: holding && {
          promotion_id: holding.id,
          name: holding.name,
          image: holding.image,
          price: rupeesFromPaisa(holding.price),
          ends_at: holding.over_at.toISOString(),
        },
      }
    }),
    Math.min(keptSeconds, until),
  )
}

/** What a line of an order was bought in: what was taken off all of it, and what of that the marketplace pays. */
export interface LinePromotion {
  id: string
  discount: Paisa
  grant: Paisa
}

/**
 * Holds the lines of an order that name a campaign against what held when it was placed, or at any moment for which
 * whoever sells may have kept the price until then: the campaign must be the one that held, and the price the one that it
 * made at the same moment. A line that names none is as it is. Answers the campaigns in the order of the lines, and what is
 * wrong by path.
 */
export async function readLinePromotions(
  db: Database,
  lines: readonly {
    product_id: string
    promotion_id?: string | undefined
    unit_price: string
    quantity: number
  }[],
  at: Date,
): Promise<{ bought: (LinePromotion | null)[]; errors: { path: string; message: string }[] }> {
  const named = lines.flatMap(({ product_id, promotion_id }) => (promotion_id ? [product_id] : []))
  if (named.length === 0) return { bought: lines.map(() => null), errors: [] }
  const kept = { from: new Date(at.getTime() - keptSeconds * 1000), to: at }
  const { rows } = await offersBetween([...new Set(named)], kept).execute(db)
  const offers = Map.groupBy(rows, ({ product_id }) => product_id)
  const errors: { path: string; message: string }[] = []
  const bought = lines.map((line, index) => {
    if (!line.promotion_id) return null
    const own = offers.get(line.product_id) ?? []
    // The latest moment first, as they were read.
    const moments = Map.groupBy(own, ({ held_at }) => held_at.getTime())
    const winners = [...moments.values()].map((rows) => winnerAmong(rows)).filter((offer) => offer !== null)
    const meant = winners.filter(({ id }) => id === line.promotion_id)
    const price = parseRupees(line.unit_price)
    const holding = meant.find((offer) => offer.price === price)
    if (holding) {
      const discount = (holding.before - holding.price) * BigInt(line.quantity)
      return { id: holding.id, discount, grant: costShares(discount, holding.cost_share_bp).marketplace }
    }
    const made = ({ name, price }: HoldingOffer) => `${name} made this ${formatRs(price)}`
    const isIn = own.some((row) => row.id === line.promotion_id && offerOf(row) !== null)
    const [standing, winner] = [meant[0], winners[0]]
    if (standing) errors.push({ path: `lines.${index}.unit_price`, message: made(standing) })
    else {
      const message =
        isIn && winner
          ? `Another campaign held: ${made(winner)}`
          : 'This campaign did not hold for this product when the order was placed'
      errors.push({ path: `lines.${index}.promotion_id`, message })
    }
    return null
  })
  return { bought, errors }
}
