import { z } from 'zod'
import { productStatuses } from '#features/products/contract.ts'
import { fileSlots, vendorStatuses } from '#features/vendors/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { rupees } from '#kit/contract/money.ts'
import { cnicField, ibanField, ntnField, phoneField, postalField } from '#kit/contract/pakistan.ts'
import { filledLine, line, paragraph } from '#kit/contract/text.ts'

/** What an intake key may send; each key holds some of these. */
export const scopes = ['sellers', 'products'] as const
export type Scope = (typeof scopes)[number]

const maxUploadBytes = 10 * 1024 * 1024

const optional = <S extends z.ZodType>(schema: S) => z.union([z.literal(''), schema]).default('' as never)
const email = z.email('This is not an e-mail address').max(320)

export const SellerSubmission = z.strictObject({
  external_id: filledLine(200).meta({ description: 'The id of the seller in the system that sends it' }),
  username: filledLine(120),
  email,
  phone: optional(phoneField),
  seller: z
    .strictObject({
      cnic: optional(cnicField),
      sellers_address: paragraph(500).default(''),
      sellers_city: line(60).default(''),
      sellers_province: line(60).default(''),
    })
    .nullable()
    .default(null),
  shop: z
    .strictObject({
      shop_name: filledLine(120),
      shop_email: optional(email),
      shop_mobile: optional(phoneField),
      shop_phone: optional(phoneField),
      shop_ntn: optional(ntnField),
      shop_address: paragraph(500).default(''),
      shop_postal: optional(postalField),
      bank_name: line(120).default(''),
      account_title: line(120).default(''),
      account_number: optional(
        z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9 -]{4,34}$/, 'An account number has 4 to 34 digits or letters'),
      ),
      branch_code: optional(
        z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9 -]{1,20}$/, 'A branch code has 1 to 20 digits or letters'),
      ),
      ibn_number: optional(ibanField),
    })
    .nullable()
    .default(null),
})
export type SellerSubmission = z.output<typeof SellerSubmission>

const price = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), rupees)
const measure = (max: number, decimals: number) =>
  z
    .number('Must be a number')
    .min(0, 'Must not be below zero')
    .max(max, `At most ${max}`)
    .transform((value) => Number(value.toFixed(decimals)))
    .default(0)

/** An https address whose host stands where a reader looks for it: no name or password before it. */
const plainLink = /^https:\/\/[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#][^\s\\]*)?$/iu

export const ProductSubmission = z
  .strictObject({
    external_id: filledLine(200),
    seller_id: z.uuid('Must be the id that was answered for the seller'),
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
    product_video_url: optional(
      z.string().max(500).regex(plainLink, 'Must be a link that starts with https://'),
    ),
    category: line(120).default(''),
  })
  .refine((product) => Number(product.discounted_price) <= Number(product.product_price), {
    path: ['discounted_price'],
    message: 'Must not be above product_price',
  })
export type ProductSubmission = z.output<typeof ProductSubmission>

const id = z.strictObject({ id: z.uuid() })
const accepted = <S extends readonly [string, ...string[]]>(statuses: S) =>
  z.object({ id: z.uuid(), status: z.enum(statuses) })
const told = <S extends readonly [string, ...string[]]>(statuses: S) =>
  accepted(statuses).extend({
    external_id: z.string(),
    /** The words that went with the last rejection, request or disabling; empty where there are none. */
    reason: z.string(),
    status_since: z.string(),
    /** What waits for a decision beside the standing record: a change of bank data, an edit of a live listing. */
    waiting: z.boolean(),
    /** What became of the last such change or edit; null where there was none. */
    last_change: z
      .object({
        status: z.enum(['waiting', 'accepted', 'refused']),
        reason: z.string(),
        decided_at: z.string().nullable(),
      })
      .nullable(),
  })
const sellers = { kind: 'scope', scope: 'sellers' } as const
const products = { kind: 'scope', scope: 'products' } as const

export const intake = {
  submitSeller: endpoint({
    method: 'POST',
    path: '/api/intake/sellers',
    summary:
      'Hand in a seller, or a new version of one; the same body again answers the same record with 200',
    access: sellers,
    body: SellerSubmission,
    answer: accepted(vendorStatuses),
    status: 201,
    refuses: ['conflict'],
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/api/intake/sellers/:id',
    summary: 'The state of a seller, and the reason',
    access: sellers,
    params: id,
    answer: told(vendorStatuses),
    refuses: ['not-found'],
  }),
  attachSellerFile: endpoint({
    method: 'POST',
    path: '/api/intake/sellers/:id/files/:slot',
    summary: 'Hand in a document or picture of a seller: one multipart part named file',
    access: sellers,
    params: z.strictObject({ id: z.uuid(), slot: z.enum(fileSlots) }),
    upload: { maxBytes: maxUploadBytes },
    transactions: 'own',
    answer: z.object({ id: z.uuid() }),
    status: 201,
    refuses: ['not-found', 'conflict'],
  }),
  submitProduct: endpoint({
    method: 'POST',
    path: '/api/intake/products',
    summary:
      'Hand in a product, or a new version of one; the same body again answers the same record with 200',
    access: products,
    body: ProductSubmission,
    answer: accepted(productStatuses),
    status: 201,
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/api/intake/products/:id',
    summary: 'The state of a product, and the reason',
    access: products,
    params: id,
    answer: told(productStatuses),
    refuses: ['not-found'],
  }),
  addProductImage: endpoint({
    method: 'POST',
    path: '/api/intake/products/:id/images',
    summary: 'Add a picture to a product: one multipart part named file',
    access: products,
    params: id,
    upload: { maxBytes: maxUploadBytes },
    transactions: 'own',
    answer: z.object({ id: z.uuid() }),
    status: 201,
    refuses: ['not-found', 'conflict'],
  }),
}
