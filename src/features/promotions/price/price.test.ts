import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignPrice, costShares, isReal, type Terms, winnerOf } from './contract.ts'

/** The whole run has 10,000; what a change runs each time is a sample of it. */
const numRuns = Number(process.env.MUNSHI_CAMPAIGNS ?? 1_000)

const paisa = fc.oneof(
  fc.bigInt({ min: 0n, max: 9_999_999_999n }),
  fc.bigInt({ min: 0n, max: 300n }),
  // Whole rupees, as most prices are.
  fc.bigInt({ min: 1n, max: 99_999n }).map((rupees) => rupees * 100n),
)
const bound = fc.option(paisa.map((amount) => amount + 1n))
const terms: fc.Arbitrary<Terms> = fc.record({
  discount_bp: fc.integer({ min: 1, max: 9_900 }),
  discount_cap: bound,
  price_floor: bound,
})

/** The same arithmetic in another way: fractions of a paisa in exact ten-thousandths, rounded at the end. */
function byHand(before: bigint, { discount_bp, discount_cap, price_floor }: Terms): bigint {
  const tenThousandths = before * BigInt(discount_bp)
  const whole = tenThousandths / 10_000n
  const rest = tenThousandths - whole * 10_000n
  let off = rest * 2n >= 10_000n ? whole + 1n : whole
  if (discount_cap !== null && off > discount_cap) off = discount_cap
  const least = price_floor === null || price_floor < 1n ? 1n : price_floor
  let price = before - off
  if (price < least) price = least
  return price > before ? before : price
}

test('a campaign price is exact to the paisa, never above the normal price, below the floor price or reduced by more than the cap', () => {
  const seen = { whole: 0, cap: 0, floor: 0, nothing: 0 }
  fc.assert(
    fc.property(paisa, terms, (before, given) => {
      const { price, off, reached } = campaignPrice(before, given)
      expect(price).toBe(byHand(before, given))
      expect(price + off).toBe(before)
      expect(off >= 0n).toBe(true)
      if (before > 0n) expect(price >= 1n).toBe(true)
      if (given.discount_cap !== null) expect(off <= given.discount_cap).toBe(true)
      if (given.price_floor !== null) {
        expect(price >= (given.price_floor < before ? given.price_floor : before)).toBe(true)
      }
      seen[off === 0n ? 'nothing' : (reached ?? 'whole')] += 1
    }),
    { numRuns },
  )
  for (const [kind, many] of Object.entries(seen)) expect([kind, many > 0]).toEqual([kind, true])
})

test('a larger discount, a higher cap and a lower floor price never raise the price', () => {
  fc.assert(
    fc.property(paisa, terms, fc.integer({ min: 0, max: 9_900 }), paisa, (before, given, more, by) => {
      const { price } = campaignPrice(before, given)
      const discount_bp = Math.min(9_900, given.discount_bp + more)
      expect(campaignPrice(before, { ...given, discount_bp }).price <= price).toBe(true)
      const discount_cap = given.discount_cap === null ? null : given.discount_cap + by
      expect(campaignPrice(before, { ...given, discount_cap }).price <= price).toBe(true)
      const lower = given.price_floor === null ? null : given.price_floor - by
      const price_floor = lower !== null && lower < 1n ? null : lower
      expect(campaignPrice(before, { ...given, price_floor }).price <= price).toBe(true)
    }),
    { numRuns },
  )
})

test('the discount is divided between seller and marketplace to the paisa, with no part below zero', () => {
  fc.assert(
    fc.property(paisa, fc.nat(10_000), (off, share) => {
      const { vendor, marketplace } = costShares(off, share)
      expect(vendor + marketplace).toBe(off)
      expect(vendor >= 0n && marketplace >= 0n).toBe(true)
      // Within half a paisa of the share.
      const distance = vendor * 10_000n - off * BigInt(share)
      expect(distance > -5_000n && distance <= 5_000n).toBe(true)
      if (share === 0) expect(vendor).toBe(0n)
      if (share === 10_000) expect(marketplace).toBe(0n)
    }),
    { numRuns },
  )
})

test('of several campaigns the lowest price applies in any order, then the earlier start, then the smaller id', () => {
  const offer = fc.record({
    id: fc.uuid(),
    price: fc.bigInt({ min: 1n, max: 5n }),
    starts_at: fc.nat(3).map((minute) => new Date(minute * 60_000)),
  })
  const offers = fc.uniqueArray(offer, { maxLength: 6, selector: ({ id }) => id })
  fc.assert(
    fc.property(offers, fc.infiniteStream(fc.nat()), (given, random) => {
      const winner = winnerOf(given)
      const shuffled = given
        .map((one) => ({ one, at: random.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      expect(winnerOf(shuffled)).toBe(winner)
      expect(winner === null).toBe(given.length === 0)
      for (const other of given) {
        if (!winner || other === winner) continue
        const [a, b] = [winner, other].map(({ price, starts_at, id }) => [
          price.toString().padStart(3, '0'),
          starts_at.toISOString(),
          id,
        ])
        expect((a ?? []).join() < (b ?? []).join()).toBe(true)
      }
    }),
    { numRuns },
  )
})

test('a discount is real if the price was never lower before it', () => {
  expect([isReal(100n, 100n), isReal(100n, 101n), isReal(100n, 99n), isReal(100n, null)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test.each([
  ['15 % off Rs 999.99', 99_999n, { discount_bp: 1_500 }, 84_999n, null],
  ['half a paisa goes to the shopper', 1n, { discount_bp: 5_000 }, 1n, null],
  ['of three paisa half is two off', 3n, { discount_bp: 5_000 }, 1n, null],
  [
    'a cap of Rs 500 on 25 % of Rs 4,000',
    400_000n,
    { discount_bp: 2_500, discount_cap: 50_000n },
    350_000n,
    'cap',
  ],
  ['a floor of Rs 900', 100_000n, { discount_bp: 2_500, price_floor: 90_000n }, 90_000n, 'floor'],
  ['a floor above the price', 80_000n, { discount_bp: 2_500, price_floor: 90_000n }, 80_000n, 'floor'],
  ['nothing off nothing', 0n, { discount_bp: 9_900 }, 0n, null],
] as const)('%s', (_, before, given, price, reached) => {
  const made = campaignPrice(before, { discount_cap: null, price_floor: null, ...given })
  expect([made.price, made.reached]).toEqual([price, reached])
})
