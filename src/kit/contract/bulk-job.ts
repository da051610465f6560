import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** How many records one job may work on. */
export const mostOfAJob = 10_000

/** Work on many records, and how far it has come. */
export const BulkJob = z.object({
  id: z.uuid(),
  /** What is done, in words joined by underscores. */
  kind: z.string(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  created_at: z.string(),
  /** When the last of them was worked on; null while it goes on. */
  finished_at: z.string().nullable(),
  /** The first ones that could not be done, each with the reason; the file has all of them. */
  failures: z.array(z.object({ id: z.uuid(), name: z.string(), message: z.string() })),
})
export type BulkJob = z.infer<typeof BulkJob>

const id = z.strictObject({ id: z.uuid() })
const ofOneself = { access: { kind: 'signed-in' }, params: id, refuses: ['not-found'] } as const

/** Work on many records that somebody has begun; nobody sees what another has. */
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
    summary: 'What could not be done, with the reasons, as CSV',
    ...ofOneself,
    layout: 'csv',
  }),
}

/** What a call answers that begins a job. */
export const BegunJob = z.object({ job_id: z.uuid() })

/**
 * Every record of a list that its filters leave, but for some; `count` is how many were confirmed, so that no other
 * number of them is worked on.
 */
export function matching<F extends z.ZodRawShape>(filter: F) {
  return {
    filter: z.strictObject(filter),
    except: z.array(z.uuid()).max(500).default([]),
    count: z.int().min(1).max(mostOfAJob),
  }
}
