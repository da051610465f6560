import { type TableOf, table } from '#kit/server/table.ts'

const supportRequests = table('support_requests', {
  id: 'uuid',
  number: 'int4=',
  kind: 'text',
  status: 'text=',
  author_id: 'uuid',
  author_name: 'text',
  text: 'text',
  screen: 'text=',
  last_request_id: 'text=',
  browser: 'text=',
  mood: 'int4?',
  assignee_id: 'uuid?',
  version: 'int4=',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  closed_at: 'timestamptz?',
  search_text: 'text!',
})

const supportEntries = table('support_entries', {
  id: 'uuid',
  request_id: 'uuid',
  author_id: 'uuid',
  side: 'text',
  via: 'text',
  text: 'text',
  mail_id: 'text?',
  created_at: 'timestamptz',
})

const supportFiles = table('support_files', {
  id: 'uuid',
  owner_id: 'uuid',
  request_id: 'uuid?',
  entry_id: 'uuid?',
  is_screenshot: 'bool=',
  name: 'text',
  media_type: 'text',
  bytes: 'int4',
  storage_key: 'text',
  created_at: 'timestamptz',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    support_requests: TableOf<typeof supportRequests>
    support_entries: TableOf<typeof supportEntries>
    support_files: TableOf<typeof supportFiles>
  }
}
