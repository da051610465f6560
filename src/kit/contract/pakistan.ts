import { error, type Finding, fine, warning } from './finding.ts'
import { type Bank, bankCodesNamed, banks } from './pakistan-banks.ts'
import { namesAgree } from './pakistan-names.ts'
import { compact, normalForm } from './typed-number.ts'

/**
 * The numbers of people, shops and accounts in Pakistan. Every check here concerns the form, never the identity: an
 * error is a form that cannot be right and blocks; a warning explains and leaves the decision to a person.
 */

/** The 13 digits of a CNIC, typed with or without dashes and spaces, in any digits; null for any other form. */
export function normaliseCnic(text: string): string | null {
  const digits = compact(text)
  return /^\d{13}$/.test(digits) ? digits : null
}

/** A CNIC as printed on the card: 35202-1234567-1. Any other text is returned unchanged. */
export function formatCnic(cnic: string): string {
  return (normaliseCnic(cnic) ?? cnic).replace(/^(\d{5})(\d{7})(\d)$/, '$1-$2-$3')
}

/** A CNIC with only the last four digits readable: •••••-••••567-1. Any other text is fully hidden. */
export function maskCnic(cnic: string): string {
  const digits = normaliseCnic(cnic)
  return digits ? `•••••-••••${digits.slice(9, 12)}-${digits.slice(12)}` : hidden(cnic)
}

/**
 * Checks the form of a CNIC: 13 digits, or an error. The first digit is the region of registration (1 KP, 2 the former
 * FATA, 3 Punjab, 4 Sindh, 5 Balochistan, 6 Islamabad, 7 Gilgit-Baltistan: python-stdnum pk/cnic.py; 8 is in use for
 * Azad Kashmir, which that list leaves out), so another digit is only a warning. There is no public check digit, and
 * the last digit, which may indicate the sex, is not checked.
 */
export function checkCnic(text: string): Finding[] {
  const digits = normaliseCnic(text)
  if (!digits) return [error('cnic_form', cnicForm)]
  if (/^(\d)\1*$/.test(digits)) return [warning('cnic_repeated', 'All digits of this CNIC are the same')]
  if (/^[09]/.test(digits)) {
    return [warning('cnic_region', `No known region has CNICs that begin with ${digits.charAt(0)}`)]
  }
  return [fine('cnic_form', 'The CNIC has the right form')]
}

/**
 * A tax number without dashes: 7 characters, 8 with the check digit, or the 13 digits of a person's CNIC, which is that
 * person's NTN (OECD note on Pakistan, through python-stdnum pk/ntn.py). The first of the 7 may be a letter, as on
 * newer certificates of companies (A081797-5 is such a form). Null for any other form.
 */
export function normaliseNtn(text: string): string | null {
  const ntn = compact(text).toUpperCase()
  return /^(?:[A-Z\d]\d{6,7}|\d{13})$/.test(ntn) ? ntn : null
}

/**
 * A tax number as printed on the certificate: 3804142-1, or in the form of a CNIC. Any other text is returned
 * unchanged.
 */
export function formatNtn(ntn: string): string {
  return formatCnic(normaliseNtn(ntn) ?? ntn).replace(/^([A-Z\d]\d{6})(\d)$/, '$1-$2')
}

/** A tax number with only the last four digits readable: •••4142, ••••142-1, or as a masked CNIC. */
export function maskNtn(ntn: string): string {
  const digits = normaliseNtn(ntn)
  if (!digits || digits.length === 13) return maskCnic(ntn)
  return digits.length === 7 ? `•••${digits.slice(3)}` : `••••${digits.slice(4, 7)}-${digits.slice(7)}`
}

/**
 * The part of a tax number that identifies it in any spelling. The check digit is dropped because many people omit it.
 */
export function ntnIdentity(ntn: string): string {
  const digits = normaliseNtn(ntn) ?? ntn
  return digits.length === 8 ? digits.slice(0, 7) : digits
}

/**
 * The check digit of the first seven digits of an NTN: weights 8 to 2, 11 − (sum mod 11). No authority publishes the
 * rule; it was derived from printed numbers and holds for all that were available. Null if the result is 10 or 11,
 * which was never seen, and if the input is not seven digits.
 */
export function ntnCheckDigit(seven: string): number | null {
  if (!/^\d{7}$/.test(seven)) return null
  const sum = [...seven].reduce((total, digit, index) => total + Number(digit) * (8 - index), 0)
  const check = 11 - (sum % 11)
  return check < 10 ? check : null
}

/** Checks the form of a tax number: a wrong form is an error, a wrong check digit only a warning. */
export function checkNtn(text: string): Finding[] {
  const ntn = normaliseNtn(text)
  if (!ntn) return [error('ntn_form', ntnForm)]
  if (ntn.length === 13) {
    const doubts = checkCnic(ntn).filter(({ level }) => level === 'warning')
    return doubts.length > 0 ? doubts : [fine('ntn_is_cnic', 'The tax number is the CNIC of a person')]
  }
  const expected = ntnCheckDigit(ntn.slice(0, 7))
  if (ntn.length === 8 && expected !== null && expected !== Number(ntn.slice(7))) {
    const message = 'The last digit of this NTN is not the usual one; compare it with the certificate'
    return [warning('ntn_check_digit', message)]
  }
  return [fine('ntn_form', 'The NTN has the right form')]
}

