import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { BulkApproval, BulkOutcome } from '#features/decisions/contract.ts'
import { Message } from '#features/messages/contract.ts'
import { vendorStatuses } from '#features/vendors/contract.ts'
import { day } from '#kit/contract/day.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { rupeesTotal } from '#kit/contract/money.ts'
import { listQuery } from '#kit/contract/page.ts'
import { ibanField } from '#kit/contract/pakistan.ts'
import { filledLine, filledParagraph, line } from '#kit/contract/text.ts'

/** Who is paid out: vendors their share of sales, customers what stands in their wallet. */
export const ownerKinds = ['vendor', 'customer'] as const
export type OwnerKind = (typeof ownerKinds)[number]

export const withdrawalStatuses = ['requested', 'approved', 'paid', 'declined'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]
export const withdrawalWords: Readonly<Record<WithdrawalStatus, string>> = {
  requested: 'Requested',
  approved: 'Approved',
  paid: 'Paid',
  declined: 'Declined',
}

/** The verbs that move a withdrawal, from which states, and to which. The UPDATE's WHERE enforces this table. */
export const withdrawalMoves = {
  approve: { from: ['requested'], to: 'approved' },
  decline: { from: ['requested', 'approved'], to: 'declined' },
  pay: { from: ['approved'], to: 'paid' },
  /** The bank takes back what it had paid, too. */
  return: { from: ['approved', 'paid'], to: 'declined' },
} as const satisfies Record<string, { from: readonly WithdrawalStatus[]; to: WithdrawalStatus }>
export type WithdrawalVerb = keyof typeof withdrawalMoves

/** Something asked for: nobody is paid nothing. */
export const payoutAmount = rupeesTotal.refine((text) => Number(text) > 0, 'Must be above zero')
/** Where a customer is paid; vendors have a bank account of their own. */
export const PayoutAccount = z.strictObject({
  bank_name: line(120).default(''),
  account_title: filledLine(120, 'The account title is required'),
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
  /** Masked; of a vendor, the account that stands now, and once a run was closed the one that was paid. */
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
  /** The reader asked for it on behalf of the owner: somebody else approves it. */
  needs_another: z.boolean(),
  version: z.int(),
})
export type Withdrawal = z.infer<typeof Withdrawal>

/** One withdrawal, with the mails about it to whoever asked. */
export const WithdrawalDetail = Withdrawal.extend({ messages: z.array(Message) })
export type WithdrawalDetail = z.infer<typeof WithdrawalDetail>

export const runStatuses = ['open', 'closed'] as const
export const PayoutRunRow = z.object({
  id: z.uuid(),
  number: z.string(),
  status: z.enum(runStatuses),
  created_by_name: z.string(),
  created_at: z.string(),
  closed_by_name: z.string(),
  closed_at: z.string().nullable(),
  count: z.int(),
  total: z.string(),
  /** Of those, how many the bank has not answered yet. */
  waiting: z.int(),
  version: z.int(),
})
export type PayoutRunRow = z.infer<typeof PayoutRunRow>

const PayoutLine = z.object({
  withdrawal_id: z.uuid(),
  reference: z.string(),
  owner_id: z.uuid(),
  owner_name: z.string(),
  account_title: z.string(),
  ibn_number: z.string(),
  amount: z.string(),
  status: z.enum(withdrawalStatuses),
  /** Empty for what is paid with this run. */
  excluded_why: z.string(),
  /** Empty where a rule keeps it out. */
  excluded_by_name: z.string(),
  bank_reference: z.string(),
  reason: z.string(),
})
export type PayoutLine = z.infer<typeof PayoutLine>

export const answerOutcomes = ['paid', 'returned', 'unchanged', 'differs'] as const
const PayoutAnswer = z.object({
  row_number: z.int(),
  reference: z.string(),
  bank_status: z.string(),
  bank_reference: z.string(),
  outcome: z.enum(answerOutcomes),
  message: z.string(),
})
export type PayoutAnswer = z.infer<typeof PayoutAnswer>

