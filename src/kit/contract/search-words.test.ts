import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, markedPieces, searchCode, searchDigits, searchWords, typosOf } from './search-words.ts'

/** The text with what is marked in brackets. */
const marked = (text: string, q: string) =>
  markedPieces(text, q)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Embroidered Lawn Suit', 'lawn', 'Embroidered [Lawn] Suit'],
  ['Embroidered Lawn Suit', 'suit broid', 'Em[broid]ered Lawn [Suit]'],
  ['Crème Brûlée', 'brulee creme', '[Crème] [Brûlée]'],
  ['KHD-LW-001', 'khdlw001', '[KHD-LW-001]'],
  ['KHD-LW-001', 'lw0', 'KHD-[LW-0]01'],
  ['0345 9876123', '+92 345 9876123', '[0345 9876123]'],
  ['0345 9876123', '03459876', '[0345 9876]123'],
  ['قُرآن پاک', 'قرآن', '[قُرآن] پاک'],
  ['كتاب', 'کتاب', '[كتاب]'],
  ['۵۰ گرام', '50', '[۵۰] گرام'],
  ['Samsung Galaxy', 'samsng', '[Samsung] Galaxy'],
  ['Lahore', 'samsng', 'Lahore'],
  ['Wash-n-Wear', 'wash n wear', '[Wash-n-Wear]'],
  ['100% cotton', '%', '100[%] cotton'],
  ['Lawn', '---', 'Lawn'],
  ['', 'lawn', ''],
])('in %s the search for %s marks %s', (text, q, expected) => {
  expect(marked(text, q)).toBe(expected)
})

test('a marked text is the whole text, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, q) => {
      expect(
        markedPieces(text, q)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test('a part of a text is a part of the folded text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aB9é -_./ñكۃہ٣۴آ(') })
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      for (const word of searchWords(part)) expect(folded(before + part + after)).toContain(word)
    }),
  )
})

test.each([
  ['+92 (0) 345 9876123', '3459876123'],
  ['0092 345 9876123', '3459876123'],
  ['٠٣٤٥ ٩٨٧٦١٢٣', '3459876123'],
  ['12 256', '12256'],
  ['92345', '92345'],
  ['0345 98', '034598'],
  ['+92 345 98', '34598'],
  ['0092 1234567', '1234567'],
  ['0092 123456', '0092123456'],
  ['1234', null],
  ['A 12345', null],
])('the digits of %s are %s', (typed, digits) => {
  expect(searchDigits(typed)).toBe(digits)
})

test('a number is compared without its signs', () => {
  expect(['KHD/DP.22', 'khd dp-22', 'KHD_DP 22'].map(searchCode)).toEqual(['khddp22', 'khddp22', 'khddp22'])
})

test('one letter left out, added, replaced or swapped is a typo, and two are not', () => {
  const typos = typosOf('kurta')
  for (const word of ['kurt', 'urta', 'kurtas', 'kurti', 'turta', 'kruta', 'kurat']) {
    expect([word, typos.has(word)]).toEqual([word, true])
  }
  for (const word of ['kurta', 'kutras', 'trukat', 'kur'])
    expect([word, typos.has(word)]).toEqual([word, false])
  expect(typosOf('زعفرن').has('زعفران')).toBe(true)
})
