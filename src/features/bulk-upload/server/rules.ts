import { createHash } from 'node:crypto'
import {
  type CountName,
  type FieldName,
  fieldNames,
  fieldOf,
  productFields,
} from '#features/products/fields-contract.ts'
import { blankListing, type ProductPayload } from '#features/products/server/rules.ts'
import { ProductSubmission } from '#features/products/submission-contract.ts'
import { parseRupees, parseTypedRupees } from '#kit/contract/money.ts'
import { latinDigits, withoutInvisibles } from '#kit/contract/typed-number.ts'
import { cleanDescription } from '#kit/server/clean-html.ts'
import { isRounded, type SheetCell, textOfCell } from '#kit/server/csv-reader.ts'
import {
  isErrorOfSpreadsheet,
  lostWords,
  neededWords,
  quoted,
  wrongWords,
} from '../checking/words-contract.ts'
import { examplePrefix, importLimits } from '../contract.ts'
import type { ImportField } from '../fields-contract.ts'
import { columnName } from '../reading/source-contract.ts'
import { type MeasuredField, unitOfColumn, unitsOf } from '../reading/units-contract.ts'

/** The product fields that a row sets. A field that the row does not set keeps its current value. */
export type Wanted = Partial<Omit<ProductPayload, 'images'>>

export interface RowError {
  /** Starts at 0. Null: the error belongs to no column. */
  column: number | null
  message: string
}

/** The content of one row, read without any other row. */
export interface ReadRow {
  number: number
  wanted: Wanted
  /** The text that names the vendor, as written. Empty if the row names no vendor. */
  vendor: string
  group: string
  rowId: string
  /** The part that distinguishes this variant within its group and is appended to the product name. */
  variant: string
  /** A row may also only bring pictures for the first row of its group, or only hold variants together. */
  role: 'product' | 'pictures' | 'heading' | 'example'
  pictures: string[]
  errors: RowError[]
  notes: string[]
}

/** What the row reader needs to know about a sheet. */
export interface SheetForm {
  fields: readonly (ImportField | null)[]
  source: string
  /** The column names, because some give the unit of their numbers. */
  head: readonly string[]
}

/** Hashes the column names, without the column that error files add, to recognise later sheets of the same kind. */
export function headHash(head: readonly string[]): Buffer {
  const names = head.map(columnName).filter((name) => name !== 'error')
  return createHash('sha256').update(JSON.stringify(names)).digest()
}

const formulaWords = 'This cell contains a formula. Replace the formula with its value'

/** Reads one row by itself: every cell in its normal form, or an error. */
export function readRow(number: number, cells: readonly SheetCell[], form: SheetForm): ReadRow {
  const row: ReadRow = {
    ...{ number, wanted: {}, vendor: '', group: '', rowId: '', variant: '', role: 'product', pictures: [] },
    ...{ errors: [], notes: [] },
  }
  const prices: { charged?: string; before?: string } = {}
  const variants: string[] = []
  let kind = ''
  const refuse = (column: number, message: string) => row.errors.push({ column, message })
  for (const [column, field] of form.fields.entries()) {
    const cell = cells[column]
    const text = textOfCell(cell).trim()
    if (!field || text === '') continue
    if (cell && typeof cell !== 'string' && cell.is === 'formula') {
      refuse(column, formulaWords)
      continue
    }
    if ((cell && typeof cell !== 'string' && cell.is !== 'date') || isErrorOfSpreadsheet(text)) {
      refuse(column, `The spreadsheet shows an error here: ${text}`)
      continue
    }
    if (cell && typeof cell !== 'string' && field !== 'product_description') {
      refuse(
        column,
        'A spreadsheet turned this value into a date. Format the column as text and enter the value again',
      )
      continue
    }
    const lost = lostWords(text)
    if (lost) {
      refuse(column, lost)
      continue
    }
    const taken = take(field, text, form.source, unitOfColumn(form.head[column] ?? '', field))
    if (typeof taken === 'string') refuse(column, taken)
    else if (taken) Object.assign(row.wanted, taken)
    else if (field === 'vendor') row.vendor = text
    else if (field === 'group') row.group = text
    else if (field === 'row_id') row.rowId = text
    else if (field === 'kind') kind = text.toLowerCase()
    else if (field === 'variant') variants.push(text)
    else if (field === 'images') row.pictures.push(...picturesIn(text))
    else {
      const amount = amountIn(text)
      if ('message' in amount) refuse(column, amount.message)
      else prices[field === 'price_charged' ? 'charged' : 'before'] = amount.rupees
    }
  }
  if (cells.slice(form.head.length).some((cell) => textOfCell(cell).trim() !== '')) {
    row.errors.push({
      column: null,
      message: 'The row has more cells than the header row. Check for a missing quote or separator',
    })
  }
  const surplus = row.pictures.splice(importLimits.picturesOfARow).length
  if (surplus > 0)
    row.notes.push(
      `A product has at most ${importLimits.picturesOfARow} pictures. The last ${surplus} of this row ${surplus === 1 ? 'is' : 'are'} left out`,
    )
  applyPrices(row.wanted, prices)
  row.variant = variants.filter((text) => text !== 'Default Title').join(' / ')
  row.role = roleOf(row, kind, form)
  return row
}

