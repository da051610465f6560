import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestRise } from './kept-order.ts'

/** The length of the longest rising run, tried out. */
function longest([first, ...others]: readonly number[], above = -1): number {
  if (first === undefined) return 0
  const without = longest(others, above)
  return first > above ? Math.max(without, 1 + longest(others, first)) : without
}

test('what kept its order among others is a rising run, and there is no longer one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12), { maxLength: 10 }), (numbers) => {
      const kept = [...longestRise(numbers)].sort((a, b) => a - b).map((index) => numbers[index] ?? -1)
      expect(kept.every((number, at) => at === 0 || number > (kept[at - 1] ?? -1))).toBe(true)
      expect(kept).toHaveLength(longest(numbers))
    }),
  )
})
