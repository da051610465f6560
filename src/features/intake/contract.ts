import { z } from 'zod'
import { customerStatuses } from '#features/customers/contract.ts'
import { productStatuses } from '#features/products/contract.ts'
import { isSaleWithinRetail, productFields } from '#features/products/entry-contract.ts'
import { fileSlots, vendorStatuses } from '#features/vendors/contract.ts'
import { PayoutAccount, payoutAmount, withdrawalStatuses } from '#features/withdrawals/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { cnicField, ibanField, ntnField, postalField } from '#kit/contract/pakistan.ts'
import { phoneField } from '#kit/contract/pakistan-phones.ts'
import { resendable } from '#kit/contract/resend.ts'
import { filledLine, line, paragraph } from '#kit/contract/text.ts'
import { email, OrderEvent, OrderState, OrderSubmission, optional } from './order-contract.ts'
import { Invitation, InvitationAnswer } from './promotion-contract.ts'

/** What an intake key may send; each key holds some of these. */
export const scopes = ['sellers', 'products', 'customers', 'orders', 'withdrawals', 'promotions'] as const
export type Scope = (typeof scopes)[number]

const maxUploadBytes = 10 * 1024 * 1024

const external_id = filledLine(200).meta({ description: 'The id of the record in the system that sends it' })

/** Each noun once with what a new record has, and once as it is handed in: every field but the id may be left out. */
const sellerSection = {
  cnic: optional(cnicField),
  sellers_address: paragraph(500).default(''),
  sellers_city: line(60).default(''),
  sellers_province: line(60).default(''),
}
const shopSection = {
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
}
const sellerFields = { username: filledLine(120), email, phone: optional(phoneField) }
export const sellerShapes = {
  top: {
    external_id,
    ...sellerFields,
    seller: z.strictObject(sellerSection).nullable().default(null),
    shop: z.strictObject(shopSection).nullable().default(null),
  },
  seller: sellerSection,
  shop: shopSection,
}
const section = <S extends z.ZodRawShape>(shape: S, words: string) =>
  z
    .strictObject(resendable(shape))
    .nullable()
    .optional()
    .meta({ description: `Left out: a known seller keeps ${words}. Null: there is none` })

export const SellerSubmission = z.strictObject({
  external_id,
  ...resendable(sellerFields),
  seller: section(sellerSection, 'this record'),
  shop: section(shopSection, 'the shop'),
})
export type SellerSubmission = z.output<z.ZodObject<typeof sellerShapes.top>>
export type SellerResend = z.output<typeof SellerSubmission>

const soldFields = {
  seller_id: z.uuid('Must be the id that was answered for the seller'),
  ...productFields,
  category: line(120).default(''),
}
export const productShape = { external_id, ...soldFields }
export const ProductSubmission = z
  .strictObject({ external_id, ...resendable(soldFields) })
  .refine(
    ({ product_price, discounted_price }) =>
      product_price === undefined ||
      discounted_price === undefined ||
      isSaleWithinRetail({ product_price, discounted_price }),
    { path: ['discounted_price'], message: 'Must not be above product_price' },
  )
export type ProductSubmission = z.output<z.ZodObject<typeof productShape>>
export type ProductResend = z.output<typeof ProductSubmission>

/** What the shop front or the vendor app hands in. */
export const WithdrawalSubmission = z
  .strictObject({
    external_id: filledLine(200).meta({ description: 'The id of the request in the system that sends it' }),
    seller_id: z.uuid('Must be the id that was answered for the seller').optional(),
    customer_id: z.uuid('Must be the id that was answered for the customer').optional(),
    amount: payoutAmount,
    note: line(300).default(''),
    account: PayoutAccount.optional().meta({ description: 'Where a customer is paid' }),
  })
  .refine(({ seller_id, customer_id }) => (seller_id === undefined) !== (customer_id === undefined), {
    path: ['seller_id'],
    message: 'Name a seller or a customer, one of the two',
  })
  .refine(({ customer_id, account }) => (customer_id === undefined) === (account === undefined), {
    path: ['account'],
    message: 'A customer is paid to an account that is named here, a seller to the one on record',
  })
export type WithdrawalSubmission = z.output<typeof WithdrawalSubmission>

const WithdrawalState = z.object({
  id: z.uuid(),
  number: z.string(),
  external_id: z.string(),
  amount: z.string(),
  status: z.enum(withdrawalStatuses),
  /** Why it was declined; otherwise empty. */
  reason: z.string(),
  bank_reference: z.string(),
})

const customerFields = {
  username: filledLine(120),
  email: optional(email),
  phone: optional(phoneField),
  city: line(60).default(''),
  address: paragraph(500).default(''),
}
export const customerShape = { external_id, ...customerFields }
export const CustomerSubmission = z
  .strictObject({ external_id, ...resendable(customerFields) })
  .refine((customer) => customer.email !== '' || customer.phone !== '', {
    path: ['phone'],
    message: 'An e-mail address or a phone number is needed',
  })
