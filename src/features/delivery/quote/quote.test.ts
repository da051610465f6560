import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRs } from '#kit/contract/money.ts'
import { type Goods, type MethodTerms, type PackagingTerms, type Place, quoteOf } from './contract.ts'

/** The whole run has 10,000; what a change runs each time is a sample of it. */
const numRuns = Number(process.env.MUNSHI_QUOTES ?? 1_000)

const paisa = fc.oneof(
  fc.bigInt({ min: 0n, max: 9_999_999_999n }),
  fc.bigInt({ min: 0n, max: 50_000n }),
  fc.bigInt({ min: 0n, max: 9_999n }).map((rupees) => rupees * 100n),
)
/** Mostly light: a heavy piece is more than any step takes, and then there is no price to compare. */
const grams = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: 500n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 6_000n }) },
  { weight: 3, arbitrary: fc.constantFrom(0n, 500n, 1_000n) },
)
/** Mostly true: what is off, or does not take cash, has no price to compare either. */
const mostly = fc.integer({ min: 0, max: 4 }).map((n) => n > 0)

/** How far a step reaches beyond the one before; often to a weight that an order has to the gram. */
const reach = fc.oneof(fc.bigInt({ min: 1n, max: 6_000n }), fc.constantFrom(500n, 1_000n))
/** Steps as the contract lets them be: ascending in weight, never cheaper, and none cheaper than the price. */
const prices = fc
  .record({
    base: paisa,
    raises: fc.array(fc.tuple(reach, paisa), { maxLength: 6 }),
  })
  .map(({ base, raises }) => {
    let [upToGrams, price] = [0n, base]
    const steps = raises.map(([more, dearer]) => {
      upToGrams += more
      price += dearer % 40_000n
      return { upToGrams, price }
    })
    return { price: base, steps }
  })
const method: fc.Arbitrary<MethodTerms> = fc
  .record({
    prices,
    freeFrom: fc.option(
      fc.oneof(paisa, fc.bigInt({ min: 0n, max: 5_000_000n })).map((amount) => amount + 1n),
    ),
    provinces: fc.oneof(fc.constant([]), fc.subarray(['PK-PB', 'PK-SD', 'PK-GB'])),
    cities: fc.oneof(fc.constant([]), fc.subarray(['Lahore', 'Karachi'])),
    takesCash: mostly,
    isOn: mostly,
  })
  .map(({ prices: found, ...rest }) => ({ ...found, ...rest }))
const side = fc.constantFrom(0, 1_000, 2_500, 4_000)
const packaging: fc.Arbitrary<PackagingTerms> = fc.record({
  isOn: mostly,
  title: fc.constant('Gift box'),
  price: paisa,
  sides: fc.tuple(side, side, side),
  mostGrams: fc.constantFrom(0n, 5_000n, 20_000n),
})
const goods: fc.Arbitrary<Goods> = fc.record({
  price: paisa,
  grams,
  sides: fc.tuple(side, side, side),
  quantity: fc.integer({ min: 1, max: 5 }),
})
const place: fc.Arbitrary<Place> = fc.record({
  city: fc.constantFrom('Lahore', 'Karachi', 'Skardu', 'Somewhere'),
  province: fc.constantFrom('PK-PB', 'PK-SD', 'PK-GB', null),
  isCash: fc.boolean(),
})
const order = fc.array(goods, { minLength: 1, maxLength: 5 })
/** Two prices are compared only where both times something is taken: small orders, and a method that mostly takes them. */
const smallOrder = fc.array(goods, { minLength: 1, maxLength: 2 })
const easyMethod = fc
  .tuple(method, mostly)
  .map(([found, isEasy]) =>
    isEasy ? { ...found, isOn: true, provinces: [], cities: [], takesCash: true } : found,
  )
const maybePackaging = fc.option(packaging, { freq: 2 })

