import { describe, expect, test } from 'vitest'
import type { Context } from './context.ts'
import { PublicCache } from './public-cache.ts'

/** A moment of a reader; the versions are taken as known, so that no database is asked. */
const ctx = { db: { isTransaction: false } as never, now: () => new Date() } as Partial<Context> as Context
const withRoom = (bytes: number) => new PublicCache(Number.POSITIVE_INFINITY, bytes)
const long = 'x'.repeat(10_000)

/** Reads `key` and says whether it had to be made. */
async function isMade(
  cache: PublicCache,
  key: string,
  given: { value?: unknown; isKept?: boolean } = {},
): Promise<boolean> {
  let made = false
  await cache.read(ctx, 'posts', key, async () => {
    made = true
    return { value: { text: long }, until: null, ...given }
  })
  return made
}

describe('what shoppers read', () => {
  test('takes the memory that it was given, and what is read again and again stays in it', async () => {
    const most = 1_000_000
    const cache = withRoom(most)
    await isMade(cache, 'home')
    await isMade(cache, 'read once')
    for (let n = 0; n < 500; n += 1) {
      expect(await isMade(cache, `stranger ${n}`)).toBe(true)
      if (n % 10 === 0) expect(await isMade(cache, 'home')).toBe(false)
      expect(cache.bytes).toBeLessThanOrEqual(most)
    }
    expect(cache.bytes).toBeGreaterThan(most / 2)
    expect(await isMade(cache, 'read once')).toBe(true)
  })

  test('is counted with all that it holds, also in maps', async () => {
    const cache = withRoom(1_000_000)
    await isMade(cache, 'live', { value: { values: new Map([['faqs', { items: [{ details: long }] }]]) } })
    expect(cache.bytes).toBeGreaterThan(2 * long.length)
  })

  test('is not kept if it says so, and readers who come at once share it all the same', async () => {
    const cache = withRoom(1_000_000)
    const both = [isMade(cache, 'unknown', { isKept: false }), isMade(cache, 'unknown', { isKept: false })]
    expect(await Promise.all(both)).toEqual([true, false])
    expect(cache.bytes).toBe(0)
    expect(await isMade(cache, 'unknown', { isKept: false })).toBe(true)
  })

  test('is not kept if it is too large, and pushes nothing out', async () => {
    const cache = withRoom(100_000)
    await isMade(cache, 'home')
    expect(await isMade(cache, 'huge', { value: 'x'.repeat(60_000) })).toBe(true)
    expect(await isMade(cache, 'huge', { value: 'x'.repeat(60_000) })).toBe(true)
    expect(await isMade(cache, 'home')).toBe(false)
  })

  test('stays as it was if it cannot be made again', async () => {
    const cache = withRoom(1_000_000)
    const over = { value: 'the last', until: new Date(0) }
    await cache.read(ctx, 'posts', 'feed', async () => over)
    const before = cache.bytes
    const failing = cache.read(ctx, 'posts', 'feed', () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toThrow('away')
    expect(cache.bytes).toBe(before)
  })
})