export type CustomerSubmission = z.output<z.ZodObject<typeof customerShape>>
export type CustomerResend = z.output<typeof CustomerSubmission>

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
const withdrawals = { kind: 'scope', scope: 'withdrawals' } as const
const orders = { kind: 'scope', scope: 'orders' } as const
const customers = { kind: 'scope', scope: 'customers' } as const
const promotions = { kind: 'scope', scope: 'promotions' } as const

export const intake = {
  submitSeller: endpoint({
    method: 'POST',
    path: '/api/intake/sellers',
    summary:
      'Hand in a seller, or a new version of one with what is new of it; the same body again answers the same record with 200',
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
      'Hand in a product, or a new version of one with what is new of it; the same body again answers the same record with 200',
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
    answer: told(productStatuses).extend({
      available: z.boolean().meta({ description: 'The switch of the listing, whatever its review state' }),
      is_on_sale: z.boolean().meta({
        description: 'Approved, available and of an approved seller: an order for it is taken; stock apart',
      }),
    }),
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
  submitWithdrawal: endpoint({
    method: 'POST',
    path: '/api/intake/withdrawals',
    summary: 'Ask for a withdrawal; the same body again answers the same one with 200',
    access: withdrawals,
    body: WithdrawalSubmission,
    answer: WithdrawalState,
    status: 201,
    refuses: ['conflict'],
  }),
  getWithdrawal: endpoint({
    method: 'GET',
    path: '/api/intake/withdrawals/:id',
    summary: 'The state of a withdrawal, and the reason',
    access: withdrawals,
    params: id,
    answer: WithdrawalState,
    refuses: ['not-found'],
  }),
  submitOrder: endpoint({
    method: 'POST',
    path: '/api/intake/orders',
    summary: 'Hand in an order; the same body again answers the same order with 200',
    access: orders,
    body: OrderSubmission,
    answer: OrderState,
    status: 201,
    refuses: ['conflict'],
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/api/intake/orders/:id',
    summary: 'The state of an order on its three axes',
    access: orders,
    params: id,
    answer: OrderState,
    refuses: ['not-found'],
  }),
  tellOfOrder: endpoint({
    method: 'POST',
    path: '/api/intake/orders/:id/events',
    summary: 'Tell that an order was paid, or a part of it shipped, tried, delivered, returned or invoiced',
    access: orders,
    params: id,
    body: OrderEvent,
    answer: OrderState,
    refuses: ['not-found', 'conflict'],
  }),
  submitCustomer: endpoint({
    method: 'POST',
    path: '/api/intake/customers',
    summary:
      'Hand in a customer, or what is new of one (200); the same body again answers the same record with 200',
    access: customers,
    body: CustomerSubmission,
    answer: accepted(customerStatuses),
    status: 201,
    refuses: ['conflict'],
  }),
  setCustomerPicture: endpoint({
    method: 'POST',
    path: '/api/intake/customers/:id/picture',
    summary:
      'Hand in the picture of a customer, in the place of the one before: one multipart part named file',
    access: customers,
    params: id,
    upload: { maxBytes: maxUploadBytes },
    transactions: 'own',
    answer: z.object({ id: z.uuid() }),
    status: 201,
    refuses: ['not-found', 'conflict'],
  }),
  getCustomer: endpoint({
    method: 'GET',
    path: '/api/intake/customers/:id',
    summary: 'The state of a customer, and the reason',
    access: customers,
    params: id,
    answer: accepted(customerStatuses).extend({
      external_id: z.string(),
      /** The words that went with the disabling; empty where there are none. */
      reason: z.string(),
      status_since: z.string(),
    }),
    refuses: ['not-found'],
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/api/intake/promotions',
    summary: 'The campaigns that a seller is invited to or in, and that have not ended: a hundred at most',
    access: promotions,
    query: z.strictObject({ seller_id: z.uuid('Must be the id that was answered for the seller') }),
    answer: z.array(Invitation),
  }),
  optIn: endpoint({
    method: 'POST',
    path: '/api/intake/promotions/:id/opt-in',
    summary: 'A seller who was invited joins a campaign; the same again changes nothing',
    access: promotions,
    params: id,
    body: InvitationAnswer,
    answer: Invitation,
    refuses: ['not-found', 'conflict'],
  }),
  optOut: endpoint({
    method: 'POST',
    path: '/api/intake/promotions/:id/opt-out',
    summary: 'A seller declines a campaign, or leaves it from now on',
    access: promotions,
    params: id,
    body: InvitationAnswer.omit({ cost_share_bp: true }),
    answer: Invitation,
    refuses: ['not-found', 'conflict'],
  }),
}
