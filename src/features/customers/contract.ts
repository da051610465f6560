import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { BulkApproval, Decision, decisionsAt } from '#features/decisions/contract.ts'
import { matchingDecisions } from '#features/decisions/matching-contract.ts'
import { chosenShape, saysSomething } from '#features/decisions/reasons/choice-contract.ts'
import { day } from '#kit/contract/day.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { exported, paging, selectionOf } from '#kit/contract/export.ts'
import { listQuery } from '#kit/contract/page.ts'
import { line } from '#kit/contract/text.ts'
import { exportedFieldNames } from './export-contract.ts'
import { texts } from './texts.ts'

export const customerStatuses = ['pending', 'approved', 'disabled'] as const
export type CustomerStatus = (typeof customerStatuses)[number]

/**
 * Allowed status changes of a customer: each verb with its source states and target state. The UPDATE's WHERE enforces
 * this table.
 */
export const customerMoves = {
  approve: { from: ['pending'], to: 'approved' },
  disable: { from: ['pending', 'approved'], to: 'disabled' },
  enable: { from: ['disabled'], to: 'approved' },
} as const satisfies Record<string, { from: readonly CustomerStatus[]; to: CustomerStatus }>
/** The fields of a customer that reasons can concern. */
export const reasonLabels: Readonly<Record<string, string>> = {
  username: texts.nameHeading,
  email: texts.emailHeading,
  phone: texts.phoneHeading,
  city: texts.city,
  address: texts.address,
}
export type CustomerVerb = keyof typeof customerMoves

/**
 * The label of a customer wherever their name would outlive an erasure: in the audit log, in mails to colleagues and in
 * file names.
 */
export function customerNumber(id: string): string {
  return `C-${id.slice(-8).toUpperCase()}`
}

/** A row of the customer lists. Amounts are decimal rupee strings. */
export const CustomerRow = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string(),
  /** The picture's name, served under /media/<image>.webp; empty if the default image is shown. */
  image: z.string(),
  status: z.enum(customerStatuses),
  status_since: z.string(),
  status_reason: z.string(),
  created_at: z.string(),
  erased_at: z.string().nullable(),
  /** Declined orders are left out here and in the total. */
  orders_count: z.int(),
  orders_total: z.string(),
  last_order_at: z.string().nullable(),
  /** Parts of orders that were sent and came back undelivered. */
  refused_count: z.int(),
  /** The latest withdrawal; null if the customer never requested one. */
  withdrawal: z
    .object({
      id: z.uuid().nullable(),
      amount: z.string(),
      at: z.string(),
      status: z.string(),
      /** Declined because the bank did not make the payment or reversed it. */
      is_returned: z.boolean(),
    })
    .nullable(),
  version: z.int(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

/** One wallet movement; a positive amount is money received. */
export const WalletLine = z.object({
  id: z.uuid(),
  at: z.string(),
  kind: z.string(),
  words: z.string(),
  amount: z.string(),
  order_id: z.uuid().nullable(),
  order_number: z.string().nullable(),
})
export type WalletLine = z.infer<typeof WalletLine>

/** One customer with everything related to them; orders and notes have their own calls. */
export const CustomerDetail = CustomerRow.extend({
  address: z.string(),
  external_id: z.string(),
  /** Includes declined orders, so the count matches the customer's order list. */
  orders_in_all: z.int(),
  wallet: z.object({
    balance: z.string(),
    /** The latest 20 movements. */
    lines: z.array(WalletLine),
    /** Requested or approved, and not yet paid. */
    in_progress: z.string(),
    /** The latest ten withdrawals. */
    withdrawals: z.array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        amount: z.string(),
        status: z.string(),
        is_returned: z.boolean(),
        requested_at: z.string(),
      }),
    ),
  }),
  decision: Decision.nullable(),
  history: z.array(TimelineEntry),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

const ExportedNote = z.object({ written_by: z.string(), written_at: z.string(), text: z.string() })

const ExportedOrder = z.object({
  order_number: z.string(),
  placed_at: z.string(),
  order_status: z.string(),
  payment_status: z.string(),
  payment_method: z.string(),
  customer_name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  area: z.string(),
  landmark: z.string(),
  city: z.string(),
  province: z.string(),
  device_os: z.string(),
  customer_note: z.string(),
  total_bill: z.string(),
  lines: z.array(
    z.object({ sku: z.string(), product_name: z.string(), quantity: z.int(), line_total: z.string() }),
  ),
  notes: z.array(ExportedNote),
})

