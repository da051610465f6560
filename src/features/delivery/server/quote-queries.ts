import { sql } from 'kysely'
import { fieldNames, fieldOf } from '#features/products/fields-contract.ts'
import { isInOpenCategory, isOnSale } from '#features/products/shelf/server/queries.ts'
import { keptSpan, readLinePrices } from '#features/promotions/price/server/queries.ts'
import '#features/products/server/tables.ts'
import '#features/vendors/server/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { normaliseCity, normaliseProvince } from '#kit/contract/pakistan-cities.ts'
import { fieldRefusal, fieldsRefusal } from '#kit/contract/refusal.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import type { DeliveryQuote, delivery } from '../contract.ts'
import { type Goods, type Place, type Quote, quoteOf } from '../quote/contract.ts'
import {
  isOn,
  type KeptMethod,
  type KeptPackaging,
  type KeptPickup,
  methodTermsOf,
  packagingTermsOf,
  sideOf,
} from './rules.ts'
import './tables.ts'

/**
 * What each method that is on charges for these products at their present prices, and why; and which methods do not take
 * them. Refuses (invalid) a product that no shop shows (not on sale, in a category that is off, or sold out) and an unknown
 * packaging.
 */
export async function readQuote(ctx: Context, input: Input<typeof delivery.quote>): Promise<DeliveryQuote> {
  const goods = await readGoods(ctx, input.items)
  const packaging = input.packaging_id ? await readPackaging(ctx, input.packaging_id) : null
  const place = placeOf({ ...input, isCash: false })
  const methods = await ctx.db
    .selectFrom('shipping_methods')
    .selectAll()
    .where('list', '=', 'kept')
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const quotes = methods.map((method) => ({
    method,
    quote: quoteOf(methodTermsOf(method), packaging, goods, place),
  }))
  const items = goods.reduce((sum, { price, quantity }) => sum + price * BigInt(quantity), 0n)
  const grams = goods.reduce((sum, { grams: each, quantity }) => sum + each * BigInt(quantity), 0n)
  return {
    items_total: rupeesFromPaisa(items),
    weight_kg: Number(grams) / 1_000,
    methods: quotes.flatMap(({ method, quote }) =>
      quote.isOffered
        ? [
            {
              id: method.id,
              title: method.title,
              duration: method.duration,
              cash_on_delivery: method.cash_on_delivery,
              shipping: rupeesFromPaisa(quote.shipping),
              packaging: rupeesFromPaisa(quote.packaging),
              price: rupeesFromPaisa(quote.price),
              why: quote.why,
            },
          ]
        : [],
    ),
    not_offered: quotes.flatMap(({ method: { id, title }, quote }) =>
      quote.isOffered ? [] : [{ id, title, why: quote.why }],
    ),
  }
}

async function readPackaging(ctx: Context, id: string) {
  const found = await ctx.db
    .selectFrom('packagings')
    .selectAll()
    .where('id', '=', id)
    .where('list', '=', 'kept')
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!found) throw fieldRefusal('packaging_id', 'There is no such packaging')
  return packagingTermsOf(found)
}

interface Measured {
  id: string
  grams: string
  sides: number[]
}

const sides = fieldNames.filter((name) => fieldOf(name).isOfPackage && fieldOf(name).unit === 'cm')

/** The weight and the measures of a listing, or of its history, as columns of the rows `p`. */
const measures = sql`(p.package_weight * 1000)::int8::text as grams,
  array[${sql.join(sides.map((name) => sql.ref(`p.${name}`)))}]::float8[] as sides`

/**
 * The products of a quote with their present prices. Refuses (invalid) those that shoppers cannot buy now, each with its
 * place in the list.
 */
