import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { day } from '#kit/contract/day.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { Reason } from '#kit/contract/reason.ts'
import { filledLine } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** The outcomes of a row in a courier's statement. */
export const settlementOutcomes = [
  'matched',
  'short_paid',
  'over_paid',
  'unknown',
  'already_settled',
  'not_delivered',
  'unreadable',
] as const
export type SettlementOutcome = (typeof settlementOutcomes)[number]
export const outcomeWords: Readonly<Record<SettlementOutcome, string>> = {
  matched: texts.matched,
  short_paid: texts.shortPaid,
  over_paid: texts.overPaid,
  unknown: texts.unknownTracking,
  already_settled: texts.alreadySettled,
  not_delivered: texts.notDelivered,
  unreadable: texts.notReadable,
}
/** The outcomes that are written to the ledger; rows with other outcomes are only shown. */
export const settlingOutcomes: readonly SettlementOutcome[] = ['matched', 'short_paid', 'over_paid']
/** The outcomes without effect whose cause can go away, so that the row can be judged again. */
export const passingOutcomes: readonly SettlementOutcome[] = ['unknown', 'not_delivered', 'already_settled']

/** A difference is open until a later row settles it or a person accepts it. */
const differences = ['none', 'open', 'accepted', 'settled'] as const

const StatementRow = z.object({
  row_number: z.int(),
  tracking_number: z.string(),
  order_reference: z.string(),
  day: z.string(),
  /** Null if the file has no valid amount. */
  cash: z.string().nullable(),
  fee: z.string().nullable(),
  tax: z.string().nullable(),
  net: z.string().nullable(),
  /** The cash of the parcel that the courier held before this row. */
  expected: z.string().nullable(),
  /** The row's cash less the expected cash: below zero, the row is short. */
  gap: z.string().nullable(),
  outcome: z.enum(settlementOutcomes),
  message: z.string(),
  order: z.object({ id: z.uuid(), order_number: z.string() }).nullable(),
})
export type StatementRow = z.infer<typeof StatementRow>

const SettlementRow = StatementRow.extend({
  id: z.uuid(),
  difference: z.enum(differences),
  closed_by_name: z.string(),
  closed_at: z.string().nullable(),
  closed_why: z.string(),
})
export type SettlementRow = z.infer<typeof SettlementRow>

const sums = {
  /** The number of rows in the file, and the number of rows written to the ledger. */
  rows: z.int(),
  settled: z.int(),
  /** Sums of the rows written to the ledger. */
  cash: z.string(),
  fee: z.string(),
  tax: z.string(),
  net: z.string(),
  /** The net amount of the whole file, as stated by the courier. */
  stated: z.string(),
}

/** What importing a file, or settling what is left of one, would do; nothing is stored. */
export const SettlementCheck = z.object({
  courier: z.string(),
  ...sums,
  /** A hash of this check: a call that confirms it refuses to do anything else. */
  seen: z.string(),
  lines: z.array(StatementRow),
})
export type SettlementCheck = z.infer<typeof SettlementCheck>

export const Settlement = z.object({
  id: z.uuid(),
  number: z.string(),
  courier: z.string(),
  reference: z.string(),
  /** The day in Asia/Karachi when the payment arrived. */
  paid_on: z.string(),
  ...sums,
  /** The number of rows with an open difference, and the sum of the differences: below zero, money is missing. */
  open: z.int(),
  open_gap: z.string(),
  imported_by_name: z.string(),
  imported_at: z.string(),
  undone_by_name: z.string(),
  undone_at: z.string().nullable(),
  undone_why: z.string(),
})
export type Settlement = z.infer<typeof Settlement>

export const SettlementDetail = Settlement.extend({
  lines: z.array(SettlementRow),
  /** Why the settlement cannot be undone, in words; empty when it can. */
  stays_why: z.string(),
  history: z.array(TimelineEntry),
})
export type SettlementDetail = z.infer<typeof SettlementDetail>

