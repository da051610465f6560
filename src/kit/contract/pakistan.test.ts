import fc from 'fast-check'
import { isValidIBAN } from 'ibantools'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Finding } from './finding.ts'
import {
  bankOfIban,
  checkCnic,
  checkIban,
  checkNtn,
  checkPhone,
  cnicField,
  compareAccountTitle,
  compareBank,
  formatCnic,
  formatIban,
  formatNtn,
  formatPhone,
  ibanCheckDigits,
  ibanField,
  isMobile,
  isValidIban,
  latinDigits,
  maskAccountNumber,
  maskCnic,
  maskIban,
  maskNtn,
  normaliseCnic,
  normaliseIban,
  normaliseNtn,
  normalisePhone,
  normalisePostal,
  ntnCheckDigit,
  ntnField,
  ntnIdentity,
  phoneField,
  postalField,
} from './pakistan.ts'
import { banks } from './pakistan-banks.ts'
import { cities, normaliseCity, normaliseProvince, provinces } from './pakistan-cities.ts'

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
      { level: 'error', code: 'iban_check_digits', message: 'The check digits of this IBAN do not fit' },
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

describe('an account number', () => {
  it('shows its last four characters at most, and of a short one fewer', () => {
    expect(maskAccountNumber('0123-4567-8901')).toBe('••••8901')
    expect(maskAccountNumber('123456')).toBe('••••56')
    expect(maskAccountNumber('12')).toBe('••••')
    expect(maskAccountNumber('')).toBe('')
  })
})

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
      '021 12345678',
      '042 1234567',
      '115',
      '+92',
      '+0300',
    ]
    const other = [
      '3.52E+12',
      '3.001234567E9',
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

describe('the title of an account', () => {
  const compared = (title: string, ...names: string[]) => seen(compareAccountTitle(title, names))

  it('fits a name in another case, order or spelling, with initials, titles and company forms', () => {
    const fitting: [string, string][] = [
      ['MUHAMMAD ALI KHAN', 'Muhammad Ali Khan'],
      ['KHAN MUHAMMAD ALI', 'Ali Khan'],
      ['M. ALI KHAN', 'Mohammad Ali Khan'],
      ['M A KHAN', 'Muhammad Ali Khan'],
      ['MOHD AHMAD RAZA', 'Ahmed Raza'],
      ['MR. GHULAM HUSSAIN', 'Ghulam Hussein'],
      ['MRS FATIMA NOOR', 'Fatimah Nur'],
      ['SYED USMAN SHAH', 'Osman Shah'],
      ['M KHAN', 'Mariam Khan'],
      ['Al Fatah Store', 'AlFatah Store'],
      ['KHAADI (PVT) LTD', 'Khaadi'],
      ['M/S GUL AHMED TEXTILES (PRIVATE) LIMITED', 'Gul Ahmed Textiles'],
      ['AYESHA KHAN', 'ayeshakhan'],
      ['عائشہ خان', 'عائشہ خان'],
    ]
    for (const [title, name] of fitting)
      expect(compared(title, name), `${title} / ${name}`).toBe('ok account_title_fits')
  })

  it('fits when it is the name of the shop and not of the person', () => {
    expect(compared('LAHORE LEATHER WORKS', 'Bilal Aslam', 'Lahore Leather Works')).toBe(
      'ok account_title_fits',
    )
  })

  it('is a warning when it is of somebody else', () => {
    const other: [string, string][] = [
      ['ALI HASSAN', 'Ali Hussain'],
      ['BILAL ASLAM', 'Ayesha Khan'],
      ['AYESHA KHAN', 'Bilal Khan'],
      ['KHAN', 'Bilal Khan'],
      ['M', 'Bilal Khan'],
      ['ALI TRADERS', 'Ali Brothers'],
      ['AYESHA KHAN', 'عائشہ خان'],
      ['...', 'Bilal Khan'],
    ]
    for (const [title, name] of other) {
      expect(compared(title, name), `${title} / ${name}`).toBe('warning account_title_differs')
    }
  })

  it('is not compared where nothing was given', () => {
    expect(compareAccountTitle('', ['Bilal'])).toEqual([])
    expect(compareAccountTitle('Bilal', ['', ' '])).toEqual([])
  })

  it('fits itself in any order of its words, whatever the name', () => {
    const names = fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        names,
        (words) =>
          compared(words.toReversed().join(' ').toUpperCase(), words.join(' ')) === 'ok account_title_fits',
      ),
    )
  })
})

