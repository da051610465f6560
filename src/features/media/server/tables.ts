import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const media = table('media', {
  id: 'uuid',
  name: 'text',
  alt: 'text=',
  is_decorative: 'bool=',
  hash: 'text',
  thumbnail: 'text',
  width: 'int4',
  height: 'int4',
  bytes: 'int4',
  focal_x: 'numeric=',
  focal_y: 'numeric=',
  version: 'int4=',
  created_at: 'timestamptz',
  created_by: 'text',
  deleted_at: 'timestamptz?',
  list: 'text!',
  search_text: 'text!',
})

const mediaRenditions = table('media_renditions', {
  media_id: 'uuid',
  hash: 'text',
  original: 'text',
  slot_width: 'int4?',
  slot_height: 'int4?',
  crop: 'jsonb?',
  width: 'int4',
  height: 'int4',
  created_at: 'timestamptz',
})

const mediaUses = table('media_uses', {
  noun: 'text',
  record_id: 'text',
  is_live: 'bool',
  media_id: 'uuid',
  hash: 'text',
  label: 'text',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    media: TableOf<typeof media>
    media_renditions: TableOf<typeof mediaRenditions>
    media_uses: TableOf<typeof mediaUses>
  }
}

/** A picture as it is stored; it never leaves the server in this form. */
export type MediaRecord = Selectable<TableOf<typeof media>>
