import sanitizeHtml from 'sanitize-html'
import { mapped } from '#kit/contract/fields.ts'
import { type Paisa, parseRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { type Product, type ProductStatus, priceStepPercent } from '../contract.ts'
import {
  type AmountName,
  type FieldName,
  fieldNames,
  fieldOf,
  productFields,
  type Said,
} from '../fields-contract.ts'
import type { ProductRecord } from './tables.ts'

/** What a listing says of itself, as a submission keeps it. */
export interface ProductPayload extends Said {
  /** Where staff have put it in the tree of categories; a vendor only says what it is called. */
  category_id?: string
  /** Media of the pictures, the cover first. */
  images: string[]
  /** What they show, by their media; those of which nothing is said are left out. */
  alts?: Record<string, string>
}

export type Pictures = Pick<ProductPayload, 'images' | 'alts'>

/** A listing that nothing has been said of. */
export const blankListing: ProductPayload = {
  ...(mapped(productFields, (_, name) => {
    const { kind } = fieldOf(name)
    return kind === 'number' ? 0 : kind === 'rupees' ? '0' : ''
  }) as Said),
  images: [],
}

/**
 * Description HTML from outside, reduced to paragraphs, headings, lists, tables, emphasis and https links; no
 * pictures, styles, classes or handlers. Sanitised again where it is shown.
 */
export function cleanDescription(html: string): string {
  // Text without any of these is as clean as it will be.
  if (!/[<>&]/.test(html)) return html.trim()
  return sanitizeHtml(html, {
    allowedTags: [
      'p',
      'br',
      'h2',
      'h3',
      'h4',
      'ul',
      'ol',
      'li',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'blockquote',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'a',
    ],
    allowedAttributes: {
      a: ['href', 'rel'],
      p: ['dir'],
      li: ['dir'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }),
      h1: 'h2',
    },
    disallowedTagsMode: 'discard',
  }).trim()
}

/** What somebody says of a listing, in the form in which it is stored: each field that is said, and nothing else. */
export function asStored<S extends Partial<Said>>(said: S): Pick<S, keyof S & FieldName> {
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = said[name]
      if (value === undefined) return []
      return [[name, fieldOf(name).kind === 'html' ? cleanDescription(String(value)) : value]]
    }),
  ) as Pick<S, keyof S & FieldName>
}

/** The fields of a record as they are handed in and answered. */
export function saidOf(product: ProductRecord): Said {
  return mapped(productFields, (_, name) =>
    isAmount(name) ? rupeesFromPaisa(product[name]) : product[name],
  ) as Said
}

/** The listing as it stands, in the form of a submission. */
export function payloadOf(product: ProductRecord, { images, alts }: Pictures): ProductPayload {
  return {
    ...saidOf(product),
    ...(product.category_id ? { category_id: product.category_id } : {}),
    images,
    ...(alts ? { alts } : {}),
  }
}

/** What is kept of pictures in a submission. */
export function asPictures(pictures: readonly { media: string; alt: string }[]): Pictures {
  const described = pictures.filter(({ alt }) => alt !== '')
  return {
    images: pictures.map(({ media }) => media),
    ...(described.length > 0
      ? { alts: Object.fromEntries(described.map(({ media, alt }) => [media, alt])) }
      : {}),
  }
}

/** Which pictures, and what is said of them, for the trail: a line each, by the beginning of its media. */
export function picturesInWords({ images, alts }: Pictures): string {
  return images.map((media) => `${media.slice(0, 8)}${alts?.[media] ? ` “${alts[media]}”` : ''}`).join(', ')
}

/** True when both show the same pictures in the same order, and say the same of them. */
export function hasSamePictures(one: Pictures, other: Pictures): boolean {
  const textOf = ({ images, alts }: Pictures) => images.map((media) => [media, alts?.[media] ?? ''])
  return JSON.stringify(textOf(one)) === JSON.stringify(textOf(other))
}

type ContentColumns = { [N in FieldName]: N extends AmountName ? Paisa : Said[N] }

/** The columns that a submission fills; one that was kept before a field was declared says nothing of its column. */
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
 * The fields in which two submissions differ, as text for the reader; pictures are compared apart. A field that was declared
 * after one of them was kept is the same.
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

export type ReviewedPrices = Record<AmountName, Paisa>

/** The prices that a person last looked at; where that was never noted, the present ones. */
export function reviewedPrices(product: ProductRecord): ReviewedPrices {
  return {
    product_price: product.reviewed_price ?? product.product_price,
    discounted_price: product.reviewed_discount ?? product.discounted_price,
  }
}

/**
 * Which differing fields of an approved listing need a review: not the stock, and not a price within ten per cent of
 * the one that a person last looked at. Many small steps are one large one.
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

/** What an edit says of these was taken over when it came, and may have moved since: no part of what is decided. */
export function isLive(path: string): boolean {
  return productFields[path as FieldName]?.review === 'none'
}

function isWithinStep(from: Paisa, to: Paisa): boolean {
  const moved = from > to ? from - to : to - from
  return moved * 100n <= from * BigInt(priceStepPercent)
}

/** Why shoppers do not see a listing, computed from what it is and whose; empty when they do. */
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

/** A row of a list, from the record and what is joined to it. */
export function productRow(row: ProductRecord & { shop_name: string; images?: string[] | null }): Product {
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
    images: (row.images ?? []).map((media) => `/media/${media}.webp`),
  }
}
