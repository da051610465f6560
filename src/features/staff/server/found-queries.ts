import { sql } from 'kysely'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { personStatuses } from '../contract.ts'

interface Row {
  username: string
  email: string
  role_name: string
  status: string
}

/** Staff by name, email or phone. */
export const findStaff: FindRecords = (ctx, sought) =>
  findIn<Row>(
    ctx.db,
    {
      from: sql`people p`,
      alias: 'p',
      search: { table: 'person_search', column: 'p.id' },
      partitions: personStatuses.map((status) => sql`p.list = ${status}`),
      newest: 'created_at',
      select: sql`p.username, p.email, r.name as role_name, p.list as status`,
      joins: sql`join roles r on r.id = p.role_id`,
      found: ({ username, email, role_name, status }) => ({
        title: username,
        notes: [role_name, email],
        status,
      }),
    },
    sought,
  )
