import { z } from 'zod'
import { type Field, namesOf } from '#kit/contract/fields.ts'
import { rupees } from '#kit/contract/money.ts'
import { filledLine, line } from '#kit/contract/text.ts'

/** How a field is stored, typed in and read from a sheet. */
type Kind = 'text' | 'code' | 'link' | 'html' | 'rupees' | 'number'

interface ProductField extends Field {
  kind: Kind
  /** What a number counts: it stands in its field, behind its value and in the heading of its column. */
  unit?: string
  /** What zero means, in words; without it zero is a value like any other, and must be typed. */
  zero?: string
  /** The step of the wizard that asks for it; its steps, summary and record show it. */
  step: '1' | '2' | '3'
  /** Stands among the measures of the package. */
  isOfPackage?: true
  isRequired?: true
  /** The most letters that its input takes. */
  longest?: number
  /** Written below its input. */
  hint?: string
  /** Which edits of an approved listing wait for a review; all others are taken over at once. */
  review: 'every edit' | 'large steps' | 'none'
  /** What it is for a row of a sheet that makes a new product, or for every row. */
  needed?: 'always' | 'new'
  /** Variants of one product share it. */
  isShared?: true
  /** The cell of the template that shows what is meant. */
  example?: string
  /** How other sheets head its column, and how the exports of two shops do; in small letters. */
  headings?: { others?: readonly string[]; shopify?: readonly string[]; woocommerce?: readonly string[] }
}

/** Rupees of one thing, as text or as a number. */
export const price = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), rupees)

