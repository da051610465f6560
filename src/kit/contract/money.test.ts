import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatRs,
  maxRupees,
  parseRupees,
  parseTypedRupees,
  rupees,
  rupeesFromPaisa,
  splitByLargestRemainder,
} from './money.ts'

const anyPaisa = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })

describe('money on the wire', () => {
  it('is a rupee string that becomes whole paisa', () => {
    expect(parseRupees('1999.50')).toBe(199950n)
    expect(parseRupees('1999.5')).toBe(199950n)
    expect(parseRupees('2000')).toBe(200000n)
    expect(parseRupees('0.05')).toBe(5n)
    expect(parseRupees('0')).toBe(0n)
    expect(parseRupees('-0.50')).toBe(-50n)
    expect(parseRupees('100000000000.00')).toBe(10n ** 13n)
  })

  it('is refused where it could mean another amount', () => {
    const refused = [
      '',
      ' ',
      '1,999',
      '1.999',
      '1e3',
      '3.52E+12',
      '.5',
      '5.',
      '+5',
      '--5',
      '007',
      ' 5',
      'Rs 5',
      'NaN',
    ]
    for (const text of [...refused, '0x10', '۵', '1'.repeat(17)]) {
      expect(() => parseRupees(text), text).toThrow(RangeError)
    }
  })

  it('is written in its shortest form, and no discount is the string 0', () => {
    expect(rupeesFromPaisa(0n)).toBe('0')
    expect(rupeesFromPaisa(200000n)).toBe('2000')
    expect(rupeesFromPaisa(199950n)).toBe('1999.50')
    expect(rupeesFromPaisa(5n)).toBe('0.05')
    expect(rupeesFromPaisa(-50n)).toBe('-0.50')
  })

  it('comes back as the same paisa, whatever the amount', () => {
    fc.assert(fc.property(anyPaisa, (paisa) => parseRupees(rupeesFromPaisa(paisa)) === paisa))
  })
})

describe('money on the screen', () => {
  const shown = (amount: bigint | string) => formatRs(amount).replace('\u00a0', ' ')

  it('reads Rs and groups of three, paisa only where there are some', () => {
    expect(shown(1000000n)).toBe('Rs 10,000')
    expect(shown(123456800n)).toBe('Rs 1,234,568')
    expect(shown('1999.5')).toBe('Rs 1,999.50')
    expect(shown('0')).toBe('Rs 0')
    expect(shown('999')).toBe('Rs 999')
    expect(shown(-500n)).toBe('-Rs 5')
    expect(shown(-5n)).toBe('-Rs 0.05')
  })

  it('keeps Rs and the number on one line', () => {
    expect(formatRs(500n)).toBe('Rs\u00a05')
  })

  it('is written as en-PK writes whole rupees', () => {
    const asLocale = new Intl.NumberFormat('en-PK', {
      style: 'currency',
      currency: 'PKR',
      maximumFractionDigits: 0,
    })
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), (whole) => {
        expect(formatRs(whole * 100n)).toBe(asLocale.format(whole))
      }),
    )
  })

  it('refuses a text that is no amount', () => {
    expect(() => formatRs('ten')).toThrow(RangeError)
  })
})

