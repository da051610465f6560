import type { Selectable } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const posts = table('posts', {
  id: 'uuid',
  title: 'text',
  slug: 'text',
  category_id: 'uuid?',
  banner: 'jsonb?',
  excerpt: 'text=',
  html: 'text=',
  author: 'text=',
  search_title: 'text=',
  search_description: 'text=',
  pending: 'jsonb?',
  state: 'text=',
  publish_at: 'timestamptz?',
  published_at: 'timestamptz?',
  shown_at: 'timestamptz?',
  views: 'int8=',
  version: 'int4=',
  word_count: 'int4=',
  reading_minutes: 'int4=',
  autosaved_at: 'timestamptz?',
  autosaved_by: 'uuid?',
  deleted_at: 'timestamptz?',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  list: 'text!',
})

const postVersions = table('post_versions', {
  post_id: 'uuid',
  number: 'int4',
  action: 'text',
  content: 'jsonb',
  saved_at: 'timestamptz',
  saved_by: 'uuid?',
  saved_by_name: 'text',
})

const postSlugs = table('post_slugs', {
  slug: 'text',
  post_id: 'uuid',
  is_seen: 'bool=',
  created_at: 'timestamptz=',
})
const postViews = table('post_views', { post_id: 'uuid', n: 'int4' })
const postVisits = table('post_visits', { post_id: 'uuid', visitor: 'bytea', at: 'timestamptz' })

const postSearch = table('post_search', searchColumns)

declare module '#kit/server/database.ts' {
  interface Tables {
    post_search: TableOf<typeof postSearch>
    posts: TableOf<typeof posts>
    post_versions: TableOf<typeof postVersions>
    post_slugs: TableOf<typeof postSlugs>
    post_views: TableOf<typeof postViews>
    post_visits: TableOf<typeof postVisits>
  }
}

/** A post as stored in the database; it never leaves the server in this form. */
export type PostRecord = Selectable<TableOf<typeof posts>>
export type PostVersionRecord = Selectable<TableOf<typeof postVersions>>
