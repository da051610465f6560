import { sql } from 'kysely'
import type { HeldDelivery } from '#features/delivery/server/quote-queries.ts'
import { readStandings, type StandingState } from '#features/products/shelf/server/queries.ts'
import { type HeldPrice, keptSpan, readLinePrices } from '#features/promotions/price/server/queries.ts'
import { type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import type { Context } from '#kit/server/context.ts'
import type { Database } from '#kit/server/database.ts'
import {
  type Difference,
  type MarkKind,
  markWords,
  type OrderChecks,
  type OrderMark,
  type SavedOrderChecks,
  type ToldMark,
} from '../marks-contract.ts'
import '#features/orders/server/tables.ts'

/** Reads whether an order that differs from its listings is refused or marked, by case. */
export async function readOrderChecks(ctx: Context): Promise<SavedOrderChecks> {
  const { id: _, ...checks } = await ctx.db.selectFrom('order_checks').selectAll().executeTakeFirstOrThrow()
  return checks as OrderChecks & { version: number }
}

/** The fields of a line item that are compared with its listing, and the stock available for it. */
export interface LineToHold {
  product_id: string
  promotion_id?: string | undefined
  unit_price: string
  quantity: number
  /** The stock left for this line item, after earlier line items of the same product took theirs. */
  inStock: number
}

/**
 * A difference between a line item and its listing; `index` is the line item's place in the order, from 0. Null if the
 * delivery differs; `field` is then the field of the order that a refusal names, if it is not the usual one.
 */
export interface LineDifference extends Difference {
  index: number | null
  field?: string
}

/**
 * Compares the line items of an order with their listings: price, state and vendor as of the moment when the order was
 * placed, stock as of now. Returns every difference in the order of the line items, the campaigns that apply, and the
 * errors about campaigns that the order names.
 */
export async function holdLines(
  db: Database,
  lines: readonly LineToHold[],
  at: Date,
): Promise<{
  differences: LineDifference[]
  held: HeldPrice[]
  errors: { path: string; message: string }[]
}> {
  const { held, errors } = await readLinePrices(db, lines, at)
  const states = await readStandings(
    db,
    lines.map(({ product_id }) => product_id),
    keptSpan(at),
  )
  const differences = lines.flatMap((line, index) => {
    const price = held[index] as HeldPrice
    const state = states.get(line.product_id)
    const facts = {
      unitPrice: parseRupees(line.unit_price),
      quantity: line.quantity,
      short: Math.max(0, line.quantity - line.inStock),
    }
    const found: { kind: MarkKind; expected?: Paisa; detail?: string }[] = [
      ...(price.inForce && !price.fits
        ? [{ kind: 'price' as const, expected: price.inForce.price, detail: price.inForce.campaign }]
        : []),
      ...notSold(state),
      ...(price.inForce && state ? [] : [{ kind: 'unknown' as const }]),
      ...(facts.short > 0 ? [{ kind: 'short' as const }] : []),
    ]
    return found.map(
      ({ kind, expected = null, detail = '' }): LineDifference => ({
        index,
        kind,
        expected,
        detail,
        ...facts,
      }),
    )
  })
  return { differences, held, errors }
}

function notSold(standing: StandingState | undefined): { kind: MarkKind; detail?: string }[] {
  if (!standing) return []
  const { state, was_listed, vendor_state, was_selling } = standing
  return [
    ...(was_listed
      ? []
      : [{ kind: state === 'deactivated' ? ('switched_off' as const) : ('not_approved' as const) }]),
    ...(was_selling ? [] : [{ kind: 'vendor_not_approved' as const, detail: vendor_state }]),
  ]
}

/** The differences between the delivery of an order and what was in force when it was placed; none if it fits. */
export function deliveryDifferences(held: HeldDelivery, shipping: Paisa): LineDifference[] {
  const { columns, quote, isKnown, isUnnamed, fits } = held
  const facts = { index: null, expected: null, detail: '', unitPrice: shipping, quantity: 1, short: 0 }
  const unnamed: LineDifference[] = isUnnamed ? [{ ...facts, kind: 'shipping_unnamed' }] : []
  if (!isKnown) return [...unnamed, { ...facts, kind: 'shipping_unknown', field: firstNamed(held) }]
  if (fits || !quote) return unnamed
  const name = columns.shipping_method || columns.pickup_location
  const named = (why: string) => [name, why].filter(Boolean).join(', ')
  if (quote.isOffered) {
    return [...unnamed, { ...facts, kind: 'shipping_price', expected: quote.price, detail: named(quote.why) }]
  }
  const isPackaging = quote.about === 'packaging'
  const detail = isPackaging ? quote.why : named(quote.why)
  const field = isPackaging ? 'packaging_id' : firstNamed(held)
  return [...unnamed, { ...facts, kind: 'not_delivered', detail, field }]
}

function firstNamed({ columns }: HeldDelivery): string {
  if (columns.shipping_method_id) return 'shipping_method_id'
  return columns.pickup_location_id ? 'pickup_location_id' : 'packaging_id'
}

interface MarkRow {
  id: string
  line_id: string | null
  kind: MarkKind
  expected: Paisa | null
  detail: string
  checked_at: Date | null
  checked_by_name: string
  note: string
  line: number | null
  product_id: string | null
  unit_price: Paisa
  quantity: number
  short: number
}

/** The marks of an order, by line item. */
export async function readMarks(db: Database, orderId: string): Promise<OrderMark[]> {
  const { rows } = await sql<MarkRow>`
    select m.*, l.number as line, l.product_id, coalesce(l.unit_price, o.shipping_total) as unit_price,
      coalesce(l.quantity, 1) as quantity, coalesce(l.short, 0) as short
    from order_marks m join orders o on o.id = m.order_id left join order_lines l on l.id = m.line_id
    where m.order_id = ${orderId} order by l.number nulls last, m.kind`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    line_id: row.line_id,
    line: row.line,
    product_id: row.product_id,
    kind: row.kind,
    message: markWords({ ...row, unitPrice: row.unit_price }),
    expected_price: row.expected === null ? null : rupeesFromPaisa(row.expected),
    short: row.kind === 'short' ? row.short : 0,
    checked_at: row.checked_at?.toISOString() ?? null,
    checked_by_name: row.checked_by_name,
    note: row.note,
  }))
}

/**
 * The marks without the person who checked them and the note, which are internal to the shop: for the system that
 * submitted the order.
 */
export async function readToldMarks(db: Database, orderId: string): Promise<ToldMark[]> {
  return (await readMarks(db, orderId)).map(
    ({ line, product_id, kind, message, expected_price, short, checked_at }) => ({
      ...{ line, product_id, kind, message, expected_price, short },
      is_open: checked_at === null,
    }),
  )
}
