import { z } from 'zod'
import { readTyped, tidied, type Unit } from '#kit/web/number-field.tsx'
import type { ProductReview } from '../contract.ts'
import { missingIn, ProductChange, type ProductEntry } from '../entry-contract.ts'

const Typed = z.string()

/** What stands in the fields of the wizard; numbers as they were typed. */
export const EntryValues = z.object({
  vendor_id: Typed,
  product_name: Typed,
  category_id: Typed,
  product_video_url: Typed,
  product_description: Typed,
  package_weight: Typed,
  product_length: Typed,
  product_width: Typed,
  product_height: Typed,
  product_price: Typed,
  discounted_price: Typed,
  product_stock: Typed,
  sku: Typed,
  images: z.array(
    z.object({
      media: z.string(),
      alt: z.string(),
      isDecorative: z.boolean(),
      width: z.number(),
      height: z.number(),
    }),
  ),
})
export type EntryValues = z.infer<typeof EntryValues>
export type EntryField = keyof EntryValues

/** The fields as the screen calls them. */
export const entryLabels: Readonly<Record<EntryField, string>> = {
  vendor_id: 'Vendor',
  product_name: 'Name',
  category_id: 'Category',
  product_video_url: 'Video URL',
  product_description: 'Description',
  package_weight: 'Weight',
  product_length: 'Length',
  product_width: 'Width',
  product_height: 'Height',
  product_price: 'Retail price',
  discounted_price: 'Sale Price',
  product_stock: 'Qty Available',
  sku: 'SKU',
  images: 'Images',
}

/** The numbers among them, each with what it counts. */
export const units = {
  package_weight: 'kg',
  product_length: 'cm',
  product_width: 'cm',
  product_height: 'cm',
  product_price: 'Rs',
  discounted_price: 'Rs',
  product_stock: 'pcs',
} as const satisfies Partial<Record<EntryField, Unit>>
export type NumberName = keyof typeof units
const numberNames = Object.keys(units) as NumberName[]

export const steps = [
  {
    key: '1',
    label: 'Product Information',
    fields: ['vendor_id', 'product_name', 'category_id', 'product_video_url'],
  },
  {
    key: '2',
    label: 'Detail description',
    fields: ['product_description', 'package_weight', 'product_length', 'product_width', 'product_height'],
  },
  {
    key: '3',
    label: 'price & Stock',
    fields: ['product_price', 'discounted_price', 'product_stock', 'sku'],
  },
  { key: '4', label: 'Product Upload', fields: ['images'] },
] as const satisfies readonly { key: string; label: string; fields: readonly EntryField[] }[]
export type StepKey = (typeof steps)[number]['key'] | 'review'

const fields = Object.keys(entryLabels) as EntryField[]

export const emptyValues: EntryValues = {
  ...(Object.fromEntries(fields.map((field) => [field, ''])) as Omit<EntryValues, 'images'>),
  images: [],
}

/** A listing as the fields show it: with the edit that waits, where one does, since what is saved takes its place. */
export function valuesOf(product: ProductReview): EntryValues {
  const { revision } = product
  const asked = Object.fromEntries((revision?.fields ?? []).map(({ path, after }) => [path, after]))
  const value = (name: keyof ProductReview & EntryField) => asked[name] ?? String(product[name])
  const number = (name: NumberName) => {
    const text = value(name)
    return text === '0' && name !== 'product_stock' && name !== 'product_price'
      ? ''
      : tidied(text, units[name])
  }
  return {
    vendor_id: product.vendor.id,
    product_name: value('product_name'),
    category_id: product.filed_under?.id ?? '',
    product_video_url: value('product_video_url'),
    product_description: value('product_description'),
    ...(Object.fromEntries(numberNames.map((name) => [name, number(name)])) as Record<NumberName, string>),
    sku: value('sku'),
    images: (revision?.images_after ?? product.images).map(({ media, alt, width, height }) => ({
      media,
      alt,
      isDecorative: false,
      width,
      height,
    })),
  }
}

