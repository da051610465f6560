import { type ImportField, importFields } from '../contract.ts'

type Fields = readonly (ImportField | null)[]

const saysName: Fields = ['product_name']
const saysPrice: Fields = ['product_price', 'price_charged']

/** What rows of new products will lack. This is only a warning: rows of known products can still be checked. */
export function neededForNew(fields: Fields): string[] {
  const lacking = [
    ...(fields.some((field) => saysName.includes(field)) ? [] : [importFields.product_name.label]),
    ...(fields.some((field) => saysPrice.includes(field)) ? [] : [importFields.product_price.label]),
  ]
  if (lacking.length === 0) return []
  const [words, them] = [lacking.join(' and '), lacking.length === 1 ? 'it' : 'them']
  return [
    `New products need ${words}, and no column holds ${them}. Rows of new products will be errors; products that exist can be changed`,
  ]
}

/** Says that a new product needs this cell, and what to do about the missing value. */
export function neededWords(field: 'product_name' | 'product_price', fields: Fields): string {
  const { label } = importFields[field]
  const isMapped = fields.some((one) => (field === 'product_name' ? saysName : saysPrice).includes(one))
  return isMapped
    ? `${label} is needed for a new product. Fill in the cell`
    : `${label} is needed for a new product, and no column holds it. Map a column to ${label}, or add one to the sheet`
}

const lengthOfValue = 40

/** A value as quoted in a message. */
export function quoted(value: string): string {
  return `“${value.length > lengthOfValue ? `${value.slice(0, lengthOfValue).toWellFormed()}…` : value}”`
}

/** Turns a field's own message into one that names the value, what is wrong with the value and what to do. */
export function wrongWords(value: unknown, message: string): string {
  const text = typeof value === 'string' ? value : String(value)
  if (message.startsWith('No line breaks') || message.startsWith('No control characters')) {
    return unfitWords(text)
  }
  if (/^Must (show|not be empty)/.test(message))
    return `${quoted(text)} shows nothing. Type a text that can be seen`
  const most = /^At most ([\d,]+)( characters)?$/.exec(message)
  if (most?.[2])
    return `The text has ${text.length.toLocaleString('en')} characters. Shorten it to at most ${most[1]}`
  if (most) return `${quoted(text)} is too large: at most ${most[1]}`
  return message.startsWith('Must ') ? `${quoted(text)} must ${message.slice('Must '.length)}` : message
}

/** Names the part that a text cannot contain: a line break, or a character left by a wrong encoding. */
function unfitWords(text: string): string {
  if (/[\r\n\u2028\u2029]/.test(text)) return `${quoted(text)} has a line break. Write it in one line`
  const sign = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.exec(text)?.[0] ?? ''
  const code = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return `${quoted(text)} holds a character that cannot be shown (${code}). Save the sheet as CSV UTF-8 and upload the new file, or type the text again`
}

/** Says that letters were lost before the upload. Empty if no letters were lost. */
export function lostWords(text: string): string {
  return text.includes('\ufffd')
    ? `${quoted(text)} has lost letters. Save the original sheet as CSV UTF-8 and upload the new file, or type the text again`
    : ''
}

/** The note on every new listing whose row has no stock. */
export const noStockNote =
  'The sheet has no stock for this product. The listing is created with stock 0 and cannot be sold until its stock is filled in'