/** A Pakistani IBAN of 24 capital letters and digits, typed with or without spaces; null for any other form. */
export function normaliseIban(text: string): string | null {
  const iban = compact(text.toUpperCase()).replace(/^IBAN:?/, '')
  return /^PK\d{2}[A-Z]{4}[A-Z0-9]{16}$/.test(iban) ? iban : null
}

/** An IBAN in groups of four, as banks print it (ISO 13616). Any other text is returned unchanged. */
export function formatIban(iban: string): string {
  return normaliseIban(iban)?.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? iban
}

/** An IBAN with only PK and the last four characters readable. Any other text is fully hidden. */
export function maskIban(iban: string): string {
  const known = normaliseIban(iban)
  return known ? `PK•• •••• •••• •••• •••• ${known.slice(-4)}` : hidden(iban)
}

/** An account number with at most the last four characters readable, and never more than a third. */
export function maskAccountNumber(account: string): string {
  const typed = compact(account)
  const shown = Math.min(4, Math.floor(typed.length / 3))
  return typed ? `••••${typed.slice(typed.length - shown)}` : hidden(account)
}

/**
 * True for a Pakistani IBAN with correct check digits (ISO 13616, mod 97). Does not tell whether the account exists.
 */
export function isValidIban(iban: string): boolean {
  const known = normaliseIban(iban)
  return known !== null && ibanCheckDigits(known.slice(4, 8), known.slice(8)) === known.slice(2, 4)
}

/**
 * The two check digits of a Pakistani IBAN (ISO 13616: 98 − mod 97), from its four bank letters and 16 account
 * characters, in capitals. Throws a RangeError on any other form.
 */
export function ibanCheckDigits(bankCode: string, account16: string): string {
  const account = bankCode + account16
  if (!/^[A-Z]{4}[A-Z0-9]{16}$/.test(account)) throw new RangeError('Not the parts of an IBAN')
  let rest = 0
  for (const character of `${account}PK00`) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return String(98 - rest).padStart(2, '0')
}

/** Checks the form and check digits of an IBAN. The account part may have letters, as in the SWIFT registry. */
export function checkIban(text: string): Finding[] {
  if (!normaliseIban(text)) return [error('iban_form', ibanForm)]
  if (!isValidIban(text)) return [error('iban_check_digits', 'The check digits of this IBAN are wrong')]
  return [fine('iban_check_digits', 'The IBAN and its check digits are valid')]
}

/** The bank of an IBAN with its code; null if the form is wrong or the code is not on the list. */
export function bankOfIban(iban: string): (Bank & { code: string }) | null {
  const code = normaliseIban(iban)?.slice(4, 8) ?? ''
  const known = Object.hasOwn(banks, code) ? banks[code] : undefined
  return known ? { ...known, code } : null
}

/** Whether an IBAN belongs to the named bank. Never an error, because banks merge, change names and appear. */
export function compareBank(iban: string, bankName: string): Finding[] {
  const code = normaliseIban(iban)?.slice(4, 8)
  if (!code || !bankName.trim()) return []
  const bank = bankOfIban(iban)
  if (!bank) return [warning('bank_unknown', `The bank code ${code} is not on our list; look it up`)]
  const named = bankCodesNamed(bankName)
  if (named.includes(code)) return [fine('bank_fits', `The IBAN is one of ${bank.name}, as stated`)]
  const message = named.length > 0 ? 'another bank is named' : 'the name given is not one we know for it'
  return [warning('bank_differs', `The IBAN is one of ${bank.name}; ${message}`)]
}

/**
 * Whether the title of an account matches one of the given names (the person's, the shop's). Tolerates case, order,
 * titles, initials, spellings of Muhammad and company forms. A difference is a warning for a person to review.
 */
export function compareAccountTitle(title: string, names: readonly string[]): Finding[] {
  if (!title.trim() || !names.some((name) => name.trim())) return []
  if (names.some((name) => namesAgree(title, name))) {
    return [fine('account_title_fits', 'The account title matches a given name')]
  }
  return [warning('account_title_differs', 'The account title does not match any given name')]
}

/** The five digits of a postal code; null for any other form. */
export function normalisePostal(text: string): string | null {
  const digits = compact(text)
  return /^\d{5}$/.test(digits) ? digits : null
}

const cnicForm = 'A CNIC has 13 digits, such as 35202-1234567-1'
const ntnForm = 'An NTN has 7 or 8 digits, such as 1234567-8, or the 13 digits of a CNIC'
const ibanForm = 'An IBAN here is PK, 2 digits, 4 letters of the bank and 16 digits or letters'

/** A CNIC, returned as 13 digits. */
export const cnicField = normalForm(normaliseCnic, cnicForm, '35202-1234567-1')
/**
 * An NTN, returned without dashes. Its check digit is not checked here, because a wrong one is a warning at the review.
 */
export const ntnField = normalForm(normaliseNtn, ntnForm, '3804142-1')
/** An IBAN with correct check digits (ISO 13616 makes them part of its form), returned without spaces. */
export const ibanField = normalForm(
  (text) => (isValidIban(text) ? normaliseIban(text) : null),
  `${ibanForm}, and its check digits fit`,
  'PK36SCBL0000001123456702',
)
/** A postal code of five digits. */
export const postalField = normalForm(normalisePostal, 'A postal code has 5 digits, such as 74000', '74000')

function hidden(text: string): string {
  return text && '••••'
}
