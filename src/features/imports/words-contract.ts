import { type ImportField, importFields } from './contract.ts'

type Fields = readonly (ImportField | null)[]

const saysName: Fields = ['product_name']
const saysPrice: Fields = ['product_price', 'price_charged']

/** What rows of new products will lack, though those of known ones can be checked: a warning, and nothing that holds it up. */
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

/** That a cell is needed for a new product, in words that say what to do about it. */
export function neededWords(field: 'product_name' | 'product_price', fields: Fields): string {
  const { label } = importFields[field]
  const isMapped = fields.some((one) => (field === 'product_name' ? saysName : saysPrice).includes(one))
  return isMapped
    ? `${label} is needed for a new product. Fill in the cell`
    : `${label} is needed for a new product, and no column holds it. Map a column to ${label}, or add one to the sheet`
}

const lengthOfValue = 40

/** A value as it is named in a message. */
export function quoted(value: string): string {
  return `“${value.length > lengthOfValue ? `${value.slice(0, lengthOfValue).toWellFormed()}…` : value}”`
}

/** What is wrong with a value, with the value itself and what to do, from the words that the field has for it. */
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

/** What cannot be in a text: a broken line, or a sign that comes of a wrong encoding. */
function unfitWords(text: string): string {
  if (/[\r\n\u2028\u2029]/.test(text)) return `${quoted(text)} has a line break. Write it in one line`
  const sign = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.exec(text)?.[0] ?? ''
  const code = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return `${quoted(text)} holds a character that cannot be shown (${code}). Save the sheet as CSV UTF-8 and upload the new file, or type the text again`
}

/** That letters were lost before the file was sent; empty where none were. */
export function lostWords(text: string): string {
  return text.includes('\ufffd')
    ? `${quoted(text)} has lost letters. Save the original sheet as CSV UTF-8 and upload the new file, or type the text again`
    : ''
}

/** Said of each new listing whose row has no stock. */
export const noStockNote =
  'The sheet has no stock for this product. The listing is created with stock 0 and cannot be sold until its stock is filled in'
