import { z } from 'zod'
import { digitsOf } from './typed-number.ts'

/** An amount of money in whole paisa (1/100 rupee). The database and the code use no other form. */
export type Paisa = bigint

/** The highest price that a field accepts, as the wire writes it. */
export const maxRupees = '99999999.99'

/**
 * Parses a decimal rupee string of the wire format: "1999.50", "2000", "-5". Accepts at most two decimals and 16 digits
 * before the point; the caller checks narrower bounds. Throws a RangeError on any other text, so that a grouped,
 * rounded or exponential number is never read as another amount.
 */
export function parseRupees(text: string): Paisa {
  const [, sign, rupees, decimals = ''] = wireForm.exec(text) ?? []
  if (rupees === undefined) throw new RangeError('An amount is written in rupees with at most two decimals')
  const paisa = BigInt(rupees) * 100n + BigInt(decimals.padEnd(2, '0'))
  return sign ? -paisa : paisa
}

/**
 * The decimal rupee string of the wire format, in its shortest form: "1999.50", "2000", and "0" (no discount is "0").
 */
export function rupeesFromPaisa(paisa: Paisa): string {
  const { sign, rupees, decimals } = partsOf(paisa)
  return sign + rupees + decimals
}

/**
 * An amount for display: Rs, a no-break space, groups of three, and paisa only if there are any: "Rs 10,000", "Rs
 * 1,999.50", "-Rs 5". This is the en-PK format of CLDR 48, implemented by hand because that locale has no decimals and
 * a formatter per cell is slow. Takes paisa or a wire string; throws a RangeError on any other text.
 */
export function formatRs(paisaOrWire: Paisa | string): string {
  const paisa = typeof paisaOrWire === 'string' ? parseRupees(paisaOrWire) : paisaOrWire
  const { sign, rupees, decimals } = partsOf(paisa)
  return `${sign}Rs\u00a0${grouped(rupees)}${decimals}`
}

/** A total for display without its paisa, rounded to the nearest rupee: a total of many orders is read at a glance. */
export function formatWholeRs(wire: string): string {
  const paisa = parseRupees(wire)
  const half = paisa < 0n ? -50n : 50n
  return formatRs(((paisa + half) / 100n) * 100n)
}

/**
 * Splits an amount by weights so that the shares add up exactly. Leftover paisa go one by one to the largest
 * remainders, and on a tie to the earlier share, so the same input always gives the same shares; a negative amount
 * gives the exact mirror. If all weights are zero, all shares weigh the same. Throws a RangeError on a negative weight,
 * and when there is an amount but no share to receive it.
 */
export function splitByLargestRemainder(total: Paisa, weights: readonly bigint[]): Paisa[] {
  if (weights.some((weight) => weight < 0n)) throw new RangeError('A weight must not be below zero')
  if (weights.length === 0 && total !== 0n) throw new RangeError('There is nobody to share the amount')
  if (total < 0n) return splitByLargestRemainder(-total, weights).map((share) => -share)
  const given = weights.reduce((sum, weight) => sum + weight, 0n)
  const sum = given === 0n ? BigInt(weights.length) : given
  const shares = weights.map((weight, index) => {
    const part = total * (given === 0n ? 1n : weight)
    return { index, whole: part / sum, rest: part % sum }
  })
  const left = Number(total - shares.reduce((paid, { whole }) => paid + whole, 0n))
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const share of byRest.slice(0, left)) share.whole += 1n
  return shares.map(({ whole }) => whole)
}

/**
 * An amount on the wire: a decimal rupee string from 0 to `max` (in the same form) with at most two decimals. It is
 * returned in its shortest form, so that "0.00" becomes the "0" of no discount and two spellings of one amount compare
 * as equal.
 */
function rupeesUpTo(max: string) {
  return z
    .string('Must be an amount in rupees, such as 1999.50')
    .overwrite((text) => (wireForm.test(text.trim()) ? rupeesFromPaisa(parseRupees(text.trim())) : text))
    .superRefine((text, context) => {
      const message = complaintAbout(text, parseRupees(max))
      if (message) context.addIssue({ code: 'custom', message, continue: false })
    })
    .meta({
      description: `Rupees as a decimal string, 0 to ${max}, at most two decimals`,
      examples: ['1999.50'],
    })
}

/**
 * Converts an amount as a person types it to the wire string: "10,000", "1,00,000", "Rs 10,000/-", "PKR 1999.5",
 * "۱۰٬۰۰۰". Accepts Urdu and Arabic digits, and commas and spaces only between groups. Returns null for ambiguous text
 * ("10,00", "1.999") and for negative amounts; the schema checks the upper bound.
 */
export function parseTypedRupees(text: string): string | null {
  if (text.length > 60) return null
  const typed = digitsOf(text, /^(?:rs\.?|pkr|₨|روپے)\s*/iu, /\s*(?:\/[-=]|rs\.?|pkr|rupees|روپے)$/iu)
  if (!typed || typed.whole.length > 16 || typed.decimals.length > 2) return null
  return rupeesFromPaisa(parseRupees(`${typed.whole}.${typed.decimals || '0'}`))
}

const wireForm = /^(-?)(0|[1-9]\d{0,15})(?:\.(\d{1,2}))?$/

function partsOf(paisa: Paisa): { sign: string; rupees: string; decimals: string } {
  const amount = paisa < 0n ? -paisa : paisa
  const rest = amount % 100n
  return {
    sign: paisa < 0n ? '-' : '',
    rupees: String(amount / 100n),
    decimals: rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`,
  }
}

function grouped(digits: string): string {
  let text = digits
  for (let at = digits.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`
  return text
}

function complaintAbout(text: string, max: Paisa): string | null {
  if (!wireForm.test(text)) {
    return /^-?\d+\.\d{3,}$/.test(text)
      ? 'At most two decimals'
      : 'Must be an amount in rupees, such as 1999.50'
  }
  const paisa = parseRupees(text)
  if (paisa < 0n) return 'Must not be below zero'
  return paisa > max ? `At most ${formatRs(max).replace(/^Rs\u00a0/, '')}` : null
}

/** A price. */
export const rupees = rupeesUpTo(maxRupees)

/** A sum of prices: an order, a balance. */
export const rupeesTotal = rupeesUpTo('9999999999999.99')
