import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const consentTexts = table('consent_texts', {
  version: 'int4',
  text: 'text',
  created_at: 'timestamptz=',
  created_by: 'text=',
})

const subscribers = table('subscribers', {
  id: 'uuid',
  email: 'text',
  address_hash: 'bytea',
  state: 'text',
  state_since: 'timestamptz',
  state_reason: 'text=',
  origin: 'text',
  place: 'text=',
  consent_version: 'int4?',
  consent_source: 'text=',
  asked_at: 'timestamptz?',
  confirmed_at: 'timestamptz?',
  confirmation_sent_at: 'timestamptz?',
  version: 'int4=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  list: 'text!',
})

/** Group mail leaves out every address whose `address_hash(email)` is here. */
const suppressions = table('suppressions', {
  address_hash: 'bytea',
  reason: 'text',
  address: 'text?',
  since: 'timestamptz=',
  detail: 'text=',
})

const subscriptionRequests = table('subscription_requests', {
  id: 'uuid',
  email_sealed: 'text',
  consent_version: 'int4',
  place: 'text=',
  requested_at: 'timestamptz',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    consent_texts: TableOf<typeof consentTexts>
    subscribers: TableOf<typeof subscribers>
    suppressions: TableOf<typeof suppressions>
    subscription_requests: TableOf<typeof subscriptionRequests>
  }
}

/** A subscriber's database row; it never leaves the server in this form. */
export type SubscriberRecord = Selectable<TableOf<typeof subscribers>>
