import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import {
  Acceptance,
  BulkApproval,
  BulkOutcome,
  Decision,
  decisionsAt,
  reviewEndpoints,
  UndoRequest,
} from '#features/decisions/contract.ts'
import { matchingDecisions } from '#features/decisions/matching-contract.ts'
import { CodedReasons, reasonCode } from '#features/decisions/reasons/choice-contract.ts'
import { Message } from '#features/messages/contract.ts'
import type { VendorStatus } from '#features/vendors/contract.ts'
import { BegunJob, matching } from '#kit/contract/bulk-job.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { answersOf } from '#kit/contract/fields.ts'
import { listQuery, searchText } from '#kit/contract/page.ts'
import { Reason } from '#kit/contract/reason.ts'
import { productFields } from './fields-contract.ts'
import { texts } from './texts.ts'

/** Repeats the vendor statuses, so that product lists do not load the rest of the vendors feature. */
const vendorStatuses = {
  draft: 'draft',
  submitted: 'submitted',
  in_review: 'in_review',
  changes_requested: 'changes_requested',
  rejected: 'rejected',
  approved: 'approved',
  disabled: 'disabled',
  closed: 'closed',
} satisfies { [Status in VendorStatus]: Status }

export const productStatuses = [
  'draft',
  'submitted',
  'in_review',
  'changes_requested',
  'rejected',
  'approved',
] as const
export type ProductStatus = (typeof productStatuses)[number]

/**
 * The verbs that move a listing, with the statuses they start from and lead to. The UPDATE's WHERE enforces this table.
 */
export const productMoves = {
  approve: { from: ['submitted', 'in_review', 'changes_requested'], to: 'approved' },
  reject: { from: ['submitted', 'in_review', 'changes_requested'], to: 'rejected' },
  request_update: { from: ['submitted', 'in_review'], to: 'changes_requested' },
  /** The appeal against a rejection was heard: the listing is reviewed once more. */
  reopen: { from: ['rejected'], to: 'submitted' },
} as const satisfies Record<string, { from: readonly ProductStatus[]; to: ProductStatus }>
export type ProductVerb = keyof typeof productMoves

export const productLists = ['pending', 'changes_requested', 'rejected', 'approved', 'deactivated'] as const
export type ProductList = (typeof productLists)[number]

/** A price change of at most this percentage from the last reviewed price needs no review. */
export const priceStepPercent = 10

export const ProductImage = z.object({
  id: z.uuid(),
  /** Served under /media/<media>.webp and, 96 pixels wide, /media/<media>-96.webp; immutable. */
  media: z.string(),
  width: z.int(),
  height: z.int(),
  /** A description of the picture for people who cannot see it. */
  alt: z.string(),
})
export type ProductImage = z.infer<typeof ProductImage>

/**
 * A listing as in the lists and the fixed calls. Prices are decimal rupee strings. A sale price of "0" is no discount.
 */
export const Product = z.object({
  id: z.uuid(),
  ...answersOf(productFields),
  vendor_id: z.uuid(),
  shop_name: z.string(),
  status: z.enum(productStatuses),
  status_since: z.string(),
  status_reason: z.string(),
  available: z.boolean(),
  version: z.int(),
  created_at: z.string(),
  /** The media hash of the first picture. Empty if the listing has no picture. */
  cover_image: z.string(),
  /** The sum of what the checks found. */
  risk: z.int(),
  /** False while the present version of the listing has not been checked. */
  is_checked: z.boolean(),
  images: z.array(z.string()),
})
export type Product = z.infer<typeof Product>

/** An edit of an approved listing. The live version stays visible until the edit is decided on. */
export const ProductRevision = z.object({
  number: z.int(),
  created_at: z.string(),
  status: z.enum(['waiting', 'changes_requested']),
  version: z.int(),
  fields: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
  /** The category in the tree that the listing would get. Null if it would have none. */
  category_id: z.uuid().nullable(),
  images_before: z.array(ProductImage),
  images_after: z.array(ProductImage),
})
export type ProductRevision = z.infer<typeof ProductRevision>

