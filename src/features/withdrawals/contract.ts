import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { BulkApproval, BulkOutcome } from '#features/decisions/contract.ts'
import { Message } from '#features/messages/contract.ts'
import { vendorStatuses } from '#features/vendors/contract.ts'
import { day } from '#kit/contract/day.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { idList } from '#kit/contract/id-list.ts'
import { rupeesTotal } from '#kit/contract/money.ts'
import { listQuery } from '#kit/contract/page.ts'
import { ibanField } from '#kit/contract/pakistan.ts'
import { Reason } from '#kit/contract/reason.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** Owners who can be paid out: vendors receive their share of sales, customers the balance of their wallet. */
export const ownerKinds = ['vendor', 'customer'] as const
export type OwnerKind = (typeof ownerKinds)[number]

export const withdrawalStatuses = ['requested', 'approved', 'paid', 'declined'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]
export const withdrawalWords: Readonly<Record<WithdrawalStatus, string>> = {
  requested: texts.requested,
  approved: texts.approved,
  paid: texts.paid,
  declined: texts.declined,
}
/** The label of a payment that the bank did not make or reversed, used on every screen. */
export const returnedWords = texts.returnedByBank

/**
 * Allowed status changes of a withdrawal: each verb with its source states and target state. The UPDATE's WHERE
 * enforces this table.
 */
export const withdrawalMoves = {
  approve: { from: ['requested'], to: 'approved' },
  decline: { from: ['requested', 'approved'], to: 'declined' },
  pay: { from: ['approved'], to: 'paid' },
  /** The bank can also reverse a payment that it had made. */
  return: { from: ['approved', 'paid'], to: 'declined' },
} as const satisfies Record<string, { from: readonly WithdrawalStatus[]; to: WithdrawalStatus }>
export type WithdrawalVerb = keyof typeof withdrawalMoves

/**
 * True when this person requested the withdrawal, so another person must approve it. A shop with only one person does
 * not require a second one.
 */
export function needsAnother(
  { status, requested_by }: { status: string; requested_by: string | null },
  personId: string,
  isSecondPersonAsked: boolean,
): boolean {
  return isSecondPersonAsked && status === 'requested' && requested_by === personId
}
/** Shown to the person who requested a withdrawal that another person must approve. */
export const ownRequestWords = texts.ownRequest

/** The requested amount must be above zero. */
export const payoutAmount = rupeesTotal.refine((text) => Number(text) > 0, texts.mustBeAboveZero)
/** The bank account of a customer's withdrawal; vendors have a bank account in their shop record. */
export const PayoutAccount = z.strictObject({
  bank_name: line(120).default(''),
  account_title: filledLine(120, texts.accountTitleRequired),
  ibn_number: ibanField,
})

export const Withdrawal = z.object({
  id: z.uuid(),
  number: z.string(),
  owner_type: z.enum(ownerKinds),
  owner_id: z.uuid(),
  owner_name: z.string(),
  amount: z.string(),
  status: z.enum(withdrawalStatuses),
  /** Declined because the bank did not make the payment or reversed it. */
  is_returned: z.boolean(),
  /**
   * Masked. A vendor's withdrawal shows the current account until the payout run is closed, and then the account that
   * was paid.
   */
  account_title: z.string(),
  ibn_number: z.string(),
  note: z.string(),
  requested_by_name: z.string(),
  requested_at: z.string(),
  approved_by_name: z.string(),
  approved_at: z.string().nullable(),
  closed_by_name: z.string(),
  closed_at: z.string().nullable(),
  reason: z.string(),
  bank_reference: z.string(),
  run: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** The newest bank file version of the run that contains this withdrawal; null if none does. */
  file_version: z.int().nullable(),
  /** The reader requested this withdrawal for the owner, so another person must approve it. */
  needs_another: z.boolean(),
  version: z.int(),
})
export type Withdrawal = z.infer<typeof Withdrawal>