/** Two values of a field that would be saved as the same. */
export function isSame(field: EntryField, one: EntryValues, other: EntryValues): boolean {
  return JSON.stringify(meant(field, one)) === JSON.stringify(meant(field, other))
}

/** The fields in which they differ. */
export function differing(one: EntryValues, other: EntryValues): EntryField[] {
  return fields.filter((field) => !isSame(field, one, other))
}

/** Each field from the one that `from` names for it. */
export function mergedFrom(from: (field: EntryField) => EntryValues): EntryValues {
  return Object.fromEntries(fields.map((field) => [field, from(field)[field]])) as EntryValues
}

/** A value as it is saved. */
function meant(field: EntryField, values: EntryValues): unknown {
  if (field === 'images') return values.images.map(({ media, alt }) => ({ media, alt: alt.trim() }))
  const text = values[field].trim()
  if (!isNumber(field)) return field === 'category_id' ? text || null : text
  if (text === '') return field === 'product_stock' || field === 'product_price' ? undefined : zeroOf(field)
  const plain = readTyped(text, units[field])
  if (units[field] === 'Rs') return plain ?? text
  return plain === null ? Number.NaN : Number(plain)
}

function isNumber(field: EntryField): field is NumberName {
  return field in units
}

/** An empty field is nothing: no discount, no weight that is known. */
function zeroOf(field: NumberName): string | number {
  return units[field] === 'Rs' ? '0' : 0
}

/** What is sent to change a listing. */
export function changeOf(values: EntryValues): ProductChange {
  const { vendor_id: _, ...body } = Object.fromEntries(fields.map((field) => [field, meant(field, values)]))
  return body as unknown as ProductChange
}

/** What is sent to add one. */
export function entryOf(id: string, values: EntryValues, decision?: 'approve'): ProductEntry {
  return { ...changeOf(values), id, vendor_id: values.vendor_id, ...(decision ? { decision } : {}) }
}

export type Problems = Partial<Record<EntryField, string>>

/**
 * What keeps the fields from being saved, in words. `standing` is what a listing that is changed has: what it never had is
 * not asked for. `isWithout` tells what a category needs below it.
 */
export function problemsIn(
  values: EntryValues,
  standing: EntryValues | null,
  whyNotThere: (categoryId: string) => string,
): Problems {
  const body = changeOf(values)
  const issues = ProductChange.safeParse(body).error?.issues ?? []
  const found: Problems = {}
  for (const { path, message } of issues) {
    const field = path[0] as EntryField
    found[field] ??= message
  }
  for (const name of ['product_price', 'product_stock'] as const) {
    if (values[name].trim() === '') found[name] = `${entryLabels[name]} is Required`
  }
  Object.assign(found, missing(body, standing ? changeOf(standing) : undefined))
  if (!standing && values.vendor_id === '') found.vendor_id = 'Vendor is Required'
  const isMoved = !standing || values.category_id !== standing.category_id
  const why = values.category_id && isMoved ? whyNotThere(values.category_id) : ''
  if (why) found.category_id = why
  return found
}

/** The fields that the form asks for and that are empty, of a listing that never had them too. */
export function starredIn(values: EntryValues): Problems {
  return missing(changeOf(values))
}

function missing(body: ProductChange, standing?: ProductChange): Problems {
  return Object.fromEntries(missingIn(body, standing).map(({ path, message }) => [path, message]))
}

/** The fields with something wrong, in the order in which the steps show them. */
export function inOrder(problems: Problems): [EntryField, string][] {
  return steps.flatMap((step) =>
    step.fields.flatMap((field): [EntryField, string][] => {
      const why = problems[field]
      return why ? [[field, why]] : []
    }),
  )
}

/** The step in which a field stands. */
export function stepOf(field: EntryField): StepKey {
  return steps.find((step) => (step.fields as readonly EntryField[]).includes(field))?.key ?? '1'
}
