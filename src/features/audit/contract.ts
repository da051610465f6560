import { z } from 'zod'

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
