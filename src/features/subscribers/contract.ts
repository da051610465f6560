import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { TimelineEntry } from '#features/audit/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { exported, namesOf, paging, selectionOf } from '#kit/contract/export.ts'
import { listQuery } from '#kit/contract/page.ts'
import { reasonText } from '#kit/contract/reason.ts'
import { email, filledLine, filledParagraph } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** The states of a subscriber, in the order of the tabs. */
export const subscriberStates = ['subscribed', 'unconfirmed', 'unsubscribed', 'bounced', 'blocked'] as const
export type SubscriberState = (typeof subscriberStates)[number]

/**
 * Allowed state changes of a subscriber. The UPDATE's WHERE enforces this table. Unblocking, and mailing a bounced address
 * again, lead to the state that the remaining reasons and the consent give, so they have no fixed target.
 */
export const subscriberMoves = {
  confirm: { from: ['unconfirmed', 'unsubscribed', 'bounced'], to: 'subscribed' },
  unsubscribe: { from: ['subscribed', 'unconfirmed', 'bounced'], to: 'unsubscribed' },
  bounce: { from: ['subscribed', 'unconfirmed'], to: 'bounced' },
  block: { from: ['subscribed', 'unconfirmed', 'unsubscribed', 'bounced'], to: 'blocked' },
} as const satisfies Record<string, { from: readonly SubscriberState[]; to: SubscriberState }>
export type SubscriberVerb = keyof typeof subscriberMoves