/** The same in another way: piece by piece, and each rule a loop of its own. Null if it is not delivered. */
function byHand(
  by: MethodTerms | null,
  packed: PackagingTerms | null,
  items: readonly Goods[],
  to: Place,
): bigint | null {
  const pieces = items.flatMap((one) => Array.from({ length: one.quantity }, () => one))
  let [weight, value] = [0n, 0n]
  for (const piece of pieces) {
    weight += piece.grams
    value += piece.price
  }
  let cost = 0n
  if (by) {
    if (!by.isOn || (to.isCash && !by.takesCash)) return null
    const places: (string | null)[] = [...by.cities, ...by.provinces]
    if (places.length > 0 && !places.includes(to.city) && !places.includes(to.province)) return null
    cost = by.price
    if (by.steps.length > 0) {
      let price: bigint | null = null
      for (const step of [...by.steps].reverse()) if (weight <= step.upToGrams) price = step.price
      if (price === null) return null
      if (weight !== 0n) cost = price
    }
    if (by.freeFrom !== null && !(value < by.freeFrom)) cost = 0n
  }
  if (!packed) return cost
  if (!packed.isOn || (packed.mostGrams !== 0n && weight > packed.mostGrams)) return null
  for (const { sides } of pieces) {
    if ([...sides, ...packed.sides].some((length) => length === 0)) continue
    const turns = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    const goesIn = (turn: number[]) =>
      turn.every((from, to_) => (sides[from] ?? 0) <= (packed.sides[to_] ?? 0))
    if (!turns.some(goesIn)) return null
  }
  return cost + packed.price
}

const priceOf = (quote: ReturnType<typeof quoteOf>) => (quote.isOffered ? quote.price : null)

test('a quote is exact to the paisa, the sum of its two parts, and says why', () => {
  const seen = { offered: 0, refused: 0, free: 0, step: 0, packed: 0 }
  fc.assert(
    fc.property(fc.option(method), fc.option(packaging), order, place, (by, packed, items, to) => {
      const quote = quoteOf(by, packed, items, to)
      expect(priceOf(quote)).toBe(byHand(by, packed, items, to))
      expect(quote.why).not.toBe('')
      seen[quote.isOffered ? 'offered' : 'refused'] += 1
      if (!quote.isOffered) return
      expect(quote.shipping + quote.packaging).toBe(quote.price)
      expect(quote.packaging).toBe(packed?.price ?? 0n)
      if (by?.freeFrom && quote.why.includes(`free from ${formatRs(by.freeFrom)}`)) seen.free += 1
      if (quote.why.includes('step up to')) seen.step += 1
      if (packed) seen.packed += 1
    }),
    { numRuns },
  )
  for (const [kind, many] of Object.entries(seen)) expect([kind, many > 0]).toEqual([kind, true])
})

test('the order of the goods plays no part, nor whether pieces of one kind stand in one line or in several', () => {
  fc.assert(
    fc.property(
      fc.option(method),
      fc.option(packaging),
      order.chain((items) =>
        fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
      ),
      place,
      (by, packed, [items, shuffled], to) => {
        const split = shuffled.flatMap((one) =>
          one.quantity > 1
            ? [
                { ...one, quantity: 1 },
                { ...one, quantity: one.quantity - 1 },
              ]
            : [one],
        )
        expect(quoteOf(by, packed, split, to)).toEqual(quoteOf(by, packed, items, to))
      },
    ),
    { numRuns },
  )
})

test('more weight at the same value never makes delivery cheaper, or possible again', () => {
  const seen = { dearer: 0, refused: 0 }
  fc.assert(
    fc.property(easyMethod, maybePackaging, smallOrder, place, grams, (by, packed, items, to, more) => {
      const [first, ...others] = items
      if (!first) return
      const light = priceOf(quoteOf(by, packed, items, to))
      const heavy = priceOf(quoteOf(by, packed, [{ ...first, grams: first.grams + more }, ...others], to))
      if (light === null) expect(heavy).toBeNull()
      else if (heavy !== null) expect(heavy >= light).toBe(true)
      if (light !== null && heavy === null) seen.refused += 1
      if (light !== null && heavy !== null && heavy > light) seen.dearer += 1
    }),
    // Few orders weigh so much that the next step counts, and so little that there is one.
    { numRuns: 10 * numRuns },
  )
  for (const [kind, many] of Object.entries(seen)) expect([kind, many > 0]).toEqual([kind, true])
})

