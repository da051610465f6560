import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import {
  Acceptance,
  Decision,
  decisionsAt,
  reviewEndpoints,
  UndoRequest,
} from '#features/decisions/contract.ts'
import { matchingDecisions } from '#features/decisions/matching-contract.ts'
import { CodedReasons } from '#features/decisions/reasons/choice-contract.ts'
import { Message } from '#features/messages/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { exported, paging, selectionOf } from '#kit/contract/export.ts'
import { answersOf } from '#kit/contract/fields.ts'
import { Finding } from '#kit/contract/finding.ts'
import { listQuery } from '#kit/contract/page.ts'
import { Reason } from '#kit/contract/reason.ts'
import { exportedFieldNames } from './export-contract.ts'
import { sealedNames, sellerFields, shopFields } from './fields-contract.ts'
import { texts } from './texts.ts'

const undecided = ['draft', 'submitted', 'in_review', 'changes_requested'] as const
export const vendorStatuses = [...undecided, 'rejected', 'approved', 'disabled', 'closed'] as const
export type VendorStatus = (typeof vendorStatuses)[number]

/**
 * Allowed status changes of a vendor: each verb with its source states and target state. The UPDATE's WHERE enforces
 * this table.
 */
export const vendorMoves = {
  approve: { from: ['submitted', 'in_review', 'changes_requested'], to: 'approved' },
  reject: { from: ['submitted', 'in_review', 'changes_requested'], to: 'rejected' },
  request_update: { from: ['submitted', 'in_review'], to: 'changes_requested' },
  disable: { from: ['approved'], to: 'disabled' },
  enable: { from: ['disabled'], to: 'approved' },
  /** The application was rejected by mistake, or the vendor was heard: it is reviewed once more. */
  reopen: { from: ['rejected'], to: 'submitted' },
  /** For good: no move leads back, except Undo. */
  close: { from: ['disabled'], to: 'closed' },
} as const satisfies Record<string, { from: readonly VendorStatus[]; to: VendorStatus }>
export type VendorVerb = keyof typeof vendorMoves

/** The lists that a vendor can appear in; the specification's "pending" combines the first two. */
export const vendorLists = [
  'pending',
  'changes_requested',
  'rejected',
  'approved',
  'disabled',
  'closed',
] as const
export type VendorList = (typeof vendorLists)[number]

/** True while the record is waiting for us; only that time counts towards the record's age. */
export function isOurTurn(status: VendorStatus): boolean {
  return status === 'submitted' || status === 'in_review'
}

export const fileSlots = [
  'cheque_copy',
  'shop_logo',
  'shop_banner',
  'shop_image',
  'cnic_front',
  'cnic_back',
] as const
export type FileSlot = (typeof fileSlots)[number]

/**
 * Documents that show bank or identity numbers. Only people with the reveal permission can open them, and each view is
 * logged. An approval depends on them: after it they are replaced only by a decision, like the numbers on them.
 */
export const paperSlots: readonly FileSlot[] = ['cheque_copy', 'cnic_front', 'cnic_back']

export const VendorFile = z.object({
  id: z.uuid(),
  slot: z.enum(fileSlots),
  media_type: z.string(),
  width: z.int(),
  height: z.int(),
  created_at: z.string(),
})
export type VendorFile = z.infer<typeof VendorFile>

/** Sealed numbers are masked unless they were revealed. */
const Seller = z.object({ ...answersOf(sellerFields), sellers_country: z.string(), created_at: z.string() })

const Shop = z.object({
  ...answersOf(shopFields),
  cheque_copy: VendorFile.nullable(),
  shop_logo: VendorFile.nullable(),
  shop_banner: VendorFile.nullable(),
  shop_image: VendorFile.nullable(),
})

/** A row of the pending lists. CNIC, account number, IBAN and documents are masked. */
export const PendingVendorRow = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  created_at: z.string(),
  status: z.enum(vendorStatuses),
  status_since: z.string(),
  status_reason: z.string(),
  seller: Seller.nullable(),
  shop: Shop.nullable(),
})
export type PendingVendorRow = z.infer<typeof PendingVendorRow>

export const ApprovedVendorRow = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.enum(vendorStatuses),
  shop: z.object({ shop_name: z.string() }),
  seller: z.object({ sellers_address: z.string(), sellers_city: z.string(), created_at: z.string() }),
  /** With "change" alone: the reader has accepted the waiting change as the first of two people. */
  awaits_other: z.boolean().optional(),
})
export type ApprovedVendorRow = z.infer<typeof ApprovedVendorRow>

