import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { usualRules } from '../contract.ts'
import { isSampled, type ListingFacts, tierOf, type VendorFacts, whyPerson, whyStop } from './rules.ts'

const count = (max: number) => fc.integer({ min: 0, max })
const tierRule = fc.record({
  least_days: count(200),
  least_approved: count(60),
  most_rejected_percent: count(100),
  most_refunded_percent: count(100),
})
const rules = fc.record({
  is_on: fc.boolean(),
  standard: tierRule,
  trusted: tierRule,
  most_risk: count(100),
  most_price: fc.constant('1000'),
  sample_percent: fc.integer({ min: 1, max: 100 }),
  most_found_percent: count(100),
  least_settled: fc.integer({ min: 1, max: 50 }),
  undo_minutes: fc.integer({ min: 1, max: 1440 }),
})
const vendor: fc.Arbitrary<VendorFacts> = fc.record({
  is_approved: fc.boolean(),
  days: count(300),
  approved: count(100),
  rejected: count(20),
  sent_back: count(20),
  sold_orders: count(100),
  refunds: count(100),
})
const listing: fc.Arbitrary<ListingFacts> = fc.record({
  status: fc.constantFrom('submitted', 'in_review', 'changes_requested'),
  is_first: fc.boolean(),
  is_checked: fc.boolean(),
  is_filed: fc.boolean(),
  risk: count(120),
  price: fc.bigInt({ min: 0n, max: 200_000n }),
})
const mostPrice = 100_000n

describe('the rules of trust', () => {
  test('the rule never approves what it forbids', () => {
    fc.assert(
      fc.property(rules, vendor, listing, (rule, of, one) => {
        if (whyPerson(one, of, rule, mostPrice) !== '') return
        expect(rule.is_on && of.is_approved).toBe(true)
        expect(one).toMatchObject({ status: 'submitted', is_first: true, is_checked: true, is_filed: true })
        expect(one.risk).toBeLessThanOrEqual(rule.most_risk)
        expect(one.price).toBeLessThanOrEqual(mostPrice)
        for (const tier of [rule.standard, rule.trusted]) {
          expect(of.days).toBeGreaterThanOrEqual(tier.least_days)
          expect(of.approved).toBeGreaterThanOrEqual(tier.least_approved)
          const refused = of.rejected + of.sent_back
          expect(refused * 100).toBeLessThanOrEqual((of.approved + refused) * tier.most_rejected_percent)
          expect(of.refunds * 100).toBeLessThanOrEqual(of.sold_orders * tier.most_refunded_percent)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('more risk, a higher price or a worse vendor never lets the rule approve', () => {
    fc.assert(
      fc.property(rules, vendor, listing, (rule, of, one) => {
        if (whyPerson(one, of, rule, mostPrice) === '') return
        expect(whyPerson({ ...one, risk: one.risk + 1 }, of, rule, mostPrice)).not.toBe('')
        expect(whyPerson({ ...one, price: one.price + 1n }, of, rule, mostPrice)).not.toBe('')
        expect(whyPerson(one, { ...of, rejected: of.rejected + 1 }, rule, mostPrice)).not.toBe('')
      }),
    )
  })

  test('the sample stays within one of the share that is due, however the dice fall', () => {
    const dice = fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), { maxLength: 300 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), dice, (percent, thrown) => {
        let [seen, sampled] = [0, 0]
        for (const fallen of thrown) {
          if (isSampled({ seen, sampled }, percent, fallen)) sampled += 1
          seen += 1
          expect(Math.abs(sampled - (seen * percent) / 100)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test('the rule stops as soon as enough is settled and too much was found', () => {
    fc.assert(
      fc.property(count(200), count(200), rules, (settled, of, rule) => {
        const found = Math.min(settled, of)
        const isTooMuch = settled >= rule.least_settled && found * 100 > settled * rule.most_found_percent
        expect(whyStop({ settled, found }, rule) !== '').toBe(isTooMuch)
      }),
    )
  })

  test('a vendor without any history is new', () => {
    const nobody = {
      ...{ is_approved: true, days: 0, approved: 0, rejected: 0, sent_back: 0 },
      ...{ sold_orders: 0, refunds: 0 },
    }
    expect(tierOf(nobody, usualRules)).toBe('new')
  })
})