export const PayoutRun = PayoutRunRow.extend({
  lines: z.array(PayoutLine),
  /** What was sent, and where each rupee of it stands by now. */
  sums: z.object({ sent: z.string(), paid: z.string(), returned: z.string(), waiting: z.string() }),
  /** The bank's last file, row by row. */
  answers: z.array(PayoutAnswer),
  answered_at: z.string().nullable(),
  answered_by_name: z.string(),
})
export type PayoutRun = z.infer<typeof PayoutRun>

const id = z.strictObject({ id: z.uuid() })
const lineOf = z.strictObject({ id: z.uuid(), withdrawal_id: z.uuid() })
const Reason = z.strictObject({ reason: filledParagraph(1_000, 'A reason is required') })
const BankReference = z.strictObject({
  bank_reference: filledLine(120, 'The reference of the bank is required'),
})

function withdrawalsOf<B extends z.ZodRawShape>(
  noun: OwnerKind,
  path: string,
  access: Access & { kind: 'area' },
  account: B,
) {
  const decided = {
    access,
    params: id,
    answer: Withdrawal,
    refuses: ['not-found', 'conflict', 'stale'] as const,
    conditional: 'optional' as const,
  }
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `Withdrawals of ${noun}s`,
      access,
      query: listQuery(['-requested_at', 'amount', 'owner_name'], {
        status: z.enum(withdrawalStatuses).optional(),
        owner_id: z.uuid().optional(),
        from: day.optional(),
        to: day.optional(),
      }),
      layout: 'page',
      answer: Withdrawal,
    }),
    count: endpoint({
      method: 'GET',
      path: `${path}/counts`,
      summary: `How many withdrawals of ${noun}s stand in each state`,
      access,
      answer: z.object({ requested: z.int(), approved: z.int(), paid: z.int(), declined: z.int() }),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      summary: `One withdrawal of a ${noun}, with the mails about it`,
      access,
      params: id,
      answer: WithdrawalDetail,
      refuses: ['not-found'],
    }),
    request: endpoint({
      method: 'POST',
      path,
      summary: `Ask for a withdrawal on behalf of a ${noun}; another person approves it`,
      access,
      body: z.strictObject({
        owner_id: z.uuid(),
        amount: payoutAmount,
        note: line(300).default(''),
        ...account,
      }),
      answer: Withdrawal,
      status: 201,
      refuses: ['conflict'],
    }),
    approve: endpoint({
      method: 'POST',
      path: `${path}/:id/approve`,
      summary: 'Approve a withdrawal that somebody else asked for',
      ...decided,
      stepUp: true,
    }),
    decline: endpoint({
      method: 'POST',
      path: `${path}/:id/decline`,
      summary: 'Decline a withdrawal with a reason: the amount is available again',
      body: Reason,
      ...decided,
    }),
    pay: endpoint({
      method: 'POST',
      path: `${path}/:id/pay`,
      summary: 'Write down that a withdrawal was paid, with the reference of the bank',
      body: BankReference,
      ...decided,
      stepUp: true,
    }),
    return: endpoint({
      method: 'POST',
      path: `${path}/:id/return`,
      summary: 'Write down that the bank did not pay it or took it back: the amount is available again',
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
    bulkApprove: endpoint({
      method: 'POST',
      path: `${path}/bulk/approve`,
      summary: 'Approve up to 100 withdrawals, each with an outcome of its own',
      access,
      body: BulkApproval,
      answer: z.array(BulkOutcome),
      transactions: 'own',
      stepUp: true,
    }),
  }
}

