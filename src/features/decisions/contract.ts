import { z } from 'zod'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { reasonText } from '#kit/contract/reason.ts'
import { texts } from './texts.ts'

/** The reason for a rejection, a disabled vendor or an update request; the vendor reads it. */
export const Rejection = z.strictObject({ reason: reasonText(texts.reasonRequired) })
export type Rejection = z.infer<typeof Rejection>

/** Only the current decision can be undone, and only until its undo window ends. */
const UndoRequest = z.strictObject({ decision_id: z.uuid() })

/** One decision by a person. */
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

/** Up to a page of records decided together; each record gets its own decision and outcome. */
export const BulkApproval = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) })
const BulkRejection = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.uuid(), ...Rejection.shape }))
    .min(1)
    .max(100),
})
export const BulkOutcome = z.object({
  id: z.uuid(),
  name: z.string(),
  outcome: z.enum(['done', 'unchanged', 'refused']),
  message: z.string(),
  decision_id: z.uuid().nullable(),
  /** The end of the undo window; null if there was no decision. */
  undo_until: z.string().nullable(),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>

const id = z.strictObject({ id: z.uuid() })
const messageOf = z.strictObject({ id: z.uuid(), message_id: z.uuid() })

/** The calls that decide on records under a path; each returns the record after the decision. */
export function decisionsAt<A extends z.ZodType>(path: string, access: Access, answer: A) {
  const decided = { params: id, access, answer, refuses: ['not-found', 'conflict'] as const }
  return {
    /**
     * A decision by a person. They can send the version that they read, so nobody decides on data they have not seen.
     */
    decide: (verb: string, summary: string) =>
      endpoint({
        method: 'POST',
        path: `${path}/:id/${verb}`,
        summary,
        ...decided,
        conditional: 'optional',
      }),
    decideWith: <B extends z.ZodType>(verb: string, summary: string, body: B) =>
      endpoint({
        method: 'POST',
        path: `${path}/:id/${verb}`,
        summary,
        body,
        ...decided,
        conditional: 'optional',
      }),
    undo: (summary = texts.undoSummary) =>
      endpoint({ method: 'POST', path: `${path}/:id/undo`, summary, body: UndoRequest, ...decided }),
    bulk: <B extends z.ZodType>(verb: string, summary: string, body: B) =>
      endpoint({
        method: 'POST',
        path: `${path}/bulk/${verb}`,
        summary,
        access,
        body,
        answer: z.array(BulkOutcome),
        transactions: 'own',
      }),
  }
}

/**
 * The eight calls of a review, which vendors and listings share. `a` and `many` are the singular and plural of the
 * record, and `sent` is the text sent back to the vendor.
 */
export function reviewEndpoints<A extends z.ZodType>(
  path: string,
  access: { decide: Access; resend: Access },
  answer: A,
  { a, many, sent }: { a: string; many: string; sent: string },
) {
  const { decide, decideWith, undo, bulk } = decisionsAt(path, access.decide, answer)
  const decided = { answer, refuses: ['not-found', 'conflict'] as const }
  return {
    approveByGet: endpoint({
      method: 'GET',
      path: `${path}/:id/approve`,
      summary: `Approve ${a} (the form of the fixed contract)`,
      access: access.decide,
      params: id,
      writes: true,
      guarded: true,
      ...decided,
    }),
    approve: decide('approve', texts.approveSummary({ a })),
    reject: decideWith('reject', texts.rejectSummary({ a }), Rejection),
    requestUpdate: decideWith('request-update', texts.requestUpdateSummary({ sent }), Rejection),
    undo: undo(),
    bulkApprove: bulk('approve', texts.bulkApproveSummary({ many }), BulkApproval),
    bulkReject: bulk('reject', texts.bulkRejectSummary({ many }), BulkRejection),
    resendMessage: endpoint({
      method: 'POST',
      path: `${path}/:id/messages/:message_id/resend`,
      summary: 'Send a failed message again',
      access: access.resend,
      params: messageOf,
      ...decided,
    }),
  }
}
