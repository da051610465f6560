import { describe, expect, test } from 'vitest'
import { measureChecks } from './listing-cases.ts'

/** The least that each check has to reach; `npm run bench:checks` prints a larger set. */
const least: Readonly<Record<string, { precision: number; recall: number }>> = {
  price_category: { precision: 0.9, recall: 0.9 },
  category_words: { precision: 0.9, recall: 0.9 },
}

describe('the checks on listings of the demo with planted cases', () => {
  test.each(measureChecks(800, 20))('$check finds what was planted and little else', (measured) => {
    const { check, precision, recall, planted } = measured
    expect(planted).toBeGreaterThanOrEqual(20)
    const { precision: right, recall: all } = least[check] ?? { precision: 0.9, recall: 0.95 }
    expect(recall).toBeGreaterThanOrEqual(all)
    expect(precision).toBeGreaterThanOrEqual(right)
  })
})
