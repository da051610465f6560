import { createHash } from 'node:crypto'
import { formatRs, type Paisa } from '#kit/contract/money.ts'
import { type SettlementOutcome, settlingOutcomes } from '../contract.ts'
import type { CourierRow } from './statement-reader.ts'

/** The part of an order with a tracking number: the fields that matter for its cash. */
export interface Parcel {
  part_id: string
  order_id: string
  order_number: string
  courier: string
  tracking_number: string
  vendor_status: string
  is_delivered: boolean
  courier_cash: Paisa
  /** The settlement that the parcel already belongs to. */
  settlement: string | null
  settled_on: string | null
}

export interface Judged {
  row: CourierRow
  parcel: Parcel | null
  outcome: SettlementOutcome
  message: string
  /** The cash that the courier held before this row; null if that does not matter. */
  expected: Paisa | null
}

/** What else of the parcels counts when rows are judged. */
interface Beside {
  /** The parcels of the order that a row names: a mistyped tracking number can be none of theirs. */
  ofOrder?: (orderReference: string) => readonly Parcel[]
  /** The rows that settled a part before, when others of the same statement are judged again: their numbers by part. */
  settled?: ReadonlyMap<string, number>
}

/**
 * Decides what each row of a statement does, in row order; of a tracking number that occurs twice, only the first row
 * counts. A row whose tracking number no parcel has is of the parcel that its order number and its cash leave no doubt
 * about.
 */
export function judgeRows(
  rows: readonly CourierRow[],
  courier: string,
  parcelsOf: (trackingNumber: string) => readonly Parcel[],
  { ofOrder = () => [], settled = new Map() }: Beside = {},
): Judged[] {
  const seen = new Map(settled)
  const isOwn = (parcel: Parcel) => parcel.courier.toLowerCase() === courier.toLowerCase()
  // A row with the tracking number of a parcel comes before one that names only its order, wherever it is in the file.
  const named = new Set(
    rows.flatMap((row) => (row.fault ? [] : parcelsOf(row.trackingNumber).map(({ part_id }) => part_id))),
  )
  const byOrder = (row: CourierRow) =>
    onlyOne(
      ofOrder(row.orderReference).filter(
        (parcel) =>
          isOwn(parcel) && isPaidBy(row, parcel) && !named.has(parcel.part_id) && !seen.has(parcel.part_id),
      ),
    )
  return rows.map((row): Judged => {
    const nothing = { row, parcel: null, expected: null }
    if (row.fault) return { ...nothing, outcome: 'unreadable', message: row.fault }
    const found = parcelsOf(row.trackingNumber)
    const own = found.filter(isOwn)
    const ordered = found.length === 0 ? byOrder(row) : null
    const parcel = ordered ?? onlyOne(own)
    if (!parcel) return { ...nothing, outcome: 'unknown', message: whyUnknown(found, own) }
    const earlier = seen.get(parcel.part_id)
    if (earlier !== undefined) {
      const message = `This tracking number is also in row ${earlier}`
      return { ...nothing, parcel, outcome: 'unreadable', message }
    }
    seen.set(parcel.part_id, row.row)
    const { outcome, message } = judge(row, parcel)
    return {
      ...{ row, parcel, expected: parcel.courier_cash, outcome },
      message: ordered
        ? `Matched by order number. The part has tracking number ${ordered.tracking_number}`
        : message,
    }
  })
}

function onlyOne(parcels: readonly Parcel[]): Parcel | null {
  return parcels.length === 1 ? (parcels[0] ?? null) : null
}

/** True if the row has exactly the cash that the courier collected of this parcel, and no statement had it before. */
function isPaidBy(row: CourierRow, parcel: Parcel): boolean {
  return parcel.settlement === null && parcel.is_delivered && parcel.courier_cash === row.cash
}

function whyUnknown(found: readonly Parcel[], own: readonly Parcel[]): string {
  if (own.length > 1) {
    const orders = own.map(({ order_number }) => order_number).join(' and ')
    return `Orders ${orders} have tracking numbers that differ only in zeros or spaces`
  }
  const [other] = found
  return other
    ? `Order ${other.order_number} was shipped with ${other.courier}`
    : 'No parcel was shipped with this tracking number'
}

function judge(row: CourierRow, parcel: Parcel): Pick<Judged, 'outcome' | 'message'> {
  const cash = row.cash ?? 0n
  const expected = parcel.courier_cash
  if (parcel.settlement !== null) return judgeAgain(cash, parcel, parcel.settlement)
  const cameBack = parcel.vendor_status === 'returned' && cash === 0n
  if (!parcel.is_delivered && !cameBack) {
    return {
      outcome: 'not_delivered',
      message: `The part is ${parcel.vendor_status.replace('_', ' ')}, not marked as delivered`,
    }
  }
  if (cash < 0n)
    return { outcome: 'unreadable', message: 'The cash is negative, and nothing was settled before' }
  return compare(cash, expected)
}

/**
 * A later row of the same parcel pays what was missing or takes back what was paid in excess; any other row repeats a
 * settled one.
 */
function judgeAgain(cash: Paisa, parcel: Parcel, settlement: string): Pick<Judged, 'outcome' | 'message'> {
  const open = parcel.courier_cash
  const brings = open > 0n ? cash > 0n && cash <= open : open < 0n && cash < 0n && cash >= open
  if (brings) return compare(cash, open)
  const since = parcel.settled_on ? ` on ${parcel.settled_on}` : ''
  const left = open === 0n ? '' : `; ${formatRs(abs(open))} of it is open, which this row does not bring`
  return { outcome: 'already_settled', message: `Settled with ${settlement}${since}${left}` }
}

function compare(cash: Paisa, expected: Paisa): Pick<Judged, 'outcome' | 'message'> {
  const gap = cash - expected
  if (gap === 0n) return { outcome: 'matched', message: '' }
  return gap < 0n
    ? {
        outcome: 'short_paid',
        message: `${formatRs(-gap)} less than the ${formatRs(expected)} that the courier held`,
      }
    : {
        outcome: 'over_paid',
        message: `${formatRs(gap)} more than the ${formatRs(expected)} that the courier held`,
      }
}

/** True for a row that is written to the ledger. */
export function isSettling({ outcome }: Pick<Judged, 'outcome'>): boolean {
  return settlingOutcomes.includes(outcome)
}

function abs(amount: Paisa): Paisa {
  return amount < 0n ? -amount : amount
}

/** A hash of what the check of a statement shows: it changes as soon as one row would do something else. */
export function lookHash(courier: string, judged: readonly Judged[]): string {
  const lines = judged.map(({ row, parcel, outcome, expected }) =>
    [row.row, row.trackingNumber, row.cash, row.fee, row.tax, parcel?.part_id, outcome, expected].join(' '),
  )
  return createHash('sha256')
    .update([courier.toLowerCase(), ...lines].join('\n'))
    .digest('hex')
}
