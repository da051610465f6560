import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { filledLine } from '#kit/contract/text.ts'
import { Audience, AudienceCount, Selection, userTypes } from './audience-contract.ts'
import { Finding } from './checks-contract.ts'
import { contentShape, MailContent, Thing } from './content-contract.ts'
import { type MailingStatus, mailingStatuses, recipientStatuses } from './moves-contract.ts'
import { texts } from './texts.ts'

export const statusWords: Readonly<Record<MailingStatus, string>> = {
  draft: texts.draft,
  waiting: texts.waiting,
  scheduled: texts.scheduled,
  sending: texts.sending,
  paused: texts.paused,
  sent: texts.sent,
  canceled: texts.canceled,
}

/** How many of the frozen recipients are where; `left` is what is neither decided nor in flight. */
const progressFields = {
  total: z.int(),
  sent: z.int(),
  failed: z.int(),
  unknown: z.int(),
  skipped: z.int(),
  left: z.int(),
}

const rowFields = {
  id: z.uuid(),
  subject: z.string(),
  user_type: z.enum(userTypes),
  status: z.enum(mailingStatuses),
  send_at: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  created_by_name: z.string(),
  created_at: z.string(),
  version: z.int(),
  ...progressFields,
}
export const Mailing = z.object(rowFields)
export type Mailing = z.infer<typeof Mailing>

/** What is done with mail whose sending a crash cut short, so that nobody knows whether it arrived. */
export const unknownPolicies = ['leave', 'again'] as const
export type UnknownPolicy = (typeof unknownPolicies)[number]

export const MailingDetail = Mailing.extend({
  audience: Audience,
  content: MailContent,
  /** The products and campaigns that the content names. */
  things: z.array(Thing),
  unknown_policy: z.enum(unknownPolicies),
  /** Who asked to send it; empty for a draft. */
  asked_by_name: z.string(),
  /** The second person; empty if there is none. */
  approved_by_name: z.string(),
  /** True if the reader asked to send it and someone else has to approve. */
  needs_another: z.boolean(),
  /** Why it came back from its start, in words; empty without a reason. */
  held_why: z.string(),
  /** The failed recipients who can be sent to again; 0 unless it is sent. Suppressed and erased addresses are not counted. */
  again: z.int(),
  /** Seconds that the rest takes at the present speed; null while nothing is sent. */
  seconds_left: z.int().nullable(),
  /** What a mail shows of the shop, for the preview. */
  frame: z.object({
    shop: z.string(),
    logo: z.object({ url: z.string(), width: z.int(), height: z.int(), alt: z.string() }).nullable(),
  }),
  history: z.array(TimelineEntry),
})
export type MailingDetail = z.infer<typeof MailingDetail>

export const MailingRecipient = z.object({
  id: z.uuid(),
  /** The reader may not view this person: address and name are empty. */
  is_withheld: z.boolean(),
  address: z.string(),
  name: z.string(),
  status: z.enum(recipientStatuses),
  attempts: z.int(),
  last_error: z.string(),
  sent_at: z.string().nullable(),
})
export type MailingRecipient = z.infer<typeof MailingRecipient>

/** A person as a preview shows the mail to them. */
export const PreviewPerson = z.object({
  address: z.string(),
  first_name: z.string(),
  name: z.string(),
  shop_name: z.string(),
  city: z.string(),
})
export type PreviewPerson = z.infer<typeof PreviewPerson>

export const SavedList = z.object({
  id: z.uuid(),
  name: z.string(),
  selection: Selection,
  created_by_name: z.string(),
  version: z.int(),
})
export type SavedList = z.infer<typeof SavedList>

/** A named choice: a category, a role. */
const Named = z.object({ id: z.uuid(), name: z.string() })

const path = '/api/admin/mailings'
const id = z.strictObject({ id: z.uuid() })
const view = grants('Email', 'view')
const act = grants('Email', 'act')
const send = grants('Email', 'send')
const one = { params: id, answer: MailingDetail } as const
const Found = z.strictObject({ q: z.string().trim().max(100).default('') })