/** Everything that is stored about a person, for a data export that they request. */
export const CustomerExport = z.object({
  exported_at: z.string(),
  customer_number: z.string(),
  profile: z.object({
    id: z.uuid(),
    external_id: z.string(),
    username: z.string(),
    email: z.string(),
    phone: z.string(),
    city: z.string(),
    address: z.string(),
    /** A data URI; empty if there is no picture. */
    picture: z.string(),
    status: z.enum(customerStatuses),
    status_since: z.string(),
    status_reason: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    erased_at: z.string().nullable(),
  }),
  orders: z.array(ExportedOrder),
  wallet: z.object({ balance: z.string(), lines: z.array(WalletLine) }),
  withdrawals: z.array(
    z.object({
      number: z.string(),
      amount: z.string(),
      status: z.string(),
      requested_at: z.string(),
      account_title: z.string(),
      bank_name: z.string(),
      ibn_number: z.string(),
      note: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      order_number: z.string(),
      amount: z.string(),
      status: z.string(),
      method: z.string(),
      granted_at: z.string(),
      reason: z.string(),
      account_title: z.string(),
      ibn_number: z.string(),
    }),
  ),
  /** The group e-mails to them, with the address that each went to. */
  group_emails: z.array(
    z.object({
      subject: z.string(),
      address: z.string(),
      status: z.string(),
      sent_at: z.string().nullable(),
    }),
  ),
  notes: z.array(ExportedNote),
  audit: z.array(TimelineEntry.omit({ actor_kind: true })),
})
export type CustomerExport = z.infer<typeof CustomerExport>

const id = z.strictObject({ id: z.uuid() })
const manage = (action: 'view' | 'act' | 'decide' | 'export') => grants('Customer', action)
const { decide, decideWith, undo, bulk, choices, check } = decisionsAt(
  '/api/admin/customers',
  manage('decide'),
  CustomerDetail,
)

/** Why a customer is disabled: chosen reasons, words of one's own, or both. */
export const Disabling = z
  .strictObject(chosenShape)
  .refine(saysSomething, { path: ['reason'], error: texts.writeAReason })

const sorts = [
  'created_at',
  'status_since',
  'username',
  'email',
  'city',
  'withdrawal_amount',
  'withdrawal_at',
  'orders_count',
  'orders_total',
  'last_order_at',
  'refused_count',
] as const

/** Which customers a list shows. */
const customerFilters = {
  list: z.enum([...customerStatuses, 'all']).optional(),
  /** Range of registration days in Asia/Karachi, both days included. */
  from: day.optional(),
  to: day.optional(),
  city: line(60).optional(),
}

export const customers = {
  ...matchingDecisions(
    '/api/admin/customers',
    { view: manage('view'), decide: manage('decide') },
    { verbs: ['approve', 'disable', 'enable'], tried: [], many: 'customers' },
    customerFilters,
  ),
  approve: decide('approve', texts.approveSummary),
  disable: decideWith('disable', texts.disableSummary, Disabling),
  enable: decide('enable', texts.enableSummary),
  undo: undo(texts.undoSummary),
  bulkApprove: bulk('approve', texts.bulkApproveSummary, BulkApproval),
  bulkCheck: check(texts.bulkCheckSummary),
  choices: choices(texts.choicesSummary),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/customers',
    summary: 'Customers; with `list`, those of one list',
    access: manage('view'),
    query: listQuery(sorts, customerFilters),
    layout: 'page',
    answer: CustomerRow,
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/admin/customers/export',
    summary:
      'Stream the customers of a list, or the selected ones, as CSV or XLSX. Contains all fields, or the given fields in the given order',
    access: manage('export'),
    query: listQuery(sorts, {
      ...customerFilters,
      ...selectionOf(exportedFieldNames),
    }).omit(paging),
    ...exported,
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/admin/customers/counts',
    summary: 'The number of customers in each list',
    access: manage('view'),
    answer: z.object({ pending: z.int(), approved: z.int(), disabled: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/customers/:id',
    summary: 'One customer with wallet and history',
    access: manage('view'),
    params: id,
    answer: CustomerDetail,
    refuses: ['not-found'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/customers/:id/export',
    summary: 'All data stored about a customer, for a data export; the export is recorded',
    access: manage('export'),
    // The export contains full account numbers.
    stepUp: true,
    params: id,
    answer: CustomerExport,
    refuses: ['not-found'],
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/admin/customers/:id/erase',
    summary:
      'Erase the name, email, phone, address and picture of a customer, also on their orders; money and audit log stay',
    access: manage('decide'),
    stepUp: true,
    transactions: 'own',
    params: id,
    answer: CustomerDetail,
    refuses: ['not-found', 'conflict'],
    conditional: 'optional',
  }),
}