describe('an amount split among shares', () => {
  const anyWeights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 12 })

  it('gives what is left over to the largest remainders, and of equal ones to the earlier', () => {
    expect(splitByLargestRemainder(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    expect(splitByLargestRemainder(10n, [1n, 2n, 4n])).toEqual([1n, 3n, 6n])
    expect(splitByLargestRemainder(1n, [0n, 3n, 3n])).toEqual([0n, 1n, 0n])
    expect(splitByLargestRemainder(0n, [])).toEqual([])
  })

  it('weighs all shares the same where no share weighs anything', () => {
    expect(splitByLargestRemainder(5n, [0n, 0n])).toEqual([3n, 2n])
  })

  it('adds up exactly, and no share is a paisa away from its part', () => {
    fc.assert(
      fc.property(anyPaisa, anyWeights, (total, weights) => {
        const shares = splitByLargestRemainder(total, weights)
        const sum = weights.reduce((a, b) => a + b, 0n)
        expect(shares.reduce((a, b) => a + b, 0n)).toBe(total)
        shares.forEach((share, index) => {
          const off = share * sum - total * (weights[index] ?? 0n)
          if (sum > 0n) expect(off < sum && off > -sum).toBe(true)
        })
      }),
    )
  })

  it('is mirrored exactly by a refund', () => {
    fc.assert(
      fc.property(anyPaisa, anyWeights, (total, weights) => {
        const mirrored = splitByLargestRemainder(-total, weights).map((share) => -share)
        expect(mirrored).toEqual(splitByLargestRemainder(total, weights))
      }),
    )
  })

  it('never gives anything to a share without weight while another has some', () => {
    fc.assert(
      fc.property(anyPaisa, anyWeights, (total, weights) => {
        const shares = splitByLargestRemainder(total, [...weights, 1n])
        weights.forEach((weight, index) => {
          if (weight === 0n) expect(shares[index]).toBe(0n)
        })
      }),
    )
  })

  it('is refused with a negative weight, or an amount and nobody to take it', () => {
    expect(() => splitByLargestRemainder(5n, [2n, -1n])).toThrow(RangeError)
    expect(() => splitByLargestRemainder(5n, [])).toThrow(RangeError)
  })
})

describe('a price field', () => {
  const complaint = (text: unknown) => rupees.safeParse(text).error?.issues.map(({ message }) => message)

  it('answers the shortest wire string, so that 0.00 is the 0 of no discount', () => {
    expect(rupees.parse('0.00')).toBe('0')
    expect(rupees.parse(' 1999.5 ')).toBe('1999.50')
    expect(rupees.parse('2000.00')).toBe('2000')
    expect(rupees.parse(maxRupees)).toBe(maxRupees)
  })

  it('says in words what is wrong', () => {
    expect(complaint('100000000')).toEqual(['At most 99,999,999.99'])
    expect(complaint('-1')).toEqual(['Must not be below zero'])
    expect(complaint('1.999')).toEqual(['At most two decimals'])
    for (const text of ['', 'ten', '1,999', '1e3', 5, null]) {
      expect(complaint(text)).toEqual(['Must be an amount in rupees, such as 1999.50'])
    }
  })
})

describe('an amount typed into a number field', () => {
  it('is read as people in Pakistan write it', () => {
    const typed = {
      '10,000': '10000',
      'Rs 10,000': '10000',
      'Rs. 10,000/-': '10000',
      'rs10000/=': '10000',
      'PKR 1,999.5': '1999.50',
      '1,00,000': '100000',
      '12,34,567': '1234567',
      '10 000': '10000',
      'Rs\u00a01,234,568': '1234568',
      '۱۰,۰۰۰': '10000',
      '۱۰٬۰۰۰٫۵۰ روپے': '10000.50',
      '\u202a٢٥٠\u202c': '250',
      '0100': '100',
      '.5': '0.50',
      '5.': '5',
      '0': '0',
    }
    for (const [text, wire] of Object.entries(typed)) expect(parseTypedRupees(text), text).toBe(wire)
  })

  it('is not guessed where it could be read in two ways', () => {
    const doubtful = [
      '',
      'Rs',
      '.',
      '10,00',
      '1.999',
      '1,5',
      '10 20',
      '1,0000',
      '1e3',
      '3.52E+12',
      '-5',
      '5 000 00',
      '1.000,50',
    ]
    for (const text of [...doubtful, 'ten', '9'.repeat(17), '1'.repeat(100)]) {
      expect(parseTypedRupees(text), text).toBeNull()
    }
  })

  it('reads back whatever the screen shows', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999n }), (paisa) => {
        expect(parseTypedRupees(formatRs(paisa))).toBe(rupeesFromPaisa(paisa))
      }),
    )
  })
})
