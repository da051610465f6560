import { z } from 'zod'

/** The text with Urdu (۰ to ۹) and Arabic (٠ to ٩) digits replaced by Latin digits; everything else is unchanged. */
export function latinDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** The text without the direction marks and zero-width characters that pasted numbers carry. */
export function withoutInvisibles(text: string): string {
  return text.replaceAll(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
}

/** The maximum length in characters; no number is this long, however it is typed. */
export const maxTyped = 80
const separators = /[\s\-\u2010-\u2015\u2212]/g

/** A typed number without spaces and dashes, in Latin digits; empty if the text is too long for a number. */
export function compact(text: string): string {
  return text.length > maxTyped ? '' : latinDigits(withoutInvisibles(text)).replaceAll(separators, '')
}

/**
 * The number that a person typed, without groups and units, as plain decimal digits: "10,000 pcs", "1,00,000", "0.45
 * kg", "۱۲٫۵". Null for ambiguous text, negative numbers and text that is not a number.
 */
export function parseTypedNumber(text: string): string | null {
  if (text.length > maxTyped) return null
  const { whole, decimals = '' } = digitsOf(text, /\s*(?:kgs?|cm|pcs|pieces)\.?$/i) ?? {}
  if (whole === undefined) return null
  const rest = decimals.replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : whole
}

/**
 * The digits of a typed number in front of its point, without groups and leading zeros, and those behind it. The units are
 * left out first. Null for ambiguous text, negative numbers and text that is not a number.
 */
export function digitsOf(
  text: string,
  ...units: readonly RegExp[]
): { whole: string; decimals: string } | null {
  const typed = latinDigits(withoutInvisibles(text))
    .replaceAll('\u066b', '.')
    .replaceAll(/[\u066c\u060c]/g, ',')
    .trim()
  const bare = units.reduce((left, unit) => left.replace(unit, ''), typed)
  const [, whole = '', decimals = ''] = typedNumber.exec(bare.replaceAll(/(\d)\s(?=\d)/g, '$1,')) ?? []
  if (!whole && !decimals) return null
  return { whole: whole.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0', decimals }
}

/** No groups, groups of three, or groups of two before the last three (lakh and crore); then decimals. */
const typedNumber = /^(\d*|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.(\d*))?$/

/**
 * A text field that is returned in its normal form. Its complaint does not abort the parsing, so that a union with ''
 * (an optional field) still reports the problem.
 */
export function normalForm(normalise: (text: string) => string | null, complaint: string, example: string) {
  return z
    .string(complaint)
    .overwrite((text) => normalise(text) ?? text.trim())
    .refine((text) => normalise(text) !== null, complaint)
    .meta({ examples: [example] })
}