/** An https address whose host stands where a reader looks for it: no name or password before it. */
const plainLink = /^https:\/\/[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#][^\s\\]*)?$/iu

const reviewed = { review: 'every edit', answer: z.string() } as const
const amount = { kind: 'rupees', unit: 'Rs', step: '3', review: 'large steps', answer: z.string() } as const

/** A measure of the package, from zero, which is not known, to `max`, with so many decimals. */
const measure = <const U extends string>(unit: U, max: number, decimals: number) =>
  ({
    kind: 'number',
    unit,
    zero: '',
    step: '2',
    isOfPackage: true,
    review: 'every edit',
    schema: z
      .number('Must be a number')
      .min(0, 'Must not be below zero')
      .max(max, `At most ${max.toLocaleString('en')}`)
      .transform((value) => Number(value.toFixed(decimals)))
      .default(0)
      .meta({ description: unit }),
    answer: z.number().meta({ description: unit }),
  }) as const

/**
 * What a listing says of itself: each field once, and everything that names fields is derived from it. A field has a column of
 * its name in `tables.ts`. A new one comes last: what was handed in before is known again by its hash, which has this order.
 */
export const productFields = {
  sku: {
    ...reviewed,
    label: 'SKU',
    kind: 'code',
    schema: filledLine(80),
    longest: 80,
    step: '3',
    isRequired: true,
    hint: 'The vendor’s own number for it, each one once.',
    needed: 'always',
    headings: {
      others: ['seller sku', 'item code', 'product code', 'article no', 'code'],
      shopify: ['variant sku', 'sku'],
      woocommerce: ['sku'],
    },
  },
  product_name: {
    ...reviewed,
    label: 'Name',
    kind: 'text',
    schema: filledLine(200),
    longest: 200,
    step: '1',
    isRequired: true,
    needed: 'new',
    isShared: true,
    example: 'Lawn suit, three pieces',
    headings: {
      others: ['name', 'title', 'product', 'product title', 'item name'],
      shopify: ['title'],
      woocommerce: ['name'],
    },
  },
  product_price: {
    ...amount,
    label: 'Retail price',
    schema: price,
    isRequired: true,
    needed: 'new',
    example: '4500',
    headings: { others: ['price', 'mrp', 'regular price', 'unit price'], woocommerce: ['regular price'] },
  },
  discounted_price: {
    ...amount,
    label: 'Sale Price',
    schema: price.default('0'),
    zero: 'No discount',
    hint: 'Not above the retail price. Empty is no discount.',
    example: '3999',
    headings: {
      others: ['discount price', 'discounted price', 'special price'],
      woocommerce: ['sale price'],
    },
  },
  product_stock: {
    label: 'Qty Available',
    kind: 'number',
    unit: 'pcs',
    schema: z
      .int('Must be a whole number')
      .min(0, 'Must not be below zero')
      .max(10_000_000, 'At most 10,000,000'),
    answer: z.int().meta({ description: 'pieces' }),
    step: '3',
    isRequired: true,
    review: 'none',
    example: '25',
    headings: {
      others: ['stock', 'qty', 'quantity', 'qty available', 'inventory'],
      shopify: ['variant inventory qty', 'inventory quantity'],
      woocommerce: ['stock'],
    },
  },
  category: {
    ...reviewed,
    label: 'Category',
    kind: 'text',
    schema: line(120).default(''),
    step: '1',
    isRequired: true,
    isShared: true,
    example: 'Women > Unstitched',
    headings: {
      others: ['categories', 'product category'],
      shopify: ['type'],
      woocommerce: ['categories'],
    },
  },
  package_weight: {
    ...measure('kg', 100_000, 3),
    label: 'Weight',
    example: '0.65',
    headings: { others: ['weight', 'weight (kg)'], woocommerce: ['weight (kg)'] },
  },
  product_length: {
    ...measure('cm', 10_000, 2),
    label: 'Length',
    example: '30',
    headings: { others: ['length', 'length (cm)'], woocommerce: ['length (cm)'] },
  },
  product_width: {
    ...measure('cm', 10_000, 2),
    label: 'Width',
    example: '22',
    headings: { others: ['width', 'width (cm)'], woocommerce: ['width (cm)'] },
  },
  product_height: {
    ...measure('cm', 10_000, 2),
    label: 'Height',
    example: '5',
    headings: { others: ['height', 'height (cm)'], woocommerce: ['height (cm)'] },
  },
  product_description: {
    ...reviewed,
    label: 'Description',
    kind: 'html',
    schema: z.string().max(50_000, 'At most 50,000 characters').default(''),
    step: '2',
    isRequired: true,
    isShared: true,
    example: '<p>Printed lawn with a chiffon dupatta</p>',
    headings: {
      others: ['description', 'details'],
      shopify: ['body (html)', 'description'],
      woocommerce: ['description'],
    },
  },
  product_video_url: {
    ...reviewed,
    label: 'Video URL',
    kind: 'link',
    schema: z
      .union([
        z.literal(''),
        z.string().max(500).regex(plainLink, 'Must be a link that starts with https://'),
      ])
      .default(''),
    longest: 500,
    step: '1',
    isRequired: true,
    hint: 'A link that starts with https://. It is shown as a link; nothing is loaded from there.',
    isShared: true,
    headings: { others: ['video'] },
  },
} satisfies Readonly<Record<string, ProductField>>

export type FieldName = keyof typeof productFields
/** What a listing says of itself, in the form in which it is handed in and kept. */
export type Said = { [N in FieldName]: z.output<(typeof productFields)[N]['schema']> }
type NamesOf<K extends Kind> = {
  [N in FieldName]: (typeof productFields)[N]['kind'] extends K ? N : never
}[FieldName]
export type AmountName = NamesOf<'rupees'>
export type CountName = NamesOf<'number'>

export const fieldNames = namesOf(productFields)

/** A field as it was declared. */
export function fieldOf(name: FieldName): ProductField {
  return productFields[name]
}

/** Of these fields those of the package come last: the order of sheets, exports and screens. */
export function shownInOrder(names: readonly FieldName[] = fieldNames): FieldName[] {
  return [
    ...names.filter((name) => !fieldOf(name).isOfPackage),
    ...names.filter((name) => fieldOf(name).isOfPackage),
  ]
}

/** The headings of the columns of a sheet, in their order: a number says what it counts. */
export const headings = Object.fromEntries(
  shownInOrder().map((name) => {
    const { label, unit, kind } = fieldOf(name)
    return [name, unit && kind === 'number' ? `${label} in ${unit}` : label]
  }),
) as Record<FieldName, string>

/** How pictures are called: they are kept beside the fields, in tables of their own. */
export const imagesLabel = 'Images'