describe('places', () => {
  it('belong to one of seven provinces, known by code, name and short form', () => {
    expect(provinces.map(({ code }) => code)).toEqual([
      'PK-PB',
      'PK-SD',
      'PK-KP',
      'PK-BA',
      'PK-IS',
      'PK-GB',
      'PK-JK',
    ])
    const typed = {
      kpk: 'PK-KP',
      AJK: 'PK-JK',
      'Azad Kashmir': 'PK-JK',
      ICT: 'PK-IS',
      'punjab province': 'PK-PB',
      'صوبہ سندھ': 'PK-SD',
    }
    for (const [text, code] of Object.entries(typed)) expect(normaliseProvince(text), text).toBe(code)
    expect([
      normaliseProvince('gilgit baltistan'),
      normaliseProvince('FATA'),
      normaliseProvince('PK-BA'),
    ]).toEqual(['PK-GB', 'PK-KP', 'PK-BA'])
    expect([normaliseProvince('Kerala'), normaliseProvince('')]).toEqual([null, null])
  })

  it('are written in one way, whatever the case or short form', () => {
    expect(normaliseCity(' KARACHI ')).toEqual({ name: 'Karachi', province: 'PK-SD' })
    expect(normaliseCity('pindi')).toEqual({ name: 'Rawalpindi', province: 'PK-PB' })
    expect(normaliseCity('D.G. Khan')).toEqual({ name: 'Dera Ghazi Khan', province: 'PK-PB' })
    expect(normaliseCity('Lahore Cantt.')).toEqual({ name: 'Lahore', province: 'PK-PB' })
    expect(normaliseCity('Wah Cantt')).toEqual({ name: 'Wah Cantonment', province: 'PK-PB' })
    expect(normaliseCity('كراچي')).toEqual({ name: 'Karachi', province: 'PK-SD' })
    expect(normaliseCity('mirpurkhas').name).toBe('Mirpur Khas')
  })

  it('that are not on the list are kept as they were typed', () => {
    expect(normaliseCity('  Chak  46  GB ')).toEqual({ name: 'Chak 46 GB', province: null })
    expect(normaliseCity('')).toEqual({ name: '', province: null })
  })

  it('stand on the list once, and each is found by all its names', () => {
    expect(cities.length).toBeGreaterThan(150)
    expect(new Set(cities.map(({ name }) => name)).size).toBe(cities.length)
    for (const { name, province, aliases } of cities) {
      for (const text of [name, ...aliases]) expect(normaliseCity(text), text).toEqual({ name, province })
    }
  })

  it('may have a postal code of five digits', () => {
    expect([normalisePostal('74000'), normalisePostal('۷۴۰۰۰'), normalisePostal(' 740 00 ')]).toEqual([
      '74000',
      '74000',
      '74000',
    ])
    expect([normalisePostal('7400'), normalisePostal('740000'), normalisePostal('ABCDE')]).toEqual([
      null,
      null,
      null,
    ])
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
    expect(ibanField.parse('PK36SCBL0000001123456703')).toBe('PK36SCBL0000001123456703')
    expect(ntnField.parse('3804142-2')).toBe('38041422')
    expect(cnicField.parse('0520212345671')).toBe('0520212345671')
  })

  it('say what form is wanted, also where they may be left out', () => {
    for (const [name, schema] of Object.entries(fields)) {
      const optional = z.union([z.literal(''), schema]).default('')
      expect(optional.parse(undefined), name).toBe('')
      expect(optional.parse(''), name).toBe('')
      for (const wrong of [schema.safeParse('?'), optional.safeParse('?')]) {
        expect(wrong.error?.issues, name).toHaveLength(1)
        expect(wrong.error?.issues[0]?.message, name).toMatch(/^(?:An? |Give one )/)
      }
      expect(schema.safeParse(5).error?.issues[0]?.message, name).toMatch(/^(?:An? |Give one )/)
    }
  })

  it('can be printed as JSON Schema', () => {
    for (const schema of Object.values(fields))
      expect(z.toJSONSchema(schema)).toMatchObject({ type: 'string' })
  })
})