/** A vendor who is disabled or closed, since when and why. */
export const DisabledVendorRow = ApprovedVendorRow.extend({
  disabled_at: z.string(),
  disabled_reason: z.string(),
})
export type DisabledVendorRow = z.infer<typeof DisabledVendorRow>

/** The result of a check, with the other vendor involved, if any. */
const VendorCheck = Finding.extend({
  vendor_id: z.uuid().optional(),
  vendor_name: z.string().optional(),
  vendor_status: z.enum(vendorStatuses).optional(),
})

/**
 * CNIC, tax or bank data that a vendor changed after approval. The old values stay in use until the change is decided.
 */
const VendorChange = z.object({
  id: z.uuid(),
  created_at: z.string(),
  /** Bank data needs two people: 'accepted_once' awaits a second acceptance from someone else. */
  status: z.enum(['waiting', 'accepted_once']),
  first_accepted_by: z.string().nullable(),
  /** The reader made the first acceptance, so they cannot make the second. */
  accepted_by_you: z.boolean(),
  needs_second_person: z.boolean(),
  fields: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
  /** Documents that would replace the current ones. */
  files: z.array(VendorFile),
  /** Check results for the data as it would be after the change. */
  checks: z.array(VendorCheck),
})
export type VendorChange = z.infer<typeof VendorChange>

/** Everything that a reviewer sees about one vendor. */
export const VendorReview = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.enum(vendorStatuses),
  status_since: z.string(),
  status_reason: z.string(),
  version: z.int(),
  created_at: z.string(),
  submission_number: z.int(),
  seller: Seller.nullable(),
  shop: Shop.nullable(),
  /** The front and back of the identity card, if submitted. */
  identity_files: z.array(VendorFile),
  checks: z.array(VendorCheck),
  change: VendorChange.nullable(),
  /** Fields that changed between the previous submission and the last one. */
  resubmission: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
  listings: z.object({
    pending: z.int(),
    changes_requested: z.int(),
    approved: z.int(),
    deactivated: z.int(),
    rejected: z.int(),
  }),
  /** The current decision, with the time until which it can be undone. */
  decision: Decision.nullable(),
  messages: z.array(Message),
  history: z.array(TimelineEntry),
})
export type VendorReview = z.infer<typeof VendorReview>

/** A vendor's page: the review, and the decision on changed data as long as it can be undone. */
export const VendorPage = VendorReview.extend({ change_decision: Decision.nullable() })
export type VendorPage = z.infer<typeof VendorPage>

export const revealableFields = sealedNames

const id = z.strictObject({ id: z.uuid() })
const fileOf = z.strictObject({ id: z.uuid(), file_id: z.uuid() })
const changeOf = z.strictObject({ id: z.uuid(), change_id: z.uuid() })
const verify = (action: 'view' | 'act' | 'decide' | 'export' | 'reveal') =>
  grants('Vendor Verifications', action)
const filters = {
  sellers_city: z.string().trim().min(1).max(60).optional(),
}
const changed = { answer: VendorPage, refuses: ['not-found', 'conflict'] as const }
const path = '/api/admin/sellers'
const { decide, decideWith } = decisionsAt(path, verify('decide'), VendorReview)

/** Which vendors a list shows. */
const vendorFilters = {
  list: z.enum(vendorLists).optional(),
  ...filters,
  profile: z.enum(['created', 'missing']).optional(),
  change: z.enum(['waiting']).optional(),
}

