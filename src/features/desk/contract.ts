import { z } from 'zod'
import { grants, grantsAny } from '#features/access/contract.ts'
import { day } from '#kit/contract/day.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { filledLine } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** What waits for a decision, in the order in which it is shown. */
export const deskKinds = ['vendor', 'vendor_change', 'product', 'product_revision', 'customer'] as const
export type DeskKind = (typeof deskKinds)[number]

/** Who may see what waits of each kind. */
export const deskAccess: Readonly<Record<DeskKind, Access>> = {
  vendor: grants('Vendor Verifications', 'view'),
  vendor_change: grants('Vendor Verifications', 'view'),
  product: grants('Products', 'view'),
  product_revision: grants('Products', 'view'),
  customer: grants('Customer', 'view'),
}

/** The record whose data waits: claims and assignments are of it, whatever of it waits. */
export const recordKinds = {
  vendor: 'vendor',
  vendor_change: 'vendor',
  product: 'product',
  product_revision: 'product',
  customer: 'customer',
} as const satisfies Record<DeskKind, string>
type RecordKind = (typeof recordKinds)[DeskKind]

/** Who may decide on records of each kind, and ask others to. */
export const decidingAccess = {
  vendor: grants('Vendor Verifications', 'decide'),
  product: grants('Products', 'decide'),
  customer: grants('Customer', 'decide'),
} satisfies Record<RecordKind, Access>

/** How many late records of one kind are counted: the number says that there are so many or more. */
export const mostCounted = 1_000

const Person = z.object({ id: z.uuid(), name: z.string() })

/** A record that waits for a decision. */
export const DeskItem = z.object({
  id: z.uuid(),
  kind: z.enum(deskKinds),
  name: z.string(),
  vendor: Person.nullable(),
  category: z.string(),
  /** The sum of what the checks found of a listing; 0 for other records. */
  risk: z.int(),
  /** False for a listing whose present version has not been checked. */
  is_checked: z.boolean(),
  waiting_since: z.string(),
  /** When the limit of its kind ends, counted in working hours. */
  due_at: z.string(),
  is_late: z.boolean(),
  /** Who is reviewing it now. */
  reviewer: Person.nullable(),
  reviewing_since: z.string().nullable(),
  assignee: Person.nullable(),
  /** True if the reader has accepted the change as the first of two people, so that a colleague has to confirm it. */
  awaits_other: z.boolean(),
  /** The address of its screen. */
  path: z.string(),
})
export type DeskItem = z.infer<typeof DeskItem>

/** What became of one of several records that were assigned together. */
export const AssignOutcome = z.object({
  id: z.uuid(),
  name: z.string(),
  outcome: z.enum(['done', 'unchanged', 'refused']),
  message: z.string(),
  /** Who was asked to review it before. */
  before: Person.nullable(),
})
export type AssignOutcome = z.infer<typeof AssignOutcome>

const hours = z.int().min(1).max(1_000)
const weekday = z.int().min(0).max(6)

export const ReviewLimits = z
  .strictObject({
    vendor: hours,
    vendor_change: hours,
    product: hours,
    product_revision: hours,
    customer: hours,
    /** Hours of the day in Asia/Karachi. */
    opens_at: z.int().min(0).max(23),
    closes_at: z.int().min(1).max(24),
    /** Days of the week without work: 0 is Sunday. */
    weekend: z
      .array(weekday)
      .max(6, texts.oneWorkingDay)
      .transform((days) => [...new Set(days)].sort()),
    holidays: z
      .array(z.strictObject({ day, name: filledLine(80, texts.nameTheHoliday) }))
      .max(100)
      .refine((all) => new Set(all.map((one) => one.day)).size === all.length, texts.eachDayOnce),
  })
  .refine(({ opens_at, closes_at }) => closes_at > opens_at, {
    path: ['closes_at'],
    message: texts.closesAfterOpening,
  })
export type ReviewLimits = z.infer<typeof ReviewLimits>

/** The limits as they are stored. */
const SavedLimits = z.object({
  ...{ vendor: z.int(), vendor_change: z.int(), product: z.int(), product_revision: z.int() },
  ...{ customer: z.int(), opens_at: z.int(), closes_at: z.int(), version: z.int() },
  weekend: z.array(z.int()),
  holidays: z.array(z.object({ day: z.string(), name: z.string() })),
})
export type SavedLimits = z.infer<typeof SavedLimits>

export const desk = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/desk',
    summary: 'Everything that waits for a decision and that you may see, oldest first',
    access: { kind: 'signed-in' },
    query: listQuery(['waiting_since', 'risk'], {
      kind: z.enum(deskKinds).optional(),
      vendor_id: z.uuid().optional(),
      category_id: z.uuid().optional(),
      late: z.enum(['yes']).optional(),
      /** What the reader was asked to review or is reviewing. */
      mine: z.enum(['yes']).optional(),
    }).omit({ q: true }),
    layout: 'page',
    answer: DeskItem,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/admin/desk/counts',
    summary: 'How many records of each kind wait, how many of them are late, and since when the oldest waits',
    access: { kind: 'signed-in' },
    answer: z.object({
      kinds: z.array(
        z.object({
          kind: z.enum(deskKinds),
          waiting: z.int(),
          /** Counted up to `mostCounted`. */
          late: z.int(),
          /** Assigned to the reader or claimed by them; counted up to `mostCounted`. */
          mine: z.int(),
          oldest_since: z.string().nullable(),
        }),
      ),
      /** Of all kinds together, each as far as it was counted. */
      mine: z.int(),
    }),
  }),
  bulkAssign: endpoint({
    method: 'POST',
    path: '/api/admin/desk/bulk/assign',
    summary: 'Ask a colleague to review up to 100 records, or nobody, with an outcome for each',
    access: grantsAny(decidingAccess.vendor, decidingAccess.product, decidingAccess.customer),
    body: z.strictObject({
      items: z
        .array(z.strictObject({ kind: z.enum(deskKinds), id: z.uuid() }))
        .min(1)
        .max(100),
      /** Null asks nobody. */
      person_id: z.uuid().nullable(),
      /** Only where this person is asked now, or nobody (null): an assignment of somebody else since then stays. */
      from: z.uuid().nullable().optional(),
    }),
    answer: z.array(AssignOutcome),
    transactions: 'own',
  }),
  limits: endpoint({
    method: 'GET',
    path: '/api/admin/review-limits',
    summary: 'How long a record of each kind may wait for a decision, and what working hours are',
    access: grants('General Setting', 'view'),
    answer: SavedLimits,
  }),
  saveLimits: endpoint({
    method: 'PUT',
    path: '/api/admin/review-limits',
    summary: 'Save how long a record may wait for a decision, and what working hours are',
    access: grants('General Setting', 'configure'),
    body: ReviewLimits,
    answer: SavedLimits,
    conditional: true,
    refuses: ['stale'],
  }),
}
