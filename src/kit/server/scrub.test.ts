import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ibanCheckDigits } from '#kit/contract/pakistan.ts'
import { scrub, scrubAll } from './scrub.ts'

const digit = fc.integer({ min: 0, max: 9 }).map(String)
const digits = (minLength: number, maxLength = minLength) =>
  fc.array(digit, { minLength, maxLength }).map((all) => all.join(''))
const iban = fc
  .tuple(fc.constantFrom('SCBL', 'HABB', 'MEZN', 'UNIL'), fc.stringMatching(/^[A-Z0-9]{16}$/))
  .map(([bank, account]) => `PK${ibanCheckDigits(bank, account)}${bank}${account}`)
/** CNIC, phone at home and from abroad, account, IBAN. */
const number = fc.oneof(
  digits(13),
  digits(9).map((rest) => `03${rest}`),
  digits(10).map((rest) => `+92${rest}`),
  digits(10).map((rest) => `0092${rest}`),
  digits(8, 24),
  iban,
)

/** As people type: with anything that can be between digits, in the digits of another script, in any case. */
const between = fc.constantFrom(
  '',
  '',
  '',
  ' ',
  '-',
  ' - ',
  '.',
  '\u2013',
  '\u00a0',
  '\u200e',
  '(',
  ') ',
  '/',
  '\u2011',
)
const scripts = [
  (text: string) => text,
  (text: string) => text.toLowerCase(),
  (text: string) => text.replace(/\d/g, (one) => String.fromCharCode(0x06f0 + Number(one))),
  (text: string) => text.replace(/\d/g, (one) => String.fromCharCode(0x0660 + Number(one))),
  (text: string) => text.replace(/\d/g, (one) => String.fromCharCode(0xff10 + Number(one))),
]
const typed = number.chain((plain) =>
  fc
    .tuple(
      fc.array(between, { minLength: plain.length, maxLength: plain.length }),
      fc.constantFrom(...scripts),
    )
    .map(([gaps, script]) =>
      script([...plain].map((one, at) => one + (at < plain.length - 1 ? gaps[at] : '')).join('')),
    ),
)
const words = fc.constantFrom('', 'Khussa ', 'seller: ', 'نام ', '(', 'x', 'IBAN:', '"')

const asDigits = (text: string) =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (one) => String(one.charCodeAt(0) & 15))

describe('what looks like a number of a person', () => {
  test('does not stay in a text, however it was typed: of its digits at most three in a row are left', () => {
    fc.assert(
      fc.property(words, typed, words, (before, one, after) => {
        const left = asDigits(scrub(`${before}${one}${after}`))
        expect(left).toContain('[removed]')
        expect(left.replace(/[^\dA-Z]/gi, '')).not.toMatch(/\d{4}/)
      }),
      { numRuns: 2000, seed: 20261122 },
    )
  })

  test('does not stay in any value of a row, however deep', () => {
    fc.assert(
      fc.property(typed, (one) => {
        const left = asDigits(
          JSON.stringify(scrubAll({ q: one, count: 12, deep: [{ q: `x ${one}` }], none: null })),
        )
        expect(left.replace(/[^\d]/g, '')).not.toMatch(/\d{4}/)
      }),
      { numRuns: 200, seed: 20261122 },
    )
  })
})

test('what is no number of a person stays as it was typed', () => {
  for (const text of [
    'red khaddar, size 42',
    'KHD-01',
    '2026-11-22',
    '2026-11-22T10:11:12.123Z to 2026-12-01',
    '01a1fc80-0000-7000-8000-000000000000',
    '01a1fc80-0000-7000-8000-000000000000, 01a1fc80-0000-7000-8000-000000000001',
    'M-100234',
    'on 22/11/2026 and 1.12.2026',
    'Rs 1,234,567.50',
    'at src/kit/server/log.ts:123:45',
    'Ünïcödé ۱۲ عدد',
  ]) {
    expect(scrub(text)).toBe(text)
  }
  const row = {
    from: '2026-11-01',
    ids: ['01a1fc80-0000-7000-8000-000000000000'],
    count: 35202,
    shared: true,
    none: null,
  }
  expect(scrubAll(row)).toEqual(row)
})

test('addresses, tokens and secrets do not stay either', () => {
  expect(scrub('write to ayesha@munshi.example')).toBe('write to [removed]')
  expect(scrub('ms_0123456789abcdef and whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(
    '[removed] and [removed]',
  )
})

test('a word of a million letters is read through once, not once from each letter', () => {
  const word = 'a'.repeat(1_000_000)
  expect(scrub(word)).toBe(word)
  expect(scrub('a@b.example+c@d.example')).toBe('[removed][removed]')
})
