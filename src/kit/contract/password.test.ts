import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldPassword, normalisePassword, passwordFault } from './password.ts'

const ayesha = ['ayesha.siddiqui@munshi.example', 'Ayesha Siddiqui', 'Munshi']
const codeOf = (typed: string, words: readonly string[] = ayesha) => passwordFault(typed, words)?.code ?? null
const zeroWidth = '\u200b'

describe('a chosen password', () => {
  test.each([
    ['short1234', 'short'],
    ['ten chars!', null],
    // Nine letters, two units each; ten of them are ten.
    ['\u{1f600}'.repeat(9), 'short'],
    ['\u{1f600}'.repeat(10), null],
    // A ligature is three letters as soon as it is written out.
    ['\ufb03 \ufb03 \ufb03', null],
    [`nine char${zeroWidth.repeat(5)}`, 'short'],
    [zeroWidth.repeat(12), 'invisible'],
    ['            ', 'invisible'],
    ['\u2800'.repeat(12), 'invisible'],
    ['\u3164\u3164\u3164\u3164\u3164\u3164\u3164\u3164\u3164\u3164', 'invisible'],
    ['\u0000\u0001\u0007\u0000\u0001\u0007\u0000\u0001\u0007\u0000', 'invisible'],
  ])('%j is counted in characters that can be seen: %s', (typed, code) => {
    expect(codeOf(typed)).toBe(code)
  })

  test.each([
    'munshi-demo',
    'MUNSHI123456789',
    'Munshi@2026!',
    'ayesha.siddiqui@munshi.example',
    'Ayesha Siddiqui',
    'siddiquiAYESHA786',
    'ayesha19901231',
    'munshimunshi',
    'Ａｙｅｓｈａ２０２６', // full width
    `mun${zeroWidth}shi-2026`,
    'example-munshi',
  ])('%j is the address, the name or the product with little added', (typed) => {
    expect(codeOf(typed)).toBe('personal')
  })

  test.each([
    'munshi keeps my books',
    'ayesha grows tomatoes',
    'mountain goat lantern',
    'گلاب کا باغیچہ لاہور',
  ])('%j is accepted', (typed) => {
    expect(codeOf(typed)).toBeNull()
  })

  test('an empty one is short, and a name of two letters is no reason', () => {
    expect(codeOf('')).toBe('short')
    expect(codeOf('al is my friend', ['al@x.pk', 'Al'])).toBeNull()
  })

  test('says which field, what is wrong and what is accepted', () => {
    for (const typed of ['short', zeroWidth, 'munshi-demo']) {
      expect(passwordFault(typed, ayesha)?.message).toMatch(/^Password must .+\.$/)
    }
  })

  test('is compared in one form however it is written: normalised, without invisible characters, in lower case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(29), (typed, at) => {
        const withMark = `${typed.slice(0, at)}${zeroWidth}${typed.slice(at)}`
        for (const other of [typed.normalize('NFD'), typed.normalize('NFKC'), normalisePassword(typed)]) {
          expect(foldPassword(other)).toBe(foldPassword(typed))
        }
        if (!/[\ud800-\udbff]/.test(typed)) expect(foldPassword(withMark)).toBe(foldPassword(typed))
        expect(foldPassword(foldPassword(typed))).toBe(foldPassword(typed))
      }),
    )
  })
})