/** The owner's money and bank account, as they stand now beside the decision. */
export const OwnerStanding = z.object({
  /** Left to withdraw after this withdrawal; below zero, the amount owed to the marketplace. */
  available: z.string(),
  /** A vendor's share of orders that is not available yet. */
  held: z.string(),
  /** The requested and approved withdrawals together, this one included. */
  in_progress: z.string(),
  /** The last change of a vendor's bank account; null if it never changed. */
  bank_changed_at: z.string().nullable(),
  bank_changed_by: z.string(),
  /** A change of bank or identity data waits for a decision. */
  is_change_waiting: z.boolean(),
  /**
   * Why nothing is paid to a vendor now, in words: payout runs exclude what is approved as long as this is so. Empty when
   * nothing stops it, and for customers.
   */
  why_stopped: z.string(),
  /** The number of the payout run that holds the withdrawal; empty while none does. */
  held_by_run: z.string(),
})
export type OwnerStanding = z.infer<typeof OwnerStanding>

/** One withdrawal with its owner's standing, the mails about it and its history. */
export const WithdrawalDetail = Withdrawal.extend({
  standing: OwnerStanding,
  messages: z.array(Message),
  history: z.array(TimelineEntry),
})
export type WithdrawalDetail = z.infer<typeof WithdrawalDetail>

const id = z.strictObject({ id: z.uuid() })
const BankReference = z.strictObject({
  bank_reference: filledLine(120, texts.bankReferenceRequired),
})

export const WithdrawalQuery = listQuery(['-requested_at', 'amount', 'owner_name'], {
  /** `all` is the same as none: a screen names what it shows. */
  status: z.enum([...withdrawalStatuses, 'all']).optional(),
  owner_id: z.uuid().optional(),
  from: day.optional(),
  to: day.optional(),
})

type Area = Access & { kind: 'area' }

/** Reading withdrawals, and requesting one for an owner. */
function requestsOf<B extends z.ZodRawShape>(noun: OwnerKind, path: string, access: Area, account: B) {
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `Withdrawals of ${noun}s`,
      access,
      query: WithdrawalQuery,
      layout: 'page',
      answer: Withdrawal,
    }),
    count: endpoint({
      method: 'GET',
      path: `${path}/counts`,
      summary: `The number of ${noun} withdrawals in each status`,
      access,
      answer: z.object({ requested: z.int(), approved: z.int(), paid: z.int(), declined: z.int() }),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      summary: `One ${noun} withdrawal with its mails and its history`,
      access,
      params: id,
      answer: WithdrawalDetail,
      refuses: ['not-found'],
    }),
    request: endpoint({
      method: 'POST',
      path,
      summary: `Request a withdrawal for a ${noun}; another person approves it`,
      access,
      body: z.strictObject({
        /** Made by the form: the same request again is the same withdrawal, whether its first answer arrived or not. */
        id: z.uuidv7().toLowerCase().optional(),
        owner_id: z.uuid(),
        amount: payoutAmount,
        note: line(300).default(''),
        ...account,
      }),
      answer: Withdrawal,
      status: 201,
      refuses: ['conflict'],
    }),
  }
}

