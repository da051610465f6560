import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differingBits, keysOf, likenessOf, pictureHash, pictureKeys, plainName, skuKey } from './rules.ts'

const bits = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 32, maxLength: 32 })
const hexOf = (digits: readonly number[]) => digits.map((digit) => digit.toString(16)).join('')

test('pictures that differ in four bits at most always share a key', () => {
  fc.assert(
    fc.property(bits, fc.array(fc.integer({ min: 0, max: 127 }), { maxLength: 4 }), (digits, flips) => {
      const other = [...digits]
      for (const at of new Set(flips)) other[at >> 2] = (other[at >> 2] ?? 0) ^ (1 << (at & 3))
      const [one, two] = [hexOf(digits), hexOf(other)]
      const [own, others] = [pictureKeys(one), pictureKeys(two)]
      fc.pre(own.length > 0 && others.length > 0)
      expect(differingBits(one, two)).toBeLessThanOrEqual(4)
      expect(own.some((key) => others.includes(key))).toBe(true)
    }),
  )
})

test('pictures that have nothing to do with each other hardly ever look alike', () => {
  const differing = fc.sample(fc.tuple(bits, bits), { numRuns: 5000, seed: 7 })
  const alike = differing.filter(([one, two]) => differingBits(hexOf(one), hexOf(two)) <= 12)
  expect(alike.length).toBeLessThanOrEqual(5)
})

test('a picture that is a little brighter has the same hash', () => {
  const grey = Array.from({ length: 81 }, (_, at) => (at * 37) % 200)
  expect(pictureHash(grey.map((value) => value + 20))).toBe(pictureHash(grey))
})

test('the order of words, signs and words that say nothing do not make another name', () => {
  const [one, other] = [plainName('Lawn suit, blue (Large)'), plainName('NEW Blue LAWN suit - Large !!')]
  expect(likenessOf(one, other)).toBe(1)
  const own = keysOf({ plain: one, sku: '', pictures: [] })
  expect(keysOf({ plain: other, sku: '', pictures: [] })).toEqual(own)
})

test.each([
  ['Honey (500 g)', 'Honey (250 g)'],
  ['Truck-art tea kettle (Large)', 'Truck-art tea kettle (Small)'],
  ['Earbuds with noise reduction', 'Earbuds with noise reduction (Pro)'],
  ['Embroidered bridal velvet shawl, maroon', 'Embroidered bridal velvet shawl, navy'],
])('“%s” and “%s” are variants', (one, other) => {
  expect(likenessOf(plainName(one), plainName(other))).toBe(0)
})

test('a SKU is the same whatever its signs, and a short one says nothing', () => {
  expect(skuKey('LWN-0042 / B')).toBe(skuKey('lwn0042b'))
  expect(skuKey('A-1')).toBeNull()
  expect(skuKey('Default')).toBeNull()
})
