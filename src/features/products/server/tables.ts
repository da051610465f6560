import type { Selectable } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const products = table('products', {
  id: 'uuid',
  external_id: 'text?',
  vendor_id: 'uuid',
  sku: 'text',
  product_name: 'text',
  product_price: 'int8',
  discounted_price: 'int8=',
  product_stock: 'int4',
  package_weight: 'numeric=',
  product_length: 'numeric=',
  product_width: 'numeric=',
  product_height: 'numeric=',
  product_description: 'text=',
  product_video_url: 'text=',
  category: 'text=',
  category_id: 'uuid?',
  status: 'text',
  available: 'bool=',
  version: 'int4=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  status_since: 'timestamptz=',
  status_reason: 'text=',
  submission_number: 'int4=',
  revision_waiting_since: 'timestamptz?',
  reviewed_price: 'int8?',
  reviewed_discount: 'int8?',
  cover_image: 'text=',
  list: 'text!',
  risk: 'int4=',
})

const productSearch = table('product_search', searchColumns)

const productSubmissions = table('product_submissions', {
  id: 'uuid',
  product_id: 'uuid',
  number: 'int4',
  kind: 'text',
  status: 'text',
  payload: 'jsonb',
  body_hash: 'bytea',
  version: 'int4=',
  created_at: 'timestamptz=',
  decided_by: 'uuid?',
  decided_at: 'timestamptz?',
  reason: 'text=',
})

const productImages = table('product_images', {
  id: 'uuid',
  product_id: 'uuid',
  media: 'text',
  position: 'int4',
  width: 'int4',
  height: 'int4',
  is_live: 'bool=',
  created_at: 'timestamptz=',
  alt: 'text=',
})

const productUploads = table('product_uploads', {
  media: 'text',
  width: 'int4',
  height: 'int4',
  uploaded_by: 'uuid',
  created_at: 'timestamptz=',
  used_at: 'timestamptz?',
})

const pictureSources = table('product_picture_sources', {
  product_id: 'uuid',
  source_hash: 'bytea',
  media: 'text',
})

const productStates = table('product_states', { product_id: 'uuid', since: 'timestamptz', state: 'text' })

const productMeasures = table('product_measures', {
  product_id: 'uuid',
  until: 'timestamptz',
  package_weight: 'numeric',
  product_length: 'numeric',
  product_width: 'numeric',
  product_height: 'numeric',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    products: TableOf<typeof products>
    product_submissions: TableOf<typeof productSubmissions>
    product_images: TableOf<typeof productImages>
    product_picture_sources: TableOf<typeof pictureSources>
    product_uploads: TableOf<typeof productUploads>
    product_states: TableOf<typeof productStates>
    product_measures: TableOf<typeof productMeasures>
    product_search: TableOf<typeof productSearch>
  }
}

/** A listing as stored in the database. This form never leaves the server. */
export type ProductRecord = Selectable<TableOf<typeof products>>
