import { mapped } from '#kit/contract/fields.ts'
import { type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { cleanDescription } from '#kit/server/clean-html.ts'
import { type Product, type ProductStatus, priceStepPercent, type WaitingEdit } from '../contract.ts'
import {
  type AmountName,
  type FieldName,
  fieldNames,
  fieldOf,
  productFields,
  type Said,
} from '../fields-contract.ts'
import type { ProductRecord } from './tables.ts'

/** The fields of a listing as stored in a submission. */
export interface ProductPayload extends Said {
  /** The category that staff chose in the tree. A vendor only names the category. */
  category_id?: string
  /** The media hashes of the pictures, with the cover first. */
  images: string[]
  /** The descriptions of the pictures by media hash. Pictures without a description are left out. */
  alts?: Record<string, string>
}

export type Pictures = Pick<ProductPayload, 'images' | 'alts'>

/** Why no new version is taken of a listing that was rejected for a reason against the rules. */
export const lockedWords =
  'This product was rejected because it is against the rules. It can be submitted again after it has been reopened'

/** A listing with empty fields. */
export const blankListing: ProductPayload = {
  ...(mapped(productFields, (_, name) => {
    const { kind } = fieldOf(name)
    return kind === 'number' ? 0 : kind === 'rupees' ? '0' : ''
  }) as Said),
  images: [],
}

/** Converts the given fields of a listing to the form in which they are stored, without adding other fields. */
export function asStored<S extends Partial<Said>>(said: S): Pick<S, keyof S & FieldName> {
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = said[name]
      if (value === undefined) return []
      return [[name, fieldOf(name).kind === 'html' ? cleanDescription(String(value)) : value]]
    }),
  ) as Pick<S, keyof S & FieldName>
}

/** The fields of a record in the form in which they are submitted and answered. */
export function saidOf(product: ProductRecord): Said {
  return mapped(productFields, (_, name) =>
    isAmount(name) ? rupeesFromPaisa(product[name]) : product[name],
  ) as Said
}

/** The current listing in the form of a submission. */
export function payloadOf(product: ProductRecord, { images, alts }: Pictures): ProductPayload {
  return {
    ...saidOf(product),
    ...(product.category_id ? { category_id: product.category_id } : {}),
    images,
    ...(alts ? { alts } : {}),
  }
}

/** The part of the pictures that a submission stores. */
export function asPictures(pictures: readonly { media: string; alt: string }[]): Pictures {
  const described = pictures.filter(({ alt }) => alt !== '')
  return {
    images: pictures.map(({ media }) => media),
    ...(described.length > 0
      ? { alts: Object.fromEntries(described.map(({ media, alt }) => [media, alt])) }
      : {}),
  }
}

/** The pictures and their descriptions for the history, each named by the start of its media hash. */
export function picturesInWords({ images, alts }: Pictures): string {
  return images.map((media) => `${media.slice(0, 8)}${alts?.[media] ? ` “${alts[media]}”` : ''}`).join(', ')
}

/** True if both have the same pictures in the same order with the same descriptions. */
export function hasSamePictures(one: Pictures, other: Pictures): boolean {
  const textOf = ({ images, alts }: Pictures) => images.map((media) => [media, alts?.[media] ?? ''])
  return JSON.stringify(textOf(one)) === JSON.stringify(textOf(other))
}

type ContentColumns = { [N in FieldName]: N extends AmountName ? Paisa : Said[N] }

/**
 * The columns that a submission sets. A submission from before a field was declared does not set the field's column.
 */
export function columnsOf(payload: ProductPayload): ContentColumns {
  const said = fieldNames.filter((name) => payload[name] !== undefined)
  return Object.fromEntries(
    said.map((name) => [name, isAmount(name) ? parseRupees(payload[name]) : payload[name]]),
  ) as ContentColumns
}

function isAmount(name: FieldName): name is AmountName {
  return fieldOf(name).kind === 'rupees'
}

/**
 * The fields in which two submissions differ, as readable text. Pictures are compared separately. A field that was
 * declared after one of the submissions was stored counts as equal.
 */
export function comparePayloads(
  before: ProductPayload,
  after: ProductPayload,
): { path: string; before: string; after: string }[] {
  return fieldNames.flatMap((path) => {
    const [was, is] = [before[path], after[path]]
    return was === is || was === undefined || is === undefined
      ? []
      : [{ path, before: String(was), after: String(is) }]
  })
}

