import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The maximum number of records in one job. */
export const mostOfAJob = 20_000

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
  /**
   * Until when the job can be undone as a whole, 15 minutes after its first record; while none is changed, what that would be
   * if one were changed now. Null if this kind cannot be undone, or it was undone.
   */
  undo_until: z.string().nullable(),
  /** The job that undoes this one; null if none does. */
  undone_by: z.uuid().nullable(),
  /** The job that this one undoes; null for any other job. */
  undoes: z.uuid().nullable(),
  /** The first records that failed, each with the reason. The CSV file lists all of them. */
  failures: z.array(z.object({ id: z.uuid(), name: z.string(), message: z.string() })),
})
export type BulkJob = z.infer<typeof BulkJob>

const id = z.strictObject({ id: z.uuid() })
const ofOneself = { access: { kind: 'signed-in' }, params: id, refuses: ['not-found'] } as const

/** The answer of a call that starts a job. */
export const BegunJob = z.object({ job_id: z.uuid() })

/** Background jobs of the caller. A person sees only their own jobs. */
export const bulk = {
  job: endpoint({
    method: 'GET',
    path: '/api/admin/jobs/:id',
    summary: 'How far one’s own job has come, with the first that failed',
    ...ofOneself,
    answer: BulkJob,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/jobs/:id/undo',
    summary:
      'Undo one’s own job in a second job: what is not done yet is stopped, and each record that has not changed since is restored',
    ...ofOneself,
    answer: BegunJob,
    status: 202,
    refuses: ['not-found', 'conflict'],
  }),
  failures: endpoint({
    method: 'GET',
    path: '/api/admin/jobs/:id/failures',
    summary: 'Download the failures of a job with their reasons, as CSV',
    ...ofOneself,
    layout: 'csv',
  }),
}

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
