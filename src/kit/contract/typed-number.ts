import { z } from 'zod'

/** The text with Urdu (۰ to ۹) and Arabic (٠ to ٩) digits as Latin ones; everything else stays. */
export function latinDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** The text without the direction marks and zero-width characters that pasted numbers carry. */
export function withoutInvisibles(text: string): string {
  return text.replaceAll(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
}

/** Characters. No number here is as long, however it is typed. */
export const maxTyped = 80
const separators = /[\s\-\u2010-\u2015\u2212]/g

/** A typed number without spaces and dashes, in Latin digits; nothing of a text too long for one. */
export function compact(text: string): string {
  return text.length > maxTyped ? '' : latinDigits(withoutInvisibles(text)).replaceAll(separators, '')
}

/**
 * The number that somebody typed, without groups and units, as plain decimal digits: "10,000 pcs", "1,00,000", "0.45 kg",
 * "۱۲٫۵". Null on everything that could be read in two ways, on numbers below zero and on what is none.
 */
export function parseTypedNumber(text: string): string | null {
  if (text.length > maxTyped) return null
  const typed = latinDigits(withoutInvisibles(text))
    .replaceAll('\u066b', '.')
    .replaceAll(/[\u066c\u060c]/g, ',')
    .trim()
    .replace(/\s*(?:kgs?|cm|pcs|pieces)\.?$/i, '')
    .replaceAll(/(\d)\s(?=\d)/g, '$1,')
  const [, whole = '', decimals = ''] = typedNumber.exec(typed) ?? []
  if (!whole && !decimals) return null
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0'
  const rest = decimals.replace(/0+$/, '')
  return rest ? `${digits}.${rest}` : digits
}

/** No groups, groups of three, or groups of two before the last three (lakh and crore); then decimals. */
const typedNumber = /^(\d*|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.(\d*))?$/

/**
 * A text field that is answered in its normal form. Its complaint does not abort the parsing, so that a union
 * with '' (a field that may be left out) still says what is wrong.
 */
export function normalForm(normalise: (text: string) => string | null, complaint: string, example: string) {
  return z
    .string(complaint)
    .overwrite((text) => normalise(text) ?? text.trim())
    .refine((text) => normalise(text) !== null, complaint)
    .meta({ examples: [example] })
}