test('a larger value of the same weight is never more expensive to deliver, and from the agreed value on shipping is free', () => {
  const seen = { freed: 0 }
  fc.assert(
    fc.property(easyMethod, maybePackaging, smallOrder, place, paisa, (by, packed, items, to, more) => {
      const [first, ...others] = items
      if (!first) return
      const dear = quoteOf(by, packed, [{ ...first, price: first.price + more }, ...others], to)
      const plain = quoteOf(by, packed, items, to)
      expect(dear.isOffered).toBe(plain.isOffered)
      if (!dear.isOffered || !plain.isOffered) return
      expect(dear.price <= plain.price).toBe(true)
      const value = items.reduce(
        (sum, one) => sum + one.price * BigInt(one.quantity),
        more * BigInt(first.quantity),
      )
      if (by.freeFrom !== null && value >= by.freeFrom) expect(dear.shipping).toBe(0n)
      if (dear.shipping < plain.shipping) seen.freed += 1
    }),
    { numRuns },
  )
  expect(seen.freed).toBeGreaterThan(0)
})

test('one more piece never costs less, unless shipping becomes free by it', () => {
  const seen = { dearer: 0, refused: 0, freed: 0 }
  fc.assert(
    fc.property(
      easyMethod,
      maybePackaging,
      smallOrder,
      place,
      mostly,
      (found, packed, items, to, isAsFound) => {
        const [first, ...others] = items
        if (!first) return
        const after = items.reduce((sum, one) => sum + one.price * BigInt(one.quantity), first.price)
        const by = isAsFound || after === 0n ? found : { ...found, freeFrom: after }
        const few = quoteOf(by, packed, items, to)
        const many = quoteOf(by, packed, [{ ...first, quantity: first.quantity + 1 }, ...others], to)
        if (!few.isOffered) expect(many.isOffered).toBe(false)
        if (few.isOffered && !many.isOffered) seen.refused += 1
        if (!few.isOffered || !many.isOffered) return
        if (many.price < few.price) {
          expect([many.shipping, by.freeFrom !== null && after >= by.freeFrom]).toEqual([0n, true])
          seen.freed += 1
        }
        if (many.price > few.price) seen.dearer += 1
      },
    ),
    { numRuns },
  )
  for (const [kind, some] of Object.entries(seen)) expect([kind, some > 0]).toEqual([kind, true])
})

test('the reasons are those that people read', () => {
  const by: MethodTerms = {
    ...{ isOn: true, price: 20_000n, freeFrom: 1_000_000n, takesCash: false },
    steps: [
      { upToGrams: 1_000n, price: 20_000n },
      { upToGrams: 5_000n, price: 35_000n },
    ],
    ...{ provinces: ['PK-PB'], cities: ['Karachi'] },
  }
  const to: Place = { city: 'Lahore', province: 'PK-PB', isCash: false }
  const item = (weight: bigint, price = 100_000n): Goods => ({ price, grams: weight, sides: [], quantity: 1 })
  const why = (given: Goods, where: Place = to) =>
    quoteOf(by, null, [given], where).why.replaceAll('\u00a0', ' ')
  expect(why(item(3_200n))).toBe('3.2 kg: step up to 5 kg')
  expect(why(item(3_200n, 1_000_000n))).toBe('free from Rs 10,000')
  expect(why(item(0n))).toBe('one price')
  expect(why(item(5_001n))).toBe('5.001 kg is more than 5 kg')
  expect(why(item(1n), { ...to, city: 'Skardu', province: 'PK-GB' })).toBe('does not deliver to Skardu')
  expect(why(item(1n), { ...to, city: 'Karachi', province: 'PK-SD' })).toBe('0.001 kg: step up to 1 kg')
  expect(why(item(1n), { ...to, isCash: true })).toBe('not with cash on delivery')
})
