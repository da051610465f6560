import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { day } from '#kit/contract/day.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'

/** One line of a record's history: who did what, when, and what it changed. */
export const TimelineEntry = z.object({
  id: z.uuid(),
  at: z.string(),
  actor_kind: z.enum(['person', 'integrator', 'system']),
  actor_name: z.string(),
  action: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** One line of what somebody did: the same, with what it was done to. */
export const ActivityEntry = TimelineEntry.extend({ subject_type: z.string(), subject_name: z.string() })
export type ActivityEntry = z.infer<typeof ActivityEntry>

/** The same with whom and what it names, as the audit log shows it. Names are those of the time of the row. */
export const AuditEntry = TimelineEntry.extend({
  actor_id: z.uuid().nullable(),
  subject_type: z.string(),
  subject_id: z.uuid().nullable(),
  subject_name: z.string(),
  request_id: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What occurs in the log, for the filters: at most 200 of each, people under their latest name. */
const AuditFacets = z.object({
  actions: z.array(z.string()),
  subject_types: z.array(z.string()),
  people: z.array(z.object({ id: z.uuid(), name: z.string(), kind: TimelineEntry.shape.actor_kind })),
})

/** What is wrong with a row of the log or its seal. */
export const faults = ['changed', 'missing', 'added', 'seal changed', 'seals missing', 'rewritten'] as const

/** How far the log was looked at; where it goes on, the next part begins after `verified`. */
export const Verification = z.object({
  verified: z.int(),
  total: z.int(),
  is_done: z.boolean(),
  /** Goes with the next part. */
  next: z.string(),
  /** Rows too young to be sealed. */
  waiting: z.int(),
  first_fault: z
    .object({
      /** In the order of the seals; null for a row that was never sealed. */
      number: z.int().nullable(),
      /** The row, where it can be named, and whether it is still there to be looked at. */
      id: z.string(),
      is_there: z.boolean(),
      what: z.enum(faults),
    })
    .nullable(),
})
export type Verification = z.infer<typeof Verification>

/** There is no search by name: a row keeps the name of its time, so that one would miss the rows under other names. */
const filters = {
  actor_id: z.uuid().optional(),
  subject_type: z.string().min(1).max(60).optional(),
  subject_id: z.uuid().optional(),
  action: z.string().min(1).max(100).optional(),
  request_id: z.string().min(1).max(200).optional(),
  from: day.optional(),
  to: day.optional(),
}

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Who did what, when, on which record; days are those of Asia/Karachi, both included',
    access: grants('Audit Log', 'view'),
    query: listQuery(['-at'], filters).omit({ q: true }),
    layout: 'page',
    answer: AuditEntry,
  }),
  facets: endpoint({
    method: 'GET',
    path: '/api/admin/audit/facets',
    summary: 'The actions, kinds of record and people that occur in the audit log',
    access: grants('Audit Log', 'view'),
    answer: AuditFacets,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/audit/export',
    summary: 'The audit log as a CSV file, the newest row first; the export is itself written down',
    access: grants('Audit Log', 'export'),
    query: z.strictObject(filters),
    writes: true,
    guarded: true,
    transactions: 'own',
    layout: 'csv',
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/admin/audit/verify',
    summary:
      'Check the audit log against its seals, a part in each call; the first row that is not as it was is named',
    access: grants('Audit Log', 'view'),
    body: z.strictObject({
      /** The last seal that an earlier part found as it should be. */
      after: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      /** What that part answered as `next`: it tells that the parts before were looked at, and by whom. */
      next: z.string().max(100).default(''),
    }),
    transactions: 'own',
    answer: Verification,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/audit/:id',
    summary: 'One row of the audit log',
    access: grants('Audit Log', 'view'),
    params: z.object({ id: z.uuid() }),
    answer: AuditEntry,
    refuses: ['not-found'],
  }),
}

/** One field that a row tells of; a side that it does not tell of is undefined. */
export interface ChangedField {
  name: string
  before: unknown
  after: unknown
}

/** The fields of a row, those after the change first. */
export function changedFields({ before, after }: Pick<TimelineEntry, 'before' | 'after'>): ChangedField[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])
  return [...names].map((name) => ({ name, before: before?.[name], after: after?.[name] }))
}

/** A value of a row as text; nothing is the empty text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