export const mailings = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Group e-mails: drafts, scheduled, sending and sent, newest first',
    access: view,
    query: listQuery(['-created_at', 'subject'], { status: z.enum(mailingStatuses).optional() }),
    layout: 'page',
    answer: Mailing,
  }),
  count: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    summary: 'How many group e-mails are in which state, each counted up to 1,000',
    access: view,
    answer: z.object({
      all: z.int(),
      ...Object.fromEntries(mailingStatuses.map((one) => [one, z.int()])),
    } as Record<'all' | MailingStatus, z.ZodInt>),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One group e-mail with its content, audience and progress',
    access: view,
    ...one,
    refuses: ['not-found'],
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Add a group e-mail as a draft',
    access: act,
    body: z.strictObject({
      audience: Audience,
      subject: contentShape.subject,
      body: z.string().max(20_000).default(''),
    }),
    answer: MailingDetail,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change content and audience of a draft',
    access: act,
    ...one,
    body: z
      .strictObject({ audience: Audience, ...contentShape })
      .partial()
      .refine((change) => Object.values(change).some((value) => value !== undefined), texts.changeIsEmpty),
    conditional: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: `${path}/:id/duplicate`,
    summary: 'Copy content and audience into a new draft',
    access: act,
    ...one,
    status: 201,
    refuses: ['not-found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a draft',
    access: act,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found', 'conflict'],
  }),
  audience: endpoint({
    method: 'POST',
    path: `${path}/audience`,
    summary: 'How many an audience has now, and who is left out for which reason',
    access: view,
    writes: false,
    takesLong: true,
    body: z.strictObject({ audience: Audience, is_legal: z.boolean().default(false) }),
    answer: AudienceCount,
  }),
  people: endpoint({
    method: 'POST',
    path: `${path}/people`,
    summary:
      'Up to 20 recipients of an audience, for the preview; withheld from readers without permission to view these people',
    access: view,
    writes: false,
    takesLong: true,
    body: z.strictObject({
      audience: Audience,
      is_legal: z.boolean().default(false),
      q: z.string().trim().max(100).default(''),
    }),
    answer: z.object({ people: z.array(PreviewPerson), is_withheld: z.boolean() }),
  }),
  products: endpoint({
    method: 'GET',
    path: `${path}/products`,
    summary: 'Approved products that a group e-mail can show, by name or SKU',
    access: act,
    query: Found,
    answer: z.array(Thing),
  }),
  campaigns: endpoint({
    method: 'GET',
    path: `${path}/campaigns`,
    summary: 'Running and scheduled campaigns that a group e-mail can show',
    access: act,
    query: Found,
    answer: z.array(Thing),
  }),
  choices: endpoint({
    method: 'GET',
    path: `${path}/choices`,
    summary: 'The cities, categories and roles that an audience can be narrowed to',
    access: view,
    answer: z.object({ cities: z.array(z.string()), categories: z.array(Named), roles: z.array(Named) }),
  }),
  check: endpoint({
    method: 'GET',
    path: `${path}/:id/checks`,
    summary: 'What is found in a draft before it is sent, links that lead nowhere included',
    access: view,
    params: id,
    answer: z.array(Finding),
    refuses: ['not-found'],
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/:id/test`,
    summary: 'Send the mail to yourself',
    access: act,
    params: id,
    answer: z.object({ address: z.string() }),
    refuses: ['not-found'],
  }),
  send: endpoint({
    method: 'POST',
    path: `${path}/:id/send`,
    summary: 'Send now or at a time; a large audience first waits for a second person',
    access: send,
    stepUp: true,
    ...one,
    body: z.strictObject({
      send_at: z.iso.datetime().nullable().default(null),
      unknown_policy: z.enum(unknownPolicies).default('leave'),
    }),
    conditional: true,
    takesLong: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  approve: endpoint({
    method: 'POST',
    path: `${path}/:id/approve`,
    summary: 'Approve, as the second person, that so many get it',
    access: send,
    stepUp: true,
    ...one,
    conditional: true,
    refuses: ['not-found', 'conflict', 'stale', 'forbidden'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${path}/:id/withdraw`,
    summary: 'Return a group e-mail that has not begun to draft',
    access: send,
    ...one,
    refuses: ['not-found', 'conflict'],
  }),
  pause: endpoint({
    method: 'POST',
    path: `${path}/:id/pause`,
    summary: 'Pause: what is in flight still arrives',
    access: send,
    ...one,
    refuses: ['not-found', 'conflict'],
  }),
  resume: endpoint({
    method: 'POST',
    path: `${path}/:id/resume`,
    summary: 'Go on where it was paused',
    access: send,
    ...one,
    refuses: ['not-found', 'conflict'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/:id/cancel`,
    summary: 'Stop for good: nobody who is left gets it',
    access: send,
    ...one,
    takesLong: true,
    refuses: ['not-found', 'conflict'],
  }),
  again: endpoint({
    method: 'POST',
    path: `${path}/:id/again`,
    summary: 'Send again to the failed recipients alone, without those whose address is suppressed meanwhile',
    access: send,
    stepUp: true,
    ...one,
    conditional: true,
    takesLong: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  recipients: endpoint({
    method: 'GET',
    path: `${path}/:id/recipients`,
    summary: 'The frozen recipients and what became of the mail to each',
    access: view,
    params: id,
    query: listQuery(['address'], { status: z.enum(recipientStatuses).optional() }).omit({ q: true }),
    layout: 'page',
    answer: MailingRecipient,
    refuses: ['not-found'],
  }),
}

/** Audiences that are kept under a name. */
export const mailingLists = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/mailing-lists',
    summary: 'The saved lists, by name',
    access: view,
    answer: z.array(SavedList),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/mailing-lists',
    summary: 'Save a selection under a name; its people are looked up again for each mailing',
    access: act,
    body: z.strictObject({ name: filledLine(80, texts.nameIsRequired), selection: Selection }),
    answer: SavedList,
    status: 201,
    refuses: ['conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/mailing-lists/:id',
    summary: 'Delete a saved list that no draft uses',
    access: act,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found', 'conflict'],
  }),
}
