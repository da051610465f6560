import { z } from 'zod'
import { customerStatuses } from '#features/customers/contract.ts'
import { CustomerSubmission } from '#features/customers/submission-contract.ts'
import { OrderEvent, OrderState, OrderSubmission } from '#features/orders/submission-contract.ts'
import { productStatuses } from '#features/products/contract.ts'
import { ProductSubmission } from '#features/products/submission-contract.ts'
import { Invitation, InvitationAnswer } from '#features/promotions/sellers/invitation-contract.ts'
import { fileSlots, vendorStatuses } from '#features/vendors/contract.ts'
import { SellerSubmission } from '#features/vendors/submission-contract.ts'
import { WithdrawalState, WithdrawalSubmission } from '#features/withdrawals/submission-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

/** The kinds of records that an intake key may send. Each key has some of these scopes. */
export const scopes = ['sellers', 'products', 'customers', 'orders', 'withdrawals', 'promotions'] as const
export type Scope = (typeof scopes)[number]

const maxUploadBytes = 10 * 1024 * 1024

const id = z.strictObject({ id: z.uuid() })
const accepted = <S extends readonly [string, ...string[]]>(statuses: S) =>
  z.object({ id: z.uuid(), status: z.enum(statuses) })
const told = <S extends readonly [string, ...string[]]>(statuses: S) =>
  accepted(statuses).extend({
    external_id: z.string(),
    /** The reason for the last rejection, request for changes or disabling. Empty if there is none. */
    reason: z.string(),
    status_since: z.string(),
    /** A change is pending beside the current record: a change of bank details, or an edit of a live listing. */
    waiting: z.boolean(),
    /** The result of the last such change or edit. Null if there was none. */
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
      /** The reason for disabling. Empty if there is none. */
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
