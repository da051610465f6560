import { z } from 'zod'
import { filledParagraph } from '#kit/contract/text.ts'

export const maxReasonLength = 1000

/** The words that go with a refusal or a request: something to read, at most 1,000 characters. */
const reason = filledParagraph(maxReasonLength, 'Write a reason, the vendor will read it')

export const Rejection = z.strictObject({ reason })
export type Rejection = z.infer<typeof Rejection>

export const UpdateRequest = z.strictObject({ reason })

/** Only the decision that still stands can be taken back, and only until its undo window ends. */
export const UndoRequest = z.strictObject({ decision_id: z.uuid() })

/** One outcome that a person chose. */
export const Decision = z.object({
  id: z.uuid(),
  action: z.string(),
  reason: z.string(),
  from_status: z.string(),
  to_status: z.string(),
  decided_by: z.string(),
  decided_at: z.string(),
  undo_until: z.string(),
  undone_at: z.string().nullable(),
})
export type Decision = z.infer<typeof Decision>

/** Up to a page of records decided together; each is a decision of its own with its own outcome. */
export const BulkApproval = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) })
export const BulkRejection = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.uuid(), reason }))
    .min(1)
    .max(100),
})
export const BulkOutcome = z.object({
  id: z.uuid(),
  name: z.string(),
  outcome: z.enum(['done', 'unchanged', 'refused']),
  message: z.string(),
  decision_id: z.uuid().nullable(),
  /** Until when the decision can be taken back; null where there was none. */
  undo_until: z.string().nullable(),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>
