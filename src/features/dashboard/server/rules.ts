import type { SavedLimits } from '#features/desk/contract.ts'
import { workingHoursBefore } from '#features/desk/server/rules.ts'
import { refundLateDays } from '#features/orders/moves-contract.ts'
import { plusDays } from '#kit/contract/day.ts'
import { rupeesFromPaisa } from '#kit/contract/money.ts'
import { type CardKind, daysBetween, type Figures, type HeapKind, type Sum } from '../contract.ts'

/** The totals of one kind and key on one day. */
export interface Row {
  kind: string
  key: string
  day: string
  n: number
  amount: string
}

/** Days in Asia/Karachi, both included. */
export interface Range {
  from: string
  to: string
}

/** The number of keys shown for each kind. */
export const mostKeys = 8

/** The comparison range: as many days before the range, or the same days of the previous year. */
export function compared({ from, to }: Range, how: 'previous' | 'year'): Range {
  if (how === 'year') return { from: yearBefore(from), to: yearBefore(to) }
  const days = daysBetween(from, to)
  return { from: plusDays(from, -days), to: plusDays(to, -days) }
}

/** 29 February is compared with 28 February. */
function yearBefore(day: string): string {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return earlier.endsWith('-02-29') ? earlier.replace('-29', '-28') : earlier
}

/**
 * The months that a range touches, by their first days; the months that it contains completely, and the remaining days
 * around them.
 */
export function monthsOf({ from, to }: Range): { touched: string[]; whole: string[]; around: Range[] } {
  const touched: string[] = []
  for (let month = firstOfMonth(from); month <= to; month = firstOfMonth(plusDays(month, 31)))
    touched.push(month)
  const endOf = (month: string) => plusDays(firstOfMonth(plusDays(month, 31)), -1)
  const whole = touched.filter((month) => month >= from && endOf(month) <= to)
  const [first, last] = [whole[0], whole.at(-1)]
  const around =
    first && last
      ? [
          { from, to: plusDays(first, -1) },
          { from: plusDays(endOf(last), 1), to },
        ]
      : [{ from, to }]
  return { touched, whole, around: around.filter((days) => days.from <= days.to) }
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** Whether a total counts towards a card. */
export function isOfCard({ kind, key }: Row, card: CardKind): boolean {
  if (card === 'customers' || card === 'commission') return kind === card
  if (kind !== 'orders') return false
  if (card === 'orders') return true
  return card === 'sales' ? key !== 'declined' : key === card
}

/** The sum of several totals. */
export function summed(rows: readonly Row[]): Sum {
  return {
    n: rows.reduce((total, row) => total + row.n, 0),
    amount: rupeesFromPaisa(rows.reduce((total, row) => total + BigInt(row.amount), 0n)),
  }
}

/** Each day of a range, with the sales of the day that it is compared with. */
export function daysOf(
  now: Range,
  before: Range,
  rows: readonly Row[],
  rowsBefore: readonly Row[],
): Figures['days'] {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const byDayBefore = Map.groupBy(rowsBefore, ({ day }) => day)
  return Array.from({ length: daysBetween(now.from, now.to) }, (_, index) => {
    const day = plusDays(now.from, index)
    const own = byDay.get(day) ?? []
    const count = (status: string) => own.find((row) => row.kind === 'orders' && row.key === status)?.n ?? 0
    return {
      day,
      pending: count('pending'),
      processing: count('processing'),
      completed: count('completed'),
      declined: count('declined'),
      sales: summed(own.filter((row) => isOfCard(row, 'sales'))).amount,
      sales_before: summed(
        (byDayBefore.get(plusDays(before.from, index)) ?? []).filter((row) => isOfCard(row, 'sales')),
      ).amount,
      customers: summed(own.filter((row) => row.kind === 'customers')).n,
    }
  })
}

/** The limit of the review desk that a heap is under; the others are nobody's review. */
const limitOf = {
  vendors: 'vendor',
  vendor_changes: 'vendor_change',
  products: 'product',
  product_revisions: 'product_revision',
  customers: 'customer',
} as const satisfies Partial<Record<HeapKind, keyof SavedLimits>>

/** What is not reviewed is late when it has waited longer than a week. */
const lateDays = 7

/**
 * What of a heap has waited since this moment or longer is late. One moment a heap, so that what is late is counted by the
 * index of its list.
 */
export function lateSince(kind: HeapKind, now: Date, limits: SavedLimits): Date {
  if (kind in limitOf) {
    return workingHoursBefore(now, limits[limitOf[kind as keyof typeof limitOf]], limits)
  }
  // A refund has a time of its own, within which the customer is to have the money.
  const days = kind === 'refunds' ? refundLateDays : lateDays
  // Exactly as many days are not late yet; times are stored to the millisecond.
  return new Date(now.getTime() - days * 86_400_000 - 1)
}
