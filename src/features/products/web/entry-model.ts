import { z } from 'zod'
import { mapped } from '#kit/contract/fields.ts'
import { readTyped, tidied } from '#kit/web/fields/number-field.tsx'
import type { ProductReview } from '../contract.ts'
import { missingIn, ProductChange, type ProductEntry } from '../entry-contract.ts'
import {
  type AmountName,
  type CountName,
  type FieldName,
  fieldNames,
  fieldOf,
  imagesLabel,
  productFields,
  shownInOrder,
} from '../fields-contract.ts'

const Typed = z.string()

/** Staff choose a place in the tree where a vendor writes what they call the category. */
export type TypedName = Exclude<FieldName, 'category'>
const typedNames = fieldNames.filter((name): name is TypedName => name !== 'category')

/** What stands in the fields of the wizard; numbers as they were typed. */
export const EntryValues = z.object({
  ...(Object.fromEntries(typedNames.map((name) => [name, Typed])) as Record<TypedName, typeof Typed>),
  vendor_id: Typed,
  category_id: Typed,
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

const { category, ...labels } = mapped(productFields, ({ label }) => label)
/** The fields as the screen calls them. */
export const entryLabels: Readonly<Record<EntryField, string>> = {
  ...{ vendor_id: 'Vendor', ...labels, category_id: category, images: imagesLabel },
}

/** The numbers among them, each with what it counts. */
export type NumberName = AmountName | CountName
const numberNames = fieldNames.filter((name): name is NumberName => fieldOf(name).unit !== undefined)
export const unitOf = (field: EntryField): string => (isNumber(field) ? (fieldOf(field).unit ?? '') : '')
/** What has no meaning for zero must be typed. */
const mustBeTyped = (name: NumberName) => fieldOf(name).zero === undefined

/** Numbers before words, and the package last. */
const askedIn = (step: string): EntryField[] => {
  const names = shownInOrder().filter((name) => fieldOf(name).step === step)
  const isPlainNumber = (name: FieldName) => isNumber(name) && !fieldOf(name).isOfPackage
  return [...names.filter(isPlainNumber), ...names.filter((name) => !isPlainNumber(name))].map((name) =>
    name === 'category' ? 'category_id' : name,
  )
}

export const steps: readonly { key: '1' | '2' | '3' | '4'; label: string; fields: readonly EntryField[] }[] =
  [
    { key: '1', label: 'Product Information', fields: ['vendor_id', ...askedIn('1')] },
    { key: '2', label: 'Detail description', fields: askedIn('2') },
    { key: '3', label: 'price & Stock', fields: askedIn('3') },
    { key: '4', label: 'Product Upload', fields: ['images'] },
  ]
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
  const typed = (name: TypedName) => {
    const text = value(name)
    if (!isNumber(name)) return text
    return text === '0' && !mustBeTyped(name) ? '' : tidied(text, unitOf(name))
  }
  return {
    ...(Object.fromEntries(typedNames.map((name) => [name, typed(name)])) as Record<TypedName, string>),
    vendor_id: product.vendor.id,
    category_id: product.filed_under?.id ?? '',
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
  const isAmount = fieldOf(field).kind === 'rupees'
  if (text === '') return mustBeTyped(field) ? undefined : isAmount ? '0' : 0
  const plain = readTyped(text, unitOf(field))
  if (isAmount) return plain ?? text
  return plain === null ? Number.NaN : Number(plain)
}

function isNumber(field: EntryField | FieldName): field is NumberName {
  return (numberNames as readonly string[]).includes(field)
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
  for (const name of numberNames.filter(mustBeTyped)) {
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
  return steps.find((step) => step.fields.includes(field))?.key ?? '1'
}
