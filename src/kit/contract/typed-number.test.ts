import { expect, test } from 'vitest'
import { parseTypedNumber } from './typed-number.ts'

test.each([
  ['10,000', '10000'],
  ['1,00,000', '100000'],
  ['10 000', '10000'],
  ['10,000 pcs', '10000'],
  ['0.450 kg', '0.45'],
  ['.5', '0.5'],
  ['007', '7'],
  ['۱۰٬۰۰۰', '10000'],
  ['۱۲٫۵ cm', '12.5'],
  ['\u200e42\u200e', '42'],
])('%s is read as %s', (typed, read) => {
  expect(parseTypedNumber(typed)).toBe(read)
})

test.each(['', ' ', '10,00', '1,2', '-5', '1e5', '1.2.3', 'ten', '5 apples', '.', '1'.repeat(90)])(
  '%j is no number',
  (typed) => {
    expect(parseTypedNumber(typed)).toBeNull()
  },
)
