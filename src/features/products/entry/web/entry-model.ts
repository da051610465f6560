import { z } from 'zod'
import type { ProductReview } from '#features/products/contract.ts'
import {
  type AmountName,
  type CountName,
  type FieldName,
  fieldNames,
  fieldOf,
  imagesLabel,
  productFields,
  shownInOrder,
} from '#features/products/fields-contract.ts'
import { mapped } from '#kit/contract/fields.ts'
import { readTyped, tidied } from '#kit/web/fields/number-field.tsx'
import { missingIn, ProductChange, type ProductEntry } from '../contract.ts'
import { texts } from '../texts.ts'

const Typed = z.string()

/** Staff choose a category in the tree, while a vendor types a name for the category. */
export type TypedName = Exclude<FieldName, 'category'>
const typedNames = fieldNames.filter((name): name is TypedName => name !== 'category')

/** The values of the wizard's fields, with numbers as they were typed. */
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
/** The labels of the fields on the screen. */
export const entryLabels: Readonly<Record<EntryField, string>> = {
  ...{ vendor_id: texts.vendor, ...labels, category_id: category, images: imagesLabel },
}

/** The number fields, each with its unit. */
export type NumberName = AmountName | CountName
const numberNames = fieldNames.filter((name): name is NumberName => fieldOf(name).unit !== undefined)
export const unitOf = (field: EntryField): string => (isNumber(field) ? (fieldOf(field).unit ?? '') : '')
/** A number without a meaning for zero must be typed. */
const mustBeTyped = (name: NumberName) => fieldOf(name).zero === undefined

/** Numbers come before text fields, and the fields of the package come last. */
const askedIn = (step: string): EntryField[] => {
  const names = shownInOrder().filter((name) => fieldOf(name).step === step)
  const isPlainNumber = (name: FieldName) => isNumber(name) && !fieldOf(name).isOfPackage
  return [...names.filter(isPlainNumber), ...names.filter((name) => !isPlainNumber(name))].map((name) =>
    name === 'category' ? 'category_id' : name,
  )
}

export const steps: readonly { key: '1' | '2' | '3' | '4'; label: string; fields: readonly EntryField[] }[] =
  [
    { key: '1', label: texts.productInformation, fields: ['vendor_id', ...askedIn('1')] },
    { key: '2', label: texts.detailDescription, fields: askedIn('2') },
    { key: '3', label: texts.priceStock, fields: askedIn('3') },
    { key: '4', label: texts.productUpload, fields: ['images'] },
  ]
export type StepKey = (typeof steps)[number]['key'] | 'review'

export const entryFields = Object.keys(entryLabels) as EntryField[]

export const emptyValues: EntryValues = {
  ...(Object.fromEntries(entryFields.map((field) => [field, ''])) as Omit<EntryValues, 'images'>),
  images: [],
}

/** A listing as the fields show it. Includes the pending edit, if any, because saving replaces that edit. */
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
    category_id: (revision ? revision.category_id : product.filed_under?.id) ?? '',
    images: (revision?.images_after ?? product.images).map(({ media, alt, width, height }) => ({
      media,
      alt,
      isDecorative: false,
      width,
      height,
    })),
  }
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

/** The values as they are saved. */
export function meantBy(values: EntryValues): Record<EntryField, unknown> {
  return Object.fromEntries(entryFields.map((field) => [field, meant(field, values)])) as never
}

function isNumber(field: EntryField | FieldName): field is NumberName {
  return (numberNames as readonly string[]).includes(field)
}

/** The body that changes a listing. */
export function changeOf(values: EntryValues): ProductChange {
  const { vendor_id: _, ...body } = meantBy(values)
  return body as unknown as ProductChange
}

/** The body that adds a listing. */
export function entryOf(id: string, values: EntryValues, decision?: 'approve'): ProductEntry {
  return { ...changeOf(values), id, vendor_id: values.vendor_id, ...(decision ? { decision } : {}) }
}

export type Problems = Partial<Record<EntryField, string>>

/**
 * In words, what prevents the fields from being saved. `standing` holds the values of an existing listing: fields that
 * it never had are not required. `whyNotThere` says which level is missing below a category.
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
    // A new product without a SKU gets one.
    if (!standing && field === 'sku' && values.sku.trim() === '') continue
    found[field] ??= message
  }
  for (const name of numberNames.filter(mustBeTyped)) {
    if (values[name].trim() === '') found[name] = texts.isRequired({ label: entryLabels[name] })
  }
  Object.assign(found, missing(body, standing ? changeOf(standing) : undefined))
  if (!standing && values.vendor_id === '')
    found.vendor_id = texts.isRequired({ label: entryLabels.vendor_id })
  const isMoved = !standing || values.category_id !== standing.category_id
  const why = values.category_id && isMoved ? whyNotThere(values.category_id) : ''
  if (why) found.category_id = why
  return found
}

/** The required fields that are empty, including those that an existing listing never had. */
export function starredIn(values: EntryValues): Problems {
  return missing(changeOf(values))
}

function missing(body: ProductChange, standing?: ProductChange): Problems {
  return Object.fromEntries(missingIn(body, standing).map(({ path, message }) => [path, message]))
}

/** The fields with errors, in the order of the steps. */
export function inOrder(problems: Problems): [EntryField, string][] {
  return steps.flatMap((step) =>
    step.fields.flatMap((field): [EntryField, string][] => {
      const why = problems[field]
      return why ? [[field, why]] : []
    }),
  )
}

/**
 * The steps that are complete: nothing in them is wrong or missing, and somebody was there. A step without required
 * fields is therefore complete once it was left, or as soon as something is entered.
 */
export function stepsDone({
  open,
  typed,
  left,
  isStored,
}: {
  /** Fields with errors, and required fields that are empty. */
  open: Problems
  typed: EntryValues
  /** The steps that were opened and left. */
  left: ReadonlySet<StepKey>
  /** The listing is stored already, so each of its steps was left before. */
  isStored: boolean
}): StepKey[] {
  const isTyped = (field: EntryField) =>
    field === 'images' ? typed.images.length > 0 : typed[field].trim() !== ''
  return steps
    .filter(({ key, fields }) => isStored || left.has(key) || fields.some(isTyped))
    .filter(({ fields }) => fields.every((field) => !open[field]))
    .map(({ key }) => key)
}

/** The step that shows a field. */
export function stepOf(field: EntryField): StepKey {
  return steps.find((step) => step.fields.includes(field))?.key ?? '1'
}
