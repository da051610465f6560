import { type ImportField, importFields } from '../fields-contract.ts'
import { texts } from './texts.ts'

type Fields = readonly (ImportField | null)[]

const saysName: Fields = ['product_name']
const saysPrice: Fields = ['product_price', 'price_charged']

/** What rows of new products will lack. This is only a warning: rows of known products can still be checked. */
export function neededForNew(fields: Fields): string[] {
  const lacking = [
    ...(fields.some((field) => saysName.includes(field)) ? [] : [importFields.product_name.label]),
    ...(fields.some((field) => saysPrice.includes(field)) ? [] : [importFields.product_price.label]),
  ]
  const [label, price] = lacking
  if (label === undefined) return []
  return [price ? texts.newProductsNeedBoth({ name: label, price }) : texts.newProductsNeed({ label })]
}

/** Says that a new product needs this cell, and what to do about the missing value. */
export function neededWords(field: 'product_name' | 'product_price', fields: Fields): string {
  const { label } = importFields[field]
  const isMapped = fields.some((one) => (field === 'product_name' ? saysName : saysPrice).includes(one))
  return isMapped ? texts.neededCell({ label }) : texts.neededColumn({ label })
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
  if (/^Must (show|not be empty)/.test(message)) return texts.showsNothingTypeAText({ text: quoted(text) })
  const most = /^At most ([\d,]+)( characters)?$/.exec(message)
  if (most?.[2]) return texts.theTextHasCharactersShorten({ text: text.length, most: most[1] ?? '' })
  if (most) return texts.isTooLargeAtMost({ text: quoted(text), most: most[1] ?? '' })
  return message.startsWith('Must ')
    ? texts.textMustMessage({ text: quoted(text), message: message.replace(/^Must /, '') })
    : message
}

/** Names the part that a text cannot contain: a line break, or a character left by a wrong encoding. */
function unfitWords(text: string): string {
  if (/[\r\n\u2028\u2029]/.test(text)) return texts.hasALineBreakWrite({ text: quoted(text) })
  const sign = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.exec(text)?.[0] ?? ''
  const code = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return texts.holdsACharacterThatCannot({ text: quoted(text), code })
}

/** Says that letters were lost before the upload. Empty if no letters were lost. */
export function lostWords(text: string): string {
  return text.includes('\ufffd') ? texts.hasLostLettersSaveThe({ text: quoted(text) }) : ''
}

/** What error files write into a cell whose value was lost: it is refused until somebody enters the value again. */
export const lostValue = '#N/A'

/**
 * True for what Excel, LibreOffice or Google Sheets show instead of a value, which a CSV file holds as its text: an error, or
 * hash signs where a column was too narrow for its number.
 */
export function isErrorOfSpreadsheet(text: string): boolean {
  return errorsOfSpreadsheets.test(text)
}
const errorsOfSpreadsheets = new RegExp(
  [
    '^(?:#N/A|#DIV/0!|#NAME\\?|#GETTING_DATA|##+|Err:\\d{3}',
    '#(?:REF|VALUE|NUM|NULL|SPILL|CALC|FIELD|ERROR|BLOCKED|BUSY|CONNECT|EXTERNAL|PYTHON|TIMEOUT|UNKNOWN)!)$',
  ].join('|'),
  'i',
)

/** The note on every new listing whose row has no stock. */
export const noStockNote = texts.theSheetHasNoStock
