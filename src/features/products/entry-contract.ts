import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import type { VendorStatus } from '#features/vendors/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { rupees } from '#kit/contract/money.ts'
import { pictureLimits } from '#kit/contract/picture.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { ProductReview } from './contract.ts'

/** Rupees of one thing, as text or as a number. */
export const price = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), rupees)

const measure = (max: number, decimals: number) =>
  z
    .number('Must be a number')
    .min(0, 'Must not be below zero')
    .max(max, `At most ${max.toLocaleString('en')}`)
    .transform((value) => Number(value.toFixed(decimals)))
    .default(0)

/** An https address whose host stands where a reader looks for it: no name or password before it. */
const plainLink = /^https:\/\/[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#][^\s\\]*)?$/iu

/** What a listing says of itself, whoever hands it in. */
export const productFields = {
  sku: filledLine(80),
  product_name: filledLine(200),
  product_price: price,
  discounted_price: price.default('0'),
  product_stock: z
    .int('Must be a whole number')
    .min(0, 'Must not be below zero')
    .max(10_000_000, 'At most 10,000,000'),
  package_weight: measure(100_000, 3).meta({ description: 'kg' }),
  product_length: measure(10_000, 2).meta({ description: 'cm' }),
  product_width: measure(10_000, 2).meta({ description: 'cm' }),
  product_height: measure(10_000, 2).meta({ description: 'cm' }),
  product_description: z.string().max(50_000, 'At most 50,000 characters').default(''),
  product_video_url: z
    .union([z.literal(''), z.string().max(500).regex(plainLink, 'Must be a link that starts with https://')])
    .default(''),
}

/** A sale is not dearer than what it is taken from. */
export function isSaleWithinRetail(product: { product_price: string; discounted_price: string }): boolean {
  return Number(product.discounted_price) <= Number(product.product_price)
}

/** How many pictures a product has at most. */
export const mostPictures = 12
/** The size under which a picture of a product looks blurred on a large screen. */
export const pictureHint = { width: 600, height: 600 } as const

/** A picture that was handed in before, with what it shows for who cannot see it; the first of them is the cover. */
const EnteredPicture = z.strictObject({
  media: z.string().regex(/^[0-9a-f]{64}$/, 'This names no picture'),
  alt: line(250).default(''),
})

const entered = {
  ...productFields,
  sku: filledLine(80, 'SKU is Required'),
  product_name: filledLine(200, 'Name is Required'),
  /** Its place in the tree; null where it has none. */
  category_id: z.uuid('Choose a category').toLowerCase().nullable(),
  images: z
    .array(EnteredPicture)
    .max(mostPictures, `At most ${mostPictures} pictures`)
    .refine(
      (images) => new Set(images.map(({ media }) => media)).size === images.length,
      'The same picture stands there twice',
    )
    .default([]),
}
const dearSale = { path: ['discounted_price'], message: 'The sale price must not be above the retail price' }

/** A listing as staff change it. */
export const ProductChange = z
  .strictObject({
    ...entered,
    /** The stock that stood there when it was read: what was sold since is taken off what is sent. */
    product_stock_seen: productFields.product_stock.optional(),
  })
  .refine(isSaleWithinRetail, dearSale)
export type ProductChange = z.infer<typeof ProductChange>

/** A listing as staff add it. */
export const ProductEntry = z
  .strictObject({
    ...entered,
    /** Made by who adds it: the same product sent twice is one. */
    id: z.uuidv7('Must be a UUID of version 7').toLowerCase(),
    vendor_id: z.uuid('Choose a vendor'),
    /** It is approved with it, by who may decide; otherwise it waits for a decision. */
    decision: z.enum(['approve']).optional(),
  })
  .refine(isSaleWithinRetail, dearSale)
export type ProductEntry = z.infer<typeof ProductEntry>

type Required = 'product_name' | 'category_id' | 'product_video_url' | 'product_description' | 'images'

/** The fields that the specification marks as required, as its screen calls them. */
const requiredFields: Readonly<Record<Required, string>> = {
  product_name: 'Name',
  category_id: 'Category',
  product_video_url: 'Video URL',
  product_description: 'Description',
  images: 'Images',
}

type Asked = Pick<ProductChange, Required>

/**
 * What is required and missing. Of a listing that stands, what it never had is not asked for: the marketplace hands
 * listings in without it.
 */
export function missingIn(entry: Asked, standing?: Asked): { path: string; message: string }[] {
  return (Object.keys(requiredFields) as Required[]).flatMap((path) =>
    isEmpty(entry[path], path) && !(standing && isEmpty(standing[path], path))
      ? [{ path, message: `${requiredFields[path]} ${path === 'images' ? 'are' : 'is'} Required` }]
      : [],
  )
}

function isEmpty(value: Asked[Required], path: Required): boolean {
  if (value === null) return true
  if (typeof value !== 'string') return value.length === 0
  return (path === 'product_description' ? wordsIn(value) : value).trim() === ''
}

/** The text of HTML without its marks, enough to say whether there is any. */
function wordsIn(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/&nbsp;|\u00a0/g, ' ')
}

/** Of these vendors products are listed: a rejected or closed one sells nothing. */
export const listableVendors = [
  'submitted',
  'in_review',
  'changes_requested',
  'approved',
] as const satisfies readonly VendorStatus[]

const path = '/api/admin/products'
const act = grants('Products', 'act')

export const productEntry = {
  create: endpoint({
    method: 'POST',
    path,
    summary:
      'Add a listing for a vendor: it waits for a decision, or is approved with it by who may; again, it answers the same one with 200',
    access: act,
    body: ProductEntry,
    answer: ProductReview,
    status: 201,
    refuses: ['conflict'],
  }),
  change: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary:
      'Change a listing; needs If-Match. An approved one changes at once by who may decide, otherwise the change waits',
    access: act,
    params: z.strictObject({ id: z.uuid() }),
    body: ProductChange,
    answer: ProductReview,
    refuses: ['not-found', 'stale', 'conflict'],
    conditional: true,
  }),
  addPicture: endpoint({
    method: 'POST',
    path: '/api/admin/product-images',
    summary: 'Hand in a picture before the product that shows it: one multipart part named file',
    access: act,
    upload: { maxBytes: pictureLimits.maxBytes },
    transactions: 'own',
    answer: z.object({ media: z.string(), width: z.int(), height: z.int() }),
    status: 201,
  }),
  vendors: endpoint({
    method: 'GET',
    path: `${path}/vendors`,
    summary: 'Vendors that may have products, by their name, or one by its id: twenty at most',
    access: grants('Products', 'view'),
    query: z.strictObject({ q: z.string().trim().max(100).optional(), id: z.uuid().optional() }),
    answer: z.array(z.object({ id: z.uuid(), shop_name: z.string() })),
  }),
}
