import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import type { Finding } from './finding.ts'
import { checkPhone, formatPhone, isMobile, normalisePhone } from './pakistan-phones.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const seen = ([finding]: Finding[]) => finding && `${finding.level} ${finding.code}`

/** The digits as a keyboard in Urdu, or in Arabic, writes them. */
const inUrdu = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)))

describe('a phone number', () => {
  it('is stored in one form, however a mobile is typed', () => {
    const typed = [
      '03001234567',
      '0300-1234567',
      '0300 123 4567',
      '(0300) 1234567',
      '0300.1234567',
      '+923001234567',
    ]
    const further = [
      '923001234567',
      '00923001234567',
      '3001234567',
      '+92 (0) 300 1234567',
      '+92 0300 1234567',
      '92-0300-1234567',
    ]
    const pasted = [
      '۰۳۰۰۱۲۳۴۵۶۷',
      '٠٣٠٠١٢٣٤٥٦٧',
      '\u202a+92 300 1234567\u202c',
      '0300\u00a01234567',
      ' 0300‑1234567 ',
    ]
    for (const text of [...typed, ...further, ...pasted])
      expect(normalisePhone(text), text).toBe('+923001234567')
  })

  it('may be a landline, with the length that its area has', () => {
    expect(normalisePhone('042-35761234')).toBe('+924235761234')
    expect(normalisePhone('4235761234')).toBe('+924235761234')
    expect(normalisePhone('+92 21 34567890')).toBe('+922134567890')
    expect(normalisePhone('051 2345678')).toBe('+92512345678')
    expect(normalisePhone('92512345678')).toBe('+92512345678')
    expect(normalisePhone('0544-612345')).toBe('+92544612345')
    expect(normalisePhone('05822-91234')).toBe('+92582291234')
    expect(normalisePhone('0800 12345')).toBe('+9280012345')
  })

  it('may be a UAN, with an area code or without', () => {
    expect(normalisePhone('111 222 333')).toBe('+92111222333')
    expect(normalisePhone('021-111-222-333')).toBe('+9221111222333')
    expect(normalisePhone('+92 42 111 222 333')).toBe('+9242111222333')
    expect(normalisePhone('92 111 222 333')).toBe('+92111222333')
    expect(formatPhone('+92111222333')).toBe('111 222 333')
    expect(formatPhone('+9221111222333')).toBe('021 111 222 333')
  })

  it('is a mobile where 92 and a mobile could also be a UAN of Nowshera', () => {
    expect(normalisePhone('923111234567')).toBe('+923111234567')
    expect(normalisePhone('0923 111 234 567')).toBe('+92923111234567')
  })

  it('of another country is kept when it is written with + or 00', () => {
    expect(normalisePhone('+971 50 123 4567')).toBe('+971501234567')
    expect(normalisePhone('0044 20 7946 0958')).toBe('+442079460958')
    expect(formatPhone('+971501234567')).toBe('+971501234567')
  })

  it('is refused when digits are missing, there are two, or a spreadsheet has rounded it', () => {
    const short = [
      '',
      '0300',
      '0300123456',
      '030012345678',
      '021 1234567',
      '021 2345678',
      '042 3576123',
      '0300 234567',
      '021 12345678',
      '042 1234567',
      '115',
      '+92',
      '+0300',
    ]
    const other = [
      '3.52E+12',
      '3.001234567E9',
      '3.001234567',
      '3001234567.0',
      '0300-1234567/0321-7654321',
      '0300-1234567 ext 5',
      'call me',
      '+92 300 12345678',
    ]
    for (const text of [...short, ...other, '0300 1234567'.padEnd(500)]) {
      expect(normalisePhone(text), text).toBeNull()
    }
  })

  it('is read out in the groups of Pakistan, and comes back the same', () => {
    expect(formatPhone('+923001234567')).toBe('0300 1234567')
    expect(formatPhone('+924235761234')).toBe('042 35761234')
    expect(formatPhone('+92544612345')).toBe('0544 612345')
    expect(formatPhone('+92453212345')).toBe('0453 212345')
    expect(formatPhone('+9280012345')).toBe('0800 12345')
    expect(formatPhone('')).toBe('')
    const kinds = fc
      .constantFrom('3', '42', '51', '544', '21111', '111', '800', '5822')
      .chain((start) =>
        fc.integer({ min: 5, max: 9 }).chain((more) => digits(more).map((end) => `+92${start}${end}`)),
      )
    fc.assert(
      fc.property(kinds, (phone) => {
        if (normalisePhone(phone) === phone) {
          expect(normalisePhone(formatPhone(phone))).toBe(phone)
          expect(normalisePhone(inUrdu(formatPhone(phone)))).toBe(phone)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is accepted, and in the same form, whenever libphonenumber holds a Pakistani number valid', () => {
    const typed = fc.tuple(
      fc.constantFrom('0', '+92', '0092', '+920'),
      digits(9),
      fc.constantFrom('', '1', '12', '123'),
    )
    let accepted = 0
    fc.assert(
      fc.property(typed, ([start, nine, more]) => {
        const theirs = parsePhoneNumberFromString(start + nine + more, 'PK')
        const isForm = theirs?.country === 'PK' && !/^(?:122|900|800.{8})/.test(theirs.nationalNumber)
        if (!theirs?.isValid() || !isForm) return
        accepted += 1
        expect(normalisePhone(start + nine + more)).toBe(theirs.number)
        expect(isMobile(theirs.number)).toBe(theirs.getType() === 'MOBILE')
      }),
      { numRuns: 5000 },
    )
    expect(accepted).toBeGreaterThan(500)
  })

  it('to reach a vendor by is best a mobile in Pakistan', () => {
    expect(seen(checkPhone('0300 1234567'))).toBe('ok phone_form')
    expect(seen(checkPhone('042 35761234'))).toBe('warning phone_not_mobile')
    expect(seen(checkPhone('+971501234567'))).toBe('warning phone_abroad')
    expect(seen(checkPhone('0300'))).toBe('error phone_form')
  })
})
