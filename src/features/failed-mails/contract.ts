import { z } from 'zod'
import { grants, grantsAny } from '#features/access/contract.ts'
import { BulkOutcome } from '#features/decisions/contract.ts'
import { letterKindNames } from '#features/messages/kinds-contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'

/** Given up after the last attempt, or tried again by itself. */
const failedMailStates = ['failed', 'retrying'] as const

/** What a mail can be: a letter, the test of a letter's text, or the test of a group e-mail. */
export const failedMailKinds = [...letterKindNames, 'sample', 'mailing_test'] as const
export type FailedMailKind = (typeof failedMailKinds)[number]

/**
 * Whether the mail can be sent again from the list: `replaced` if a newer mail about the record says what holds now,
 * `elsewhere` if its record or its reader has another way, `not_permitted` if the reader of the list may not.
 */
const ways = ['yes', 'retrying', 'replaced', 'elsewhere', 'not_permitted'] as const

export const FailedMail = z.object({
  id: z.uuid(),
  kind: z.enum(failedMailKinds),
  state: z.enum(failedMailStates),
  /** When it failed; of a mail that is tried again, when the next attempt is. */
  send_at: z.string(),
  created_at: z.string(),
  attempts: z.int(),
  /** The words of the mail server, without addresses and numbers of people. */
  last_error: z.string(),
  /** The name of the record; empty for people who may not see the record. */
  name: z.string(),
  /** The screen of the record; empty if it has none or the reader may not see the record. */
  path: z.string(),
  /** The address; empty for people who may not see the record. */
  recipient: z.string(),
  again: z.enum(ways),
})
export type FailedMail = z.infer<typeof FailedMail>

/** Who may send a mail about each record again: the same people as on the record's own screen. */
export const resendAccess = {
  vendor: grants('Vendor Verifications', 'act'),
  product: grants('Products', 'act'),
  vendor_withdrawal: grants('Vendors', 'pay'),
  customer_withdrawal: grants('Customer', 'pay'),
} as const
export type Resendable = keyof typeof resendAccess

const path = '/api/admin/failed-mails'

/** The mails that could not be sent, of all records together. */
export const failedMails = {
  list: endpoint({
    method: 'GET',
    path,
    summary:
      'Mails that could not be sent, the latest first; names and addresses only of records that you may see',
    access: grants('General Setting', 'view'),
    query: listQuery(['-send_at'], {
      state: z.enum(failedMailStates).default('failed'),
      kind: z.enum(failedMailKinds).optional(),
    }).omit({ q: true }),
    layout: 'page',
    answer: FailedMail,
  }),
  resend: endpoint({
    method: 'POST',
    path: `${path}/bulk/resend`,
    summary: 'Send up to 100 failed mails again, each to the address now on record, with an outcome for each',
    access: grantsAny(
      resendAccess.vendor,
      resendAccess.product,
      resendAccess.vendor_withdrawal,
      resendAccess.customer_withdrawal,
    ),
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
    answer: z.array(BulkOutcome),
    transactions: 'own',
  }),
}
