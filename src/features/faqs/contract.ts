import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { filledLine, filledParagraph, line } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** How many questions there may be, and how many entries one call adds. */
export const mostFaqs = 5_000
export const mostEntries = 50
/** How many questions are switched at once: the rows of the largest page. */
const mostSwitched = 100

/** The longest texts, in characters. */
export const faqLengths = { title: 200, details: 4_000, group: 60 } as const

const title = filledLine(faqLengths.title, texts.titleIsRequired)
/** Plain paragraphs: an empty line begins the next one. */
const details = filledParagraph(faqLengths.details, texts.detailsIsRequired)
/** Empty: in no group. */
const group = line(faqLengths.group)

/** What differs between the working copy and what shoppers read. */
const faqDifferences = ['new', 'changed', 'same'] as const

/** A question with its answer. */
export const Faq = z.object({
  id: z.uuid(),
  title: z.string(),
  details: z.string(),
  /** Empty for a question that is in no group. */
  group: z.string(),
  /** From 1, within its group. */
  position: z.int(),
  is_active: z.boolean(),
  /** Whether shoppers read this question as it is here. */
  live: z.enum(faqDifferences),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Faq = z.infer<typeof Faq>

export const FaqDetail = Faq.extend({
  /** The place of its group among the groups, from 1. */
  group_place: z.int(),
  /** The number of questions of its group, with this one. */
  group_size: z.int(),
  history: z.array(TimelineEntry),
})
export type FaqDetail = z.infer<typeof FaqDetail>

/** A group with the number of its questions. */
export const FaqGroup = z.object({ name: z.string(), count: z.int() })
export type FaqGroup = z.infer<typeof FaqGroup>

/** A question as the order of its group shows it. */
export const OrderedFaq = Faq.pick({ id: true, title: true, is_active: true })
export type OrderedFaq = z.infer<typeof OrderedFaq>

/** A new question; it becomes the last of its group. */
export const FaqDraft = z.strictObject({
  title,
  details,
  group: group.default(''),
  is_active: z.boolean().default(true),
})
export type FaqDraft = z.infer<typeof FaqDraft>

export const FaqChange = z
  .strictObject({
    title: title.optional(),
    details: details.optional(),
    group: group.optional(),
    is_active: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty)
export type FaqChange = z.infer<typeof FaqChange>

/** What a release holds of the questions, in their order. */
export const ReleasedFaqs = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      details: z.string(),
      group: z.string(),
      is_active: z.boolean(),
    }),
  ),
})
export type ReleasedFaqs = z.infer<typeof ReleasedFaqs>

/** What a release of the questions would change for shoppers. */
export const WaitingFaqs = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** Questions that are the same and have another place. */
  moved: z.int(),
})
export type WaitingFaqs = z.infer<typeof WaitingFaqs>

/** The questions as shoppers read them. */
export const StorefrontFaqs = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      faqs: z.array(z.object({ id: z.uuid(), title: z.string(), details: z.string() })),
    }),
  ),
})
export type StorefrontFaqs = z.infer<typeof StorefrontFaqs>

const id = z.strictObject({ id: z.uuid().toLowerCase() })
const position = z.int().min(1).max(100_000)
const path = '/api/admin/faqs'
const see = grants("Faq's", 'view')
const change = grants("Faq's", 'act')

export const faqs = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Questions and answers, in their order',
    access: see,
    query: listQuery(['place', 'title', 'created_at'], {
      /** Empty for the questions in no group. */
      group: group.optional(),
      status: z.enum(['active', 'inactive']).optional(),
    }),
    layout: 'page',
    answer: Faq,
  }),
  groups: endpoint({
    method: 'GET',
    path: `${path}/groups`,
    summary: 'The groups of questions, in their order',
    access: see,
    answer: z.array(FaqGroup),
  }),
  order: endpoint({
    method: 'GET',
    path: `${path}/order`,
    summary: 'Every question of a group, in its order',
    access: see,
    query: z.strictObject({ group: group.default('') }),
    answer: z.array(OrderedFaq),
  }),
  waiting: endpoint({
    method: 'GET',
    path: `${path}/waiting`,
    summary: 'How many questions differ from what shoppers read',
    access: see,
    answer: WaitingFaqs,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One question with its history',
    access: see,
    params: id,
    answer: FaqDetail,
    refuses: ['not-found'],
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Add a question, as the last of its group',
    access: change,
    body: FaqDraft,
    answer: FaqDetail,
    status: 201,
  }),
  createAll: endpoint({
    method: 'POST',
    path: `${path}/entries`,
    summary: 'Add several questions: all of them or none',
    access: change,
    body: z.strictObject({
      entries: z.array(FaqDraft).min(1, texts.fillOneEntry).max(mostEntries),
    }),
    answer: z.array(Faq),
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change a question, move it to another group, or turn it on or off; needs If-Match',
    access: change,
    params: id,
    body: FaqChange,
    conditional: true,
    answer: FaqDetail,
    refuses: ['not-found', 'stale'],
  }),
  move: endpoint({
    method: 'POST',
    path: `${path}/:id/order`,
    summary: 'Change the position of a question within its group, from 1; a position past the end means last',
    access: change,
    params: id,
    body: z.strictObject({ position }),
    answer: FaqDetail,
    refuses: ['not-found'],
  }),
  moveGroup: endpoint({
    method: 'POST',
    path: `${path}/groups/order`,
    summary: 'Change the position of a group, from 1; a position past the end means last',
    access: change,
    body: z.strictObject({ group, position }),
    answer: z.array(FaqGroup),
    refuses: ['not-found'],
  }),
  renameGroup: endpoint({
    method: 'POST',
    path: `${path}/groups/rename`,
    summary: 'Give a group another name, on all of its questions, which stay in their order',
    access: change,
    body: z.strictObject({ group, name: filledLine(faqLengths.group, texts.nameIsRequired) }),
    answer: z.array(FaqGroup),
    refuses: ['not-found'],
  }),
  switchAll: endpoint({
    method: 'POST',
    path: `${path}/bulk/switch`,
    summary: 'Turn several questions on or off; answers the ids of those that were not yet so',
    access: change,
    body: z.strictObject({
      ids: z.array(z.uuid().toLowerCase()).min(1).max(mostSwitched),
      is_active: z.boolean(),
    }),
    answer: z.array(z.uuid()),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a question',
    access: change,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found', 'stale'],
    conditional: 'optional',
  }),
  putBack: endpoint({
    method: 'POST',
    path: `${path}/:id/put-back`,
    summary:
      'Undo the deletion of a question: add it again under its id, at its place; `group_place` is that of its group if it went with the question',
    access: change,
    params: id,
    body: FaqDraft.extend({ position, group_place: position.optional() }),
    answer: FaqDetail,
    status: 201,
    refuses: ['conflict'],
  }),
  storefront: endpoint({
    method: 'GET',
    path: '/api/storefront/faqs',
    summary: 'The questions that shoppers read, by group, as the live release has them',
    access: { kind: 'public', because: texts.publicReason },
    answer: StorefrontFaqs,
  }),
}