/** Another system's price is the retail price, unless a higher previous price is given: then it is the sale price. */
function applyPrices(wanted: Wanted, { charged, before }: { charged?: string; before?: string }): void {
  if (charged === undefined) return
  const isReduced = before !== undefined && parseRupees(before) > parseRupees(charged)
  wanted.product_price = isReduced ? before : charged
  wanted.discounted_price = isReduced ? charged : '0'
}

function roleOf(row: ReadRow, kind: string, { source, fields }: SheetForm): ReadRow['role'] {
  if (row.wanted.sku?.toUpperCase().startsWith(examplePrefix)) return 'example'
  if (/\b(variable|grouped|external)\b/.test(kind)) return 'heading'
  const saysNothing = row.wanted.sku === undefined && row.wanted.product_price === undefined && !row.variant
  // Where the column of pictures is left out, the rows that brought nothing else say nothing.
  const isEmpty = Object.keys(row.wanted).length === 0 && row.errors.length === 0
  const bringsPictures = row.pictures.length > 0 || (isEmpty && !fields.includes('images'))
  return source === 'shopify' && row.group && saysNothing && bringsPictures ? 'pictures' : 'product'
}

/**
 * Takes the fields that a row leaves empty from the first row of its group, and appends the variant to the product
 * name. What is wrong with such a field there is an error here too: the listing would be written without it.
 */
export function inherit(row: ReadRow, head: ReadRow | null, fields: SheetForm['fields']): void {
  if (head) {
    const own = new Set(row.errors.map(({ column }) => column))
    for (const { column, message } of row.role === 'product' ? head.errors : []) {
      const field = column === null ? null : fields[column]
      if (!field || own.has(column) || !isProductField(field) || !fieldOf(field).isShared) continue
      if (row.wanted[field] === undefined)
        row.errors.push({ column, message: `Row ${head.number}: ${message}` })
    }
    const shared = fieldNames.filter((name) => fieldOf(name).isShared && head.wanted[name] !== undefined)
    row.wanted = { ...Object.fromEntries(shared.map((name) => [name, head.wanted[name]])), ...row.wanted }
    row.vendor ||= head.vendor
  }
  if (row.variant && row.wanted.product_name !== undefined) row.wanted.product_name += ` - ${row.variant}`
}

/** Returns a field in its normal form, an error message, or null if the column is not a product field. */
function take(field: ImportField, text: string, source: string, unit: string | null): Wanted | string | null {
  if (field === 'weight_grams') {
    const grams = numberIn(text, field, unit)
    return typeof grams === 'string' ? grams : { package_weight: grams / 1000 }
  }
  if (!isProductField(field)) return null
  // A listing has one category, so only the first of several WooCommerce categories is used.
  if (field === 'category' && source === 'woocommerce') return { category: text.split(/\s*,\s*/)[0] ?? '' }
  const { kind } = fieldOf(field)
  if (kind === 'code') return isRounded(text) ? rounded(text) : { [field]: text }
  if (kind === 'html') return { [field]: cleanDescription(text) }
  if (kind === 'rupees') {
    const amount = amountIn(text)
    return 'message' in amount ? amount.message : { [field]: amount.rupees }
  }
  if (kind === 'number') {
    const number = numberIn(text, field as CountName, unit)
    return typeof number === 'string' ? number : { [field]: number }
  }
  return { [field]: text }
}

function isProductField(field: ImportField): field is FieldName {
  return field in productFields
}

function rounded(text: string): string {
  return `${text}: a spreadsheet rounded this number. Format the column as text and enter the number again`
}

function amountIn(text: string): { rupees: string } | { message: string } {
  if (/^(?:0|[1-9]\d{0,9})$/.test(text)) return { rupees: text }
  if (isRounded(text)) return { message: rounded(text) }
  const bare = text.replace(/^'/, '')
  if (/^[-−]/.test(bare)) return { message: `${quoted(text)} must not be below zero` }
  if (/^\d+\.\d{3,}$/.test(bare)) {
    // Trailing zeros after the paisa do not change the amount.
    const short = bare.replace(/0+$/, '')
    if (!/\.\d{3,}$/.test(short)) return amountIn(short.replace(/\.$/, ''))
    return {
      message: `${quoted(text)} has more than two decimals. Write rupees and paisa, for example 1999.50`,
    }
  }
  const rupees = parseTypedRupees(bare)
  return rupees === null
    ? {
        message: `${quoted(text)} is not an amount. Write rupees with a point before the paisa, for example 1999.50`,
      }
    : { rupees }
}

/**
 * Parses a number with a decimal point and optional group separators, in the unit of its field. A unit after the number
 * wins over the unit of the column. Returns an error message if the text is not such a number.
 */
function numberIn(text: string, field: MeasuredField, ofColumn: string | null): number | string {
  const units: Readonly<Record<string, number>> = unitsOf[field]
  if (isRounded(text)) return rounded(text)
  const written = latinDigits(withoutInvisibles(text)).trim().replace(/^'/, '').replaceAll('\u066b', '.')
  const [, typed = '', unit = ''] = /^(.*?)\s*([a-z]*)\.?$/is.exec(written) ?? []
  if (
    !/^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})?(?:\.\d*)?$/.test(typed) ||
    !/\d/.test(typed)
  ) {
    return `${quoted(text)} is not a number. Write it with a point before its decimals, for example 12.5`
  }
  const said = unit === '' ? ofColumn : unit.toLowerCase()
  const worth = said === null ? 1 : Object.hasOwn(units, said) ? units[said] : undefined
  if (worth === undefined)
    return `${quoted(text)} has a unit that this column does not take. Write the number in ${Object.keys(units)[0]}`
  // Digits after the tenth decimal come from floating-point arithmetic and were not in the file.
  return Number((Number(typed.replaceAll(',', '')) * worth).toFixed(10))
}