function runsOf(noun: OwnerKind, path: string, access: Access & { kind: 'area' }) {
  const changed = {
    access,
    params: id,
    answer: PayoutRun,
    refuses: ['not-found', 'conflict'] as const,
  }
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `Payout runs of ${noun}s, the newest first`,
      access,
      query: listQuery(['-created_at'], {}).omit({ q: true }),
      layout: 'page',
      answer: PayoutRunRow,
    }),
    open: endpoint({
      method: 'POST',
      path,
      summary: 'Open a payout run and collect what is approved; one is open at a time',
      access,
      answer: PayoutRun,
      status: 201,
      refuses: ['conflict'],
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      summary: 'One payout run with its lines and what the bank answered',
      access,
      params: id,
      answer: PayoutRun,
      refuses: ['not-found'],
    }),
    collect: endpoint({
      method: 'POST',
      path: `${path}/:id/collect`,
      summary: 'Add what was approved since, and look at the rules again',
      ...changed,
    }),
    exclude: endpoint({
      method: 'POST',
      path: `${path}/:id/lines/:withdrawal_id/exclude`,
      summary: 'Keep a withdrawal out of an open run, with a reason; it waits for the next one',
      body: Reason,
      ...changed,
      params: lineOf,
    }),
    include: endpoint({
      method: 'POST',
      path: `${path}/:id/lines/:withdrawal_id/include`,
      summary: 'Take a withdrawal back into an open run',
      ...changed,
      params: lineOf,
    }),
    close: endpoint({
      method: 'POST',
      path: `${path}/:id/close`,
      summary: 'Close a run: whom it pays, where and how much never changes again',
      ...changed,
      ...{ refuses: ['not-found', 'conflict', 'stale'] as const, conditional: 'optional' as const },
      stepUp: true,
    }),
    file: endpoint({
      method: 'POST',
      path: `${path}/:id/file`,
      summary: 'The bank file of a closed run, with the account numbers in full; it is written down',
      access,
      params: id,
      layout: 'csv',
      transactions: 'own',
      stepUp: true,
      refuses: ['not-found', 'conflict'],
    }),
    answer: endpoint({
      method: 'POST',
      path: `${path}/:id/answer`,
      summary: 'Import the answer of the bank (reference, status, bank reference), each row with its outcome',
      ...changed,
      upload: { maxBytes: 5 * 1024 * 1024 },
      transactions: 'own',
      stepUp: true,
    }),
  }
}

export const withdrawals = {
  vendor: withdrawalsOf('vendor', '/api/admin/vendor-withdrawals', grants('Vendors', 'pay'), {}),
  customer: withdrawalsOf('customer', '/api/admin/customer-withdrawals', grants('Customer', 'pay'), {
    account: PayoutAccount,
  }),
}

export const payouts = {
  vendor: runsOf('vendor', '/api/admin/vendor-payouts', grants('Vendors', 'pay')),
  customer: runsOf('customer', '/api/admin/customer-payouts', grants('Customer', 'pay')),
}

export const AppliedVendorRow = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  created_at: z.string(),
  status: z.enum(vendorStatuses),
  /** What the application still lacks, in words; empty when it is complete. */
  missing: z.array(z.string()),
})
export type AppliedVendorRow = z.infer<typeof AppliedVendorRow>

export const VendorWithdrawalRow = z.object({
  id: z.uuid(),
  username: z.string(),
  shop_name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The latest withdrawal; null where there was none. */
  withdrawal: z
    .object({ id: z.uuid(), amount: z.string(), at: z.string(), status: z.enum(withdrawalStatuses) })
    .nullable(),
})
export type VendorWithdrawalRow = z.infer<typeof VendorWithdrawalRow>

/** The lists of the menu section Vendors: one row a person. */
export const vendorLists = {
  applied: endpoint({
    method: 'GET',
    path: '/api/admin/vendors/applied',
    summary: 'Who has applied to sell, with what is missing',
    access: grants('Vendors', 'view'),
    query: listQuery(['created_at', 'username', 'email'], {
      list: z.enum(['pending', 'changes_requested']).optional(),
    }),
    layout: 'page',
    answer: AppliedVendorRow,
  }),
  latest: endpoint({
    method: 'GET',
    path: '/api/admin/vendors/withdrawals',
    summary: 'Approved vendors, each with the latest withdrawal',
    access: grants('Vendors', 'view'),
    query: listQuery(['-withdrawal_at', 'withdrawal_amount', 'username', 'email'], {
      status: z.enum(withdrawalStatuses).optional(),
    }),
    layout: 'page',
    answer: VendorWithdrawalRow,
  }),
}