/** What the edit that waits beside an approved listing would change. */
export const WaitingEdit = z.object({
  id: z.uuid(),
  /** The values of a description, which a row has no place for, are null. */
  fields: z.array(
    z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  has_new_images: z.boolean(),
})
export type WaitingEdit = z.infer<typeof WaitingEdit>

/** A listing as in the list of approved ones, with its edit where the edits were asked for. */
export const ApprovedProduct = Product.extend({ edit: WaitingEdit.nullable() })
export type ApprovedProduct = z.infer<typeof ApprovedProduct>

/** Everything that a reviewer sees of one listing. */
export const ProductReview = Product.omit({ images: true }).extend({
  submission_number: z.int(),
  /** Rejected for a reason against the rules: a new version is refused until somebody reopens the listing. */
  is_locked: z.boolean(),
  images: z.array(ProductImage),
  vendor: z.object({ id: z.uuid(), username: z.string(), status: z.enum(vendorStatuses) }),
  /**
   * The category in the tree, and the category that hides the listing, if any. `category` is the vendor's own name for
   * the category.
   */
  filed_under: z.object({ id: z.uuid(), path: z.string(), hidden_by: z.string() }).nullable(),
  /** The campaign that applies now, with the price that shoppers pay. Null if no campaign applies. */
  campaign: z
    .object({ promotion_id: z.uuid(), name: z.string(), price: z.string(), ends_at: z.string() })
    .nullable(),
  /** In words, why shoppers do not see the listing. Empty if they do. */
  hidden_because: z.array(z.string()),
  resubmission: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
  revision: ProductRevision.nullable(),
  decision: Decision.nullable(),
  messages: z.array(Message),
  history: z.array(TimelineEntry),
})
export type ProductReview = z.infer<typeof ProductReview>

/** A listing's page: the review, and the decision on an edit as long as it can be undone. */
export const ProductPage = ProductReview.extend({ change_decision: Decision.nullable() })
export type ProductPage = z.infer<typeof ProductPage>

const id = z.strictObject({ id: z.uuid() })
const revisionOf = z.strictObject({ id: z.uuid(), number: z.coerce.number().int().min(1).max(1_000_000) })
/** From this risk on a listing is found by the filter for a high risk: one heavy finding, or several light ones. */
export const highRisk = 40
/** The access to listings. */
export const manage = (action: 'view' | 'act' | 'decide') => grants('Products', action)
const filters = {
  vendor_id: z.uuid().optional(),
  /** Products in this category or below it. */
  category_id: z.uuid().optional(),
  stock: z.enum(['in', 'out']).optional(),
  discount: z.enum(['yes', 'no']).optional(),
  /** The last decision that was not undone named this reason. */
  reason: reasonCode.optional(),
  /** The person who made the last decision that was not undone. */
  reviewer: z.uuid().optional(),
  risk: z.enum(['none', 'some', 'high']).optional(),
}
const sorts = [
  'created_at',
  'product_name',
  'product_price',
  'discounted_price',
  'product_stock',
  'risk',
] as const

/** The filters and sort orders of listings. */
export const ProductQuery = listQuery(['status_since', ...sorts], {
  ...filters,
  list: z.enum(['pending', 'changes_requested', 'rejected']).optional(),
})
const changed = { answer: ProductPage, refuses: ['not-found', 'conflict'] as const }

/** Which listings a list shows. */
export const anyFilters = {
  list: z.enum(productLists).optional(),
  ...filters,
  revision: z.enum(['waiting']).optional(),
}
const switchVerbs = ['switch_on', 'switch_off'] as const

export const products = {
  ...matchingDecisions(
    '/api/admin/products',
    { view: manage('view'), decide: manage('decide') },
    { verbs: ['approve', 'reject', 'request_update'], tried: switchVerbs, many: 'products' },
    anyFilters,
  ),
  switchMatching: endpoint({
    method: 'POST',
    path: '/api/admin/products/bulk/switch-matching',
    summary:
      'Switch every one of the products that match the filters on or off in a background job, up to the confirmed number',
    access: manage('act'),
    body: z.strictObject({
      verb: z.enum(switchVerbs),
      ...matching({ q: searchText, ...anyFilters, ids: z.array(z.uuid()).min(1).max(100).optional() }),
    }),
    answer: BegunJob,
    status: 202,
    refuses: ['conflict'],
  }),
  ...reviewEndpoints(
    '/api/admin/products',
    { view: manage('view'), decide: manage('decide'), resend: manage('act') },
    ProductReview,
    { a: texts.aListing, many: 'listings', sent: texts.aListing },
  ),
  reopen: decisionsAt('/api/admin/products', manage('decide'), ProductReview).decideWith(
    'reopen',
    texts.reopenSummary,
    Reason,
  ),
  listPending: endpoint({
    method: 'GET',
    path: '/api/admin/products/get/pending',
    summary: 'Listings awaiting a decision',
    access: manage('view'),
    query: ProductQuery,
    layout: 'page',
    answer: Product,
    wholeByDefault: true,
  }),
  listApproved: endpoint({
    method: 'GET',
    path: '/api/admin/products/get/approved',
    summary: 'Approved listings',
    access: manage('view'),
    query: listQuery(
      ['-created_at', 'product_name', 'product_price', 'discounted_price', 'product_stock', 'risk'],
      {
        ...filters,
        revision: z.enum(['waiting']).optional(),
      },
    ),
    layout: 'page',
    answer: ApprovedProduct,
    wholeByDefault: true,
  }),
  listDeactivated: endpoint({
    method: 'GET',
    path: '/api/admin/products/get/deactivated',
    summary: 'Approved listings whose Available switch is off',
    access: manage('view'),
    query: listQuery(['-status_since', ...sorts], filters),
    layout: 'page',
    answer: Product,
    wholeByDefault: true,
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/admin/products/counts',
    summary: 'The number of listings in each list',
    access: manage('view'),
    answer: z.object({
      pending: z.int(),
      changes_requested: z.int(),
      rejected: z.int(),
      approved: z.int(),
      deactivated: z.int(),
      /** Approved listings with a pending edit. */
      revisions: z.int(),
    }),
  }),
  listReviewers: endpoint({
    method: 'GET',
    path: '/api/admin/products/reviewers',
    summary: 'The people who have decided on listings, for the filter of the lists',
    access: manage('view'),
    answer: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
  listReasons: endpoint({
    method: 'GET',
    path: '/api/admin/products/decision-reasons',
    summary: 'The reasons that decisions on listings can name, for the filter of the lists',
    access: manage('view'),
    answer: z.array(z.object({ id: reasonCode, name: z.string() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/products/:id',
    summary: 'One listing, as a reviewer sees it',
    access: manage('view'),
    params: id,
    answer: ProductPage,
    refuses: ['not-found'],
  }),
  setAvailable: endpoint({
    method: 'PATCH',
    path: '/api/admin/products/:id',
    summary: 'Switch a listing on or off. Needs If-Match',
    access: manage('act'),
    params: id,
    body: z.strictObject({ available: z.boolean() }),
    answer: Product,
    refuses: ['not-found', 'stale'],
    conditional: true,
  }),
  approveRevision: endpoint({
    method: 'POST',
    path: '/api/admin/products/:id/revisions/:number/approve',
    summary: 'Put an edit of an approved listing live, with the reason where warnings are open',
    access: manage('decide'),
    params: revisionOf,
    body: Acceptance,
    conditional: 'optional',
    ...changed,
  }),
  rejectRevision: endpoint({
    method: 'POST',
    path: '/api/admin/products/:id/revisions/:number/reject',
    summary: 'Reject an edit with reasons. The live version stays visible',
    access: manage('decide'),
    params: revisionOf,
    body: CodedReasons,
    conditional: 'optional',
    ...changed,
  }),
  undoRevision: endpoint({
    method: 'POST',
    path: '/api/admin/products/:id/revisions/undo',
    summary: 'Undo the last decision on an edit before its message is sent: the edit waits again',
    access: manage('decide'),
    params: id,
    body: UndoRequest,
    ...changed,
  }),
  bulkSetAvailable: endpoint({
    method: 'POST',
    path: '/api/admin/products/bulk/available',
    summary: 'Switch up to 100 listings on or off, with an outcome for each',
    access: manage('act'),
    body: BulkApproval.extend({ available: z.boolean() }),
    answer: z.array(BulkOutcome),
    transactions: 'own',
  }),
}