/** The decisions on withdrawals. */
function decisionsOf(path: string, access: Area) {
  const decided = {
    access,
    params: id,
    answer: Withdrawal,
    refuses: ['not-found', 'conflict', 'stale'] as const,
    conditional: 'optional' as const,
  }
  return {
    approve: endpoint({
      method: 'POST',
      path: `${path}/:id/approve`,
      summary: 'Approve a withdrawal that another person requested',
      ...decided,
      stepUp: true,
    }),
    undoApproval: endpoint({
      method: 'POST',
      path: `${path}/:id/undo-approval`,
      summary: 'Take an approval back while no payout run holds the withdrawal',
      ...decided,
    }),
    decline: endpoint({
      method: 'POST',
      path: `${path}/:id/decline`,
      summary: 'Decline a withdrawal that is in no bank file, with a reason; the amount is available again',
      body: Reason,
      ...decided,
    }),
    pay: endpoint({
      method: 'POST',
      path: `${path}/:id/pay`,
      summary: 'Record a withdrawal as paid, with the bank reference',
      body: BankReference,
      ...decided,
      stepUp: true,
    }),
    return: endpoint({
      method: 'POST',
      path: `${path}/:id/return`,
      summary: 'Record a withdrawal as returned by the bank; the amount is available again',
      body: Reason,
      ...decided,
      stepUp: true,
    }),
    resend: endpoint({
      method: 'POST',
      path: `${path}/:id/messages/:message_id/resend`,
      summary: 'Send a failed mail about a withdrawal again',
      access,
      params: z.strictObject({ id: z.uuid(), message_id: z.uuid() }),
      answer: WithdrawalDetail,
      refuses: ['not-found', 'conflict'],
    }),
    standings: endpoint({
      method: 'GET',
      path: `${path}/standings`,
      summary:
        'The money and the bank account of the owners of up to 100 withdrawals, to approve them together',
      access,
      query: z.strictObject({ ids: idList(100) }),
      answer: z.array(OwnerStanding.extend({ id: z.uuid() })),
    }),
    bulkApprove: endpoint({
      method: 'POST',
      path: `${path}/bulk/approve`,
      summary: 'Approve up to 100 withdrawals; each has its own outcome',
      access,
      body: BulkApproval,
      answer: z.array(BulkOutcome),
      transactions: 'own',
      stepUp: true,
    }),
  }
}

function withdrawalsOf<B extends z.ZodRawShape>(noun: OwnerKind, path: string, access: Area, account: B) {
  return { ...requestsOf(noun, path, access, account), ...decisionsOf(path, access) }
}

export const withdrawals = {
  vendor: withdrawalsOf('vendor', '/api/admin/vendor-withdrawals', grants('Vendors', 'pay'), {}),
  customer: withdrawalsOf('customer', '/api/admin/customer-withdrawals', grants('Customer', 'pay'), {
    account: PayoutAccount,
  }),
}

export const AppliedVendorRow = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  created_at: z.string(),
  status: z.enum(vendorStatuses),
  /** Missing parts of the application, in words; empty when it is complete. */
  missing: z.array(z.string()),
})
export type AppliedVendorRow = z.infer<typeof AppliedVendorRow>

export const VendorWithdrawalRow = z.object({
  id: z.uuid(),
  username: z.string(),
  shop_name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The latest withdrawal; null if there is none. */
  withdrawal: z
    .object({
      id: z.uuid(),
      amount: z.string(),
      at: z.string(),
      status: z.enum(withdrawalStatuses),
      is_returned: z.boolean(),
    })
    .nullable(),
})
export type VendorWithdrawalRow = z.infer<typeof VendorWithdrawalRow>

export const AppliedQuery = listQuery(['created_at', 'username', 'email'], {
  list: z.enum(['pending', 'changes_requested']).optional(),
})
export const LatestQuery = listQuery(['-withdrawal_at', 'withdrawal_amount', 'username', 'email'], {
  status: z.enum(withdrawalStatuses).optional(),
})

/** The lists of the menu section Vendors: one row per person. */
export const vendorLists = {
  applied: endpoint({
    method: 'GET',
    path: '/api/admin/vendors/applied',
    summary: 'Vendors who applied to sell, with the missing parts of their application',
    access: grants('Vendors', 'view'),
    query: AppliedQuery,
    layout: 'page',
    answer: AppliedVendorRow,
  }),
  latest: endpoint({
    method: 'GET',
    path: '/api/admin/vendors/withdrawals',
    summary: 'Approved vendors, each with the latest withdrawal',
    access: grants('Vendors', 'view'),
    query: LatestQuery,
    layout: 'page',
    answer: VendorWithdrawalRow,
  }),
}
