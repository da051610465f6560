import { z } from 'zod'
import { type Field, labelsOf, namesOf } from '#kit/contract/fields.ts'
import { rupees } from '#kit/contract/money.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** How a field is stored, entered and read from a sheet. */
type Kind = 'text' | 'code' | 'link' | 'html' | 'rupees' | 'number'

interface ProductField extends Field {
  kind: Kind
  /** The unit of a number, shown in the input, after the value and in the column name. */
  unit?: string
  /** The meaning of zero in words. Without this, zero is an ordinary value that must be typed. */
  zero?: string
  /** The wizard step that asks for the field, and in which the summary and the record show it. */
  step: '1' | '2' | '3'
  /** The field is one of the package's measures. */
  isOfPackage?: true
  isRequired?: true
  /** The maximum number of characters in the input. */
  longest?: number
  /** Shown below the input. */
  hint?: string
  /** The edits of an approved listing that need a review. All other edits are applied at once. */
  review: 'every edit' | 'large steps' | 'none'
  /** Whether a sheet needs the field in every row, or only in rows that create a product. */
  needed?: 'always' | 'new'
  /** Variants of one product share this field. */
  isShared?: true
  /** The example cell in the template. */
  example?: string
  /** Column names for this field in other sheets and in the exports of two shop systems, in lower case. */
  headings?: { others?: readonly string[]; shopify?: readonly string[]; woocommerce?: readonly string[] }
}

/** A price in rupees, as a string or a number. */
export const price = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), rupees)

/** The longest path of the category tree, for listings that staff file: three names of 120 characters, parted by ` › `. */
const longestPath = 3 * 120 + 2 * 3

/** An https address whose host is where readers expect the host: no user name or password before it. */
const plainLink = /^https:\/\/[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#][^\s\\]*)?$/iu

const reviewed = { review: 'every edit', answer: z.string() } as const
const amount = {
  kind: 'rupees',
  unit: texts.rs,
  step: '3',
  review: 'large steps',
  answer: z.string(),
} as const

/** A measure of the package from zero, which means unknown, to `max`, with the given number of decimals. */
const measure = <const U extends string>(unit: U, max: number, decimals: number) =>
  ({
    kind: 'number',
    unit,
    zero: '',
    step: '2',
    isOfPackage: true,
    review: 'every edit',
    schema: z
      .number(texts.mustBeANumber)
      .min(0, texts.mustNotBeBelowZero)
      .max(max, texts.atMost({ max }))
      .transform((value) => Number(value.toFixed(decimals)))
      .default(0)
      .meta({ description: unit }),
    answer: z.number().meta({ description: unit }),
  }) as const

/**
 * The fields of a listing. Each field is declared once here, and everything that names fields is derived from this
 * list. Each field has a column of the same name in `tables.ts`. New fields go last, because submissions are recognised
 * by a hash that depends on the order.
 */
export const productFields = {
  sku: {
    ...reviewed,
    label: texts.sku,
    kind: 'code',
    schema: filledLine(80),
    longest: 80,
    step: '3',
    hint: texts.skuHint,
    needed: 'always',
    headings: {
      others: ['seller sku', 'item code', 'product code', 'article no', 'code'],
      shopify: ['variant sku', 'sku'],
      woocommerce: ['sku'],
    },
  },
  product_name: {
    ...reviewed,
    label: texts.name,
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
    label: texts.retailPrice,
    schema: price,
    isRequired: true,
    needed: 'new',
    example: '4500',
    headings: { others: ['price', 'mrp', 'regular price', 'unit price'], woocommerce: ['regular price'] },
  },
  discounted_price: {
    ...amount,
    label: texts.salePrice,
    schema: price.default('0'),
    zero: texts.noDiscount,
    hint: texts.salePriceHint,
    example: '3999',
    headings: {
      others: ['discount price', 'discounted price', 'special price'],
      woocommerce: ['sale price'],
    },
  },
  product_stock: {
    label: texts.qtyAvailable,
    kind: 'number',
    unit: 'pcs',
    // Not z.int(): a fraction would end the check there, and a dear sale price beside it would be told a round later.
    schema: z
      .number(texts.mustBeAWholeNumber)
      .multipleOf(1, texts.mustBeAWholeNumber)
      .min(0, texts.mustNotBeBelowZero)
      .max(10_000_000, texts.atMost10000000)
      .meta({ type: 'integer' }),
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
    label: texts.category,
    kind: 'text',
    schema: line(longestPath).default(''),
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
    label: texts.weight,
    example: '0.65',
    headings: { others: ['weight', 'weight (kg)'], woocommerce: ['weight (kg)'] },
  },
  product_length: {
    ...measure('cm', 10_000, 2),
    label: texts.length,
    example: '30',
    headings: { others: ['length', 'length (cm)'], woocommerce: ['length (cm)'] },
  },
  product_width: {
    ...measure('cm', 10_000, 2),
    label: texts.width,
    example: '22',
    headings: { others: ['width', 'width (cm)'], woocommerce: ['width (cm)'] },
  },
  product_height: {
    ...measure('cm', 10_000, 2),
    label: texts.height,
    example: '5',
    headings: { others: ['height', 'height (cm)'], woocommerce: ['height (cm)'] },
  },
  product_description: {
    ...reviewed,
    label: texts.description,
    kind: 'html',
    schema: z.string().max(50_000, texts.atMost50000Characters).default(''),
    step: '2',
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
    label: texts.videoUrl,
    kind: 'link',
    schema: z.union([z.literal(''), z.string().max(500).regex(plainLink, texts.mustBeALink)]).default(''),
    longest: 500,
    step: '1',
    hint: texts.videoHint,
    isShared: true,
    headings: { others: ['video'] },
  },
} satisfies Readonly<Record<string, ProductField>>

export type FieldName = keyof typeof productFields
/** The fields of a listing in the form in which they are submitted and stored. */
export type Said = { [N in FieldName]: z.output<(typeof productFields)[N]['schema']> }
type NamesOf<K extends Kind> = {
  [N in FieldName]: (typeof productFields)[N]['kind'] extends K ? N : never
}[FieldName]
export type AmountName = NamesOf<'rupees'>
export type CountName = NamesOf<'number'>

export const fieldNames = namesOf(productFields)

/** The declaration of a field. */
export function fieldOf(name: FieldName): ProductField {
  return productFields[name]
}

/** The order of sheets, exports and screens: the fields of the package come last. */
export function shownInOrder(names: readonly FieldName[] = fieldNames): FieldName[] {
  return [
    ...names.filter((name) => !fieldOf(name).isOfPackage),
    ...names.filter((name) => fieldOf(name).isOfPackage),
  ]
}

/** The column names of a sheet in order. The name of a number column includes the unit. */
export const headings = Object.fromEntries(
  shownInOrder().map((name) => {
    const { label, unit, kind } = fieldOf(name)
    return [name, unit && kind === 'number' ? texts.labelInUnit({ label, unit }) : label]
  }),
) as Record<FieldName, string>

/** The label of the pictures, which are stored in separate tables and not as fields. */
export const imagesLabel = texts.images

/** The labels of everything that is submitted with a listing, pictures included. */
export const handedInLabels: Readonly<Record<string, string>> = {
  ...labelsOf(productFields),
  images: imagesLabel,
}
