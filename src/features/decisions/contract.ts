import { z } from 'zod'
import { letterLanguages } from '#features/messages/language-contract.ts'
import { type Access, endpoint } from '#kit/contract/endpoint.ts'
import { maxReasonLength, reasonText } from '#kit/contract/reason.ts'
import { paragraph } from '#kit/contract/text.ts'
import {
  CodedReasons,
  chosenShape,
  mustBeSaid,
  ReasonChoices,
  Requested,
  saysSomething,
} from './reasons/choice-contract.ts'
import { texts } from './texts.ts'

/** Only the current decision can be undone, and only until its undo window ends. */
export const UndoRequest = z.strictObject({ decision_id: z.uuid() })

/** One decision by a person, or by a rule. */
export const Decision = z.object({
  id: z.uuid(),
  action: z.string(),
  reason: z.string(),
  from_status: z.string(),
  to_status: z.string(),
  decided_by: z.string(),
  /** The person: names are changed, and two people can share one. Null for a rule. */
  decided_by_id: z.uuid().nullable(),
  decided_at: z.string(),
  undo_until: z.string(),
  undone_at: z.string().nullable(),
})
export type Decision = z.infer<typeof Decision>

/** Up to a page of records decided together; each record gets its own decision and outcome. */
export const BulkApproval = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(100),
  /** Why records with open warnings are approved all the same. */
  reason: paragraph(maxReasonLength).default(''),
})
const BulkRejection = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.uuid(), ...chosenShape }).refine(saysSomething, mustBeSaid))
    .min(1)
    .max(100),
})
export const BulkOutcome = z.object({
  id: z.uuid(),
  name: z.string(),
  outcome: z.enum(['done', 'unchanged', 'refused']),
  message: z.string(),
  /** What can be undone; of an unchanged record the caller's own last decision, as long as it can be. */
  decision_id: z.uuid().nullable(),
  /** The end of the undo window; null if there was no decision. */
  undo_until: z.string().nullable(),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>

/** Approving in spite of warnings: why, for those who ask later. The other side does not read it. */
export const Override = z.strictObject({ reason: reasonText(texts.writeWhy) })

/** Accepting what waits beside a record in force: why, where warnings are open. */
export const Acceptance = z.strictObject({ reason: BulkApproval.shape.reason })

/** A letter as it would arrive. */
export const DecisionLetter = z.object({
  subject: z.string(),
  text: z.string(),
  language: z.enum(letterLanguages),
})
export type DecisionLetter = z.infer<typeof DecisionLetter>

/** What a decision on several records would come to. */
const BulkCheck = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(100),
  verb: z.enum(['approve', 'reject', 'request_update']),
})

/** What waits beside a record in force, as it was read: by the time of the decision, another change may wait in its place. */
const waitingChange = { id: z.uuid(), change_id: z.uuid() }
const waitingChanges = z.array(z.strictObject(waitingChange)).min(1).max(100)
/** A colleague who is reviewing a record now. */
export const Holder = z.object({ id: z.uuid(), name: z.string() })
export const CheckedRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Why it would not be done; empty if it would. */
  message: z.string(),
  /** The warnings that would be overridden. */
  warnings: z.array(z.string()),
  /** The other person who is reviewing it now. */
  held_by: Holder.nullable(),
})
export type CheckedRecord = z.infer<typeof CheckedRecord>

const id = z.strictObject({ id: z.uuid() })
const messageOf = z.strictObject({ id: z.uuid(), message_id: z.uuid() })

/** The calls that decide on records under a path; each returns the record after the decision. */
export function decisionsAt<A extends z.ZodType>(path: string, access: Access, answer: A) {
  const decided = { params: id, access, answer, refuses: ['not-found', 'conflict'] as const }
  const checkOf = <B extends z.ZodType>(summary: string, body: B) =>
    endpoint({
      method: 'POST',
      path: `${path}/bulk/check`,
      summary,
      access,
      body,
      answer: z.array(CheckedRecord),
      writes: false,
    })
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
    /** The dry run of a bulk decision. */
    check: (summary: string) => checkOf(summary, BulkCheck),
    checkOf,
    choices: (summary: string) =>
      endpoint({ method: 'GET', path: `${path}/reasons`, summary, access, answer: ReasonChoices }),
  }
}

/**
 * The calls of a review, which vendors and listings share. `a` and `many` are the singular and plural of the
 * record, and `sent` is the text sent back to the vendor.
 */
export function reviewEndpoints<A extends z.ZodType>(
  path: string,
  access: { view: Access; decide: Access; resend: Access },
  answer: A,
  { a, many, sent }: { a: string; many: string; sent: string },
) {
  const { decide, decideWith, undo, bulk, choices, check } = decisionsAt(path, access.decide, answer)
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
    reject: decideWith('reject', texts.rejectSummary({ a }), CodedReasons),
    requestUpdate: decideWith('request-update', texts.requestUpdateSummary({ sent }), CodedReasons),
    approveDespite: decideWith('approve-despite', texts.approveDespiteSummary({ a }), Override),
    undo: undo(),
    bulkApprove: bulk('approve', texts.bulkApproveSummary({ many }), BulkApproval),
    bulkReject: bulk('reject', texts.bulkRejectSummary({ many }), BulkRejection),
    bulkRequestUpdate: bulk('request-update', texts.bulkRequestSummary({ many }), BulkRejection),
    bulkCheck: check(texts.bulkCheckSummary({ many })),
    choices: choices(texts.choicesSummary({ a })),
    requested: endpoint({
      method: 'GET',
      path: `${path}/:id/requested`,
      summary: texts.standingSummary({ a }),
      access: access.view,
      params: id,
      answer: Requested.nullable(),
      refuses: ['not-found'],
    }),
    letter: endpoint({
      method: 'POST',
      path: `${path}/:id/letter`,
      summary: texts.letterSummary({ a }),
      access: access.decide,
      params: id,
      body: z
        .strictObject({
          verb: z.enum(['reject', 'request_update', 'disable', 'close', 'decline']),
          ...chosenShape,
        })
        .refine(saysSomething, mustBeSaid),
      answer: DecisionLetter,
      writes: false,
      refuses: ['not-found'],
    }),
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

/** The calls that decide together on what waits beside several records in force. */
export function changeDecisionsAt(path: string, access: Access, many: string) {
  const { bulk, checkOf } = decisionsAt(path, access, BulkOutcome)
  return {
    bulkApprove: bulk(
      'approve',
      texts.bulkApproveSummary({ many }),
      z.strictObject({ items: waitingChanges, reason: BulkApproval.shape.reason }),
    ),
    bulkReject: bulk(
      'reject',
      texts.bulkRejectSummary({ many }),
      z.strictObject({
        items: z
          .array(z.strictObject({ ...waitingChange, ...chosenShape }).refine(saysSomething, mustBeSaid))
          .min(1)
          .max(100),
      }),
    ),
    bulkCheck: checkOf(
      texts.bulkCheckSummary({ many }),
      z.strictObject({ items: waitingChanges, verb: z.enum(['approve', 'reject']) }),
    ),
  }
}
