import { type TableOf, table } from '#kit/server/table.ts'

const messages = table('messages', {
  id: 'uuid',
  kind: 'text',
  recipient: 'text',
  subject: 'text',
  body_text: 'text',
  body_html: 'text',
  status: 'text',
  subject_type: 'text',
  subject_id: 'uuid',
  decision_id: 'uuid?',
  send_at: 'timestamptz',
  attempts: 'int4=',
  last_error: 'text=',
  sent_at: 'timestamptz?',
  created_at: 'timestamptz=',
  link_sealed: 'text?',
  field_values: 'jsonb?',
  reply_to: 'text=',
  attachments: 'jsonb?',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    messages: TableOf<typeof messages>
  }
}
