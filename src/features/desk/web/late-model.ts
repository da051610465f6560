import { numberOf } from '#kit/contract/words.ts'
import { mostCounted } from '../contract.ts'
import { texts } from '../texts.ts'

/** What changes the work of the desk. */
export const liveNouns = ['vendor', 'vendor_change', 'product', 'product_revision', 'customer']

/** How many records are the reader's, in words; empty if none is. */
export function mineWordsOf(kinds: readonly { mine: number }[]): string {
  const count = kinds.reduce((sum, one) => sum + one.mine, 0)
  if (count === 0) return ''
  const isMore = kinds.some(({ mine }) => mine >= mostCounted)
  return texts.assignedCount({ count: numberOf(count) + (isMore ? '+' : '') })
}

/** How many records are late, in words: at least so many if one of the kinds was counted no further. */
export function lateWordsOf(kinds: readonly { late: number }[]): string {
  const count = kinds.reduce((sum, one) => sum + one.late, 0)
  if (count === 0) return texts.noneLate
  return kinds.some(({ late }) => late >= mostCounted)
    ? texts.manyLate({ count })
    : texts.lateCount({ count })
}
