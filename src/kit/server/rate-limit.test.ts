import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rateLimiter } from './rate-limit.ts'

const limit = { perSecond: 10, burst: 20 }
const at = { ms: 0 }
const made = (most?: number) => {
  at.ms = 0
  return rateLimiter(limit, { now: () => at.ms, ...(most === undefined ? {} : { most }) })
}

describe('a caller', () => {
  test('may call as often as the burst at once, then as often as the rate, and is told how long to wait', () => {
    const limiter = made()
    const left = Array.from({ length: 20 }, () => limiter.count('session', 'a').remaining)
    expect(left).toEqual(Array.from({ length: 20 }, (_, n) => 19 - n))
    expect(limiter.count('session', 'a')).toEqual({ remaining: 0, resetSeconds: 2, retryAfterSeconds: 1 })
    at.ms += 1000
    expect(limiter.count('session', 'a')).toMatchObject({ remaining: 9, retryAfterSeconds: 0 })
    at.ms += 60_000
    expect(limiter.count('session', 'a')).toEqual({ remaining: 19, resetSeconds: 1, retryAfterSeconds: 0 })
  })

  test('is charged for nothing that others do, and for nothing that was refused', () => {
    const limiter = made()
    for (let n = 0; n < 500; n += 1) limiter.count('session', 'a')
    expect(limiter.count('session', 'b').remaining).toBe(19)
    expect(limiter.count('key', 'a').remaining).toBe(19)
    at.ms += 1000
    expect(limiter.count('session', 'a').retryAfterSeconds).toBe(0)
  })

  test('never gets more than the burst and the rate, and a caller who waits as told gets in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 300 }), (pauses) => {
        const limiter = made()
        let passed = 0
        for (const pause of pauses) {
          at.ms += pause
          const { retryAfterSeconds } = limiter.count('session', 'a')
          if (retryAfterSeconds === 0) passed += 1
          expect(passed).toBeLessThanOrEqual(limit.burst + (at.ms / 1000) * limit.perSecond + 0.001)
        }
        const { retryAfterSeconds } = limiter.count('session', 'a')
        at.ms += retryAfterSeconds * 1000
        expect(limiter.count('session', 'a').retryAfterSeconds).toBe(0)
      }),
    )
  })
})

test('many callers take no more room than few: the one who called longest ago is forgotten', () => {
  const limiter = made(3)
  for (let n = 0; n < 20; n += 1) limiter.count('address', 'flood')
  for (const caller of ['b', 'c']) limiter.count('address', caller)
  expect(limiter.count('address', 'flood').retryAfterSeconds).toBe(1)
  for (const caller of ['d', 'e']) limiter.count('address', caller)
  expect(limiter.count('address', 'flood').retryAfterSeconds).toBe(1)
  for (const caller of ['f', 'g', 'h']) limiter.count('address', caller)
  expect(limiter.count('address', 'flood').remaining).toBe(19)
})
