import { type TableOf, table } from '#kit/server/table.ts'

const notes = table('notes', {
  id: 'uuid',
  record_type: 'text',
  record_id: 'uuid',
  author_id: 'uuid',
  text: 'text',
  version: 'int4=',
  created_at: 'timestamptz=',
  edited_at: 'timestamptz?',
})

const noteMentions = table('note_mentions', {
  note_id: 'uuid',
  person_id: 'uuid',
  message_id: 'uuid',
  told_at: 'timestamptz?',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    notes: TableOf<typeof notes>
    note_mentions: TableOf<typeof noteMentions>
  }
}
