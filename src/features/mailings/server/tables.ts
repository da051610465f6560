import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const lists = table('mailing_lists', {
  id: 'uuid',
  name: 'text',
  selection: 'jsonb',
  created_by_name: 'text',
  created_at: 'timestamptz=',
  version: 'int4=',
})
const mailings = table('mailings', {
  id: 'uuid',
  subject: 'text',
  user_type: 'text',
  audience: 'jsonb',
  content: 'jsonb',
  status: 'text=',
  list_id: 'uuid?',
  unknown_policy: 'text=',
  send_at: 'timestamptz?',
  asked_by: 'uuid?',
  asked_by_name: 'text=',
  approved_by: 'uuid?',
  approved_by_name: 'text=',
  held_why: 'text=',
  frozen: 'jsonb?',
  started_at: 'timestamptz?',
  finished_at: 'timestamptz?',
  pace_since: 'timestamptz?',
  pace_done: 'int4=',
  recipient_count: 'int4=',
  sent_count: 'int4=',
  failed_count: 'int4=',
  unknown_count: 'int4=',
  skipped_count: 'int4=',
  created_by_name: 'text',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  version: 'int4=',
  search_text: 'text!',
})
const recipients = table('mailing_recipients', {
  id: 'uuid',
  mailing_id: 'uuid',
  address: 'text',
  address_hash: 'bytea',
  kind: 'text',
  record_id: 'uuid',
  fields: 'jsonb',
  status: 'text=',
  attempts: 'int4=',
  send_at: 'timestamptz',
  last_code: 'int4?',
  last_error: 'text=',
  sent_at: 'timestamptz?',
})
const pace = table('mailing_pace', { id: 'int4', left_over: 'numeric=', at: 'timestamptz' })

declare module '#kit/server/database.ts' {
  interface Tables {
    mailing_lists: TableOf<typeof lists>
    mailings: TableOf<typeof mailings>
    mailing_recipients: TableOf<typeof recipients>
    mailing_pace: TableOf<typeof pace>
  }
}

/** A mailing's database row; it never leaves the server in this form. */
export type MailingRecord = Selectable<TableOf<typeof mailings>>
/** A saved list's database row. */
export type ListRecord = Selectable<TableOf<typeof lists>>
