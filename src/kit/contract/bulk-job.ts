import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The maximum number of records in one job. */
export const mostOfAJob = 10_000

/** A background job over many records, and its progress. */
export const BulkJob = z.object({
  id: z.uuid(),
  /** The action, as words joined by underscores. */
  kind: z.string(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  created_at: z.string(),
  /** When the last record was processed; null while the job is running. */
  finished_at: z.string().nullable(),
  /** The first records that failed, each with the reason. The CSV file lists all of them. */
  failures: z.array(z.object({ id: z.uuid(), name: z.string(), message: z.string() })),
})
export type BulkJob = z.infer<typeof BulkJob>

const id = z.strictObject({ id: z.uuid() })
const ofOneself = { access: { kind: 'signed-in' }, params: id, refuses: ['not-found'] } as const

/** Background jobs of the caller. A person sees only their own jobs. */
export const bulk = {
  job: endpoint({
    method: 'GET',
    path: '/api/admin/jobs/:id',
    summary: 'How far one’s own job has come, with the first that failed',
    ...ofOneself,
    answer: BulkJob,
  }),
  failures: endpoint({
    method: 'GET',
    path: '/api/admin/jobs/:id/failures',
    summary: 'Download the failures of a job with their reasons, as CSV',
    ...ofOneself,
    layout: 'csv',
  }),
}

/** The answer of a call that starts a job. */
export const BegunJob = z.object({ job_id: z.uuid() })

/**
 * Every record that matches the filters of a list, with some exceptions. `count` is the number that the caller
 * confirmed, so that no other number of records is changed.
 */
export function matching<F extends z.ZodRawShape>(filter: F) {
  return {
    filter: z.strictObject(filter),
    except: z.array(z.uuid()).max(500).default([]),
    count: z.int().min(1).max(mostOfAJob),
  }
}