/** Why an address gets no group mail. `erased`: the person asked for erasure, and the hash stays. */
export const suppressionReasons = ['unsubscribed', 'bounced', 'complained', 'blocked', 'erased'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** Reasons that hold back legal messages too. A person may refuse news, and not a notice that the law demands. */
export const reasonsAgainstLegalMail = ['bounced', 'blocked'] as const satisfies SuppressionReason[]

/** How an address came here. `mail`: it was never a subscriber, and a group mail to it bounced or was refused. */
export const subscriberOrigins = ['form', 'import', 'staff', 'mail'] as const
export type SubscriberOrigin = (typeof subscriberOrigins)[number]

export const mostImported = 5_000
/** The rows of an import that are named in the answer. */
export const mostNamedRows = 100
const mostErased = 100

/** The label of a subscriber where the address would outlive an erasure: in the audit log. */
export function subscriberNumber(id: string): string {
  return `S-${id.slice(-8).toUpperCase()}`
}

export const SubscriberRow = z.object({
  id: z.uuid(),
  email: z.string(),
  state: z.enum(subscriberStates),
  state_since: z.string(),
  state_reason: z.string(),
  origin: z.enum(subscriberOrigins),
  /** The stated source of an imported consent; empty for the others. */
  consent_source: z.string(),
  confirmed_at: z.string().nullable(),
  created_at: z.string(),
  version: z.int(),
})
export type SubscriberRow = z.infer<typeof SubscriberRow>

/** A group mail to an address. There are no tracking pixels, so nobody knows whether it was opened. */
export const SentMail = z.object({
  id: z.uuid(),
  subject: z.string(),
  sent_at: z.string(),
  status: z.string(),
})
export type SentMail = z.infer<typeof SentMail>

export const SubscriberDetail = SubscriberRow.extend({
  /** The part of the shop where the form was sent. */
  place: z.string(),
  /** When the person asked; null if they never did. */
  asked_at: z.string().nullable(),
  confirmation_sent_at: z.string().nullable(),
  /** The text that was agreed to; null if the consent has another source. */
  consent: z.object({ version: z.int(), text: z.string() }).nullable(),
  suppressions: z.array(
    z.object({ reason: z.enum(suppressionReasons), since: z.string(), detail: z.string() }),
  ),
  /** The latest 50 group mails. */
  sent: z.array(SentMail),
  history: z.array(TimelineEntry),
})
export type SubscriberDetail = z.infer<typeof SubscriberDetail>

/** A version of the text that people agree to. */
export const ConsentText = z.object({
  version: z.int(),
  text: z.string(),
  created_at: z.string(),
  created_by: z.string(),
})
export type ConsentText = z.infer<typeof ConsentText>

/** What becomes of each address of an import. */
export const importOutcomes = ['new', 'known', 'repeated', 'suppressed', 'invalid'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const ImportReport = z.object({
  is_dry_run: z.boolean(),
  rows: z.int(),
  counts: z.record(z.enum(importOutcomes), z.int()),
  /** The first rows that are not new, by their number in the list. */
  named: z.array(
    z.object({
      row: z.int(),
      text: z.string(),
      outcome: z.enum(importOutcomes),
      /** The state or reason that holds the address back; empty for the others. */
      detail: z.string(),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

export const SubscriberImport = z.strictObject({
  /** Where and when the people agreed, in words: kept with each address. */
  source: filledLine(200, texts.sourceIsRequired),
  /** One address a row, or CSV with an address column. */
  list: filledParagraph(400_000, texts.listIsRequired),
  is_dry_run: z.boolean().default(true),
})
export type SubscriberImport = z.infer<typeof SubscriberImport>

export const ErasureReport = z.object({
  is_dry_run: z.boolean(),
  /** The rows that are, or would be, erased. */
  erased: z.int(),
  /** Rows that no longer exist. */
  missing: z.int(),
})
export type ErasureReport = z.infer<typeof ErasureReport>

export const BlockedAddress = z.strictObject({ email, reason: reasonText(texts.writeAReason) })
const Reason = z.strictObject({ reason: reasonText(texts.writeAReason) })
export const ConsentDraft = z.strictObject({
  text: filledParagraph(1_000, texts.textIsRequired),
  /** The newest version that its writer read: the next one is written after that alone. */
  follows: z.int().min(1),
})

/** The columns of an export, with their headings. */
export const exportedFields = {
  email: texts.emails,
  state: texts.state,
  state_since: texts.since,
  state_reason: texts.reason,
  origin: texts.origin,
  consent_version: texts.consentVersion,
  consent_source: texts.consentSource,
  asked_at: texts.askedAt,
  confirmed_at: texts.confirmedAt,
  created_at: texts.added,
} as const
export type ExportedField = keyof typeof exportedFields
export const exportedFieldNames = namesOf(exportedFields)

const SubscriberQuery = listQuery(['-created_at', 'created_at', 'state_since', 'email'], {
  list: z.enum([...subscriberStates, 'all']).optional(),
})

const id = z.strictObject({ id: z.uuid().toLowerCase() })
const path = '/api/admin/subscribers'
const see = grants('Subscribers', 'view')
const act = grants('Subscribers', 'act')
const acting = {
  method: 'POST',
  access: act,
  params: id,
  answer: SubscriberDetail,
  refuses: ['not-found', 'conflict'],
} as const

export const subscribers = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Subscribers; with `list`, those of one state',
    access: see,
    query: SubscriberQuery,
    layout: 'page',
    answer: SubscriberRow,
  }),
  count: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    summary: 'The number of subscribers in each state',
    access: see,
    answer: z.record(z.enum(subscriberStates), z.int()),
  }),
  export: endpoint({
    method: 'GET',
    path: `${path}/export`,
    summary: 'Stream the subscribers of a view, or the selected ones, as CSV or XLSX',
    access: grants('Subscribers', 'export'),
    query: SubscriberQuery.omit(paging).extend({
      ...selectionOf(exportedFieldNames),
    }),
    ...exported,
  }),
  consentTexts: endpoint({
    method: 'GET',
    path: `${path}/consent-texts`,
    summary: 'Every version of the consent text, the newest first',
    access: see,
    answer: z.array(ConsentText),
  }),
  writeConsent: endpoint({
    method: 'POST',
    path: `${path}/consent-texts`,
    summary: 'Write the next version of the consent text; earlier versions stay as they are',
    access: act,
    body: ConsentDraft,
    answer: ConsentText,
    status: 201,
    refuses: ['conflict'],
  }),
  import: endpoint({
    method: 'POST',
    path: `${path}/import`,
    summary:
      'Import addresses with a stated source of consent, or check them in a dry run. Known and suppressed addresses stay as they are',
    access: act,
    body: SubscriberImport,
    takesLong: true,
    answer: ImportReport,
  }),
  blockAddress: endpoint({
    method: 'POST',
    path: `${path}/block`,
    summary: 'Block an address, also one that is not subscribed',
    access: act,
    body: BlockedAddress,
    answer: SubscriberDetail,
    refuses: ['conflict'],
  }),
  eraseAll: endpoint({
    method: 'POST',
    path: `${path}/bulk/erase`,
    summary: 'Erase several subscribers, or count them in a dry run; a hash of each address stays suppressed',
    access: act,
    stepUp: true,
    body: z.strictObject({
      ids: z.array(z.uuid().toLowerCase()).min(1).max(mostErased),
      is_dry_run: z.boolean().default(true),
    }),
    answer: ErasureReport,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One subscriber with consent, group mails and history',
    access: see,
    params: id,
    answer: SubscriberDetail,
    refuses: ['not-found'],
  }),
  block: endpoint({
    ...acting,
    path: `${path}/:id/block`,
    summary: 'Block a subscriber: the address gets no group mail at all',
    body: Reason,
  }),
  unblock: endpoint({
    ...acting,
    path: `${path}/:id/unblock`,
    summary: 'Lift a block; an earlier unsubscription or bounce stays',
  }),
  mailAgain: endpoint({
    ...acting,
    path: `${path}/:id/mail-again`,
    summary: 'Lift a bounce, for a mail server that was wrong; an earlier unsubscription stays',
    body: Reason,
  }),
  unsubscribe: endpoint({
    ...acting,
    path: `${path}/:id/unsubscribe`,
    summary: 'Unsubscribe somebody who asked for it by phone or mail',
    body: Reason,
  }),
  resend: endpoint({
    ...acting,
    path: `${path}/:id/resend`,
    summary: 'Send the confirmation mail again, at most once an hour',
    refuses: ['not-found', 'conflict', 'too-many'],
  }),
  erase: endpoint({
    method: 'POST',
    path: `${path}/:id/erase`,
    summary: 'Erase a subscriber; a hash of the address stays suppressed',
    access: act,
    stepUp: true,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found'],
  }),
}
