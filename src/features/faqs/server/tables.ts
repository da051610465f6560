import type { Selectable } from 'kysely'
import { searchColumns } from '#kit/server/search.ts'
import { type TableOf, table } from '#kit/server/table.ts'

const faqs = table('faqs', {
  id: 'uuid',
  title: 'text',
  details: 'text',
  group: 'text=',
  group_place: 'int4',
  position: 'int4',
  is_active: 'bool=',
  version: 'int4=',
  created_at: 'timestamptz=',
  updated_at: 'timestamptz=',
  place: 'text!',
})

const faqSearch = table('faq_search', searchColumns)

declare module '#kit/server/database.ts' {
  interface Tables {
    faq_search: TableOf<typeof faqSearch>
    faqs: TableOf<typeof faqs>
  }
}

/** A question as stored in the database; it never leaves the server in this form. */
export type FaqRecord = Selectable<TableOf<typeof faqs>>
