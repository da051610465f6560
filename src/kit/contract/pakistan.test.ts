import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Finding } from './finding.ts'
import {
  checkCnic,
  checkNtn,
  cnicField,
  formatCnic,
  formatNtn,
  ibanField,
  maskAccountNumber,
  maskCnic,
  maskNtn,
  normaliseCnic,
  normaliseNtn,
  ntnCheckDigit,
  ntnField,
  ntnIdentity,
  postalField,
} from './pakistan.ts'
import { phoneField } from './pakistan-phones.ts'
import { latinDigits } from './typed-number.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const seen = ([finding]: Finding[]) => finding && `${finding.level} ${finding.code}`
const sample = 'PK36SCBL0000001123456702'

/** The digits as a keyboard in Urdu, or in Arabic, writes them. */
const inUrdu = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)))
const inArabic = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))

describe('digits', () => {
  it('of Urdu and Arabic keyboards are read as Latin ones', () => {
    expect(latinDigits('۰۱۲۳۴۵۶۷۸۹ ٠١٢٣٤٥٦٧٨٩ abc')).toBe('0123456789 0123456789 abc')
    fc.assert(
      fc.property(
        digits(10),
        (text) => latinDigits(inUrdu(text)) === text && latinDigits(inArabic(text)) === text,
      ),
    )
  })
})

describe('a CNIC', () => {
  it('is 13 digits, however they are typed', () => {
    for (const text of [
      '3520212345671',
      '35202-1234567-1',
      ' 35202 1234567 1 ',
      '۳۵۲۰۲-۱۲۳۴۵۶۷-۱',
      '35202–1234567–1',
    ]) {
      expect(normaliseCnic(text), text).toBe('3520212345671')
    }
  })

  it('is refused with more or fewer digits, letters, or when a spreadsheet has rounded it', () => {
    for (const text of [
      '',
      '352021234567',
      '35202123456712',
      '3.52E+12',
      '3.520212345671',
      '35202-123456A-1',
      '1'.repeat(200),
    ]) {
      expect(normaliseCnic(text), text).toBeNull()
      expect(seen(checkCnic(text)), text).toBe('error cnic_form')
    }
  })

  it('is shown with its dashes and hidden but for four digits', () => {
    expect(formatCnic('3520212345671')).toBe('35202-1234567-1')
    expect(formatCnic('unknown')).toBe('unknown')
    expect(maskCnic('3520212345671')).toBe('•••••-••••567-1')
    expect(maskCnic('12345')).toBe('••••')
    expect(maskCnic('')).toBe('')
  })

  it('comes back the same from every way of writing it', () => {
    fc.assert(
      fc.property(digits(13), (cnic) => {
        for (const text of [formatCnic(cnic), inUrdu(formatCnic(cnic)), inArabic(cnic)]) {
          expect(normaliseCnic(text)).toBe(cnic)
        }
        expect(maskCnic(cnic)).not.toContain(cnic.slice(0, 9))
      }),
    )
  })

  it('of an unknown region is a warning, never an error, and a man and a woman are treated alike', () => {
    for (const first of '12345678')
      expect(seen(checkCnic(`${first}520212345670`)), first).toBe('ok cnic_form')
    expect(seen(checkCnic('9520212345671'))).toBe('warning cnic_region')
    expect(seen(checkCnic('0520212345671'))).toBe('warning cnic_region')
    expect(seen(checkCnic('3333333333333'))).toBe('warning cnic_repeated')
  })
})

