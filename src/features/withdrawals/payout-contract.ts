import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { day } from '#kit/contract/day.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { Reason } from '#kit/contract/reason.ts'
import { line } from '#kit/contract/text.ts'
import { type OwnerKind, withdrawalStatuses } from './contract.ts'
import { texts } from './texts.ts'

const runStatuses = ['open', 'closed'] as const
export const PayoutRunRow = z.object({
  id: z.uuid(),
  number: z.string(),
  status: z.enum(runStatuses),
  created_by_name: z.string(),
  created_at: z.string(),
  closed_by_name: z.string(),
  closed_at: z.string().nullable(),
  /** The last day (Asia/Karachi) on which its withdrawals were requested; null if it takes them whenever they were. */
  requested_until: z.string().nullable(),
  count: z.int(),
  total: z.string(),
  /** A bank file was made, so that the payments may be with the bank. */
  has_file: z.boolean(),
  /** The number of those payments that are not paid and not returned yet. */
  waiting: z.int(),
  /** How many of these no bank file of the run holds. */
  in_no_file: z.int(),
  /** Exceptions from bank answers that are not settled yet. */
  exceptions: z.int(),
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
  is_returned: z.boolean(),
  /** Empty for a payment that this run includes. */
  excluded_why: z.string(),
  /** Empty if a rule excludes the payment. */
  excluded_by_name: z.string(),
  bank_reference: z.string(),
  reason: z.string(),
})
export type PayoutLine = z.infer<typeof PayoutLine>

/** A version of the bank file; its content never changes. */
const PayoutFile = z.object({
  version: z.int(),
  /** The version that this one replaces. */
  replaces: z.int().nullable(),
  count: z.int(),
  total: z.string(),
  made_by_name: z.string(),
  made_at: z.string(),
  /** This is the newest version, and it contains exactly the payments that are due now. */
  is_current: z.boolean(),
})
export type PayoutFile = z.infer<typeof PayoutFile>

/** A payment of a closed run that the next bank file does not hold, and the reason; not what was paid or ended since the newest file. */
const LeftOut = z.object({
  withdrawal_id: z.uuid(),
  reference: z.string(),
  amount: z.string(),
  why: z.string(),
})

const answerOutcomes = ['paid', 'returned', 'unchanged', 'differs'] as const
/** The choices for settling an exception, a bank row that did not match a payment. */
export const exceptionChoices = ['paid', 'returned', 'no_action'] as const
export type ExceptionChoice = (typeof exceptionChoices)[number]
export const choiceWords: Readonly<Record<ExceptionChoice, string>> = {
  paid: texts.bookedAsPaid,
  returned: texts.bookedAsReturnedByBank,
  no_action: texts.noAction,
}

const AnswerRow = z.object({
  row_number: z.int(),
  reference: z.string(),
  bank_status: z.string(),
  bank_reference: z.string(),
  bank_reason: z.string(),
  /** The bank's amount, or the sent amount if the bank gives none; null if neither is known. */
  amount: z.string().nullable(),
  withdrawal_id: z.uuid().nullable(),
  outcome: z.enum(answerOutcomes),
  message: z.string(),
})
export type AnswerRow = z.infer<typeof AnswerRow>

const PayoutAnswer = AnswerRow.extend({
  id: z.uuid(),
  /** The number of the bank answer that contains this row. */
  number: z.int(),
  settled_as: z.enum(['', ...exceptionChoices]),
  settled_by_name: z.string(),
  settled_at: z.string().nullable(),
  settled_why: z.string(),
})
export type PayoutAnswer = z.infer<typeof PayoutAnswer>

const sums = {
  rows: z.int(),
  paid: z.int(),
  paid_total: z.string(),
  returned: z.int(),
  returned_total: z.string(),
  unchanged: z.int(),
  exceptions: z.int(),
  exceptions_total: z.string(),
}

/** A preview of what booking a bank answer would do; nothing is stored. */
export const AnswerCheck = z.object({
  ...sums,
  /** Identifies the preview: booking is refused if the answer would now do anything else. */
  seen: z.string(),
  answers: z.array(AnswerRow),
})
export type AnswerCheck = z.infer<typeof AnswerCheck>

/** A booked bank answer. */
const BankAnswer = z.object({
  ...sums,
  number: z.int(),
  by_name: z.string(),
  at: z.string(),
  undone_by_name: z.string(),
  undone_at: z.string().nullable(),
  undone_why: z.string(),
  /** Why this answer cannot be undone, in words; empty when it can. */
  stays_why: z.string(),
})
export type BankAnswer = z.infer<typeof BankAnswer>

export const PayoutRun = PayoutRunRow.extend({
  lines: z.array(PayoutLine),
  /** The payments that a bank file made now holds: approved, not stopped, to the account of the vendor now, and without an open exception. */
  due: z.object({ count: z.int(), total: z.string() }),
  /** Included payments: `sent` in a bank file, and once there is one, `in_no_file` what is open and in none. */
  sums: z.object({
    sent: z.string(),
    paid: z.string(),
    returned: z.string(),
    waiting: z.string(),
    cancelled: z.string(),
    in_no_file: z.string(),
  }),
  /** Newest first. */
  files: z.array(PayoutFile),
  left_out: z.array(LeftOut),
  /** The bank answers, newest first. */
  imports: z.array(BankAnswer),
  /** The rows of the newest answer that was not undone, and the exceptions of earlier answers. */
  answers: z.array(PayoutAnswer),
  answered_at: z.string().nullable(),
  answered_by_name: z.string(),
  history: z.array(TimelineEntry),
})
export type PayoutRun = z.infer<typeof PayoutRun>

