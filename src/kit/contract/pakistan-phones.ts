import { error, type Finding, fine, warning } from './finding.ts'
import { latinDigits, maxTyped, normalForm, withoutInvisibles } from './typed-number.ts'

/**
 * The numbering plan of Pakistan, as far as a form needs it. This is used instead of libphonenumber-js because its
 * metadata is some 80 kB for the five number forms of one country, it lists only the mobile prefixes assigned so far
 * (new prefixes would be refused), and it accepts no 111 number without an area code. The tests compare the two.
 */
type PhoneKind = 'mobile' | 'landline' | 'uan' | 'toll-free'

/**
 * The kind of a national number without its leading 0; null if the number matches no form. The forms follow the
 * numbering plan as given by libphonenumber and Wikipedia: mobile 3 and nine digits; landline with an area code of two
 * digits (Karachi and Lahore then eight digits, others seven or eight), three (six or seven) or five (58…, five), never
 * beginning with 0 or 1; UAN 111 and six digits, with or without an area code; toll-free 800 and five digits.
 */
function phoneKind(national: string): PhoneKind | null {
  if (/^3\d{9}$/.test(national)) return 'mobile'
  if (/^800\d{5}$/.test(national)) return 'toll-free'
  const area = areaOf(national)
  const subscriber = national.slice(area.length)
  if (/^111\d{6}$/.test(subscriber)) return 'uan'
  return landlines[area.length]?.test(subscriber) && !/^(?:21|42).{7}$/.test(national) ? 'landline' : null
}

/**
 * The E.164 form of a number without separators, in any typed form: 0300…, +92…, 92…, 0092…, 300…, +92 0300…. Foreign
 * numbers are kept if written with + or 00 (8 to 15 digits, ITU E.164). Returns null for any other text.
 */
function e164Of(typed: string): string | null {
  if (!/^\+?\d{7,17}$/.test(typed)) return null
  const international = typed.replace(/^00/, '+')
  if (international.startsWith('+92')) return pakistani(international.slice(3).replace(/^0/, ''))
  if (international.startsWith('+')) return /^\+[1-9]\d{7,14}$/.test(international) ? international : null
  if (typed.startsWith('0')) return pakistani(typed.slice(1))
  const afterCode = typed.startsWith('92') ? typed.slice(2).replace(/^0/, '') : ''
  // 92 and a mobile number takes precedence over a UAN of an area 92x, because people often write the first and hardly
  // ever the second.
  if (phoneKind(afterCode) === 'mobile') return pakistani(afterCode)
  return pakistani(typed) ?? pakistani(afterCode)
}

/** A national number in the groups in which people read it out and dial it in Pakistan: 0300 1234567, 042 35761234. */
function spacedNational(national: string): string {
  const kind = phoneKind(national)
  if (kind === 'mobile' || kind === 'toll-free') return `0${national.slice(0, 3)} ${national.slice(3)}`
  const area = areaOf(national)
  const subscriber = national.slice(area.length)
  if (kind === 'landline') return `0${area} ${subscriber}`
  return `${area && `0${area} `}${subscriber.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3')}`
}

/** Landline forms after an area code of two, three and five digits. */
const landlines: Record<number, RegExp> = { 2: /^[2-9]\d{6,7}$/, 3: /^[2-9]\d{5,6}$/, 5: /^\d{5}$/ }

const twoDigitAreas = /^(?:2[125]|4[0-246-9]|5[1-35-7]|6[1-8]|7[14]|8[16]|91)/
const threeDigitAreas = /^(?:[24-7]\d\d|8[1-9]\d|9[1-9]\d)/

function areaOf(national: string): string {
  if (/^58\d{8}$/.test(national)) return national.slice(0, 5)
  return (twoDigitAreas.exec(national) ?? threeDigitAreas.exec(national))?.[0] ?? ''
}

function pakistani(national: string): string | null {
  return phoneKind(national) ? `+92${national}` : null
}

const phoneSeparators = /[\s\-\u2010-\u2015\u2212().]/g
const phoneForm = 'Enter one phone number, such as 0300 1234567 or 042 35761234'

/**
 * The E.164 form of a phone number. Accepts Pakistani numbers as people type them (0300 1234567, +92 (0) 300…, 92300…,
 * 0092…, 300…, 042 35761234, 111 111 111; Urdu digits; spaces, dashes, dots, brackets) and foreign numbers written with
 * + or 00. Returns null for any other text, for two numbers in one field, and for a number that a spreadsheet has
 * rounded (3.52E+12).
 */
export function normalisePhone(text: string): string | null {
  if (text.length > maxTyped) return null
  const typed = latinDigits(withoutInvisibles(text)).trim()
  if (/^\+?\d\.\d/.test(typed)) return null
  return e164Of(typed.replace(/\(\s*0\s*\)/, '').replaceAll(phoneSeparators, ''))
}

/** True for the E.164 form of a Pakistani mobile number, the only kind that receives text messages. */
export function isMobile(phone: string): boolean {
  return phone.startsWith('+92') && phoneKind(phone.slice(3)) === 'mobile'
}

/**
 * A phone number in its usual Pakistani form: 0300 1234567, 042 35761234, 111 222 333. Others are returned unchanged.
 */
export function formatPhone(phone: string): string {
  return phone.startsWith('+92') && phoneKind(phone.slice(3)) ? spacedNational(phone.slice(3)) : phone
}

/**
 * Checks the form of a contact phone number, in messages that use `name`. A number that is not a mobile is a warning.
 */
export function checkPhone(text: string, name = 'phone'): Finding[] {
  const phone = normalisePhone(text)
  if (!phone) return [error('phone_form', phoneForm)]
  if (!phone.startsWith('+92')) return [warning('phone_abroad', `The ${name} number is not in Pakistan`)]
  if (!isMobile(phone))
    return [
      warning(
        'phone_not_mobile',
        `The ${name} number is not a mobile number and cannot receive text messages`,
      ),
    ]
  return [fine('phone_form', `The ${name} number has the form of a mobile number`)]
}

/** A phone number, returned in E.164. */
export const phoneField = normalForm(normalisePhone, phoneForm, '0300 1234567')
