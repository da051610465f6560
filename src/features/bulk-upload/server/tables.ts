import type { Selectable } from 'kysely'
import { type TableOf, table } from '#kit/server/table.ts'

const imports = table('imports', {
  id: 'uuid',
  file_name: 'text',
  file_key: 'text=',
  file_bytes: 'int8',
  file_kind: 'text',
  source: 'text',
  status: 'text',
  message: 'text=',
  follows: 'uuid?',
  head: 'jsonb',
  samples: 'jsonb',
  mapping: 'jsonb',
  mapping_from: 'text',
  reading: 'jsonb=',
  head_hash: 'bytea',
  vendor_id: 'uuid?',
  row_count: 'int4=',
  create_count: 'int4=',
  change_count: 'int4=',
  unchanged_count: 'int4=',
  error_count: 'int4=',
  skipped_count: 'int4=',
  created_count: 'int4=',
  changed_count: 'int4=',
  failed_count: 'int4=',
  picture_count: 'int4=',
  pictures_done: 'int4=',
  pictures_failed: 'int4=',
  reverted_count: 'int4=',
  kept_count: 'int4=',
  without_stock: 'int4=',
  column_errors: 'jsonb=',
  position: 'int4=',
  carried: 'jsonb=',
  worker: 'uuid?',
  worker_until: 'timestamptz?',
  created_by: 'uuid',
  created_by_name: 'text',
  created_at: 'timestamptz',
  confirmed_by: 'uuid?',
  confirmed_by_name: 'text=',
  confirmed_at: 'timestamptz?',
  finished_at: 'timestamptz?',
  reverted_by: 'uuid?',
  reverted_by_name: 'text=',
  reverted_at: 'timestamptz?',
  version: 'int4=',
  list: 'text!',
  search_text: 'text!',
})

const importRows = table('import_rows', { import_id: 'uuid', number: 'int4', cells: 'jsonb' })

const importItems = table('import_items', {
  import_id: 'uuid',
  number: 'int4',
  verdict: 'text',
  state: 'text=',
  vendor_id: 'uuid?',
  sku: 'text=',
  product_name: 'text=',
  product_id: 'uuid?',
  seen_version: 'int4?',
  head: 'int4?',
  left_version: 'int4?',
  wanted: 'jsonb?',
  before: 'jsonb?',
  errors: 'jsonb=',
  notes: 'jsonb=',
  changes: 'jsonb=',
})

const importPictures = table('import_pictures', {
  import_id: 'uuid',
  number: 'int4',
  position: 'int4',
  source: 'text',
  state: 'text=',
  message: 'text=',
})

const importMappings = table('import_mappings', {
  head_hash: 'bytea',
  fields: 'jsonb',
  vendor_id: 'uuid?',
  used_at: 'timestamptz',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    imports: TableOf<typeof imports>
    import_rows: TableOf<typeof importRows>
    import_items: TableOf<typeof importItems>
    import_pictures: TableOf<typeof importPictures>
    import_mappings: TableOf<typeof importMappings>
  }
}

/** An import as stored in the database. This form never leaves the server. */
export type ImportRecord = Selectable<TableOf<typeof imports>>