const id = z.strictObject({ id: z.uuid() })
const lineOf = z.strictObject({ id: z.uuid(), withdrawal_id: z.uuid() })
const upload = { maxBytes: 5 * 1024 * 1024 }

/** How a person settles an exception, and why. */
export const ExceptionDecision = z
  .strictObject({
    choice: z.enum(exceptionChoices),
    ...Reason.shape,
    bank_reference: line(120).default(''),
  })
  .refine(({ choice, bank_reference }) => choice !== 'paid' || bank_reference !== '', {
    path: ['bank_reference'],
    message: texts.bankReferenceRequired,
  })

/** Which bank reply is undone, and why. */
const Undoing = Reason.extend({
  /** The number of the reply that the person saw: a newer one is never undone in its place. */
  number: z.int().min(1),
})

type Area = Access & { kind: 'area' }

const changedBy = (access: Area) => ({
  access,
  params: id,
  answer: PayoutRun,
  refuses: ['not-found', 'conflict'] as const,
})

/** The calls on a run and its payments, until the run is closed. */
function runsOf(noun: OwnerKind, path: string, access: Area) {
  const changed = changedBy(access)
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `Payout runs of ${noun}s, newest first`,
      access,
      query: listQuery(['-created_at'], {}).omit({ q: true }),
      layout: 'page',
      answer: PayoutRunRow,
    }),
    open: endpoint({
      method: 'POST',
      path,
      summary:
        'Open a payout run and collect the approved withdrawals, all of them or those requested up to a day; only one run can be open at a time',
      access,
      query: z.strictObject({
        /** The last day of the requests in Asia/Karachi, included. */
        requested_until: day.optional(),
      }),
      answer: PayoutRun,
      status: 201,
      refuses: ['conflict'],
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      summary:
        'One payout run with its lines, the versions of its bank file, the bank replies and its history',
      access,
      params: id,
      answer: PayoutRun,
      refuses: ['not-found'],
    }),
    collect: endpoint({
      method: 'POST',
      path: `${path}/:id/collect`,
      summary: 'Add withdrawals approved since, and apply the rules again',
      ...changed,
    }),
    exclude: endpoint({
      method: 'POST',
      path: `${path}/:id/lines/:withdrawal_id/exclude`,
      summary: 'Exclude a withdrawal from an open run, with a reason; the next run collects it',
      body: Reason,
      ...changed,
      params: lineOf,
    }),
    include: endpoint({
      method: 'POST',
      path: `${path}/:id/lines/:withdrawal_id/include`,
      summary: 'Include a withdrawal in an open run again',
      ...changed,
      params: lineOf,
    }),
    close: endpoint({
      method: 'POST',
      path: `${path}/:id/close`,
      summary: 'Close a run: its payees, accounts and amounts cannot change afterwards',
      ...changed,
      ...{ refuses: ['not-found', 'conflict', 'stale'] as const, conditional: 'optional' as const },
      stepUp: true,
    }),
    discard: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: 'Discard an open run, of which nothing was sent; the next run collects its withdrawals',
      access,
      params: id,
      layout: 'none',
      status: 204,
      refuses: ['not-found', 'conflict', 'stale'],
      conditional: 'optional',
    }),
  }
}

/** The calls on the bank file of a closed run and on the replies of the bank. */
function bankFilesOf(path: string, access: Area) {
  const changed = changedBy(access)
  return {
    file: endpoint({
      method: 'POST',
      path: `${path}/:id/file`,
      summary:
        'The bank file of a closed run, with unmasked account numbers of the approved and unpaid payments. Returns the same bytes while nothing changes, and a new version after a change; each download is recorded',
      access,
      params: id,
      query: z.strictObject({
        /** An older version for the record; if omitted, the payments that are due now. */
        version: z.coerce.number().int().min(1).max(10_000).optional(),
      }),
      layout: 'csv',
      transactions: 'own',
      stepUp: true,
      refuses: ['not-found', 'conflict'],
    }),
    check: endpoint({
      method: 'POST',
      path: `${path}/:id/answer/check`,
      summary: 'Preview a bank reply (reference, status, bank reference), row by row; nothing is stored',
      access,
      params: id,
      upload,
      writes: false,
      answer: AnswerCheck,
      refuses: ['not-found', 'conflict'],
    }),
    answer: endpoint({
      method: 'POST',
      path: `${path}/:id/answer`,
      summary: 'Book a bank reply exactly as previewed, as a whole or not at all; each reply once',
      ...changed,
      query: z.strictObject({
        seen: z.string().regex(/^[0-9a-f]{64}$/, texts.checkTheFileFirst),
      }),
      upload,
      stepUp: true,
    }),
    undo: endpoint({
      method: 'POST',
      path: `${path}/:id/answer/undo`,
      summary: 'Undo the newest bank reply, named by its number, as a whole, unless something depends on it',
      body: Undoing,
      ...changed,
      stepUp: true,
    }),
    settle: endpoint({
      method: 'POST',
      path: `${path}/:id/exceptions/:answer_id/settle`,
      summary: 'Settle an exception: book it as paid or returned, or take no action',
      body: ExceptionDecision,
      ...changed,
      params: z.strictObject({ id: z.uuid(), answer_id: z.uuid() }),
      stepUp: true,
    }),
  }
}

function payoutsOf(noun: OwnerKind, path: string, access: Area) {
  return { ...runsOf(noun, path, access), ...bankFilesOf(path, access) }
}

export const payouts = {
  vendor: payoutsOf('vendor', '/api/admin/vendor-payouts', grants('Vendors', 'pay')),
  customer: payoutsOf('customer', '/api/admin/customer-payouts', grants('Customer', 'pay')),
}
