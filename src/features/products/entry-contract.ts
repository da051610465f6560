import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import type { VendorStatus } from '#features/vendors/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { schemasOf } from '#kit/contract/fields.ts'
import { pictureLimits } from '#kit/contract/picture.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { ProductReview } from './contract.ts'
import { type FieldName, imagesLabel, productFields } from './fields-contract.ts'

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

const { category: _, ...asHandedIn } = schemasOf(productFields)
const isRequired = (name: FieldName) => `${productFields[name].label} is Required`
const entered = {
  ...asHandedIn,
  sku: filledLine(80, isRequired('sku')),
  product_name: filledLine(200, isRequired('product_name')),
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
    product_stock_seen: productFields.product_stock.schema.optional(),
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

/** The fields that the specification marks as required, as its screen calls them. */
const requiredFields = {
  product_name: productFields.product_name.label,
  category_id: productFields.category.label,
  product_video_url: productFields.product_video_url.label,
  product_description: productFields.product_description.label,
  images: imagesLabel,
}
type Required = keyof typeof requiredFields

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
