import { sql } from 'kysely'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { type FindRecords, findIn } from '#kit/server/found.ts'
import { customerStatuses } from '../contract.ts'
import type { CustomerRecord } from './tables.ts'

type Row = Pick<CustomerRecord, 'username' | 'phone' | 'city' | 'status'>

/** Customers by name, email, phone, city or number. */
export const findCustomers: FindRecords = (ctx, sought) =>
  findIn<Row>(
    ctx.db,
    {
      from: sql`customers c`,
      alias: 'c',
      search: { table: 'customer_search', column: 'c.id' },
      partitions: customerStatuses.map((status) => sql`c.list = ${status}`),
      newest: 'created_at',
      select: sql`c.username, c.phone, c.city, c.status`,
      found: ({ username, phone, city, status }) => ({
        title: username,
        notes: [formatPhone(phone), city],
        status,
      }),
    },
    sought,
  )
