import { type RawBuilder, sql } from 'kysely'
import '#features/categories/server/tables.ts'
import { isOnSale } from '#features/products/shelf/server/queries.ts'
import '#features/vendors/server/tables.ts'
import type { promotions, StorefrontPrice } from '#features/promotions/contract.ts'
import { isInScope, lowBefore, priceAt } from '#features/promotions/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { formatRs, type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import { type Cached, cached } from '#kit/server/implement.ts'
import { campaignPrice, costShares, isReal, type Offer, winnerOf } from '../contract.ts'

/** A campaign that lowers the price of a product at a moment. */
export interface HoldingOffer extends Offer {
  name: string
  image: string
  over_at: Date
  cost_share_bp: number
  before: Paisa
}

/** A row from the database, read directly or as JSON: times and amounts may be text or numbers. */
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

/** The campaigns that products are in now, usable as a query or as a subquery. */
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

/** A time range, both ends included. */
interface Span {
  from: Date
  to: Date
}

/**
 * The first and the last moment of a span, and every moment between them at which something about the price of these
 * products changed. Nothing changes between two of these moments.
 */
function momentsOf(ids: RawBuilder<unknown>, { from, to }: Span): RawBuilder<unknown> {
  const isBetween = (at: string) => sql`${sql.ref(at)} > ${from} and ${sql.ref(at)} <= ${to}`
  return sql`
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
      select h.since from product_places h where h.product_id = ${ids} and ${isBetween('h.since')}`
}

/** The campaigns that products were in at each moment of a span, latest first. */
function offersBetween(productIds: readonly string[], span: Span): RawBuilder<OfferRow & { held_at: Date }> {
  const ids = sql`any(${[...productIds]}::uuid[])`
  return sql<OfferRow & { held_at: Date }>`
    with moments as (${momentsOf(ids, span)})
    select m.at as held_at, ${offerColumns(sql`m.at`)} from moments m cross join products p ${offerJoins(sql`m.at`)}
    where p.id = ${ids} and ${isInScope('c', 'p', sql`m.at`)} order by m.at desc`
}

/**
 * Prices of products without a campaign at each moment of a span, latest first; no row before a product had a price.
 */
function pricesBetween(
  productIds: readonly string[],
  span: Span,
): RawBuilder<{ product_id: string; held_at: Date; price: Paisa }> {
  const ids = sql`any(${[...productIds]}::uuid[])`
  return sql<{ product_id: string; held_at: Date; price: Paisa }>`
    with moments as (${momentsOf(ids, span)}), prices as (
      select p.id as product_id, m.at as held_at, ${priceAt('p', sql`m.at`)} as price
      from moments m cross join products p where p.id = ${ids}
    ) select product_id, held_at, price from prices where price is not null order by held_at desc`
}

/** The offer of a campaign; null if the price does not fall, or if the discount is not real and has no waiver. */
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

function byProduct<R extends { product_id: string }>({ rows }: { rows: R[] }): Map<string, R[]> {
  return Map.groupBy(rows, ({ product_id }) => product_id)
}

function winnerAmong(rows: readonly OfferRow[] = []): HoldingOffer | null {
  return winnerOf(rows.map(offerOf).filter((offer) => offer !== null))
}

/** The campaign that applies to one listing, of all the campaigns that the listing is in, for the listing screens. */
export function holdingOf(
  rows: readonly OfferRow[],
): { promotion_id: string; name: string; price: string; ends_at: string } | null {
  const holding = winnerAmong(rows)
  if (!holding) return null
  const { id, name, price, over_at } = holding
  return { promotion_id: id, name, price: rupeesFromPaisa(price), ends_at: over_at.toISOString() }
}

/**
 * How long a reader may cache a price if no campaign starts or ends sooner, and therefore how old the price of an order
 * may be when the order is placed.
 */
const keptSeconds = 60

