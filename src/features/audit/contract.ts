import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { day } from '#kit/contract/day.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'

/** One entry of a record's history: who did what, when, and what it changed. */
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

/** One entry of a person's activity: a timeline entry with its subject. */
export const ActivityEntry = TimelineEntry.extend({ subject_type: z.string(), subject_name: z.string() })
export type ActivityEntry = z.infer<typeof ActivityEntry>

/**
 * A timeline entry with its actor and its subject, as shown in the audit log. Names are those at the time of the entry.
 */
export const AuditEntry = TimelineEntry.extend({
  actor_id: z.uuid().nullable(),
  subject_type: z.string(),
  subject_id: z.uuid().nullable(),
  subject_name: z.string(),
  request_id: z.string(),
  /** The kind of screen that shows the record, and the id that this screen knows; null if there is no such record. */
  record: z.object({ kind: z.string(), id: z.string() }).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/**
 * The values that occur in the log, for the filters: at most 1,000 of each kind, of people the newest. People are under their
 * latest name.
 */
const AuditFacets = z.object({
  actions: z.array(z.string()),
  subject_types: z.array(z.string()),
  people: z.array(z.object({ id: z.uuid(), name: z.string(), kind: TimelineEntry.shape.actor_kind })),
})

/** The kinds of problems with an entry of the log or its seal. */
const Fault = z.enum(['changed', 'missing', 'added', 'seal changed', 'seals missing', 'rewritten'])
export type Fault = z.infer<typeof Fault>

/** The progress of a verification; if it is not complete, the next part starts after `verified`. */
export const Verification = z.object({
  verified: z.int(),
  total: z.int(),
  is_done: z.boolean(),
  /** To be sent with the request for the next part. */
  next: z.string(),
  /** The number of entries that are too young to be sealed. */
  waiting: z.int(),
  first_fault: z
    .object({
      /** The number of the seal; null for an entry that was never sealed. */
      number: z.int().nullable(),
      /** The id of the entry, if known, and whether the entry still exists. */
      id: z.string(),
      is_there: z.boolean(),
      what: Fault,
    })
    .nullable(),
})
export type Verification = z.infer<typeof Verification>

/**
 * There is no search by name: an entry keeps the name of its time, so a search would miss entries under other names.
 */
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
    summary:
      'Audit log entries: who did what, when, to which record; days are those of Asia/Karachi, both included',
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
    summary: 'Export the audit log as a CSV file, newest entry first; the export is recorded in the log',
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
    summary: 'Verify the audit log against its seals, one part per call; names the first invalid entry',
    access: grants('Audit Log', 'view'),
    body: z.strictObject({
      /** The last seal that an earlier part found valid. */
      after: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      /** The `next` value of that part, which proves that the previous parts were verified, and by whom. */
      next: z.string().max(100).default(''),
    }),
    transactions: 'own',
    answer: Verification,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/audit/:id',
    summary: 'One entry of the audit log',
    access: grants('Audit Log', 'view'),
    params: z.object({ id: z.uuid() }),
    answer: AuditEntry,
    refuses: ['not-found'],
  }),
}

/** One changed field of an entry; a side that the entry does not contain is undefined. */
export interface ChangedField {
  name: string
  before: unknown
  after: unknown
}

/** The fields of an entry; those of the after side come first. */
export function changedFields({ before, after }: Pick<TimelineEntry, 'before' | 'after'>): ChangedField[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])
  return [...names].map((name) => ({ name, before: before?.[name], after: after?.[name] }))
}

/** A value of an entry as text; a missing value is the empty text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
