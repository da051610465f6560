import { randomBytes } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

/** Among the most used ones of ten characters and more, from the first to the 900,000th of the million. */
const used = [
  '1234567890',
  'qwertyuiop',
  'password123',
  'basketball',
  'iloveyou12',
  'pakistan786',
  'bismillah786',
  'aaaaaaaaaa',
  'password@123',
]
const fullWidth = (text: string) =>
  [...text].map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).join('')

describe('a password that many use', () => {
  test.each(used)('%s is known', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test('is known after normalisation and in any case: other forms of it are the same password', () => {
    fc.assert(
      fc.property(fc.constantFrom(...used), fc.array(fc.boolean()), fc.nat(10), (password, upper, at) => {
        const cased = [...password].map((sign, n) => (upper[n] ? sign.toUpperCase() : sign)).join('')
        const hidden = `${cased.slice(0, at)}\u200b${cased.slice(at)}`
        for (const form of [cased, fullWidth(cased), hidden, `${cased}!`, `"${cased}"`]) {
          expect(isCommonPassword(form), form).toBe(true)
        }
      }),
    )
  })

  test.each(['P@ssw0rd123', 'b4sk3tball', '1L0v3y0u12'])('%s is one with signs for letters', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })
})

test.each(['Pakistan@123', 'p.a.s.s.w.o.r.d.1.2.3', 'password 123', '۱۲۳۴۵۶۷۸۹۰', '١٢٣٤٥٦٧٨٩٠'])(
  '%j is one with signs in it, or in other digits',
  (password) => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

test.each(['          a', 'a         ', '............', '!1!1!1!1!1', '😀😀😀😀😀😀😀😀😀😀'])(
  '%j is three signs or fewer, again and again',
  (password) => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

test('what nobody uses is not taken for one of them', () => {
  const wrong = Array.from({ length: 20_000 }, () => randomBytes(12).toString('base64')).filter(
    isCommonPassword,
  )
  // One of 250,000 forms is expected at most; three would say that the filter is too full.
  expect(wrong.length).toBeLessThan(3)
  for (const phrase of ['correct horse lantern', 'a long enough password', 'گلاب کا باغیچہ']) {
    expect(isCommonPassword(phrase)).toBe(false)
  }
})

test('every one that another list names is known too', () => {
  const named = (dictionary['passwords-common'] as string[]).filter(({ length }) => length >= 10)
  expect(named.length).toBeGreaterThan(1_000)
  expect(named.filter((password) => !isCommonPassword(password))).toEqual([])
})