/**
 * The entered stock, less the units sold since the stock was read. Orders change the stock without a new version, so
 * writing a stock down, or only correcting a name, must not restore sold units.
 */
export function stockNow(
  entered: number,
  seen: number | undefined,
  { product_stock: now }: Pick<ProductRecord, 'product_stock'>,
): number {
  return seen === undefined ? entered : Math.max(0, entered + now - seen)
}

export type ReviewedPrices = Record<AmountName, Paisa>

/** The last reviewed prices, or the current prices if a review was never recorded. */
export function reviewedPrices(product: ProductRecord): ReviewedPrices {
  return {
    product_price: product.reviewed_price ?? product.product_price,
    discounted_price: product.reviewed_discount ?? product.discounted_price,
  }
}

/**
 * The differing fields of an approved listing that need a review. The stock needs none, nor does a price within ten per
 * cent of the last reviewed price. Many small steps add up to a large one, because all are compared with the reviewed
 * price.
 */
export function fieldsForReview(
  standing: ProductPayload,
  wanted: ProductPayload,
  reviewed: ReviewedPrices,
): string[] {
  const differing = comparePayloads(standing, wanted).map(({ path }) => path)
  const needsReview = differing.filter((path) => {
    const name = path as FieldName
    return fieldOf(name).review === 'large steps' && isAmount(name)
      ? !isWithinStep(reviewed[name], parseRupees(wanted[name]))
      : !isLive(name)
  })
  return hasSamePictures(standing, wanted) ? needsReview : [...needsReview, 'images']
}

/**
 * The edit's value of a live field was applied when the edit arrived and may have changed since, so the decision does
 * not include it.
 */
export function isLive(path: string): boolean {
  return productFields[path as FieldName]?.review === 'none'
}

function isWithinStep(from: Paisa, to: Paisa): boolean {
  const moved = from > to ? from - to : to - from
  return moved * 100n <= from * BigInt(priceStepPercent)
}

/** Why shoppers do not see a listing, computed from the listing and its vendor. Empty if they do. */
export function hiddenBecause(
  product: ProductRecord,
  vendorStatus: string,
  category: { hidden_by: string } | null,
): string[] {
  const status = product.status as ProductStatus
  const stateWords = status === 'approved' ? [] : [`the listing is ${status.replaceAll('_', ' ')}`]
  return [
    ...stateWords,
    ...(product.available ? [] : ['the Available switch is off']),
    ...(vendorStatus === 'approved' ? [] : [`the vendor is ${vendorStatus.replaceAll('_', ' ')}`]),
    ...(category?.hidden_by ? [`the category ${category.hidden_by} is off`] : []),
    ...(product.product_stock > 0 ? [] : ['it is out of stock']),
  ]
}

/** A row of a list, built from the record and its joined columns. */
export function productRow(
  row: ProductRecord & { shop_name: string; is_checked: boolean; images?: string[] | null },
): Product {
  return {
    id: row.id,
    ...saidOf(row),
    vendor_id: row.vendor_id,
    shop_name: row.shop_name,
    status: row.status as ProductStatus,
    status_since: row.status_since.toISOString(),
    status_reason: row.status_reason,
    available: row.available,
    version: row.version,
    created_at: row.created_at.toISOString(),
    cover_image: row.cover_image,
    risk: row.risk,
    is_checked: row.is_checked,
    images: (row.images ?? []).map((media) => `/media/${media}.webp`),
  }
}

/** What an edit that waits would change of its listing; null if none waits. `pictures` are those that shoppers see. */
export function editOf({
  edit_id,
  edit,
  pictures,
  ...record
}: ProductRecord & {
  edit_id: string | null
  edit: ProductPayload | null
  pictures: { media: string; alt: string }[] | null
}): WaitingEdit | null {
  if (!edit_id || !edit) return null
  const standing = payloadOf(record, asPictures(pictures ?? []))
  const fields = comparePayloads(standing, edit).filter(({ path }) => !isLive(path))
  const isShort = (path: string) => fieldOf(path as FieldName).kind !== 'html'
  return {
    id: edit_id,
    fields: fields.map((field) => (isShort(field.path) ? field : { ...field, before: null, after: null })),
    has_new_images: !hasSamePictures(standing, edit),
  }
}
