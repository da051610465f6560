import fc from 'fast-check'
import { isValidIBAN } from 'ibantools'
import { describe, expect, it } from 'vitest'
import type { Finding } from './finding.ts'
import {
  bankOfIban,
  checkIban,
  compareBank,
  formatIban,
  ibanCheckDigits,
  isValidIban,
  maskIban,
  normaliseIban,
} from './pakistan.ts'
import { banks } from './pakistan-banks.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const seen = ([finding]: Finding[]) => finding && `${finding.level} ${finding.code}`
const sample = 'PK36SCBL0000001123456702'

describe('an IBAN', () => {
  const codes = fc.constantFrom(...Object.keys(banks), 'ZZZZ')
  const ibansOver = (accounts: fc.Arbitrary<string>) =>
    fc.tuple(codes, accounts).map(([code, account]) => `PK${ibanCheckDigits(code, account)}${code}${account}`)

  it('is valid when its form and check digits are', () => {
    expect(isValidIban(sample)).toBe(true)
    expect(seen(checkIban('pk36 scbl 0000 0011 2345 6702'))).toBe('ok iban_check_digits')
    expect(normaliseIban('IBAN: PK36-SCBL-0000-0011-2345-6702')).toBe(sample)
    expect(normaliseIban('PK۳۶SCBL۰۰۰۰۰۰۱۱۲۳۴۵۶۷۰۲')).toBe(sample)
  })

  it('is an error with check digits that do not fit, and with another form', () => {
    expect(checkIban('PK36SCBL0000001123456703')).toEqual([
      { level: 'error', code: 'iban_check_digits', message: 'The check digits of this IBAN are wrong' },
    ])
    for (const text of [
      '',
      '0000001123456702',
      `${sample}0`,
      sample.slice(0, 23),
      'GB29NWBK60161331926819',
      'PK36SC1L0000001123456702',
    ]) {
      expect(seen(checkIban(text)), text).toBe('error iban_form')
    }
  })

  it('made for an account is valid, also by the measure of others', () => {
    fc.assert(
      fc.property(codes, digits(16), (code, account) => {
        const iban = `PK${ibanCheckDigits(code, account)}${code}${account}`
        expect(isValidIban(iban)).toBe(true)
        expect(isValidIBAN(iban)).toBe(true)
      }),
    )
    expect(ibanCheckDigits('SCBL', '0000001123456702')).toBe('36')
    expect(() => ibanCheckDigits('SCB', '0000001123456702')).toThrow(RangeError)
    expect(() => ibanCheckDigits('SCBL', '112345')).toThrow(RangeError)
  })

  it('is caught when one character is mistyped or two neighbours are swapped', () => {
    fc.assert(
      fc.property(ibansOver(digits(16)), fc.integer({ min: 4, max: 22 }), digits(1), (iban, at, digit) => {
        const mistyped = iban.slice(0, at) + digit + iban.slice(at + 1)
        const swapped = iban.slice(0, at) + iban.charAt(at + 1) + iban.charAt(at) + iban.slice(at + 2)
        for (const wrong of [mistyped, swapped]) if (wrong !== iban) expect(isValidIban(wrong)).toBe(false)
      }),
    )
  })

  it('is shown in fours, hidden but for its end, and comes back the same', () => {
    expect(formatIban(sample)).toBe('PK36 SCBL 0000 0011 2345 6702')
    expect(maskIban(sample)).toBe('PK•• •••• •••• •••• •••• 6702')
    expect([maskIban('123456'), maskIban('')]).toEqual(['••••', ''])
    const lettersToo = ibansOver(fc.stringMatching(/^[A-Z0-9]{16}$/))
    fc.assert(
      fc.property(
        lettersToo,
        (iban) => isValidIban(iban) && normaliseIban(formatIban(iban).toLowerCase()) === iban,
      ),
    )
  })

  it('names its bank, and an unknown code is never an error', () => {
    expect(bankOfIban(sample)).toMatchObject({ code: 'SCBL', name: 'Standard Chartered Bank' })
    const unknown = `PK${ibanCheckDigits('ZZZZ', '0000000000000001')}ZZZZ0000000000000001`
    expect(bankOfIban(unknown)).toBeNull()
    expect(seen(checkIban(unknown))).toBe('ok iban_check_digits')
    expect(seen(compareBank(unknown, 'HBL'))).toBe('warning bank_unknown')
  })
})

describe('the bank named beside an IBAN', () => {
  const ibanOf = (code: string) => `PK${ibanCheckDigits(code, '0000001123456702')}${code}0000001123456702`
  const compared = (code: string, name: string) => seen(compareBank(ibanOf(code), name))

  it('is recognised by its short and long names, with a branch, in any case', () => {
    const fitting: [string, string[]][] = [
      ['HABB', ['HBL', 'hbl', 'Habib Bank Limited', 'HABIB BANK LTD.', 'HBL, Gulberg branch']],
      ['MPBL', ['Habib Metropolitan Bank', 'HabibMetro', 'Habib Metro Bank Ltd']],
      ['BAHL', ['Bank Al Habib', 'Bank AL-Habib Limited', 'Al Habib']],
      ['ALFH', ['Bank Alfalah', 'Alfalah', 'Bank Al-Falah Ltd', 'Bank Alfalah Islamic']],
      ['BPUN', ['Bank of Punjab', 'The Bank of Punjab (BOP)', 'BOP']],
      ['NBPA', ['National Bank of Pakistan', 'NBP']],
      ['MUCB', ['MCB', 'MCB Bank Limited', 'Muslim Commercial Bank']],
      ['MCIB', ['MCB Islamic Bank']],
      ['BKIP', ['BankIslami', 'Bank Islami Pakistan Limited']],
      ['UNIL', ['UBL', 'United Bank Ltd']],
      ['TMFB', ['Easypaisa', 'Telenor Microfinance Bank']],
      ['JCMA', ['JazzCash', 'Jazz Cash', 'Mobilink Microfinance Bank']],
      ['SAUD', ['Silkbank', 'Silk Bank']],
    ]
    for (const [code, names] of fitting)
      for (const name of names) expect(compared(code, name), name).toBe('ok bank_fits')
  })

  it('is recognised by its own name, for every bank on the list', () => {
    for (const [code, { name, aliases }] of Object.entries(banks)) {
      for (const text of [name, ...aliases])
        expect(compared(code, text), `${code} ${text}`).toBe('ok bank_fits')
    }
  })

  it('is a warning when it is another one or not known', () => {
    expect(compared('HABB', 'Habib Metro')).toBe('warning bank_differs')
    expect(compared('BAHL', 'Habib Bank')).toBe('warning bank_differs')
    expect(compared('MUCB', 'MCB Islamic')).toBe('warning bank_differs')
    expect(compareBank(sample, 'Meezan Bank')).toEqual([
      {
        level: 'warning',
        code: 'bank_differs',
        message: 'The IBAN is one of Standard Chartered Bank; another bank is named',
      },
    ])
    expect(compared('HABB', 'Village Savings Society')).toBe('warning bank_differs')
  })

  it('is not compared where there is no bank named or no IBAN', () => {
    expect(compareBank(sample, ' ')).toEqual([])
    expect(compareBank('12345', 'HBL')).toEqual([])
  })
})
