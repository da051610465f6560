import { sql } from 'kysely'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import type { FaqRecord } from './tables.ts'

/** Questions of shoppers by their words and those of their answer. */
export const findFaqs: FindRecords = (ctx, sought) =>
  findIn<Pick<FaqRecord, 'title' | 'group' | 'is_active'>>(
    ctx.db,
    {
      from: sql`faqs f`,
      alias: 'f',
      search: { table: 'faq_search', column: 'f.id' },
      partitions: [sql`true`],
      newest: 'created_at',
      select: sql`f.title, f."group", f.is_active`,
      found: ({ title, group, is_active }) => ({
        title,
        notes: [group],
        status: is_active ? 'active' : 'inactive',
      }),
    },
    sought,
  )
