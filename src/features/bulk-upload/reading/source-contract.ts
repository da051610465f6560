import { fieldNames, fieldOf, shownInOrder } from '#features/products/fields-contract.ts'
import type { ImportSource } from '../contract.ts'
import { type ImportField, importFields } from '../fields-contract.ts'
import { texts } from './texts.ts'

/** The template's columns in order. Its first row contains their labels. */
export const templateFields: readonly ImportField[] = [...shownInOrder(), 'images', 'vendor']

/** What the column names reveal about a sheet. */
export interface Recognised {
  source: ImportSource
  from: 'template' | 'recognised' | 'guessed'
  fields: (ImportField | null)[]
}

type Names = Readonly<Record<string, ImportField>>

/** Normalises a column name: case, punctuation and spaces are ignored. */
export function columnName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\u00a0\u200b-\u200f\ufeff*:]/g, ' ')
    .replaceAll(/[_\s.]+/g, ' ')
    .trim()
}

const own: Names = {
  ...Object.fromEntries(templateFields.map((field) => [columnName(importFields[field].label), field])),
  ...Object.fromEntries(templateFields.map((field) => [columnName(field), field])),
  // Earlier templates used this name.
  pictures: 'images',
}

/** The column names that sheets of this kind use for product fields. */
const headingsIn = (kind: 'others' | 'shopify' | 'woocommerce'): Names =>
  Object.fromEntries(
    fieldNames.flatMap((field) => (fieldOf(field).headings?.[kind] ?? []).map((name) => [name, field])),
  )

/** Synonyms that sheets of local shops use for the same fields. */
const guesses: Names = {
  ...own,
  ...headingsIn('others'),
  'weight (g)': 'weight_grams',
  image: 'images',
  picture: 'images',
  photos: 'images',
  'image url': 'images',
  seller: 'vendor',
  'vendor email': 'vendor',
  'shop name': 'vendor',
  shop: 'vendor',
}

const shopify: Names = {
  ...headingsIn('shopify'),
  handle: 'group',
  'url handle': 'group',
  'option1 value': 'variant',
  'option2 value': 'variant',
  'option3 value': 'variant',
  'variant grams': 'weight_grams',
  'weight value (grams)': 'weight_grams',
  'variant price': 'price_charged',
  price: 'price_charged',
  'variant compare at price': 'price_before',
  'compare-at price': 'price_before',
  'image src': 'images',
  'product image url': 'images',
}

const woocommerce: Names = {
  ...headingsIn('woocommerce'),
  id: 'row_id',
  type: 'kind',
  'weight (g)': 'weight_grams',
  images: 'images',
  parent: 'group',
}

/** Recognises the system that wrote a sheet and the meaning of the columns from the column names alone. */
export function recognise(head: readonly string[]): Recognised {
  const names = head.map(columnName)
  const has = (...all: string[]) => all.every((name) => names.includes(name))
  const asShopify =
    has('title') &&
    ((has('handle') && names.some((name) => name.startsWith('variant '))) || has('url handle', 'price'))
  if (asShopify) return { source: 'shopify', from: 'recognised', fields: assigned(names, shopify) }
  if (has('type', 'sku', 'name', 'regular price') && (has('published') || has('visibility in catalog'))) {
    return { source: 'woocommerce', from: 'recognised', fields: assigned(names, woocommerce) }
  }
  const known = names.filter((name) => own[name])
  const isTemplate =
    has('sku') && known.length >= 3 && names.every((name) => own[name] || ignoredBecause(name))
  if (isTemplate) return { source: 'munshi', from: 'template', fields: assigned(names, own) }
  return { source: 'other', from: 'guessed', fields: assigned(names, guesses) }
}

/** Maps a column name with a unit to the known column: "weight (lbs)" is a weight column. */
function inKnownUnit(name: string): string {
  const [, measure, unit = ''] =
    /^(?:package |product |shipping )?(weight|length|width|height) ?[([] ?([a-z]+) ?[)\]]$/.exec(name) ?? []
  if (!measure) return name
  if (measure === 'weight') return /^(kgs?|lbs?|oz)$/.test(unit) ? 'weight (kg)' : name
  return /^(cms?|mm|m|in|inch|inches|ft|yd)$/.test(unit) ? `${measure} (cm)` : name
}

/** Scores how much a row of cells looks like the column names of a product sheet. */
export function likenessToHead(cells: readonly string[]): number {
  return cells
    .map((cell) => inKnownUnit(columnName(cell)))
    .filter((name) => guesses[name] ?? shopify[name] ?? woocommerce[name]).length
}

/** Maps each field once, to the first column with a matching name, unless several columns may map to the field. */
function assigned(names: readonly string[], words: Names): (ImportField | null)[] {
  const taken = new Set<ImportField>()
  return names.map((written) => {
    const name = Object.hasOwn(words, written) ? written : inKnownUnit(written)
    const field = Object.hasOwn(words, name) && !ignoredBecause(name) ? words[name] : undefined
    if (!field || (taken.has(field) && !importFields[field].several)) return null
    taken.add(field)
    return field
  })
}

const states =
  /^(status|state|product status|review status|approved|published|published on online store|available|visible|active|visibility in catalog)$/

/** Why a column is ignored regardless of its mapping. Empty if the column can be mapped. */
export function ignoredBecause(name: string): string {
  const plain = columnName(name)
  if (states.test(plain)) return texts.noState
  if (plain === 'error') return texts.earlierErrors
  return ''
}

/** In words, what is missing before the rows can be checked. */
export function missingIn(fields: readonly (ImportField | null)[], hasVendor: boolean): string[] {
  const hasField = (field: ImportField) => fields.includes(field)
  const says = fields.some((field) => field && !['sku', 'vendor', 'group', 'kind', 'row_id'].includes(field))
  return [
    ...(hasField('sku') ? [] : [texts.mapSku]),
    ...(says ? [] : [texts.mapOneMore]),
    ...(hasField('vendor') || hasVendor ? [] : [texts.vendorNeeded]),
  ]
}

/** Why a mapping is invalid, by column index. Empty if the mapping is valid. */
export function wrongIn(
  fields: readonly (ImportField | null)[],
  head: readonly string[],
): { index: number; message: string }[] {
  return fields.flatMap((field, index) => {
    if (!field) return []
    const why = ignoredBecause(head[index] ?? '')
    if (why) return [{ index, message: why }]
    const isTwice = !importFields[field].several && fields.indexOf(field) < index
    return isTwice ? [{ index, message: texts.mappedTwice({ label: importFields[field].label }) }] : []
  })
}
