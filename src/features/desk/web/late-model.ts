import { mostCounted } from '../contract.ts'
import { texts } from '../texts.ts'

/** How many records are late, in words: at least so many if one of the kinds was counted no further. */
export function lateWordsOf(kinds: readonly { late: number }[]): string {
  const count = kinds.reduce((sum, one) => sum + one.late, 0)
  if (count === 0) return texts.noneLate
  return kinds.some(({ late }) => late >= mostCounted)
    ? texts.manyLate({ count })
    : texts.lateCount({ count })
}