/** The cash that one courier still holds. */
export const CourierCash = z.object({
  courier: z.string(),
  parts: z.int(),
  cash: z.string(),
  /** When the oldest of this cash was collected. */
  oldest_at: z.string().nullable(),
  overdue_parts: z.int(),
  overdue_cash: z.string(),
  /** Differences that are open: settled with a different amount and not accepted by anybody. */
  open: z.int(),
  open_gap: z.string(),
  last_paid_on: z.string().nullable(),
})
export type CourierCash = z.infer<typeof CourierCash>

const id = z.strictObject({ id: z.uuid() })
const courier = filledLine(60, texts.chooseTheCourier)
const upload = { maxBytes: 5 * 1024 * 1024 }
const see = grants('Orders', 'view')
const decide = grants('Orders', 'decide')
const path = '/api/admin/settlements'

export const ImportQuery = z.strictObject({
  courier,
  reference: filledLine(120, texts.referenceRequired),
  paid_on: day,
  seen: z.string().regex(/^[0-9a-f]{64}$/, texts.checkTheFileFirst),
})

export const settlements = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Settlements of couriers, newest first',
    access: see,
    query: listQuery(['-imported_at', 'paid_on', 'courier'], {
      courier: courier.optional(),
      difference: z.enum(['open']).optional(),
    }),
    layout: 'page',
    answer: Settlement,
  }),
  couriers: endpoint({
    method: 'GET',
    path: `${path}/couriers`,
    summary: 'The cash that each courier has collected and not settled, oldest first',
    access: see,
    answer: z.array(CourierCash),
  }),
  check: endpoint({
    method: 'POST',
    path: `${path}/check`,
    summary: 'Preview a courier statement, row by row; nothing is stored',
    access: decide,
    query: z.strictObject({ courier }),
    upload,
    writes: false,
    answer: SettlementCheck,
    refuses: ['conflict'],
  }),
  import: endpoint({
    method: 'POST',
    path,
    summary: 'Settle a courier statement exactly as previewed; each statement once',
    access: decide,
    query: ImportQuery,
    upload,
    answer: SettlementDetail,
    status: 201,
    refuses: ['conflict'],
    stepUp: true,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One settlement with the outcome of each row and its history',
    access: see,
    params: id,
    answer: SettlementDetail,
    refuses: ['not-found'],
  }),
  export: endpoint({
    method: 'GET',
    path: `${path}/:id/differences`,
    summary: 'The rows of a settlement that did not match, as a CSV file; the export is recorded',
    access: grants('Orders', 'export'),
    params: id,
    layout: 'csv',
    writes: true,
    guarded: true,
    transactions: 'own',
    refuses: ['not-found'],
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}/:id/undo`,
    summary: 'Undo a settlement as a whole, unless something depends on it',
    access: decide,
    params: id,
    body: Reason,
    answer: SettlementDetail,
    refuses: ['not-found', 'conflict'],
    stepUp: true,
  }),
  judge: endpoint({
    method: 'POST',
    path: `${path}/:id/judge`,
    summary: 'Preview what the rows of a settlement that had no effect would do now; nothing is stored',
    access: decide,
    params: id,
    writes: false,
    answer: SettlementCheck,
    refuses: ['not-found', 'conflict'],
  }),
  settleRows: endpoint({
    method: 'POST',
    path: `${path}/:id/judge/confirm`,
    summary: 'Settle the rows of a settlement that had no effect exactly as previewed',
    access: decide,
    params: id,
    body: z.strictObject({
      seen: z.string().regex(/^[0-9a-f]{64}$/, texts.checkTheRowsFirst),
    }),
    answer: SettlementDetail,
    refuses: ['not-found', 'conflict'],
    stepUp: true,
  }),
  accept: endpoint({
    method: 'POST',
    path: `${path}/:id/rows/:row_id/accept`,
    summary: 'Accept an open difference with a reason; the difference is written off',
    access: decide,
    params: z.strictObject({ id: z.uuid(), row_id: z.uuid() }),
    body: Reason,
    answer: SettlementDetail,
    refuses: ['not-found', 'conflict'],
    stepUp: true,
  }),
}