async function readGoods(ctx: Context, items: Input<typeof delivery.quote>['items']): Promise<Goods[]> {
  const ids = [...new Set(items.map(({ product_id }) => product_id))]
  const { rows } = await sql<Measured & { is_sold: boolean; is_sold_out: boolean }>`
    select p.id, ${measures}, ${isOnSale} and ${isInOpenCategory} as is_sold, p.product_stock = 0 as is_sold_out
    from products p join vendors v on v.id = p.vendor_id where p.id = any(${ids}::uuid[])`.execute(ctx.db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const unsold = items.flatMap(({ product_id }, index) => {
    const product = found.get(product_id)
    const path = `items.${index}.product_id`
    if (!product?.is_sold) return [{ path, message: 'This product is not on sale' }]
    return product.is_sold_out ? [{ path, message: 'This product is sold out' }] : []
  })
  if (unsold.length > 0) throw fieldsRefusal(unsold)
  // No price is compared here, so any serves.
  const priced = items.map((item) => ({ ...item, unit_price: '0' }))
  const { held } = await readLinePrices(ctx.db, priced, ctx.now())
  return items.map(({ product_id, quantity }, index) =>
    goodsOf(found.get(product_id), held[index]?.inForce?.price ?? 0n, quantity),
  )
}

/**
 * The goods of an order with the weights and measures that they had when it was placed, or at any moment of the minute
 * before; latest first. A weight that was corrected since makes no honest order differ.
 */
async function readGoodsThen(db: Database, lines: NamedDelivery['lines'], at: Date): Promise<Goods[][]> {
  const { from, to } = keptSpan(at)
  const ids = [...new Set(lines.map(({ product_id }) => product_id))]
  const { rows } = await sql<Measured & { until: Date | null }>`
    select p.id, null::timestamptz as until, ${measures} from products p where p.id = any(${ids}::uuid[])
    union all
    select p.product_id, p.until, ${measures} from product_measures p
    where p.product_id = any(${ids}::uuid[]) and p.until > ${from}
    order by until nulls last`.execute(db)
  const histories = Map.groupBy(rows, ({ id }) => id)
  const ends = rows.flatMap(({ until }) => (until && until <= to ? [until.getTime() - 1] : []))
  const moments = [...new Set([...ends, to.getTime()])].sort((a, b) => b - a)
  return moments.map((moment) =>
    lines.map(({ product_id, unit_price, quantity }) => {
      const then = histories.get(product_id)?.find(({ until }) => until === null || until.getTime() > moment)
      return goodsOf(then, parseRupees(unit_price), quantity)
    }),
  )
}

function goodsOf(measured: Measured | undefined, price: Paisa, quantity: number): Goods {
  return {
    price,
    quantity,
    grams: BigInt(measured?.grams ?? 0),
    sides: (measured?.sides ?? []).map(sideOf),
  }
}

/** A place as the rule reads it: the city in the spelling of the list, and its province. */
function placeOf({ city, province, isCash }: { city: string; province: string; isCash: boolean }): Place {
  const listed = normaliseCity(city)
  return { city: listed.name, province: listed.province ?? normaliseProvince(province), isCash }
}

/** What an order says about its delivery. */
export interface NamedDelivery {
  shipping_method_id?: string | undefined
  packaging_id?: string | undefined
  pickup_location_id?: string | undefined
  lines: readonly { product_id: string; unit_price: string; quantity: number }[]
  city: string
  province: string
  isCash: boolean
  shipping: Paisa
}

/** The delivery of an order, held against what was in force when it was placed. */
export interface HeldDelivery {
  /** The columns of the order. */
  columns: {
    shipping_method_id: string | null
    packaging_id: string | null
    pickup_location_id: string | null
    shipping_method: string
    packaging: string
    pickup_location: string
  }
  /** Ids that were never known, by field. */
  errors: { path: string; message: string }[]
  /** The quote that was in force; null where nothing is known of that time, or where no price was agreed. */
  quote: Quote | null
  isKnown: boolean
  /** It names neither a shipping method nor a pickup location, although there was one to choose. */
  isUnnamed: boolean
  /** False if the shipping of the order is another than every quote that the shop front may have had then. */
  fits: boolean
}

type Named = 'shipping_method_id' | 'packaging_id' | 'pickup_location_id'

const missing: Record<Named, string> = {
  shipping_method_id: 'There is no such shipping method',
  packaging_id: 'There is no such packaging',
  pickup_location_id: 'There is no such pickup location',
}

/**
 * Holds the delivery of an order against the terms and weights in force when it was placed, or at any moment of the minute
 * before, for which a shop front may have kept them.
 */
export async function holdDelivery(db: Database, named: NamedDelivery, at: Date): Promise<HeldDelivery> {
  const fields = (Object.keys(missing) as Named[]).filter((field) => named[field] !== undefined)
  const idOf = (field: Named) => named[field] ?? null
  const known = await readTerms(
    db,
    fields.map((field) => idOf(field) ?? ''),
  )
  const of = <T>(field: Named) => (known.get(idOf(field) ?? '') ?? []) as KeptTerms<T>[]
  const errors = fields.flatMap((field) =>
    of(field).length === 0 ? [{ path: field, message: missing[field] }] : [],
  )
  const methods = of<KeptMethod>('shipping_method_id')
  const packagings = of<KeptPackaging>('packaging_id')
  const pickups = of<KeptPickup>('pickup_location_id')
  const [pickup, method, packaging] = [pickups.at(-1), methods.at(-1), packagings.at(-1)]
  const columns = {
    shipping_method_id: idOf('shipping_method_id'),
    packaging_id: idOf('packaging_id'),
    pickup_location_id: idOf('pickup_location_id'),
    shipping_method: (standingAt(methods, at) ?? method)?.terms.title ?? '',
    packaging: (standingAt(packagings, at) ?? packaging)?.terms.title ?? '',
    pickup_location: pickupName((standingAt(pickups, at) ?? pickup)?.terms),
  }
  // A packaging alone says nothing about how the goods travel, so no price was agreed.
  const isPriced = fields.some((field) => field !== 'packaging_id')
  const isUnnamed = !isPriced && (await hadChoice(db, at))
  const held = { columns, errors, quote: null, isKnown: true, isUnnamed, fits: true }
  if (errors.length > 0 || fields.length === 0) return held
  const within = <T>(field: Named) => inForce(of<T>(field), at)
  if (fields.some((field) => within(field).length === 0)) return { ...held, isKnown: false }
  const place = placeOf(named)
  const terms = combined(
    orNull(within<KeptMethod>('shipping_method_id').map(({ terms }) => methodTermsOf(terms))),
    orNull(within<KeptPackaging>('packaging_id').map(({ terms }) => packagingTermsOf(terms))),
  )
  const goods = await readGoodsThen(db, named.lines, at)
  const quotes = combined(goods, terms).map(([then, [one, other]]) => quoteOf(one, other, then, place))
  const closed = within<KeptPickup>('pickup_location_id').every(({ terms }) => !isOn(terms))
  if (idOf('pickup_location_id') && closed) {
    return { ...held, quote: { isOffered: false, about: 'pickup', why: 'switched off' }, fits: false }
  }
  const fits = quotes.some((quote) => quote.isOffered && (!isPriced || quote.price === named.shipping))
  return { ...held, quote: quotes[0] ?? null, fits }
}

/**
 * True if a shipping method or a pickup location was on during the whole minute before an order was placed: a shop front
 * that keeps what it read for a minute knew of it too.
 */
async function hadChoice(db: Database, at: Date): Promise<boolean> {
  const { from, to } = keptSpan(at)
  const isOnThen = sql`(h.terms ->> 'is_active')::boolean and h.terms ->> 'deleted_at' is null`
  const { rows } = await sql<{ had: boolean }>`
    select exists (
      select from (select id from shipping_methods union all select id from pickup_locations) e
      cross join lateral (
        select ${isOnThen} as was_on from delivery_terms h where h.subject_id = e.id and h.since <= ${from}
        order by h.since desc limit 1) begun
      where begun.was_on and not exists (
        select from delivery_terms h
        where h.subject_id = e.id and h.since > ${from} and h.since <= ${to} and not (${isOnThen}))
    ) as had`.execute(db)
  return rows[0]?.had ?? false
}

interface KeptTerms<T> {
  since: Date
  terms: T
}

/** The history of these, each from its beginning. */
async function readTerms(db: Database, ids: readonly string[]): Promise<Map<string, KeptTerms<unknown>[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('delivery_terms')
    .selectAll()
    .where(sql<boolean>`subject_id = any(${[...ids]}::uuid[])`)
    .orderBy('since')
    .execute()
  return Map.groupBy(rows, ({ subject_id }) => subject_id)
}

function standingAt<T>(history: readonly KeptTerms<T>[], at: Date): KeptTerms<T> | undefined {
  return history.findLast(({ since }) => since <= at)
}

/** What was in force at a moment or in the minute before, latest first; nothing if it was not known yet. */
function inForce<T>(history: readonly KeptTerms<T>[], at: Date): KeptTerms<T>[] {
  const { from, to } = keptSpan(at)
  return history
    .filter(({ since }, index) => {
      const until = history[index + 1]?.since
      return since <= to && (until === undefined || until > from)
    })
    .toReversed()
}

/** A list, or a single null for what the order does not name. */
function orNull<T>(list: readonly T[]): readonly (T | null)[] {
  return list.length > 0 ? list : [null]
}

function combined<A, B>(ones: readonly A[], others: readonly B[]): [A, B][] {
  return ones.flatMap((one) => others.map((other): [A, B] => [one, other]))
}

function pickupName(terms: Pick<KeptPickup, 'city' | 'area'> | undefined): string {
  return terms ? `${terms.area}, ${terms.city}` : ''
}
