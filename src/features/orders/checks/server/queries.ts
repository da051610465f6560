import { sql } from 'kysely'
import '#features/products/server/tables.ts'
import { type HeldPrice, keptSpan, readLinePrices } from '#features/promotions/price/server/queries.ts'
import '#features/vendors/server/tables.ts'
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

/** A difference between a line item and its listing; `index` is the line item's place in the order, from 0. */
export interface LineDifference extends Difference {
  index: number
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
  const states = await readStates(
    db,
    lines.map(({ product_id }) => product_id),
    at,
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

/** The state of a listing and its vendor at a moment, and whether each was on sale then or in the minute before. */
interface StandingState {
  product_id: string
  state: string
  was_listed: boolean
  vendor_state: string
  was_selling: boolean
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

/**
 * Returns the state of listings at a moment, by id; a listing whose state or vendor state is unknown for that time is
 * left out.
 */
async function readStates(
  db: Database,
  productIds: readonly string[],
  at: Date,
): Promise<Map<string, StandingState>> {
  const { from, to } = keptSpan(at)
  const { rows } = await sql<StandingState>`
    select p.id as product_id, s.state, v.state as vendor_state,
      s.state = 'approved' or exists (
        select from product_states x
        where x.product_id = p.id and x.state = 'approved' and x.since <= ${to} and ${from} < coalesce((
          select min(n.since) from product_states n where n.product_id = p.id and n.since > x.since), ${to})
      ) as was_listed,
      v.state = 'approved' or exists (
        select from vendor_states x
        where x.vendor_id = p.vendor_id and x.state = 'approved' and x.since <= ${to} and ${from} < coalesce((
          select min(n.since) from vendor_states n where n.vendor_id = p.vendor_id and n.since > x.since), ${to})
      ) as was_selling
    from products p
    cross join lateral (
      select state from product_states h where h.product_id = p.id and h.since <= ${to}
      order by h.since desc limit 1) s
    cross join lateral (
      select state from vendor_states h where h.vendor_id = p.vendor_id and h.since <= ${to}
      order by h.since desc limit 1) v
    where p.id = any(${[...new Set(productIds)]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
}

interface MarkRow {
  id: string
  line_id: string
  kind: MarkKind
  expected: Paisa | null
  detail: string
  checked_at: Date | null
  checked_by_name: string
  note: string
  line: number
  product_id: string
  unit_price: Paisa
  quantity: number
  short: number
}

/** The marks of an order, by line item. */
export async function readMarks(db: Database, orderId: string): Promise<OrderMark[]> {
  const { rows } = await sql<MarkRow>`
    select m.*, l.number as line, l.product_id, l.unit_price, l.quantity, l.short
    from order_marks m join order_lines l on l.id = m.line_id
    where m.order_id = ${orderId} order by l.number, m.kind`.execute(db)
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
