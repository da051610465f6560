import type { Selectable } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const contentSections = table('content_sections', {
  name: 'text',
  value: 'jsonb',
  version: 'int4=',
  changed_at: 'timestamptz',
  changed_by_name: 'text',
})

const contentValues = table('content_values', { hash: 'text', value: 'text' })

const releases = table('releases', {
  id: 'uuid',
  number: 'int4?',
  title: 'text',
  note: 'text=',
  state: 'text=',
  sections: '_text',
  publish_at: 'timestamptz?',
  published_at: 'timestamptz?',
  follows: 'uuid?',
  rolls_back_to: 'int4?',
  failed_because: 'text=',
  made_by: 'uuid?',
  made_by_name: 'text',
  version: 'int4=',
  created_at: 'timestamptz',
})

const releaseSections = table('release_sections', { release_id: 'uuid', section: 'text', hash: 'text' })
const liveRelease = table('live_release', { id: 'int4', release_id: 'uuid?', last_number: 'int4=' })

const previewLinks = table('preview_links', {
  id: 'uuid',
  token_hash: 'bytea',
  made_by_name: 'text',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  ended_at: 'timestamptz?',
})

const releaseSearch = table('release_search', searchColumns)

declare module '#kit/server/database.ts' {
  interface Tables {
    release_search: TableOf<typeof releaseSearch>
    content_sections: TableOf<typeof contentSections>
    content_values: TableOf<typeof contentValues>
    releases: TableOf<typeof releases>
    release_sections: TableOf<typeof releaseSections>
    live_release: TableOf<typeof liveRelease>
    preview_links: TableOf<typeof previewLinks>
  }
}

/** Rows as stored in the database; they never leave the server in this form. */
export type ReleaseRecord = Selectable<TableOf<typeof releases>>
export type SectionRecord = Selectable<TableOf<typeof contentSections>>
