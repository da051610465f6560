import { expect, test } from 'vitest'
import { nextLookMs } from './deliveries-model.ts'

const now = Date.parse('2026-11-21T09:00:00.000Z')
const dueIn = (...seconds: (number | null)[]) =>
  nextLookMs(
    seconds.map((one) => ({ next_at: one === null ? null : new Date(now + one * 1000).toISOString() })),
    now,
  )

test('the log of a webhook is read often around an attempt, and again before the next one, however far it is', () => {
  expect(dueIn(5)).toBe(5_000)
  expect(dueIn(-20)).toBe(5_000)
  expect(dueIn(60)).toBe(5_000)
  expect(dueIn(300)).toBe(240_000)
  expect(dueIn(24 * 3_600, null, 300)).toBe(240_000)
})

test('the log of a webhook is left alone while nothing waits', () => {
  expect(dueIn()).toBe(false)
  expect(dueIn(null, null)).toBe(false)
})
