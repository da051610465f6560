import { expect, test } from 'vitest'
import { basisPointsOf } from '#kit/contract/percent.ts'

test.each([
  ['12.5', 1250],
  ['12.50 %', 1250],
  ['۱۲٫۵', 1250],
  ['\u200f۷٪', 700],
  ['0', 0],
  ['100', 10_000],
])('a percentage typed as %s is %i hundredths', (typed, points) => {
  expect(basisPointsOf(typed)).toBe(points)
})

test.each(['', '12,5', '1.234', '-1', '1e2', 'half', '1 2'])('“%s” is no percentage', (typed) => {
  expect(basisPointsOf(typed)).toBe(-1)
})