describe('an NTN', () => {
  it('has 7 characters, 8 with the check digit, or is the CNIC of a person', () => {
    expect(normaliseNtn('3804142')).toBe('3804142')
    expect(normaliseNtn('3804142-1')).toBe('38041421')
    expect(normaliseNtn('۳۸۰۴۱۴۲-۱')).toBe('38041421')
    expect(normaliseNtn('35202-1234567-1')).toBe('3520212345671')
    expect(normaliseNtn('a081797-5')).toBe('A0817975')
    for (const text of ['', '380414', '380414212', 'AB81797-5', '3804142-X', '3.8E+6']) {
      expect(normaliseNtn(text), text).toBeNull()
      expect(seen(checkNtn(text)), text).toBe('error ntn_form')
    }
  })

  it('has the check digit of the printed numbers that are known', () => {
    expect([ntnCheckDigit('3804142'), ntnCheckDigit('0822910'), ntnCheckDigit('4174941')]).toEqual([1, 4, 3])
    for (const ntn of ['3804142-1', '0822910-4', '4174941-3'])
      expect(seen(checkNtn(ntn)), ntn).toBe('ok ntn_form')
  })

  it('with another check digit is a warning, and is not judged where the rule gives no digit', () => {
    expect(seen(checkNtn('3804142-2'))).toBe('warning ntn_check_digit')
    expect([ntnCheckDigit('0000006'), ntnCheckDigit('0000000'), ntnCheckDigit('A081797')]).toEqual([
      null,
      null,
      null,
    ])
    expect(seen(checkNtn('3804142'))).toBe('ok ntn_form')
    expect(seen(checkNtn('A081797-1'))).toBe('ok ntn_form')
    fc.assert(
      fc.property(digits(7), digits(1), (seven, last) => {
        const expected = ntnCheckDigit(seven)
        const isWarned = expected !== null && expected !== Number(last)
        expect(seen(checkNtn(seven + last))).toBe(isWarned ? 'warning ntn_check_digit' : 'ok ntn_form')
      }),
    )
  })

  it('that is a CNIC is looked at as one', () => {
    expect(seen(checkNtn('35202-1234567-1'))).toBe('ok ntn_is_cnic')
    expect(seen(checkNtn('03-00-1234-567-89'))).toBe('warning cnic_region')
  })

  it('is shown with its dash, and hidden but for four digits', () => {
    expect(formatNtn('38041421')).toBe('3804142-1')
    expect(formatNtn('3804142')).toBe('3804142')
    expect(formatNtn('3520212345671')).toBe('35202-1234567-1')
    expect([maskNtn('3804142'), maskNtn('3804142-1')]).toEqual(['•••4142', '••••142-1'])
    expect(maskNtn('3520212345671')).toBe('•••••-••••567-1')
    expect([maskNtn('??'), maskNtn('')]).toEqual(['••••', ''])
  })

  it('is the same tax number with and without its check digit', () => {
    expect(ntnIdentity('3804142-1')).toBe(ntnIdentity('3804142'))
    expect(ntnIdentity('35202-1234567-1')).toBe('3520212345671')
  })
})

describe('an account number', () => {
  it('shows its last four characters at most, and of a short one fewer', () => {
    expect(maskAccountNumber('0123-4567-8901')).toBe('••••8901')
    expect(maskAccountNumber('123456')).toBe('••••56')
    expect(maskAccountNumber('12')).toBe('••••')
    expect(maskAccountNumber('')).toBe('')
  })
})

describe('the fields of an application', () => {
  const fields = { cnicField, ntnField, ibanField, phoneField, postalField }

  it('are answered in their normal form', () => {
    expect(cnicField.parse(' 35202-1234567-1 ')).toBe('3520212345671')
    expect(ntnField.parse('3804142-1')).toBe('38041421')
    expect(ibanField.parse('pk36 scbl 0000 0011 2345 6702')).toBe(sample)
    expect(phoneField.parse('0300 1234567')).toBe('+923001234567')
    expect(postalField.parse('۷۴۰۰۰')).toBe('74000')
  })

  it('take their own answers unchanged', () => {
    for (const value of ['3520212345671', '9520212345671']) expect(cnicField.parse(value)).toBe(value)
    for (const value of ['+92111222333', '+9221111222333', '+971501234567'])
      expect(phoneField.parse(value)).toBe(value)
  })

  it('are refused for their form only: what is doubtful passes to the review', () => {
    expect(() => ibanField.parse('PK36SCBL0000001123456703')).toThrow('check digits')
    expect(ntnField.parse('3804142-2')).toBe('38041422')
    expect(cnicField.parse('0520212345671')).toBe('0520212345671')
  })

  it('state the accepted form, also if they are optional', () => {
    for (const [name, schema] of Object.entries(fields)) {
      const optional = z.union([z.literal(''), schema]).default('')
      expect(optional.parse(undefined), name).toBe('')
      expect(optional.parse(''), name).toBe('')
      for (const wrong of [schema.safeParse('?'), optional.safeParse('?')]) {
        expect(wrong.error?.issues, name).toHaveLength(1)
        expect(wrong.error?.issues[0]?.message, name).toMatch(/^(?:An? |Enter one )/)
      }
      expect(schema.safeParse(5).error?.issues[0]?.message, name).toMatch(/^(?:An? |Enter one )/)
    }
  })

  it('can be printed as JSON Schema', () => {
    for (const schema of Object.values(fields))
      expect(z.toJSONSchema(schema)).toMatchObject({ type: 'string' })
  })
})