export const vendors = {
  ...matchingDecisions(
    path,
    { view: verify('view'), decide: verify('decide') },
    { verbs: ['approve', 'reject', 'request_update', 'disable', 'enable'], tried: [], many: 'vendors' },
    vendorFilters,
  ),
  ...reviewEndpoints(
    path,
    { view: verify('view'), decide: verify('decide'), resend: verify('act') },
    VendorReview,
    {
      ...{ a: texts.aVendor, many: 'vendors', sent: texts.anApplication },
    },
  ),
  disable: decideWith('disable', texts.disableSummary, CodedReasons),
  enable: decide('enable', texts.enableSummary),
  reopen: decideWith('reopen', texts.reopenSummary, Reason),
  close: decideWith('close', texts.closeSummary, CodedReasons),
  listPending: endpoint({
    method: 'GET',
    path: '/api/admin/sellers/get/pending',
    summary: 'Vendors awaiting a decision',
    access: verify('view'),
    query: listQuery(['status_since', 'created_at', 'username', 'email', 'shop_name'], {
      ...filters,
      list: z.enum(['pending', 'changes_requested', 'rejected']).optional(),
      profile: z.enum(['created', 'missing']).optional(),
    }),
    layout: 'nested',
    answer: PendingVendorRow,
    wholeByDefault: true,
  }),
  listApproved: endpoint({
    method: 'GET',
    path: '/api/admin/sellers/get/approve',
    summary: 'Approved vendors',
    access: verify('view'),
    query: listQuery(['-created_at', 'username', 'email', 'shop_name', 'sellers_city'], {
      ...filters,
      change: z.enum(['waiting']).optional(),
    }),
    layout: 'nested',
    answer: ApprovedVendorRow,
    wholeByDefault: true,
  }),
  listDisabled: endpoint({
    method: 'GET',
    path: '/api/admin/sellers/get/disable',
    summary: 'Disabled vendors, or the closed ones',
    access: verify('view'),
    query: listQuery(['-status_since', 'created_at', 'username', 'email', 'shop_name'], {
      ...filters,
      list: z.enum(['disabled', 'closed']).optional(),
    }),
    layout: 'nested',
    answer: DisabledVendorRow,
    wholeByDefault: true,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/sellers/export',
    summary:
      'Stream the vendors of a list, or the selected ones, as CSV or XLSX, without sealed numbers. Contains all fields, or the given fields in the given order',
    access: verify('export'),
    query: listQuery(['-created_at', 'status_since', 'username', 'email', 'shop_name', 'sellers_city'], {
      ...vendorFilters,
      ...selectionOf(exportedFieldNames),
    }).omit(paging),
    ...exported,
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/admin/sellers/counts',
    summary: 'How many vendors each list has',
    access: verify('view'),
    answer: z.object({
      pending: z.int(),
      changes_requested: z.int(),
      rejected: z.int(),
      approved: z.int(),
      disabled: z.int(),
      closed: z.int(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/sellers/:id',
    summary: 'One vendor, as a reviewer sees it',
    access: verify('view'),
    params: id,
    answer: VendorPage,
    refuses: ['not-found'],
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/api/admin/sellers/:id/reveal',
    summary: 'Reveal the unmasked CNIC, tax and bank numbers; each view is recorded',
    access: verify('reveal'),
    stepUp: true,
    params: id,
    body: z.strictObject({
      fields: z.array(z.enum(revealableFields)).min(1),
      /** Reveals the numbers of this pending change instead of the current ones. */
      change_id: z.uuid().optional(),
    }),
    answer: z.partialRecord(z.enum(revealableFields), z.string()),
    refuses: ['not-found'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/admin/sellers/:id/files/:file_id',
    summary: 'A picture of the shop that the vendor submitted',
    access: verify('view'),
    params: fileOf,
    layout: 'bytes',
    refuses: ['not-found'],
  }),
  paper: endpoint({
    method: 'POST',
    path: '/api/admin/sellers/:id/papers/:file_id',
    summary: 'A document with numbers (cheque copy, CNIC); each view is recorded',
    access: verify('reveal'),
    stepUp: true,
    params: fileOf,
    layout: 'bytes',
    refuses: ['not-found'],
  }),
  acceptChange: endpoint({
    method: 'POST',
    path: '/api/admin/sellers/:id/changes/:change_id/accept',
    summary:
      'Accept changed CNIC, tax or bank data, with the reason where warnings are open; bank data needs a second person',
    access: verify('decide'),
    params: changeOf,
    body: Acceptance,
    conditional: 'optional',
    // A shop record that is accepted as a whole names the shop, and each of its listings is found by that name.
    takesLong: true,
    ...changed,
  }),
  declineChange: endpoint({
    method: 'POST',
    path: '/api/admin/sellers/:id/changes/:change_id/decline',
    summary: 'Decline changed CNIC, tax or bank data with reasons',
    access: verify('decide'),
    params: changeOf,
    body: CodedReasons,
    conditional: 'optional',
    ...changed,
  }),
  undoChange: endpoint({
    method: 'POST',
    path: '/api/admin/sellers/:id/changes/undo',
    summary: 'Undo the last decision on changed data before its message is sent: the change waits again',
    access: verify('decide'),
    params: id,
    body: UndoRequest,
    takesLong: true,
    ...changed,
  }),
}