/** When the next campaign starts or ends: until then no price changes unless something is written. Null if none will. */
export async function nextCampaignMoment(ctx: Context): Promise<Date | null> {
  const now = ctx.now()
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(starts_at) from promotions where decided_at is not null and starts_at > ${now}),
      (select min(over_at) from promotions where decided_at is not null and over_at > ${now})) as at`.execute(
    ctx.db,
  )
  return rows[0]?.at ?? null
}

/** Current prices of products, cacheable until the next campaign starts or ends, for at most a minute. */
export async function readStorefrontPrices(
  ctx: Context,
  { product_ids }: Input<typeof promotions.storefront>,
): Promise<Cached<StorefrontPrice[]>> {
  const now = ctx.now()
  const { rows } = await sql<{ id: string; price: Paisa }>`
    select p.id, case when p.discounted_price > 0 then p.discounted_price else p.product_price end as price
    from products p join vendors v on v.id = p.vendor_id
    where p.id = any(${product_ids}::uuid[]) and ${isOnSale}
    order by array_position(${product_ids}::uuid[], p.id)`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  const offers = byProduct(await offersAt(ids, now).execute(ctx.db))
  const next = await nextCampaignMoment(ctx)
  const until = next ? Math.floor((next.getTime() - now.getTime()) / 1000) : keptSeconds
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

/**
 * The campaign in which an order line was bought: the discount on the whole line, and the part that the marketplace
 * pays.
 */
export interface LinePromotion {
  id: string
  discount: Paisa
  grant: Paisa
}

/** The price of a piece when an order was placed. */
export interface PriceInForce {
  price: Paisa
  /** The campaign that set the price; empty if the price is that of the listing. */
  campaign: string
}

/** An order line, compared with the prices of its listing. */
export interface HeldPrice {
  /** The campaign that the line names, if it applied. */
  bought: LinePromotion | null
  /** The price in force when the order was placed; null if unknown. */
  inForce: PriceInForce | null
  /** False if a price is known and the line has a different one. */
  fits: boolean
}

interface PricedLine {
  product_id: string
  promotion_id?: string | undefined
  unit_price: string
  quantity: number
}

/** The span in which a storefront may have cached the price of an order placed at this moment. */
export function keptSpan(at: Date): Span {
  return { from: new Date(at.getTime() - keptSeconds * 1000), to: at }
}

/**
 * Compares order lines with the prices in force when the order was placed, or at any earlier moment from which the
 * storefront may have cached them. If a line names a campaign, that campaign must be the one that applied, and the
 * price must be the one that it set at the same moment; errors are answered by path. For any other line, the price is
 * that of the campaign that applied, or of the listing. Answers the lines in their order.
 */
export async function readLinePrices(
  db: Database,
  lines: readonly PricedLine[],
  at: Date,
): Promise<{ held: HeldPrice[]; errors: { path: string; message: string }[] }> {
  const span = keptSpan(at)
  const ids = [...new Set(lines.map(({ product_id }) => product_id))]
  const offers = byProduct(await offersBetween(ids, span).execute(db))
  const prices = byProduct(await pricesBetween(ids, span).execute(db))
  const errors: { path: string; message: string }[] = []
  const held = lines.map((line, index): HeldPrice => {
    const own = offers.get(line.product_id) ?? []
    if (!line.promotion_id) return heldPrice(line, prices.get(line.product_id) ?? [], own)
    const found = boughtIn(line, line.promotion_id, own)
    if ('promotion' in found) return { bought: found.promotion, inForce: found.inForce, fits: true }
    errors.push({ path: `lines.${index}.${found.field}`, message: found.message })
    return { bought: null, inForce: null, fits: true }
  })
  return { held, errors }
}

/** Compares a line that names no campaign with the prices of its listing, latest moment first. */
function heldPrice(
  { unit_price }: PricedLine,
  listed: readonly { held_at: Date; price: Paisa }[],
  offers: readonly (OfferRow & { held_at: Date })[],
): HeldPrice {
  const moments = Map.groupBy(offers, ({ held_at }) => held_at.getTime())
  const inForce = listed.map(({ held_at, price }): PriceInForce => {
    const winner = winnerAmong(moments.get(held_at.getTime()))
    return winner ? { price: winner.price, campaign: winner.name } : { price, campaign: '' }
  })
  const price = parseRupees(unit_price)
  return {
    bought: null,
    inForce: inForce[0] ?? null,
    fits: inForce.length === 0 || inForce.some((one) => one.price === price),
  }
}

/** The campaign that a line names, if it applied and set this price; otherwise the error. */
function boughtIn(
  line: PricedLine,
  promotionId: string,
  own: readonly (OfferRow & { held_at: Date })[],
): { promotion: LinePromotion; inForce: PriceInForce } | { field: string; message: string } {
  // Latest moment first, in the order that the query returns.
  const moments = Map.groupBy(own, ({ held_at }) => held_at.getTime())
  const winners = [...moments.values()].map((rows) => winnerAmong(rows)).filter((offer) => offer !== null)
  const meant = winners.filter(({ id }) => id === promotionId)
  const price = parseRupees(line.unit_price)
  const holding = meant.find((offer) => offer.price === price)
  if (holding) {
    const discount = (holding.before - holding.price) * BigInt(line.quantity)
    const grant = costShares(discount, holding.cost_share_bp).marketplace
    return { promotion: { id: holding.id, discount, grant }, inForce: { price, campaign: holding.name } }
  }
  const made = ({ name, price }: HoldingOffer) => `${name} made this ${formatRs(price)}`
  const isIn = own.some((row) => row.id === promotionId && offerOf(row) !== null)
  const [standing, winner] = [meant[0], winners[0]]
  if (standing) return { field: 'unit_price', message: made(standing) }
  const message =
    isIn && winner
      ? `Another campaign applied: ${made(winner)}`
      : 'This campaign did not apply to this product when the order was placed'
  return { field: 'promotion_id', message }
}
