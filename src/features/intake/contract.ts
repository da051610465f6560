import { z } from 'zod'
import { customerStatuses } from '#features/customers/contract.ts'
import { CustomerSubmission } from '#features/customers/submission-contract.ts'
import { ToldReason } from '#features/decisions/reasons/choice-contract.ts'
import { IncomingMail, MailOutcome, mailLimits } from '#features/messages/submission-contract.ts'
import { OrderEvent, OrderState, OrderSubmission } from '#features/orders/submission-contract.ts'
import { productStatuses } from '#features/products/contract.ts'
import { ProductSubmission } from '#features/products/submission-contract.ts'
import { Invitation, InvitationAnswer } from '#features/promotions/sellers/invitation-contract.ts'
import { Said, Subscription } from '#features/subscribers/storefront/contract.ts'
import { fileSlots, vendorStatuses } from '#features/vendors/contract.ts'
import { SellerSubmission } from '#features/vendors/submission-contract.ts'
import { WithdrawalState, WithdrawalSubmission } from '#features/withdrawals/submission-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

/** The kinds of records that an intake key may send. Each key has some of these scopes. */
export const scopes = [
  'sellers',
  'products',
  'customers',
  'orders',
  'withdrawals',
  'promotions',
  'subscribers',
  'mail',
] as const
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
    /** The chosen reasons in that text, with the fields that each concerns. */
    reasons: z.array(ToldReason),
    status_since: z.string(),
    /** A change is pending beside the current record: a change of bank details, or an edit of a live listing. */
    waiting: z.boolean(),
    /** The result of the last such change or edit. Null if there was none. */
    last_change: z
      .object({
        status: z.enum(['waiting', 'accepted', 'refused']),
        reason: z.string(),
        /** The chosen reasons in that text, if it was refused. */
        reasons: z.array(ToldReason),
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
      'Submit a seller, or a new version with the changed fields. Sending the same body again returns the same record with 200; sent under a new Idempotency-Key, it asks again for a change that was refused (201)',
    access: sellers,
    body: SellerSubmission,
    answer: accepted(vendorStatuses),
    status: 201,
    refuses: ['conflict'],
  }),
  getSeller: endpoint({
    method: 'GET',
    path: '/api/intake/sellers/:id',
    summary: 'The status of a seller, and the reason',
    access: sellers,
    params: id,
    answer: told(vendorStatuses),
    refuses: ['not-found'],
  }),
  attachSellerFile: endpoint({
    method: 'POST',
    path: '/api/intake/sellers/:id/files/:slot',
    summary: 'Submit a document or picture of a seller, as one multipart part named file',
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
      'Submit a product, or a new version with the changed fields. An unknown external_id with the seller_id and sku of a listing that has no external id, such as an imported one, becomes the external id of that listing. A new product of a rejected or disabled seller is refused; products that are listed can still be changed. Sending the same body again returns the same record with 200; sent under a new Idempotency-Key, its product_stock counts again for an approved product (201), whatever orders took since, and it asks again for an edit that was refused. Without a key neither can be told from a late repetition, and the stock stays',
    access: products,
    body: ProductSubmission,
    answer: accepted(productStatuses),
    status: 201,
    refuses: ['conflict'],
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/api/intake/products/:id',
    summary: 'The status of a product, and the reason',
    access: products,
    params: id,
    answer: told(productStatuses).extend({
      is_locked: z.boolean().meta({
        description:
          'Rejected for a reason against the rules: a new version is refused until the product has been reopened',
      }),
      available: z
        .boolean()
        .meta({ description: 'Whether the listing is switched on, regardless of its review status' }),
      is_on_sale: z.boolean().meta({
        description:
          'Approved, switched on and from an approved seller, so it can be ordered, regardless of stock',
      }),
    }),
    refuses: ['not-found'],
  }),
  addProductImage: endpoint({
    method: 'POST',
    path: '/api/intake/products/:id/images',
    summary: 'Add a picture to a product, as one multipart part named file',
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
    summary: 'Request a withdrawal. Sending the same body again returns the same withdrawal with 200',
    access: withdrawals,
    body: WithdrawalSubmission,
    answer: WithdrawalState,
    status: 201,
    refuses: ['conflict'],
  }),
  getWithdrawal: endpoint({
    method: 'GET',
    path: '/api/intake/withdrawals/:id',
    summary: 'The status of a withdrawal, and the reason',
    access: withdrawals,
    params: id,
    answer: WithdrawalState,
    refuses: ['not-found'],
  }),
  submitOrder: endpoint({
    method: 'POST',
    path: '/api/intake/orders',
    summary: 'Submit an order. Sending the same body again returns the same order with 200',
    access: orders,
    body: OrderSubmission,
    answer: OrderState,
    status: 201,
    refuses: ['conflict'],
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/api/intake/orders/:id',
    summary:
      'The status of an order on its three axes, what was paid, its parts with their parcels, and its refunds',
    access: orders,
    params: id,
    answer: OrderState,
    refuses: ['not-found'],
  }),
  tellOfOrder: endpoint({
    method: 'POST',
    path: '/api/intake/orders/:id/events',
    summary:
      'Report that an order was paid, that its customer confirmed or cancelled it, or that a part of it was shipped, attempted, delivered, returned or invoiced. A cancellation declines the order, and is refused once a part is packed. Of a payment with its `amount`, what is more than was payable is owed back, and less is refused with both figures. An event that is told again changes nothing; an attempt counts again without its Idempotency-Key',
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
      'Submit a customer, or the changed fields of a customer (200). Sending the same body again returns the same record with 200',
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
      'Submit the picture of a customer, which replaces the previous picture, as one multipart part named file',
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
    summary: 'The status of a customer, and the reason',
    access: customers,
    params: id,
    answer: accepted(customerStatuses).extend({
      external_id: z.string(),
      /** The reason for disabling. Empty if there is none. */
      reason: z.string(),
      reasons: z.array(ToldReason),
      status_since: z.string(),
    }),
    refuses: ['not-found'],
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/api/intake/promotions',
    summary: 'Up to 100 campaigns that have not ended and that a seller is invited to or takes part in',
    access: promotions,
    query: z.strictObject({ seller_id: z.uuid('Must be the id that the seller’s submission returned') }),
    answer: z.array(Invitation),
  }),
  optIn: endpoint({
    method: 'POST',
    path: '/api/intake/promotions/:id/opt-in',
    summary:
      'Join a campaign as an invited seller. Joining again changes nothing. `terms` of the invitation, sent along, refuses terms that were changed since it was read',
    access: promotions,
    params: id,
    body: InvitationAnswer,
    answer: Invitation,
    refuses: ['not-found', 'conflict'],
  }),
  optOut: endpoint({
    method: 'POST',
    path: '/api/intake/promotions/:id/opt-out',
    summary: 'Decline or leave a campaign as a seller',
    access: promotions,
    params: id,
    body: InvitationAnswer.omit({ cost_share_bp: true, terms: true }),
    answer: Invitation,
    refuses: ['not-found', 'conflict'],
  }),
  passOnSubscription: endpoint({
    method: 'POST',
    path: '/api/intake/subscribers',
    summary:
      'Pass on an address that asked for news in a form of the shop, with the version of the consent text that the form showed (`GET /api/storefront/subscribers/consent`). Its owner confirms by mail as after the call of the shop. Counted by address and not by network; sent again, it changes nothing and sends no second mail within five minutes. The answer is the same for every address',
    access: { kind: 'scope', scope: 'subscribers' },
    body: Subscription,
    answer: Said,
    status: 202,
    refuses: ['too-many'],
  }),
  takeMail: endpoint({
    method: 'POST',
    path: '/api/intake/mail',
    summary:
      'Hand in a mail that arrived for Munshi, such as a reply to a support request, or a report that a mail could not be delivered. Accepted as long as the body is well formed: `status` says what became of the mail',
    access: { kind: 'scope', scope: 'mail' },
    body: IncomingMail,
    maxBodyBytes: mailLimits.callBytes,
    transactions: 'own',
    answer: MailOutcome,
    status: 202,
  }),
}