/** Splits picture names and addresses at lines, bars, semicolons or commas. Commas within an address are kept. */
function picturesIn(text: string): string[] {
  const parting = text.includes('://') ? /[|\n;]|,\s*(?=https?:)/ : /[|\n;,]/
  return text
    .split(parting)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

const anyId = '00000000-0000-4000-8000-000000000000'

/**
 * Returns the row's values in the form in which they are stored, or the row's errors. The limits are the same as for a
 * submitted product, and only what the row says is judged: what the listing has already is nothing that the row could
 * mend. `base` is what the listing that the row changes is meant to become. Null: the row creates a listing. `live` is
 * the listing as shoppers see it if an edit is pending: cells that repeat it leave the edit alone, and `left` names them.
 */
export function settle(
  row: ReadRow,
  { base, live }: { base: ProductPayload | null; live: ProductPayload | null },
  fields: readonly (ImportField | null)[],
): { wanted: Wanted; left: FieldName[]; errors: RowError[] } {
  const columnOf = (path: string) => {
    const also = path === 'package_weight' ? 'weight_grams' : path.endsWith('price') ? 'price_charged' : path
    const index = fields.findIndex((field) => field === path || field === also)
    return index < 0 ? null : index
  }
  const errors: RowError[] = []
  const refuse = (path: string, message: string) => errors.push({ column: columnOf(path), message })
  if (row.wanted.sku === undefined) refuse('sku', 'SKU is needed on every row. Fill in the cell')
  if (!base && row.wanted.product_name === undefined)
    refuse('product_name', neededWords('product_name', fields))
  if (!base && row.wanted.product_price === undefined)
    refuse('product_price', neededWords('product_price', fields))
  // The pair of prices is judged below, in words that name both.
  const isDear = isAbove(row.wanted.discounted_price ?? '0', row.wanted.product_price ?? '')
  const result = ProductSubmission.safeParse({
    ...row.wanted,
    ...(isDear ? { discounted_price: '0' } : {}),
    ...{ external_id: '-', seller_id: anyId },
  })
  for (const { path, message } of result.error?.issues ?? []) {
    const [field] = path
    refuse(String(field), wrongWords(row.wanted[field as keyof Wanted], message))
  }
  const parsed = (result.data ?? row.wanted) as Wanted
  const left = base && live && !isDear ? repeatedIn(parsed, base, live) : []
  const kept = fieldNames.filter((name) => row.wanted[name] !== undefined && !left.includes(name))
  const keptOf = (said: Wanted) => Object.fromEntries(kept.map((name) => [name, said[name]])) as Wanted
  const { discounted_price: sale, product_price: retail } = {
    // A missing retail price is an error of its own, so the sale price is not compared with zero.
    ...(base ?? { ...blankListing, product_price: row.wanted.discounted_price ?? '0' }),
    ...keptOf(row.wanted),
  }
  if (isAbove(sale, retail)) {
    refuse(
      'discounted_price',
      `Sale price ${sale} is above the retail price ${retail}. Lower it, or raise the retail price`,
    )
  }
  if (!result.success || errors.length > 0) {
    // A cell that cannot be read keeps only that error.
    const wrong = new Set(row.errors.map(({ column }) => column))
    return {
      wanted: row.wanted,
      left,
      errors: errors.filter(({ column }) => column === null || !wrong.has(column)),
    }
  }
  return { wanted: keptOf(parsed), left, errors: [] }
}

/**
 * The fields whose cell repeats the live value while the pending edit asks for another. Exports hold live values, and a
 * row finds its listing by the live SKU, so such a cell asks for nothing.
 */
function repeatedIn(said: Wanted, base: ProductPayload, live: ProductPayload): FieldName[] {
  return fieldNames.filter((name) => said[name] === live[name] && live[name] !== base[name])
}

/** False if either text is not an amount, because that error is reported elsewhere. */
function isAbove(sale: string, retail: string): boolean {
  try {
    return parseRupees(sale) > parseRupees(retail)
  } catch {
    return false
  }
}

/** Shortens a text for lists with many rows. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}
