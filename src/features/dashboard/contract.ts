import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'

/** One heap of work: how much waits for us, and since when the oldest has. */
export const Waiting = z.object({
  kind: z.enum(['vendors', 'vendor_changes', 'products', 'product_revisions']),
  count: z.int(),
  oldest_since: z.string().nullable(),
})
export type Waiting = z.infer<typeof Waiting>

export const LatestDecision = z.object({
  id: z.uuid(),
  subject_type: z.enum(['vendor', 'vendor_change', 'product', 'product_revision']),
  subject_id: z.uuid(),
  subject_name: z.string(),
  action: z.string(),
  reason: z.string(),
  to_status: z.string(),
  decided_by: z.string(),
  decided_at: z.string(),
  undone_at: z.string().nullable(),
})
export type LatestDecision = z.infer<typeof LatestDecision>

/** Holds only what the person may open: heaps and decisions of other areas are left out. */
export const Work = z.object({
  waiting: z.array(Waiting),
  decisions: z.array(LatestDecision),
})
export type Work = z.infer<typeof Work>

export const dashboard = {
  work: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/work',
    summary: 'What waits, how old it is, and the latest decisions',
    access: { kind: 'area', area: 'Dashboard', action: 'view' },
    answer: Work,
  }),
}
