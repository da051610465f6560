import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { filledLine, filledParagraph, line, paragraph } from '#kit/contract/text.ts'
import {
  longestReasonText,
  ReasonChoice,
  reasonCode,
  reasonKinds,
  reasonSubjects,
} from './choice-contract.ts'
import { texts } from './texts.ts'

/** A reason as the screen of reasons shows it, with what it was used for. */
export const ReasonTemplate = ReasonChoice.extend({
  subject_type: z.enum(reasonSubjects),
  position: z.int(),
  is_active: z.boolean(),
  version: z.int(),
  /** Decisions that named it and were not undone: in the last 30 days, in the last 90, and the last one. */
  uses_30: z.int(),
  uses_90: z.int(),
  last_used_at: z.string().nullable(),
  /** Of the decisions of 90 days, those whose record was approved later. */
  approved_later: z.int(),
})
export type ReasonTemplate = z.infer<typeof ReasonTemplate>

const content = {
  name: filledLine(60, texts.nameIsRequired),
  kind: z.enum(reasonKinds),
  text_en: filledParagraph(longestReasonText, texts.textIsRequired),
  text_ur: paragraph(longestReasonText),
  fields: z.array(line(80)).max(20),
}

export const ReasonDraft = z.strictObject({
  code: reasonCode,
  subject_type: z.enum(reasonSubjects),
  ...content,
  text_ur: content.text_ur.default(''),
  fields: content.fields.default([]),
})
export type ReasonDraft = z.output<typeof ReasonDraft>

export const ReasonChange = z
  .strictObject({
    name: content.name.optional(),
    kind: content.kind.optional(),
    text_en: content.text_en.optional(),
    text_ur: content.text_ur.optional(),
    fields: content.fields.optional(),
    is_active: z.boolean().optional(),
    /** Its place among the reasons of its kind of record, from 1: the first nine have the digits. */
    position: z.int().min(1).max(1000).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty)
export type ReasonChange = z.output<typeof ReasonChange>

const path = '/api/admin/decision-reasons'
const code = z.strictObject({ code: reasonCode })

/** How many reasons there may be for one kind of record. */
export const mostTemplates = 100

export const reasons = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Every reason that decisions can name, with how often it was used',
    access: grants('General Setting', 'view'),
    query: z.strictObject({ subject_type: z.enum(reasonSubjects).default('product') }),
    answer: z.array(ReasonTemplate),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Add a reason, as the last of its kind of record',
    access: grants('General Setting', 'configure'),
    body: ReasonDraft,
    answer: ReasonTemplate,
    status: 201,
    refuses: ['conflict'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:code`,
    summary:
      'Change a reason, its place, or turn it on or off; what was told before stays as it was. Needs If-Match',
    access: grants('General Setting', 'configure'),
    params: code,
    body: ReasonChange,
    conditional: true,
    answer: ReasonTemplate,
    refuses: ['not-found', 'stale'],
  }),
}
