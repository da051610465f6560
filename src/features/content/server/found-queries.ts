import { sql } from 'kysely'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import type { ReleaseRecord } from './tables.ts'

/** Releases of the shop window, by number, title or note. */
export const findReleases: FindRecords = (ctx, sought) =>
  findIn<Pick<ReleaseRecord, 'title' | 'number' | 'made_by_name' | 'state'>>(
    ctx.db,
    {
      from: sql`releases r`,
      alias: 'r',
      search: { table: 'release_search', column: 'r.id' },
      partitions: [sql`true`],
      newest: 'created_at',
      select: sql`r.title, r.number, r.made_by_name, r.state`,
      found: ({ title, number, made_by_name, state }) => ({
        title,
        notes: [number === null ? '' : String(number), made_by_name],
        status: state,
      }),
    },
    sought,
  )
